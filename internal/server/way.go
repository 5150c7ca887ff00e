package server

import (
	"context"
	"sync"
	"time"
)

// way is the way into a queue that has a cap. Between the look at the queue and the moment its job is stored, a request is
// in no count: many that come at once would all find room. So those on the way are counted here, for this process.
type way struct {
	mu     sync.Mutex
	inside int // let through, and not stored yet
	left   int // stored or given up since the start
}

// again is how long to wait for those on the way before the queue is looked at once more.
const again = 2 * time.Millisecond

// enter reports whether there is room for one more, whoever else is on the way. Who is let in must leave.
func (w *way) enter(ctx context.Context, limit int, depth func(context.Context, int) (int, error)) (bool, error) {
	for {
		left := w.gone()
		n, err := depth(ctx, limit)
		if err != nil {
			return false, err
		}
		if n >= limit {
			return false, nil
		}
		if w.pass(limit-n, left) {
			return true, nil
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(again):
		}
	}
}

func (w *way) gone() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.left
}

// pass lets a request in where there is room for all who may be missing in the count: those inside, and those who left while
// it was made.
func (w *way) pass(room, left int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.inside+w.left-left >= room {
		return false
	}
	w.inside++
	return true
}

func (w *way) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inside--
	w.left++
}
