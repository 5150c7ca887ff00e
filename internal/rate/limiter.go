package rate

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/octavo-dev/octavo/internal/org"
)

// Options are the settings of a Limiter.
type Options struct {
	Limits Limits
	// Shared is where several instances count together, a Postgres or a Redis; nil counts in this process.
	// While it is away each instance counts for itself: a limiter that fails must not stop work.
	Shared Backend
	Wait   time.Duration    // a request waits no longer for shared buckets; 0: 100 ms
	Log    *slog.Logger     // nil: the default logger
	Now    func() time.Time // nil: the system clock
}

// Limiter decides whether a caller may go on.
type Limiter struct {
	limits Limits
	wait   time.Duration
	local  source
	shared source // nil when everything is counted here
	outage outage
}

// New returns a limiter, or the first mistake in the limits.
func New(opt Options) (*Limiter, error) {
	if err := opt.Limits.Validate(); err != nil {
		return nil, err
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	l := &Limiter{
		limits: opt.Limits,
		wait:   cmp.Or(opt.Wait, sharedWait),
		local:  NewMemory(opt.Now),
		outage: outage{log: opt.Log, now: opt.Now},
	}
	if opt.Shared != nil {
		l.shared = newPool(opt.Shared, opt.Now)
	}
	return l, nil
}

// Allow takes one token from each bucket the request counts against, or from none. The error of a refusal is
// RATE_LIMIT; the decision is complete either way.
func (l *Limiter) Allow(ctx context.Context, who org.Caller, class Class) (Decision, error) {
	own := l.buckets(who, class)
	states, from := l.take(ctx, append(own, l.buckets(who, All)...))
	d := Decision{who: who, class: class, from: from, sums: states[min(len(own), len(states)):]}
	return d.by(states)
}

// Settle moves an allowed request into the class it turned out to have: /parse and /extract are let in as
// Async and may be Sync once their body is read. It takes the tokens of that class and gives those of the
// first one back. Settling in the class it was let in with changes nothing.
func (l *Limiter) Settle(ctx context.Context, d Decision, class Class) (Decision, error) {
	if !d.Allowed || d.class == class {
		return d, nil
	}
	states, from := l.take(ctx, l.buckets(d.who, class))
	settled, err := Decision{who: d.who, class: class, from: from, sums: d.sums}.by(append(states, d.sums...))
	if err == nil && d.from != nil {
		d.from.give(l.buckets(d.who, d.class))
	}
	return settled, err
}

// take asks the shared buckets, and the local ones while those are away.
func (l *Limiter) take(ctx context.Context, buckets []Bucket) ([]state, source) {
	if len(buckets) == 0 {
		return nil, nil
	}
	if l.shared != nil && l.outage.over() {
		// The tokens are for others too, so the end of this request must not break the round trip off.
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.wait)
		defer cancel()
		states, err := l.shared.take(bounded, buckets)
		l.outage.report(err)
		if err == nil {
			return states, l.shared
		}
	}
	states, err := l.local.take(ctx, buckets)
	if err != nil { // memory does not fail; if it could, work would go on
		return nil, nil
	}
	return states, l.local
}

// buckets are those of one class that are switched on: the key's, then the organization's. A caller without a
// key has only the latter. The braces keep the buckets of an organization together in a divided Redis.
func (l *Limiter) buckets(who org.Caller, class Class) []Bucket {
	limits := l.limits[class]
	prefix := "{" + who.Org + "}/" + string(class)
	buckets := make([]Bucket, 0, 4)
	if !limits.Key.off() && who.KeyID != "" {
		buckets = append(buckets, Bucket{prefix + "/key/" + who.KeyID, limits.Key})
	}
	if !limits.Org.off() {
		buckets = append(buckets, Bucket{prefix + "/org", limits.Org})
	}
	return buckets
}
