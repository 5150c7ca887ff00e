package job

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Reader is what a waiter needs of the store.
type Reader interface {
	Get(ctx context.Context, org, id string) (Job, error)
	// Ended returns those of ids whose jobs are final or gone.
	Ended(ctx context.Context, ids []string) ([]string, error)
}

// Waiter lets any number of callers wait for the end of jobs. The hub usually tells it; a poll that all callers
// share is the net.
type Waiter struct {
	store Reader
	stop  func()

	mu      sync.Mutex
	waits   map[string][]*wait
	polling bool
}

// wait is one caller.
type wait struct {
	id   string
	wake chan struct{}
	gap  time.Duration
	next time.Time
}

const (
	pollTick  = 50 * time.Millisecond
	pollMost  = 500 * time.Millisecond
	pollChunk = 500
)

// NewWaiter returns a waiter on the jobs of store that hub reports about.
func NewWaiter(store Reader, hub *Hub) *Waiter {
	w := &Waiter{store: store, waits: map[string][]*wait{}}
	w.stop = hub.OnDone(w.ended)
	return w
}

// Close stops listening to the hub.
func (w *Waiter) Close() { w.stop() }

// Wait returns the job when it is final. When ctx ends first, it returns the job as last read with the error of
// ctx. An unknown or foreign id is ErrNotFound.
func (w *Waiter) Wait(ctx context.Context, org, id string) (Job, error) {
	one := w.add(id)
	defer w.remove(one)
	j, err := w.store.Get(ctx, org, id)
	if err != nil {
		return j, err
	}
	for !j.State.Final() {
		select {
		case <-ctx.Done():
			return j, ctx.Err()
		case <-one.wake:
		}
		next, err := w.store.Get(ctx, org, id)
		switch {
		case err == nil:
			j = next
		case errors.Is(err, ErrNotFound):
			return j, err
		}
		// A database that is away for a moment does not end the wait.
	}
	return j, nil
}

func (w *Waiter) add(id string) *wait {
	one := &wait{id: id, wake: make(chan struct{}, 1), gap: pollTick, next: time.Now().Add(pollTick)}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waits[id] = append(w.waits[id], one)
	if !w.polling {
		w.polling = true
		go w.poll()
	}
	return one
}

func (w *Waiter) remove(one *wait) {
	w.mu.Lock()
	defer w.mu.Unlock()
	left := slices.DeleteFunc(w.waits[one.id], func(other *wait) bool { return other == one })
	if len(left) == 0 {
		delete(w.waits, one.id)
	} else {
		w.waits[one.id] = left
	}
}

// ended wakes everybody who waits for one of the jobs.
func (w *Waiter) ended(ids []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range ids {
		for _, one := range w.waits[id] {
			select {
			case one.wake <- struct{}{}:
			default:
			}
		}
	}
}

// poll runs while somebody waits.
func (w *Waiter) poll() {
	tick := time.NewTicker(pollTick)
	defer tick.Stop()
	for range tick.C {
		ids, on := w.due()
		if !on {
			return
		}
		for chunk := range slices.Chunk(ids, pollChunk) {
			w.ask(chunk)
		}
	}
}

func (w *Waiter) ask(ids []string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	ended, err := w.store.Ended(ctx, ids)
	if err != nil {
		slog.DebugContext(ctx, "looking for ended jobs failed", "error", err)
		return
	}
	w.ended(ended)
}

// due returns the jobs to ask about now; the longer somebody waits, the more rarely. It is false when nobody
// waits any more.
func (w *Waiter) due() (ids []string, on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waits) == 0 {
		w.polling = false
		return nil, false
	}
	now := time.Now()
	for id, waits := range w.waits {
		asked := false
		for _, one := range waits {
			if one.next.After(now) {
				continue
			}
			asked = true
			one.gap = min(one.gap*3/2, pollMost)
			one.next = now.Add(one.gap)
		}
		if asked {
			ids = append(ids, id)
		}
	}
	return ids, true
}
