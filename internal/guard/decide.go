package guard

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"
)

// maxDials bounds the addresses of one name that are tried, so that a name with thousands scans nobody.
const maxDials = 8

// refusal says exactly what was refused. It is for the log: callers must not learn addresses from it.
type refusal struct {
	host string
	addr netip.Addr
	port uint16 // set when the port was the reason
	why  string
}

func (r *refusal) Error() string {
	switch {
	case r.port != 0:
		return fmt.Sprintf("refused %s: port %d is not among the allowed ones", r.host, r.port)
	case r.addr.IsValid():
		return fmt.Sprintf("refused %s: address %s is %s", r.host, r.addr, r.why)
	}
	return fmt.Sprintf("refused %s: %s", r.host, r.why)
}

// judge decides on one address of a target.
func (c *Client) judge(t target, addr netip.Addr) error {
	if c.exemptName(t.host, t.port) || c.exemptAddr(addr, t.port) {
		return nil
	}
	if why := unreachable(addr); why != "" {
		return &refusal{host: t.host, addr: addr, why: why}
	}
	return nil
}

// decide returns the addresses a target may be reached at. One bad address refuses the whole name: a name that
// points both ways is an attempt to get past the check.
func (c *Client) decide(ctx context.Context, t target) ([]netip.Addr, error) {
	if c.ports != nil && !c.ports[t.port] && !c.exemptPort(t.host, t.port) {
		return nil, &refusal{host: t.host, port: t.port}
	}
	if err := c.judgeLiteral(t); err != nil {
		return nil, err
	}
	addrs, err := c.resolve(ctx, t.host)
	if err != nil {
		return nil, err
	}
	for i, addr := range addrs {
		if err := c.judge(t, addr); err != nil {
			return nil, err
		}
		addrs[i] = addr.Unmap()
	}
	return addrs[:min(len(addrs), maxDials)], nil
}

func (c *Client) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}, nil
	}
	none := &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	if endsInNumber(host) {
		return nil, none
	}
	ctx, cancel := context.WithTimeout(ctx, c.times.Resolve)
	defer cancel()
	addrs, err := c.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", host, err)
	}
	if len(addrs) == 0 {
		return nil, none
	}
	return append([]netip.Addr(nil), addrs...), nil
}

// connect dials the decided addresses in their order and nothing else, then speaks TLS where the scheme asks
// for it. It returns the socket beside the connection on it, because only the socket can be closed at any time.
func (c *Client) connect(ctx context.Context, t target) (socket, conn net.Conn, err error) {
	addrs, err := c.decide(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.times.Connect)
	defer cancel()
	if socket, err = c.dialAny(ctx, addrs, t.port); err != nil {
		return nil, nil, err
	}
	if t.url.Scheme != "https" {
		return socket, socket, nil
	}
	secure := tls.Client(socket, &tls.Config{ServerName: bare(t.host), RootCAs: c.roots, NextProtos: []string{"http/1.1"}})
	if err := secure.HandshakeContext(ctx); err != nil {
		socket.Close()
		return nil, nil, fmt.Errorf("shake hands with %s: %w", t.host, err)
	}
	return socket, secure, nil
}

func (c *Client) dialAny(ctx context.Context, addrs []netip.Addr, port uint16) (net.Conn, error) {
	var errs []error
	for i, addr := range addrs {
		conn, err := c.dialOne(ctx, netip.AddrPortFrom(addr, port), len(addrs)-i)
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// dialOne gives an address its share of the time that is left, so that a dead one does not use up all of it.
func (c *Client) dialOne(ctx context.Context, addr netip.AddrPort, left int) (net.Conn, error) {
	if end, ok := ctx.Deadline(); ok {
		share, cancel := context.WithTimeout(ctx, time.Until(end)/time.Duration(left))
		defer cancel()
		ctx = share
	}
	return c.dial(ctx, "tcp", addr.String())
}
