package job

import (
	"context"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// Handler does the work of a task. It may be called again for the same task after a lost attempt, on another
// machine. When ctx ends it returns soon; an error it returns then is not held against the job.
type Handler interface {
	Run(ctx context.Context, t Task) (Outcome, error)
}

// Results keeps the bytes of results, under a key that contains the task's id and attempt, so that a worker
// that lost its claim cannot overwrite the result of the one that holds it.
type Results interface {
	PutResult(ctx context.Context, t Task, body []byte) (key string, err error)
}

// Claims hands out tasks. A claim lasts until its lease ends; renewing it answers which claims are gone.
type Claims interface {
	Claim(ctx context.Context, q Queue, n int, owner string, lease time.Duration) ([]Task, error)
	Renew(ctx context.Context, owner string, lease time.Duration, beats []Beat) (lost []string, err error)
	Held(ctx context.Context, owner string, beats []Beat) (lost []string, err error)
}

// Ends ends a job. Every method answers ErrLost when the task's claim is gone.
type Ends interface {
	Completing(ctx context.Context, t Task) error
	Complete(ctx context.Context, t Task, result Stored) error
	Fail(ctx context.Context, t Task, why *fault.Error) error
}

// Moves sends a task on. Every method answers ErrLost when the task's claim is gone.
type Moves interface {
	Advance(ctx context.Context, t Task, next Stage) error
	Fan(ctx context.Context, t Task, fan Fan) error
	Spawn(ctx context.Context, t Task, spawn Spawn) error
	FinishPart(ctx context.Context, t Task, output string) error
	Retry(ctx context.Context, t Task, delay time.Duration) error
	Release(ctx context.Context, t Task) error
	Answer(ctx context.Context, t Task) error
}

// Maintainer does what no single task is responsible for. Many machines may call it at once.
type Maintainer interface {
	Maintain(ctx context.Context, waits Waits) error
}

// Store is what a runner needs of the place that holds jobs and tasks.
type Store interface {
	Claims
	Ends
	Moves
	Maintainer
}

// Workers is how many tasks of each queue a runner works on at a time.
type Workers struct {
	CPU int
	IO  int
}

// Options tune a runner. Zero values take the defaults in brackets.
type Options struct {
	Owner      string        // unique to this process and run [random]
	Workers    Workers       // none of a kind: that queue is left to others
	Lease      time.Duration // [10 s]
	Heartbeat  time.Duration // [3 s]
	Poll       time.Duration // [500 ms] how often queues are looked at without being woken
	JobTimeout time.Duration // limits.job_timeout [1800 s]
	Waits      Waits

	// Discard is called when the job of a running task was ended by somebody else (cancelled, expired, failed
	// by another part) and the handler has returned, so that partial artifacts can be removed. It is not
	// called when the claim passed to another worker.
	Discard func(ctx context.Context, t Task)
}

// Runner claims tasks, has them worked on, and keeps the claims alive.
type Runner struct{}

// NewRunner returns a runner that does nothing before Start.
func NewRunner(store Store, hub *Hub, handler Handler, results Results, opt Options) *Runner {
	panic("not built yet")
}

// Start begins to claim and to maintain. It does not block.
func (r *Runner) Start() { panic("not built yet") }

// Stop claims nothing more and waits until the running work has ended. When ctx ends first, the rest is
// interrupted and goes back to its queue with its attempt restored. It returns when nothing runs any more.
func (r *Runner) Stop(ctx context.Context) { panic("not built yet") }

// Running is how many tasks are being worked on.
func (r *Runner) Running() int { panic("not built yet") }
