package job

import (
	"context"
	"log/slog"
	"time"
)

// What was lost with its worker may be what killed it. From then on it runs alone: a worker claims it only while it runs
// nothing else, and nothing else while it runs. So no task is lost more than once through another: the first time it is
// marked, the mark stays as long as the task does, and a marked task has no neighbours. A job that fails because all its
// attempts were lost has lost at least two of the three by itself, or to somebody who kills processes.

// turnAlone is how long a worker that has made room goes on with such tasks, unless making room took longer. Then it is
// open to others for as long as it was closed: they have at least half of its time, however many tasks were lost.
const turnAlone = 5 * time.Second

// aloneLoop looks for tasks that were lost. A worker that has nothing to do takes them at once, a busy one after its rest.
func (r *Runner) aloneLoop(ctx context.Context) {
	var log trouble
	var rested time.Time
	poll := time.NewTicker(r.opt.Poll)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-poll.C:
		}
		if time.Now().Before(rested) && !r.unneeded() {
			continue
		}
		began := time.Now()
		log.note(ctx, "claiming lost tasks", r.serveLost(ctx))
		rested = time.Now().Add(time.Since(began))
	}
}

// serveLost makes room if a task wants it and runs one after the other, each alone.
func (r *Runner) serveLost(ctx context.Context) error {
	if !r.unneeded() {
		if wanted, err := r.reserve(ctx); err != nil || !wanted {
			return err
		}
	}
	began := time.Now()
	r.shut(true)
	defer r.shut(false)
	if ready, err := r.makeRoom(ctx); err != nil || !ready {
		return err
	}
	for until := time.Now().Add(max(turnAlone, time.Since(began))); time.Now().Before(until); {
		found, err := r.claimLost(ctx)
		if err != nil || !found {
			return err
		}
		for !r.idle() {
			if !r.waitQuiet(ctx, nil) {
				return nil
			}
		}
	}
	return nil
}

// makeRoom waits until the worker runs nothing. It is false when there is no reason any more: a worker that had nothing
// to do was faster, or the task is gone.
func (r *Runner) makeRoom(ctx context.Context) (ready bool, err error) {
	again := time.NewTicker(r.opt.Poll)
	defer again.Stop()
	for !r.idle() {
		if !r.waitQuiet(ctx, again.C) {
			return false, nil
		}
		if wanted, err := r.reserve(ctx); err != nil || !wanted {
			return false, err
		}
	}
	return true, nil
}

// waitQuiet waits until something has ended or it is time to look. It is false when waiting is of no use: the worker
// stops, or a handler does not return, next to which nobody is alone.
func (r *Runner) waitQuiet(ctx context.Context, look <-chan time.Time) bool {
	select {
	case <-ctx.Done():
		return false
	case <-r.quiet:
	case <-look:
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stuck == 0
}

// unneeded reports whether the worker runs nothing and has found nothing else to run since it is open.
func (r *Runner) unneeded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range r.benches {
		if b.more {
			return false
		}
	}
	return r.runsNothing()
}

func (r *Runner) idle() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.runsNothing()
}

// runsNothing reports whether no handler runs, no end is being written and no claim is under way.
func (r *Runner) runsNothing() bool {
	busy := r.asking + len(r.running)
	for _, b := range r.benches {
		busy += b.running
	}
	return busy == 0
}

// shut closes the worker to tasks that were never lost, or opens it again.
func (r *Runner) shut(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = on
	for _, b := range r.benches {
		if !on {
			b.more = true // or may be
			b.ring()
		}
	}
}

// reserve says that this worker makes room for a lost task, so that others need not. One with a handler that does not
// return has no room to make.
func (r *Runner) reserve(ctx context.Context) (wanted bool, err error) {
	r.mu.Lock()
	stuck := r.stuck
	r.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, r.opt.Lease/2)
	defer cancel()
	for q := range r.benches {
		if wanted || stuck > 0 {
			break
		}
		if wanted, err = r.store.Reserve(ctx, q, r.opt.Owner, r.opt.Lease); err != nil {
			return false, err
		}
	}
	return wanted, nil
}

// claimLost starts one lost task of any queue; it is false when there is none.
func (r *Runner) claimLost(ctx context.Context) (found bool, err error) {
	for q, b := range r.benches {
		ctx, cancel := r.claimTime(ctx)
		at := time.Now()
		tasks, err := r.store.ClaimLost(ctx, q, r.opt.Owner, r.opt.Lease)
		cancel()
		if err != nil {
			return false, err
		}
		if len(tasks) > 0 {
			slog.InfoContext(ctx, "a task that was lost with its worker runs alone", "job", tasks[0].JobID, "part", tasks[0].Part, "attempt", tasks[0].Attempt)
			r.mu.Lock()
			r.start(b, tasks, at)
			r.mu.Unlock()
			return true, nil
		}
	}
	return false, nil
}
