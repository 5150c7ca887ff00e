package sqlstore

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

const (
	// SQLite looks for the name of every argument among those before it, so that longer lists are no cheaper.
	maxBatch = 50

	// When calls come faster than transactions end, the next one waits this long for company: most of those
	// whose transaction has just ended call again.
	linger = 300 * time.Microsecond

	// A caller is told within 5 s that the database is away.
	batchTime = 4 * time.Second
)

// batcher lets calls that arrive together share one transaction: while one is in flight the next calls gather,
// and the first of them then runs all that have come. A lone call is run at once. There is no goroutine of its own.
type batcher[T any] struct {
	run func(context.Context, []T) error // what concerns one item only is noted in the item
	key func(T) string                   // items with the same key do not share a transaction; nil: all may

	mu    sync.Mutex
	busy  bool // a transaction is in flight
	queue []*call[T]
}

type call[T any] struct {
	item  T
	err   error
	leads bool
	wake  chan struct{}
}

// do runs the item and returns when it is committed or has failed. An item that is already in flight when ctx
// ends is waited for, so that its outcome is known.
func (b *batcher[T]) do(ctx context.Context, item T) error {
	c := &call[T]{item: item, wake: make(chan struct{})}
	b.mu.Lock()
	if !b.busy {
		b.busy = true
		b.mu.Unlock()
		b.lead(ctx, c)
		return c.err
	}
	b.queue = append(b.queue, c)
	b.mu.Unlock()
	select {
	case <-c.wake:
	case <-ctx.Done():
		if b.withdraw(c) {
			return ctx.Err()
		}
		<-c.wake
	}
	if c.leads {
		time.Sleep(linger)
		b.lead(ctx, c)
	}
	return c.err
}

// withdraw takes a call out of the queue, unless it is in flight or has to run the others.
func (b *batcher[T]) withdraw(c *call[T]) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.queue, c)
	if i >= 0 {
		b.queue = slices.Delete(b.queue, i, i+1)
	}
	return i >= 0
}

// lead runs the call with what has gathered and lets the next call lead.
func (b *batcher[T]) lead(ctx context.Context, c *call[T]) {
	batch := b.take(c)
	b.runBatch(ctx, batch)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, other := range batch[1:] {
		close(other.wake)
	}
	if len(b.queue) == 0 {
		b.busy = false
		return
	}
	next := b.queue[0]
	b.queue = b.queue[1:]
	next.leads = true
	close(next.wake)
}

// take removes from the queue what the call may share its transaction with.
func (b *batcher[T]) take(c *call[T]) []*call[T] {
	b.mu.Lock()
	defer b.mu.Unlock()
	batch := []*call[T]{c}
	seen := map[string]bool{b.keyOf(c): true}
	b.queue = slices.DeleteFunc(b.queue, func(other *call[T]) bool {
		key := b.keyOf(other)
		if len(batch) == maxBatch || key != "" && seen[key] {
			return false
		}
		batch = append(batch, other)
		seen[key] = true
		return true
	})
	return batch
}

func (b *batcher[T]) keyOf(c *call[T]) string {
	if b.key == nil {
		return ""
	}
	return b.key(c.item)
}

func (b *batcher[T]) runBatch(ctx context.Context, batch []*call[T]) {
	items := make([]T, len(batch))
	for i, c := range batch {
		items[i] = c.item
	}
	err := b.runItems(ctx, items)
	if err == nil || len(batch) == 1 || database.Unavailable(err) {
		for _, c := range batch {
			c.err = err
		}
		return
	}
	// One bad item must not fail its neighbours.
	for i, c := range batch {
		c.err = b.runItems(ctx, items[i:i+1])
	}
}

// runItems does not end with ctx: it is the context of one caller, and the batch is everybody's.
func (b *batcher[T]) runItems(ctx context.Context, items []T) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), batchTime)
	defer cancel()
	return b.run(ctx, items)
}
