package server

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/rate"
)

// authenticate is check 4.
func (s *Server) authenticate(c *Call) error {
	header := c.R.Header.Get("Authorization")
	if c.Route.Token {
		if token, ok := bearer(header); ok && !s.Throttle.Blocked(peer(c.R)) {
			if owner, err := s.Portal.Authenticate(c.Context(), token); err == nil {
				c.Caller = org.Caller{Org: owner, KeyID: "portal:" + owner}
				return nil
			} else if !fault.Is(err, fault.AuthError) {
				return err
			}
		}
	}
	caller, err := s.Keys.Authenticate(c.Context(), org.Credentials{
		Header: header, Peer: peer(c.R),
		// Presence counts: an empty value still shows a proxy.
		Forwarded: len(c.R.Header.Values("Forwarded"))+len(c.R.Header.Values("X-Forwarded-For")) > 0,
	})
	if err != nil {
		return err
	}
	if caller.Open && !s.Config.Auth.InsecureOpen {
		if err := s.checkBrowser(c.R); err != nil {
			return err
		}
	}
	if err := org.Require(caller, c.Route.Scope); err != nil {
		return err
	}
	c.Caller = caller
	return nil
}

// checkBrowser keeps web pages that the operator happens to visit from using a service that is open to loopback:
// by a request across origins, or through a name that was made to point here.
func (s *Server) checkBrowser(r *http.Request) error {
	origin, err := url.Parse(r.Header.Get("Origin"))
	foreign := r.Header.Get("Origin") != "" && (err != nil || !org.LoopbackHost(origin.Host)) && !s.originAllowed(r.Header.Get("Origin"))
	if foreign || !org.LoopbackHost(r.Host) {
		return fault.New(fault.AuthError, "without a key only this machine is let in; create one with octavo keys create").Coded(http.StatusForbidden, false)
	}
	return nil
}

// checkRate is check 5.
func (s *Server) checkRate(c *Call) error {
	d, err := s.Rates.Allow(c.Context(), c.Caller, c.Route.Class)
	c.limit = d
	d.Header(c.W.Header())
	return err
}

// settle charges the class of /parse and /extract, which is known once the body is read.
func (s *Server) settle(c *Call, class rate.Class) error {
	if class == c.Route.Class {
		return nil
	}
	d, err := s.Rates.Settle(c.Context(), c.limit, class)
	c.limit = d
	d.Header(c.W.Header())
	return err
}

func peer(r *http.Request) netip.Addr {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap()
}

func bearer(header string) (string, bool) {
	scheme, token, ok := strings.Cut(strings.TrimSpace(header), " ")
	return strings.TrimSpace(token), ok && strings.EqualFold(scheme, "Bearer")
}
