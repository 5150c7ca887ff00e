package job

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// conclude writes what became of a task. ErrLost means that it is no longer ours to end.
func (r *Runner) conclude(w *work, out Outcome, err error) error {
	t := w.task
	cause := context.Cause(w.ctx)
	var limit *fault.Error
	switch {
	case w.lost():
		return ErrLost
	case err == nil:
		return r.finish(w, out)
	case errors.As(cause, &limit):
		return r.fail(w, limit)
	case errors.Is(cause, errStopped):
		slog.InfoContext(w.life, "a task goes back to its queue because the worker shuts down", "job", t.JobID, "stage", t.Stage)
		return r.settle(w, func(ctx context.Context) error { return r.store.Release(ctx, t) })
	}
	why := fault.Of(err)
	slog.WarnContext(w.life, "a task failed", "job", t.JobID, "stage", t.Stage, "part", t.Part, "attempt", t.Attempt, "name", why.Name, "error", err)
	if why.Retriable && t.Attempt < MaxAttempts {
		return r.settle(w, func(ctx context.Context) error { return r.store.Retry(ctx, t, backoff(t.Attempt)) })
	}
	return r.fail(w, why)
}

func backoff(attempt int) time.Duration {
	return time.Duration(attempt*attempt) * 500 * time.Millisecond
}

func (r *Runner) fail(w *work, why *fault.Error) error {
	w.ending.Store(true)
	return r.settle(w, func(ctx context.Context) error { return r.store.Fail(ctx, w.task, why) })
}

// finish sends a task on as its handler said.
func (r *Runner) finish(w *work, out Outcome) error {
	t := w.task
	var move func(ctx context.Context) error
	switch {
	case out.Result != nil && t.Part == Main:
		return r.complete(w, out.Result)
	case out.Next != nil && t.Part == Main:
		move = func(ctx context.Context) error { return r.store.Advance(ctx, t, *out.Next) }
	case out.Fan != nil && t.Part == Main:
		move = func(ctx context.Context) error { return r.store.Fan(ctx, t, *out.Fan) }
	case out.Spawn != nil && t.Part == Main:
		move = func(ctx context.Context) error { return r.store.Spawn(ctx, t, *out.Spawn) }
	case out.Part != nil && t.Part >= 0:
		move = func(ctx context.Context) error { return r.store.FinishPart(ctx, t, *out.Part) }
	default:
		slog.ErrorContext(w.life, "a handler returned an outcome that does not fit its task", "job", t.JobID, "stage", t.Stage, "part", t.Part)
		return r.fail(w, fault.New(fault.InternalInvariantViolation, ""))
	}
	return r.settle(w, move)
}

// complete stores the result first and the row that points at it second. A result that takes longer to store
// makes the job Completing meanwhile, so that it is not cancelled any more; one that is stored at once passes
// through that state with its end.
func (r *Runner) complete(w *work, result *Result) error {
	t := w.task
	var key string
	var err error
	stored := make(chan struct{})
	go func() {
		defer close(stored)
		key, err = r.put(w, result.Body)
	}()
	select {
	case <-stored:
	case <-time.After(completingAfter):
		marked := r.settle(w, func(ctx context.Context) error { return r.store.Completing(ctx, t) })
		if marked != nil {
			w.lose()
		}
		<-stored
		if marked != nil {
			return marked
		}
	}
	if w.lost() {
		return ErrLost
	}
	if err != nil {
		why := fault.Of(err)
		slog.WarnContext(w.life, "a result cannot be stored", "job", t.JobID, "error", err)
		if why.Name != fault.RegionUnavailable && (why.Retriable || why.Name == fault.InternalError) {
			why = fault.Wrap(fault.ServiceUnavailable, err, "")
		}
		return r.fail(w, why)
	}
	w.ending.Store(true)
	err = r.settle(w, func(ctx context.Context) error {
		return r.store.Complete(ctx, t, Stored{Key: key, Bytes: int64(len(result.Body)), NumPages: result.NumPages, TotalPages: result.TotalPages})
	})
	if fault.Is(err, fault.JobStateError) {
		return r.fail(w, fault.Of(err))
	}
	return err
}

// put tries three times to store the bytes of a result.
func (r *Runner) put(w *work, body []byte) (key string, err error) {
	const tries = 3
	for i := 1; ; i++ {
		key, err = r.results.PutResult(w.life, w.task, body)
		if err == nil || i == tries || w.lost() || !fault.Of(err).Retriable {
			return key, err
		}
		pause(w.life, backoff(i))
	}
}

// settle writes an end or a move. Shutdown and time limits do not cut it short: finished work would be done
// again. It is tried for a while when the database is away, and given up when the claim is lost.
func (r *Runner) settle(w *work, write func(context.Context) error) error {
	give := time.Now().Add(settleTime)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := write(w.life)
		var named *fault.Error
		switch {
		case err == nil, errors.Is(err, ErrLost), errors.As(err, &named):
			return err
		case w.lost():
			return ErrLost
		case time.Now().After(give):
			return err
		}
		pause(w.life, wait)
	}
}

func pause(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
