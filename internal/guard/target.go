package guard

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// maxURL is far above what signed URLs need and far below what makes a header a nuisance.
const maxURL = 8192

// target is a URL that may be asked for, with the host in the one spelling that decisions are made on.
type target struct {
	url  *url.URL
	host string // lower-case ASCII name, or an address without brackets
	port uint16
}

var errCredentials = errors.New("the URL contains credentials")

func parseTarget(rawURL string) (target, error) {
	if len(rawURL) > maxURL {
		return target{}, fmt.Errorf("the URL is longer than %d bytes", maxURL)
	}
	u, err := url.Parse(rawURL)
	if err != nil {
		// The error of url.Parse quotes the URL, which may hold a signature.
		var parse *url.Error
		if errors.As(err, &parse) {
			err = parse.Err
		}
		return target{}, fmt.Errorf("the URL cannot be read: %w", err)
	}
	return newTarget(u)
}

func newTarget(u *url.URL) (target, error) {
	t := target{url: u}
	var err error
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return t, errors.New("the scheme is neither http nor https")
	case u.User != nil:
		return t, errCredentials
	}
	if t.host, err = normalHost(u.Hostname()); err != nil || t.host == "" {
		return t, errors.New("the host is missing or malformed")
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return t, errors.New("the port is out of range")
	}
	t.port = uint16(n)
	return t, nil
}

// normalHost spells a host the way it would be looked up, so that ①②⑦.0.0.1 is seen as the address it is.
func normalHost(host string) (string, error) {
	if strings.IndexFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(host), nil
	}
	return idna.Lookup.ToASCII(host)
}

// isLocalhost reports whether a name means this machine by definition (RFC 6761).
func isLocalhost(host string) bool {
	return bare(host) == "localhost" || strings.HasSuffix(bare(host), ".localhost")
}

// endsInNumber reports whether a name is one of the old spellings of an IPv4 address, such as 127.1, 0x7f000001
// or 127.0.0.1 with a final dot. No top-level domain looks like this.
func endsInNumber(host string) bool {
	last := bare(host)
	last = last[strings.LastIndexByte(last, '.')+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// CheckLiteral refuses a URL whose host is a blocked address or localhost, as far as that can be told without
// asking a name server. Everything else that may be wrong with a URL shows when it is fetched.
func (c *Client) CheckLiteral(rawURL string) error {
	t, err := parseTarget(rawURL)
	if err != nil {
		return nil
	}
	if err := c.judgeLiteral(t); err != nil {
		return notAllowed(t.host, err)
	}
	return nil
}

func (c *Client) judgeLiteral(t target) error {
	if addr, err := netip.ParseAddr(t.host); err == nil {
		return c.judge(t, addr)
	}
	if isLocalhost(t.host) && !c.exemptName(t.host, t.port) {
		return &refusal{host: t.host, why: "loopback"}
	}
	return nil
}
