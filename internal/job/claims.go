package job

import (
	"context"
	"log/slog"
	"time"
)

// bench is the worker slots of one queue. A slot is taken while a handler runs. Tasks whose end is being written
// need no slot, but there are never more of them than slots: each holds a result in memory.
type bench struct {
	size    int
	running int // handlers
	ending  int
	more    bool // the last claim was filled: there is more in the queue
	wake    chan struct{}
}

func (b *bench) free() int { return min(b.size-b.running, 2*b.size-b.running-b.ending) }

func (b *bench) ring() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// wake has a queue looked at.
func (r *Runner) wake(q Queue) {
	if b := r.benches[q]; b != nil {
		b.ring()
	}
}

// claimLoop claims as many tasks as there are free slots whenever the queue may have some.
func (r *Runner) claimLoop(ctx context.Context, q Queue, b *bench) {
	var log trouble
	poll := time.NewTicker(r.opt.Poll)
	defer poll.Stop()
	for ctx.Err() == nil {
		r.mu.Lock()
		free := b.free()
		r.mu.Unlock()
		if free > 0 {
			at := time.Now()
			tasks, err := r.claim(ctx, q, free)
			log.note(ctx, "claiming tasks", err)
			if r.seat(b, tasks, at, len(tasks) == free) {
				continue
			}
		}
		select {
		case <-b.wake:
		case <-poll.C:
		case <-ctx.Done():
		}
	}
}

// claim is not cut off by a shutdown: tasks claimed by a statement whose answer nobody reads would have to wait
// for their lease to end.
func (r *Runner) claim(ctx context.Context, q Queue, n int) ([]Task, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.opt.Lease/2)
	defer cancel()
	return r.store.Claim(ctx, q, n, r.opt.Owner, r.opt.Lease)
}

// seat starts the claimed tasks. It is true when the queue should be looked at again at once.
func (r *Runner) seat(b *bench, tasks []Task, at time.Time, filled bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.more = filled
	b.running += len(tasks)
	for _, t := range tasks {
		w := newWork(t, at, r.opt)
		r.running[w] = true
		r.byJob[t.JobID] = append(r.byJob[t.JobID], w)
		if r.stopping {
			w.interrupt(errStopped)
		}
		r.tasks.Add(1)
		go r.run(w, b)
	}
	return filled && b.free() > 0
}

// concluded forgets a task: its claim is used up.
func (r *Runner) concluded(w *work) {
	w.close()
	r.mu.Lock()
	delete(r.running, w)
	left := r.byJob[w.task.JobID][:0]
	for _, other := range r.byJob[w.task.JobID] {
		if other != w {
			left = append(left, other)
		}
	}
	r.byJob[w.task.JobID] = left
	if len(left) == 0 {
		delete(r.byJob, w.task.JobID)
	}
	r.mu.Unlock()
	r.tasks.Done()
}

// move counts a task out of a slot or out of the end, or from the one into the other.
func (r *Runner) move(b *bench, running, ending int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.running += running
	b.ending += ending
	if b.more {
		b.ring()
	}
}

// jobsEnded interrupts work on jobs that somebody has ended.
func (r *Runner) jobsEnded(ids []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range ids {
		for _, w := range r.byJob[id] {
			if !w.ending.Load() {
				w.lose()
			}
		}
	}
}

// maintainLoop does what no single task is responsible for.
func (r *Runner) maintainLoop(ctx context.Context) {
	var log trouble
	tick := time.NewTicker(maintainEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			log.note(ctx, "maintaining the queues", r.store.Maintain(ctx, r.opt.Waits))
		}
	}
}

// trouble logs the beginning and the end of a run of failures, not every one.
type trouble struct{ on bool }

func (t *trouble) note(ctx context.Context, what string, err error) {
	switch {
	case ctx.Err() != nil:
	case err != nil && !t.on:
		t.on = true
		slog.WarnContext(ctx, what+" fails, trying on", "error", err)
	case err == nil && t.on:
		t.on = false
		slog.InfoContext(ctx, what+" works again")
	}
}
