package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// order is the work of one job in both engines: nothing, with a few hundred bytes to carry.
type order struct {
	Key  int64  `json:"key"`
	Text string `json:"text"`
}

// contender is a task engine whose workers run.
type contender struct {
	name   string
	submit func(context.Context, order) error
	close  func()
}

// ledger is what happened to the orders of one contender.
type ledger struct {
	mu    sync.Mutex
	sent  map[int64]time.Time
	waits sample // from the call that submits to the start of the work
	open  sync.WaitGroup
	next  atomic.Int64
	text  string
}

func newLedger() *ledger {
	return &ledger{sent: map[int64]time.Time{}, text: strings.Repeat("to be done ", 20)}
}

// order makes the next order.
func (g *ledger) order() order { return order{Key: g.next.Add(1), Text: g.text} }

// submit has an order done and notes when it was sent.
func (g *ledger) submit(ctx context.Context, c contender) error {
	o := g.order()
	g.open.Add(1)
	g.mu.Lock()
	g.sent[o.Key] = time.Now()
	g.mu.Unlock()
	if err := c.submit(ctx, o); err != nil {
		g.open.Done()
		return fmt.Errorf("submit to %s: %w", c.name, err)
	}
	return nil
}

// started is called by the work itself.
func (g *ledger) started(o order) {
	now := time.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waits = append(g.waits, now.Sub(g.sent[o.Key]))
	delete(g.sent, o.Key)
}

// ended is called when the end of a job is stored.
func (g *ledger) ended() { g.open.Done() }

// settle waits until everything submitted has ended.
func (g *ledger) settle(ctx context.Context) error {
	done := make(chan struct{})
	go func() { g.open.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(2 * time.Minute):
		return fmt.Errorf("jobs have not ended within 2 minutes")
	}
}

// taken returns the waits noted so far and begins anew.
func (g *ledger) taken() sample {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.waits
	g.waits = nil
	return s
}
