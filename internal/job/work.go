package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// work is one task being worked on. life ends when the claim is lost; ctx, which the handler sees, ends also at
// a time limit or a shutdown, with the reason as its cause.
type work struct {
	task    Task
	gauge   gauge
	renewed time.Time
	ending  atomic.Bool // the end is being written: that the job has ended is no news

	life, ctx context.Context
	lifeEnd   context.CancelCauseFunc
	interrupt context.CancelCauseFunc
	timer     *time.Timer
}

func newWork(t Task, claimed time.Time, opt Options) *work {
	w := &work{task: t, renewed: claimed}
	w.life, w.lifeEnd = context.WithCancelCause(context.WithValue(context.Background(), gaugeKey{}, &w.gauge))
	w.ctx, w.interrupt = context.WithCancelCause(w.life)
	if t.Part != Probe {
		left, why := timeLeft(t, opt.JobTimeout)
		w.timer = time.AfterFunc(left, func() { w.interrupt(why) })
	}
	return w
}

// timeLeft returns the shorter of the job's two time limits and what its end means. Both count from the first
// claim; the database says how long ago that was, because clocks of machines differ.
func timeLeft(t Task, jobTimeout time.Duration) (time.Duration, *fault.Error) {
	if t.Timeout > 0 && t.Timeout <= jobTimeout {
		return t.Timeout - t.Elapsed, fault.New(fault.CustomerTimeout, "the requested timeout of %g s was reached", t.Timeout.Seconds())
	}
	return jobTimeout - t.Elapsed, fault.New(fault.Timeout, "the job did not finish within %g s", jobTimeout.Seconds())
}

func (w *work) lose() { w.lifeEnd(ErrLost) }

func (w *work) lost() bool { return w.life.Err() != nil }

func (w *work) close() {
	if w.timer != nil {
		w.timer.Stop()
	}
	w.interrupt(context.Canceled)
	w.lifeEnd(context.Canceled)
}

// run works on a task from its claim to its conclusion. The slot is free as soon as the handler has returned.
func (r *Runner) run(w *work, b *bench) {
	if w.task.Part == Probe {
		r.end(w, r.settle(w, func(ctx context.Context) error { return r.store.Answer(ctx, w.task) }))
		r.move(b, -1, 0)
		return
	}
	returned := make(chan struct{})
	out, err := r.call(w, returned)
	select {
	case <-returned:
		weight := taskWeight
		if out.Result != nil {
			weight += len(out.Result.Body)
		}
		r.move(b, -1, weight)
		defer r.move(b, 0, -weight)
	default: // it does not listen; its slot is lost until it does
		r.strand(1)
		defer func() {
			r.strand(-1)
			r.move(b, -1, 0)
		}()
	}
	dropped := r.end(w, r.conclude(w, out, err))
	<-returned
	if dropped {
		r.discard(w.task)
	}
}

// strand counts handlers that do not return.
func (r *Runner) strand(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stuck += n
	r.calm()
}

// end forgets a task whose end was written, or reports that it was not ours to write.
func (r *Runner) end(w *work, err error) (dropped bool) {
	dropped = w.lost() || errors.Is(err, ErrLost)
	if err != nil && !dropped {
		slog.ErrorContext(w.life, "the end of a task could not be stored", "job", w.task.JobID, "stage", w.task.Stage, "error", err)
	}
	r.concluded(w)
	return dropped
}

// call runs the handler. A handler that does not return soon after being interrupted is left to itself: the job
// must not hang on it. returned is closed when it is really gone.
func (r *Runner) call(w *work, returned chan struct{}) (Outcome, error) {
	if w.ctx.Err() != nil { // the time was over before it began
		close(returned)
		return Outcome{}, w.ctx.Err()
	}
	var out Outcome
	var err error
	go func() {
		defer close(returned)
		defer func() {
			if p := recover(); p != nil {
				slog.ErrorContext(w.ctx, "panic in a handler", "job", w.task.JobID, "stage", w.task.Stage, "panic", p, "stack", string(debug.Stack()))
				err = fault.Wrap(fault.InternalError, fmt.Errorf("panic: %v", p), "")
			}
		}()
		out, err = r.handler.Run(w.ctx, w.task)
	}()
	select {
	case <-returned:
		return out, err
	case <-w.ctx.Done():
	}
	select {
	case <-returned:
		return out, err
	case <-time.After(patience):
		slog.ErrorContext(w.ctx, "a handler does not return", "job", w.task.JobID, "stage", w.task.Stage)
		return Outcome{}, w.ctx.Err()
	}
}

// discard removes what work on an ended job has left, unless another worker brought the job to its end.
func (r *Runner) discard(t Task) {
	if r.opt.Discard == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), settleTime)
	defer cancel()
	if state, err := r.store.StateOf(ctx, t.JobID); err == nil && (state == Cancelled || state == Failed) {
		r.opt.Discard(ctx, t)
	}
}
