package job

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"sync"
	"time"
)

// Workers is how many tasks of each queue a runner works on at a time.
type Workers struct {
	CPU int
	IO  int
}

// Options tune a runner. Zero values take the defaults in brackets.
type Options struct {
	Owner      string        // unique to this process and run [host and a random mark]
	Workers    Workers       // none of a kind: that queue is left to others
	Lease      time.Duration // [10 s]
	Heartbeat  time.Duration // [3 s]
	Poll       time.Duration // [500 ms] how often queues are looked at without being woken
	JobTimeout time.Duration // limits.job_timeout [1800 s]
	Waits      Waits

	// Discard is called when the job of a running task was ended by somebody else without a result (cancelled,
	// expired, failed by another part) and the handler has returned, so that partial artifacts can be removed.
	// It is not called when the claim passed to another worker.
	Discard func(ctx context.Context, t Task)
}

func (o *Options) fill() {
	if o.Owner == "" {
		host, _ := os.Hostname() // only there to be recognised by a human
		o.Owner = host + "-" + rand.Text()
	}
	for _, d := range []struct {
		value *time.Duration
		other time.Duration
	}{
		{&o.Lease, 10 * time.Second}, {&o.Heartbeat, 3 * time.Second}, {&o.Poll, 500 * time.Millisecond}, {&o.JobTimeout, 1800 * time.Second},
	} {
		if *d.value <= 0 {
			*d.value = d.other
		}
	}
}

const (
	// An expired lease is noticed within 2 s, and so is a lost claim.
	watchEvery    = time.Second
	maintainEvery = time.Second

	// patience is how long a handler may take to return after it was interrupted. A job does not wait longer
	// for its end, whatever the handler does.
	patience = 5 * time.Second

	// completingAfter is how long storing a result takes before the job shows that it is being done.
	completingAfter = 50 * time.Millisecond

	// settleTime is how long the end of a task is tried against a database that is away.
	settleTime = 30 * time.Second
)

// errStopped interrupts work because the process shuts down.
var errStopped = errors.New("the worker shuts down")

// Runner claims tasks, has them worked on, and keeps the claims alive.
type Runner struct {
	store   Store
	hub     *Hub
	handler Handler
	results Results
	opt     Options

	started  sync.Once
	stopped  sync.Once
	claiming context.CancelFunc // ends the claim loops
	living   context.CancelFunc // ends heartbeats and maintenance
	loops    sync.WaitGroup     // claim loops
	upkeep   sync.WaitGroup     // heartbeats and maintenance
	tasks    sync.WaitGroup     // tasks that have not been concluded
	unhook   []func()

	mu       sync.Mutex
	running  map[*work]bool
	byJob    map[string][]*work
	benches  map[Queue]*bench
	asking   int  // claims under way
	stuck    int  // handlers that do not return
	closed   bool // only tasks that were lost are claimed, one at a time
	stopping bool
	quiet    chan struct{} // rung while closed, when something has ended
}

// NewRunner returns a runner that does nothing before Start.
func NewRunner(store Store, hub *Hub, handler Handler, results Results, opt Options) *Runner {
	opt.fill()
	r := &Runner{
		store: store, hub: hub, handler: handler, results: results, opt: opt,
		running: map[*work]bool{}, byJob: map[string][]*work{}, benches: map[Queue]*bench{}, quiet: make(chan struct{}, 1),
	}
	for q, n := range map[Queue]int{CPU: opt.Workers.CPU, IO: opt.Workers.IO} {
		if n > 0 {
			r.benches[q] = &bench{size: n, wake: make(chan struct{}, 1)}
		}
	}
	return r
}

// Start begins to claim and to maintain. It does not block.
func (r *Runner) Start() {
	r.started.Do(func() {
		var claiming, living context.Context
		claiming, r.claiming = context.WithCancel(context.Background())
		living, r.living = context.WithCancel(context.Background())
		r.unhook = []func(){r.hub.OnWork(r.wake), r.hub.OnDone(r.jobsEnded)}
		for q, b := range r.benches {
			r.loops.Go(func() { r.claimLoop(claiming, q, b) })
		}
		r.loops.Go(func() { r.aloneLoop(claiming) })
		r.upkeep.Go(func() { r.beatLoop(living) })
		r.upkeep.Go(func() { r.maintainLoop(living) })
	})
}

// Stop claims nothing more and waits until the running work has ended. When ctx ends first, the rest is
// interrupted and goes back to its queue with its attempt restored. It returns when no task is held any more.
func (r *Runner) Stop(ctx context.Context) {
	r.started.Do(func() {}) // a runner that is stopped before it starts never starts
	r.stopped.Do(func() { r.stop(ctx) })
}

func (r *Runner) stop(ctx context.Context) {
	if r.claiming == nil {
		return
	}
	r.mu.Lock()
	r.stopping = true // what a claim under way still brings is released at once
	r.mu.Unlock()
	r.claiming()
	r.loops.Wait()
	done := make(chan struct{})
	go func() {
		r.tasks.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		r.each(func(w *work) { w.interrupt(errStopped) })
		select {
		case <-done:
		case <-time.After(2 * patience):
			r.each(func(w *work) { w.lose() })
			<-done
		}
	}
	for _, fn := range r.unhook {
		fn()
	}
	r.living()
	r.upkeep.Wait()
}

// Running is how many tasks are being worked on.
func (r *Runner) Running() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.running)
}

func (r *Runner) each(fn func(*work)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for w := range r.running {
		fn(w)
	}
}
