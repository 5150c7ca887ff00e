package job

import (
	"context"
	"log/slog"
	"time"
)

// bench is the worker slots of one queue. A slot is taken while a handler runs. Tasks whose end is being written
// need no slot, but nothing is claimed while they hold too many bytes.
type bench struct {
	size    int
	running int  // handlers
	ending  int  // weight of the tasks whose end is being written
	more    bool // the last claim was filled: there is more in the queue
	wake    chan struct{}
}

const (
	maxEnding  = 64 << 20
	taskWeight = 64 << 10 // of a task beside its result
)

func (b *bench) free() int {
	if b.ending >= maxEnding {
		return 0
	}
	return b.size - b.running
}

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

// cooldown lets tasks gather after a claim that emptied the queue, so that it is not claimed one by one.
const cooldown = time.Millisecond

// claimLoop claims as many tasks as there are free slots whenever the queue may have some.
func (r *Runner) claimLoop(ctx context.Context, q Queue, b *bench) {
	var log trouble
	var last time.Time // end of the last claim
	filled := true     // it got all it asked for
	poll := time.NewTicker(r.opt.Poll)
	defer poll.Stop()
	for ctx.Err() == nil {
		if !filled {
			pause(ctx, cooldown-time.Since(last))
		}
		if free := r.ask(b); free > 0 {
			at := time.Now()
			tasks, err := r.claim(ctx, q, free)
			last, filled = time.Now(), len(tasks) == free
			log.note(ctx, "claiming tasks", err)
			if r.seat(b, tasks, at, filled) {
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

// ask is how many tasks to claim. When there are any, a claim is under way until seat.
func (r *Runner) ask(b *bench) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	free := b.free()
	if r.closed || free <= 0 {
		return 0
	}
	r.asking++
	return free
}

func (r *Runner) claim(ctx context.Context, q Queue, n int) ([]Task, error) {
	ctx, cancel := r.claimTime(ctx)
	defer cancel()
	return r.store.Claim(ctx, q, n, r.opt.Owner, r.opt.Lease)
}

// claimTime is not cut off by a shutdown: tasks claimed by a statement whose answer nobody reads would have to wait
// for their lease to end.
func (r *Runner) claimTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), r.opt.Lease/2)
}

// seat starts the claimed tasks. It is true when the queue should be looked at again at once.
func (r *Runner) seat(b *bench, tasks []Task, at time.Time, filled bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asking--
	b.more = filled
	r.start(b, tasks, at)
	r.calm()
	return filled && b.free() > 0
}

// start has claimed tasks worked on.
func (r *Runner) start(b *bench, tasks []Task, at time.Time) {
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
}

// calm tells who waits for the worker to have nothing to do that there is less of it.
func (r *Runner) calm() {
	if !r.closed {
		return
	}
	select {
	case r.quiet <- struct{}{}:
	default:
	}
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
	r.calm()
	r.mu.Unlock()
	r.tasks.Done()
}

// move changes how many handlers run and what the ending tasks weigh.
func (r *Runner) move(b *bench, running, ending int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.running += running
	b.ending += ending
	if b.more {
		b.ring()
	}
	r.calm()
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
