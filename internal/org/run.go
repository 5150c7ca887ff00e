package org

import (
	"context"
	"time"
)

const (
	lookEvery  = time.Second      // key file; a change needs two looks
	flushEvery = 10 * time.Second // last uses
	touchEvery = time.Minute      // last use of one key
	warnEvery  = 10 * time.Minute // open to everyone
)

// Run watches the key file, writes down when keys were used and warns while the service is open to everyone,
// until ctx ends.
func (a *Authenticator) Run(ctx context.Context) {
	look, flush, warn := time.NewTicker(lookEvery), time.NewTicker(flushEvery), time.NewTicker(warnEvery)
	defer look.Stop()
	defer flush.Stop()
	defer warn.Stop()
	a.sayOpen(ctx)
	failure := ""
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTime)
			defer cancel()
			a.flush(last)
			return
		case <-look.C:
			failure = a.look(failure)
		case <-flush.C:
			a.flush(ctx)
			a.forget()
		case <-warn.C:
			a.sayOpen(ctx)
		}
	}
}

// look follows the key file. A failure is logged when it is another one than before.
func (a *Authenticator) look(before string) string {
	if a.file == nil {
		return ""
	}
	err := a.file.look()
	if err == nil {
		return ""
	}
	if err.Error() != before {
		a.log.Error("key file not used, the keys stay as they were", "error", err)
	}
	return err.Error()
}

// note remembers that a key was used now, unless its row says so well enough.
func (a *Authenticator) note(k Key) {
	now := a.now()
	if k.LastUsedAt != nil && now.Sub(*k.LastUsedAt) < touchEvery {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used[k.ID] = now
}

// flush writes down the last uses. What cannot be written is tried again with the next flush.
func (a *Authenticator) flush(ctx context.Context) {
	a.mu.Lock()
	used := a.used
	a.used = make(map[string]time.Time, len(used))
	a.mu.Unlock()
	for id, at := range used {
		if err := a.store.touch(ctx, id, at); err != nil {
			a.log.DebugContext(ctx, "last use of a key not written", "key", id, "error", err)
			a.mu.Lock()
			if a.used[id].Before(at) {
				a.used[id] = at
			}
			a.mu.Unlock()
		}
	}
}

// forget drops keys that nobody used for so long that they would be looked up again anyway.
func (a *Authenticator) forget() {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	for d, v := range a.known {
		if now.Sub(v.at) > graceFor {
			delete(a.known, d)
		}
	}
}

// sayOpen tells the operator who is let in while there is no key.
func (a *Authenticator) sayOpen(ctx context.Context) {
	if a.file != nil {
		return
	}
	exists, err := a.keyExists(ctx)
	switch {
	case err != nil || exists:
	case a.opt.InsecureOpen:
		a.log.WarnContext(ctx, "auth.insecure_open: anyone who can reach this service may use it; create a key to close it")
	default:
		a.log.InfoContext(ctx, "no key exists: at most loopback callers are let in; create one with octavo keys create")
	}
}
