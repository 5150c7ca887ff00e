package org

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Credentials are what a request shows.
type Credentials struct {
	Header    string     // value of the Authorization header
	Peer      netip.Addr // the other end of the connection
	Forwarded bool       // the request has a Forwarded or X-Forwarded-For header
}

// Throttle bounds what a peer address can do with wrong keys.
type Throttle interface {
	// Blocked reports whether a peer has used up its failures; its unknown keys are then not looked up.
	Blocked(peer netip.Addr) bool
	// Failed counts a failure. It returns a RATE_LIMIT error once there are too many.
	Failed(peer netip.Addr) error
}

// Options are the settings of an Authenticator.
type Options struct {
	KeyFile              string           // auth.key_file, empty for none
	PublicHostIsLoopback bool             // the host of public_url is a loopback name
	InsecureOpen         bool             // auth.insecure_open
	Throttle             Throttle         // required
	Log                  *slog.Logger     // nil: the default logger
	Now                  func() time.Time // nil: the system clock
}

// Authenticator tells callers by their keys.
type Authenticator struct {
	store *Store
	opt   Options
	log   *slog.Logger
	now   func() time.Time
	file  *keyFile // nil without a key file

	lookups singleflight.Group
	mu      sync.Mutex
	known   map[digest]verified  // database keys that were found live
	used    map[string]time.Time // keys whose last use is not yet written down
	exists  bool                 // a key was seen; there is no way back
	none    freshness            // until when "there is no key" is trusted
}

// NewAuthenticator reads the key file. One that is configured but holds no key is an error: starting without
// it would leave the service open or closed by accident.
func NewAuthenticator(store *Store, opt Options) (*Authenticator, error) {
	a := &Authenticator{
		store: store, opt: opt, log: opt.Log, now: opt.Now,
		known: map[digest]verified{}, used: map[string]time.Time{},
	}
	if a.log == nil {
		a.log = slog.Default()
	}
	if a.now == nil {
		a.now = time.Now
	}
	if opt.KeyFile != "" {
		a.file = &keyFile{path: opt.KeyFile, log: a.log}
		if err := a.file.reload(); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Authenticate returns the caller behind the credentials. A refusal is an AUTH_ERROR (see Challenge), or
// RATE_LIMIT for a peer that fails too often; a key that cannot be looked up is SERVICE_UNAVAILABLE.
func (a *Authenticator) Authenticate(ctx context.Context, c Credentials) (Caller, error) {
	needed, err := a.keyNeeded(ctx, c)
	if err != nil {
		return Caller{}, err
	}
	if !needed {
		return Caller{Org: Default, Scopes: Every, Open: true}, nil
	}
	secret, ok := bearer(c.Header)
	if !ok {
		return Caller{}, a.failed(c.Peer, missing())
	}
	d := sum(secret)
	if a.file != nil {
		if caller, ok := a.file.find(d); ok {
			return caller, nil
		}
	}
	if !generated(secret) {
		return Caller{}, a.failed(c.Peer, invalid())
	}
	return a.verify(ctx, d, c.Peer)
}

// keyNeeded applies the rule that makes the scheme skippable: only while no key exists, and then only for a
// loopback peer that is no proxy of a service known by a loopback name, unless the operator opened it.
func (a *Authenticator) keyNeeded(ctx context.Context, c Credentials) (bool, error) {
	local := c.Peer.IsLoopback() && !c.Forwarded && a.opt.PublicHostIsLoopback
	if a.file != nil || !local && !a.opt.InsecureOpen {
		return true, nil
	}
	return a.keyExists(ctx)
}

// failed counts a refusal against the peer, which may turn it into another one.
func (a *Authenticator) failed(peer netip.Addr, err error) error {
	if limited := a.opt.Throttle.Failed(peer); limited != nil {
		return limited
	}
	return err
}

// away names a lookup that failed: the caller may be right, so it is not told otherwise.
func away(err error) error {
	if database.Unavailable(err) {
		return fault.Wrap(fault.ServiceUnavailable, err, "")
	}
	return fmt.Errorf("look up key: %w", err)
}

// Reload reads the key file now.
func (a *Authenticator) Reload() {
	if a.file == nil {
		return
	}
	if err := a.file.reload(); err != nil {
		a.log.Error("key file not used, the keys stay as they were", "error", err)
	}
}
