package sqlstore

import (
	"context"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

const (
	// SQLite looks for the name of every argument among those before it, so that longer lists are no cheaper.
	maxBatch = 50

	// A caller is told within 5 s that the database is away.
	batchTime = 4 * time.Second
)

// batcher lets calls that arrive together share one transaction: while one is in flight the next calls gather,
// and the first of them then runs all that have come. A lone call is run at once. There is no goroutine of its own.
type batcher[T any] struct {
	run func(context.Context, []T) error // what concerns one item only is noted in the item
	key func(T) string                   // items with the same key do not share a transaction; nil: all may

	mu    sync.Mutex
	busy  bool
	queue []*call[T]
}

type call[T any] struct {
	item T
	err  error
	lead bool
	wake chan struct{}
}

// do runs the item and returns when it is committed or has failed. An item that is already in flight when ctx
// ends is waited for, so that its outcome is known.
func (b *batcher[T]) do(ctx context.Context, item T) error {
	c := &call[T]{item: item, wake: make(chan struct{})}
	b.mu.Lock()
	b.queue = append(b.queue, c)
	if !b.busy {
		b.busy, c.lead = true, true
		close(c.wake)
	}
	b.mu.Unlock()
	select {
	case <-c.wake:
	case <-ctx.Done():
		if b.withdraw(c) {
			return ctx.Err()
		}
		<-c.wake
	}
	if c.lead {
		b.flush(ctx)
	}
	return c.err
}

// withdraw takes a call out of the queue, unless it is in flight or has to run the others.
func (b *batcher[T]) withdraw(c *call[T]) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, other := range b.queue {
		if other == c && !c.lead {
			b.queue = append(b.queue[:i], b.queue[i+1:]...)
			return true
		}
	}
	return false
}

// flush runs what has gathered, the caller's own item first, and lets the next call lead.
func (b *batcher[T]) flush(ctx context.Context) {
	batch := b.take()
	b.runBatch(ctx, batch)

	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range batch[1:] {
		close(c.wake)
	}
	if len(b.queue) == 0 {
		b.busy, b.queue = false, nil
		return
	}
	next := b.queue[0]
	next.lead = true
	close(next.wake)
}

// take removes the next batch from the queue.
func (b *batcher[T]) take() []*call[T] {
	b.mu.Lock()
	defer b.mu.Unlock()
	var batch, rest []*call[T]
	seen := map[string]bool{}
	for _, c := range b.queue {
		key := ""
		if b.key != nil {
			key = b.key(c.item)
		}
		if len(batch) == maxBatch || seen[key] {
			rest = append(rest, c)
			continue
		}
		batch = append(batch, c)
		seen[key] = b.key != nil
	}
	b.queue = rest
	return batch
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
