package infer

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// errLate ends a call that passes the time of all its tries.
var errLate = errors.New("the model call passed its deadline")

// call sends a request, again where that may help: twice at most, within the time of one call. A server of one's own that
// is busy is waited for as long as is configured, which costs neither.
func (m *Model) call(ctx context.Context, r Request) (Reply, error) {
	left, waited := m.o.Timeout, time.Duration(0)
	for try := 0; ; {
		began := time.Now()
		reply, err := m.attempt(ctx, r, left)
		left -= time.Since(began)
		var f *Failure
		if err == nil || !errors.As(err, &f) {
			return reply, err
		}
		patient := m.o.Own && f.what == busy
		next := max(f.after, backoff(try))
		switch {
		case !f.passing():
			return reply, m.named(f)
		case patient && waited+next > m.o.MaxWait, !patient && (try == retries || next >= left):
			return reply, m.named(f)
		}
		if err := m.o.Pause(ctx, next); err != nil {
			return reply, err
		}
		if patient {
			waited += next
			continue
		}
		left -= next
		try++
	}
}

// attempt sends a request once.
func (m *Model) attempt(ctx context.Context, r Request, left time.Duration) (Reply, error) {
	select {
	case m.o.Gate <- struct{}{}:
		defer func() { <-m.o.Gate }()
	case <-ctx.Done():
		return Reply{}, context.Cause(ctx)
	}
	timed, cancel := context.WithTimeoutCause(ctx, left, errLate)
	defer cancel()
	reply, err := m.backend.Send(timed, r)
	m.o.Called(m.o.Name, outcome(err))
	var f *Failure
	switch {
	case err == nil:
		return reply, nil
	case ctx.Err() != nil:
		return reply, context.Cause(ctx)
	case timed.Err() != nil:
		return reply, fault.Wrap(fault.Timeout, errLate, "the model call did not finish within %g s", m.o.Timeout.Seconds()).Typed("llm_timeout_error")
	case !errors.As(err, &f):
		// The words of a library may hold what the provider said, so they are not kept.
		return reply, Unreadable()
	}
	return reply, f
}

// outcome is what became of a request, in the words of a metric.
func outcome(err error) string {
	if err != nil {
		return "failed"
	}
	return "succeeded"
}

// backoff is the pause before the next try where the server does not ask for one: doubled each time, and never the same
// for all who wait.
func backoff(try int) time.Duration {
	d := firstWait << min(try, 6)
	return d/2 + rand.N(d/2) //nolint:gosec // nobody gains by guessing it
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// named gives a failure its name.
func (m *Model) named(f *Failure) error {
	switch {
	case f.what == overflow:
		return fault.Wrap(fault.ContextWindowExceeded, f, "")
	case f.what == flood:
		return fault.Wrap(fault.LLMOutputParseFailed, f, "the model response is too large to decode; array_extract makes answers shorter").Typed("json_decoding_error")
	case m.o.Own && f.what == busy:
		return fault.Wrap(fault.GPUPoolSaturated, f, "inference backend %s is busy", m.o.Name)
	case m.o.Own && f.what == memory:
		return fault.Wrap(fault.GPUAllocationError, f, "inference backend %s could not allocate memory", m.o.Name)
	case m.o.Own && f.what == unreachable:
		return fault.Wrap(fault.GPUUnavailable, f, "inference backend %s is unreachable", m.o.Name)
	}
	return fault.Wrap(fault.LLMProviderError, f, "model provider %s failed: %s", m.o.Provider, f.Error()).Typed("llm_service_error")
}
