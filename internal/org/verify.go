package org

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

// A change made by another instance takes effect within trustFor + lookupTime, which stays below 5 s.
const (
	trustFor   = 2 * time.Second  // a verified key is not looked up again
	lookupTime = 2 * time.Second  // a lookup may take this long
	graceFor   = 60 * time.Second // a verified key still works while the database is away
	againAfter = time.Second      // pause between lookups while the database is away
)

// verified is a database key that was live when it was looked up.
type verified struct {
	key Key
	at  time.Time // when that lookup began
	freshness
}

// freshness says how long an answer of the database is used without asking again.
type freshness struct {
	until time.Time
	edits int64 // of the store
}

func (a *Authenticator) fresh(f freshness) bool {
	return a.now().Before(f.until) && a.store.edits.Load() == f.edits
}

// verify finds the database key of a digest. Only a key that never worked here can be refused because of its
// peer: others behind the same address must not suffer.
func (a *Authenticator) verify(ctx context.Context, d digest, peer netip.Addr) (Caller, error) {
	a.mu.Lock()
	v, known := a.known[d]
	a.mu.Unlock()
	if !known && a.opt.Throttle.Blocked(peer) {
		return Caller{}, a.failed(peer, invalid())
	}
	if !known || !a.fresh(v.freshness) {
		var err error
		if v, err = a.lookup(ctx, d); errors.Is(err, errUnknown) {
			return Caller{}, a.failed(peer, invalid())
		} else if err != nil {
			return Caller{}, away(err)
		}
	}
	if !v.key.live(a.now()) {
		return Caller{}, a.failed(peer, invalid())
	}
	a.note(v.key)
	return Caller{Org: v.key.Org, KeyID: v.key.ID, Scopes: v.key.Scopes}, nil
}

// lookup asks the database, once for all requests that want to know, and remembers a live key.
func (a *Authenticator) lookup(ctx context.Context, d digest) (verified, error) {
	result, err, _ := a.lookups.Do(d.hex(), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTime)
		defer cancel()
		began, edits := a.now(), a.store.edits.Load()
		k, err := a.store.keyByDigest(ctx, d)
		a.mu.Lock()
		defer a.mu.Unlock()
		v, known := a.known[d]
		switch {
		case err == nil:
			a.exists = true
			v = verified{k, began, freshness{began.Add(trustFor), edits}}
		case known && database.Unavailable(err) && began.Sub(v.at) < graceFor:
			v.freshness = freshness{a.now().Add(againAfter), edits}
		default:
			delete(a.known, d)
			return verified{}, err
		}
		if v.key.live(a.now()) {
			a.known[d] = v
		} else {
			delete(a.known, d)
		}
		return v, nil
	})
	if err != nil {
		return verified{}, err
	}
	return result.(verified), nil
}

// keyExists reports whether any database key was ever made. "No" is asked again every few seconds, "yes" stays.
func (a *Authenticator) keyExists(ctx context.Context) (bool, error) {
	a.mu.Lock()
	exists, none := a.exists, a.none
	a.mu.Unlock()
	if exists || a.fresh(none) {
		return exists, nil
	}
	result, err, _ := a.lookups.Do("exists", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTime)
		defer cancel()
		began, edits := a.now(), a.store.edits.Load()
		found, err := a.store.anyKey(ctx)
		if err != nil {
			return false, err
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.exists = found
		a.none = freshness{began.Add(trustFor), edits}
		return found, nil
	})
	if err != nil {
		return true, away(err)
	}
	return result.(bool), nil
}
