package guard

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// exemption is one entry of Policy.Allow: either a name or a range, on one port or on all.
type exemption struct {
	name   string
	prefix netip.Prefix
	port   uint16 // 0: any
}

func parseExemption(entry string) (exemption, error) {
	bad := fmt.Errorf("%q is no host, host:port, address or CIDR", entry)
	if prefix, err := netip.ParsePrefix(entry); err == nil {
		return exemption{prefix: prefix.Masked()}, nil
	}
	host, port := entry, uint16(0)
	if h, p, err := net.SplitHostPort(entry); err == nil {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || n == 0 {
			return exemption{}, bad
		}
		host, port = h, uint16(n)
	}
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		addr = addr.Unmap()
		return exemption{prefix: netip.PrefixFrom(addr, addr.BitLen()), port: port}, nil
	}
	name, err := normalHost(host)
	if err != nil || name == "" || strings.ContainsAny(name, "/:@*[] ") {
		return exemption{}, bad
	}
	return exemption{name: bare(name), port: port}, nil
}

// exemptName reports whether the name itself is exempt, whatever it resolves to.
func (c *Client) exemptName(host string, port uint16) bool {
	for _, e := range c.allow {
		if e.name != "" && e.name == bare(host) && e.at(port) {
			return true
		}
	}
	return false
}

func (c *Client) exemptAddr(a netip.Addr, port uint16) bool {
	for _, e := range c.allow {
		if e.name == "" && e.prefix.Contains(a.Unmap()) && e.at(port) {
			return true
		}
	}
	return false
}

// exemptPort reports whether an entry names this very target with its port.
func (c *Client) exemptPort(host string, port uint16) bool {
	addr, _ := netip.ParseAddr(host)
	for _, e := range c.allow {
		if e.port == port && (e.name == bare(host) || e.name == "" && e.prefix.Contains(addr.Unmap())) {
			return true
		}
	}
	return false
}

func (e exemption) at(port uint16) bool { return e.port == 0 || e.port == port }

// bare removes the dot that marks a name as complete.
func bare(name string) string { return strings.TrimSuffix(name, ".") }
