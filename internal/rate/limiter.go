package rate

import (
	"context"
	"errors"
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
	Log    *slog.Logger     // nil: the default logger
	Now    func() time.Time // nil: the system clock
}

// Limiter decides whether a caller may go on.
type Limiter struct {
	opt Options
}

// New returns a limiter, or the first mistake in the limits.
func New(opt Options) (*Limiter, error) {
	if err := opt.Limits.Validate(); err != nil {
		return nil, err
	}
	return &Limiter{opt: opt}, nil
}

// Allow takes one token from each bucket the request counts against, or from none. The error of a refusal is
// RATE_LIMIT; the decision is complete either way.
func (l *Limiter) Allow(ctx context.Context, who org.Caller, class Class) (Decision, error) {
	return Decision{}, errors.ErrUnsupported
}

// Settle moves an allowed request into the class it turned out to have: /parse and /extract are let in as
// Async and may be Sync once their body is read. Settling in the class it was let in with changes nothing.
func (l *Limiter) Settle(ctx context.Context, d Decision, class Class) (Decision, error) {
	return d, errors.ErrUnsupported
}
