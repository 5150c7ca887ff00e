package job

import "context"

// Reader is what a waiter needs of the store.
type Reader interface {
	Get(ctx context.Context, org, id string) (Job, error)
	// Ended returns those of ids whose jobs are final or gone.
	Ended(ctx context.Context, ids []string) ([]string, error)
}

// Waiter lets any number of callers wait for the end of jobs. All of them share one poll.
type Waiter struct{}

// NewWaiter returns a waiter on the jobs of store that hub reports about.
func NewWaiter(store Reader, hub *Hub) *Waiter { panic("not built yet") }

// Wait returns the job when it is final. When ctx ends first, it returns the job as last read with the error of
// ctx. An unknown or foreign id is ErrNotFound.
func (w *Waiter) Wait(ctx context.Context, org, id string) (Job, error) { panic("not built yet") }

// Close stops listening to the hub.
func (w *Waiter) Close() { panic("not built yet") }
