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

// Results keeps the bytes of results, under a key that is different for every call, so that a worker that lost
// its claim cannot overwrite the result of the one that holds it.
type Results interface {
	PutResult(ctx context.Context, t Task, body []byte) (key string, err error)
}

// Claims hands out tasks that were never lost. A claim lasts until its lease ends; renewing it answers which claims are
// gone.
type Claims interface {
	Claim(ctx context.Context, q Queue, n int, owner string, lease time.Duration) ([]Task, error)
	Renew(ctx context.Context, lease time.Duration, beats []Beat) (lost []Beat, err error)
	Held(ctx context.Context, beats []Beat) (lost []Beat, err error)
}

// Losses hands out tasks whose worker died with them, or was taken for dead. Each runs alone.
type Losses interface {
	// ClaimLost takes one task or none. Only who runs nothing else may call it, and takes nothing else until it has ended.
	ClaimLost(ctx context.Context, q Queue, owner string, lease time.Duration) ([]Task, error)
	// Reserve says that a busy worker makes room for such a task. It is false when none waits, or when others make room for
	// all that do. It is repeated before the lease ends, and it keeps nobody who has room from claiming the task.
	Reserve(ctx context.Context, q Queue, owner string, lease time.Duration) (bool, error)
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
	// StateOf returns the state of a job of any organization, ErrNotFound when it is gone.
	StateOf(ctx context.Context, jobID string) (State, error)
}

// Store is what a runner needs of the place that holds jobs and tasks.
type Store interface {
	Claims
	Losses
	Ends
	Moves
	Maintainer
}
