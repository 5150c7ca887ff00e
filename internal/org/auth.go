package org

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"time"
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
	KeyFile              string // auth.key_file, empty for none
	PublicHostIsLoopback bool   // the host of public_url is a loopback name
	InsecureOpen         bool   // auth.insecure_open
	Throttle             Throttle
	Log                  *slog.Logger     // nil: the default logger
	Now                  func() time.Time // nil: the system clock
}

// Authenticator tells callers by their keys.
type Authenticator struct {
	store *Store
	opt   Options
}

// NewAuthenticator reads the key file. One that is configured but holds no key is an error: starting without
// it would leave the service open or closed by accident.
func NewAuthenticator(store *Store, opt Options) (*Authenticator, error) {
	return &Authenticator{store: store, opt: opt}, nil
}

// Authenticate returns the caller behind the credentials. A refusal is an AUTH_ERROR (see Challenge), or
// RATE_LIMIT for a peer that fails too often; a key that cannot be looked up is SERVICE_UNAVAILABLE.
func (a *Authenticator) Authenticate(ctx context.Context, c Credentials) (Caller, error) {
	return Caller{}, errors.ErrUnsupported
}

// Reload reads the key file now.
func (a *Authenticator) Reload() {}

// Run watches the key file and writes down when keys were used, until ctx ends.
func (a *Authenticator) Run(ctx context.Context) { <-ctx.Done() }
