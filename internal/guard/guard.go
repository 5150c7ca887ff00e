// Package guard holds the only HTTP client that URLs from callers may reach, and the policy that decides where it may connect.
package guard

import (
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"net/netip"
	"time"
)

// Policy says which addresses may be reached. The zero value allows every public address on every port.
type Policy struct {
	// Allow lists what is exempt from the address policy: names ("docs.corp"), names or addresses with a port
	// ("127.0.0.1:9000"), addresses, and CIDRs. A name exempts whatever it resolves to.
	Allow []string

	// Ports restricts the ports; empty means any. An Allow entry with a port is exempt.
	Ports []int

	// Resolver turns names into addresses; nil takes the system's name servers.
	Resolver Resolver

	// Times may be left zero.
	Times Times
}

// Resolver looks names up. *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Times are the limits of single steps. Zero fields take the defaults given here.
type Times struct {
	Resolve time.Duration // one DNS lookup; 5 s
	Connect time.Duration // TCP and TLS together; 10 s
	Header  time.Duration // one hop of a download, from the lookup to the end of the response header; 60 s
	Window  time.Duration // waiting time in which a download must make progress; 30 s
	Retry   time.Duration // pause before the first retry, doubled before the second; 500 ms
	Post    time.Duration // a whole delivery; 15 s
}

// Client talks to addresses that the policy allows, over one fresh connection for each request. It keeps no
// cookies, uses no proxy, and decides on every redirect anew.
type Client struct {
	allow    []exemption
	ports    map[uint16]bool
	resolver Resolver
	times    Times
	dial     func(ctx context.Context, network, address string) (net.Conn, error)
	roots    *x509.CertPool // nil: the system's
}

// New returns a client under the given policy. It fails on an entry of Allow or Ports that cannot be read.
func New(p Policy) (*Client, error) {
	c := &Client{resolver: p.Resolver, times: p.Times.filled(), dial: new(net.Dialer).DialContext}
	if c.resolver == nil {
		// The Go resolver, because some C libraries read 127.1 or 0x7f000001 as an address.
		c.resolver = &net.Resolver{PreferGo: true}
	}
	for _, entry := range p.Allow {
		e, err := parseExemption(entry)
		if err != nil {
			return nil, err
		}
		c.allow = append(c.allow, e)
	}
	for _, port := range p.Ports {
		if port < 1 || port > 65535 {
			return nil, fmt.Errorf("port %d is out of range", port)
		}
		if c.ports == nil {
			c.ports = map[uint16]bool{}
		}
		c.ports[uint16(port)] = true
	}
	return c, nil
}

func (t Times) filled() Times {
	for _, f := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&t.Resolve, 5 * time.Second},
		{&t.Connect, 10 * time.Second},
		{&t.Header, 60 * time.Second},
		{&t.Window, 30 * time.Second},
		{&t.Retry, 500 * time.Millisecond},
		{&t.Post, 15 * time.Second},
	} {
		if *f.field <= 0 {
			*f.field = f.value
		}
	}
	return t
}
