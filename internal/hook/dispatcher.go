package hook

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/hook/message"
)

const (
	// attemptTime is how long a receiver may take to answer.
	attemptTime = 15 * time.Second
	// leaseTime is how long a claimed delivery is left alone. It covers the attempt and the writing of its outcome.
	leaseTime = 30 * time.Second
	// pollTime bounds how late a due attempt starts. Other processes add work without telling us.
	pollTime = 500 * time.Millisecond
)

// Options tune a dispatcher.
type Options struct {
	DirectSecret string               // signs direct webhooks; empty: they are not signed
	Attempted    func(outcome string) // counts attempts as succeeded or failed; may be nil
}

// Dispatcher delivers messages. Any number of processes may run one on the same database.
type Dispatcher struct {
	db        *database.DB
	poster    Poster
	directKey [][]byte
	attempted func(outcome string)
	slots     *slots
	wake      chan struct{}
}

// NewDispatcher returns a dispatcher that sends through poster.
func NewDispatcher(db *database.DB, poster Poster, opt Options) (*Dispatcher, error) {
	d := &Dispatcher{
		db: db, poster: poster, attempted: opt.Attempted,
		slots: newSlots(), wake: make(chan struct{}, 1),
	}
	if d.attempted == nil {
		d.attempted = func(string) {}
	}
	if opt.DirectSecret != "" {
		key, err := parseSecret(opt.DirectSecret)
		if err != nil {
			return nil, fmt.Errorf("webhooks.direct_secret: %w", err)
		}
		d.directKey = [][]byte{key}
	}
	return d, nil
}

// Wake makes the dispatcher look for work now. It never blocks.
func (d *Dispatcher) Wake() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Run delivers until ctx ends. Attempts that are under way then are finished and recorded before it returns, so
// that a shutdown causes no duplicate.
func (d *Dispatcher) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	away := false
	for ctx.Err() == nil {
		more, err := d.round(ctx, &running)
		if err != nil && !away && ctx.Err() == nil {
			slog.ErrorContext(ctx, "webhooks wait for the database", "error", err)
		}
		away = err != nil
		if more && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-d.wake:
		case <-time.After(pollTime):
		}
	}
}

// round takes what can be started now and reports whether there may be more.
func (d *Dispatcher) round(ctx context.Context, running *sync.WaitGroup) (more bool, err error) {
	fresh, due, err := d.waiting(ctx)
	if err != nil {
		return false, err
	}
	if fresh {
		if more, err = d.expand(ctx); err != nil {
			return false, err
		}
	}
	if !fresh && !due {
		return false, nil
	}
	claims, err := d.claim(ctx, d.slots.room())
	if err != nil {
		return false, err
	}
	for _, c := range claims {
		d.slots.take(c.host, c.org)
	}
	for _, c := range claims {
		running.Go(func() { d.run(ctx, c) })
	}
	return more || len(claims) > 0, nil
}

// waiting looks for work without taking the writer, which is the one thing SQLite has little of.
func (d *Dispatcher) waiting(ctx context.Context) (fresh, due bool, err error) {
	now := d.db.Dialect.Now
	err = d.db.Read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM messages WHERE NOT expanded),
		EXISTS (SELECT 1 FROM deliveries WHERE status = 'pending' AND next_attempt_at <= `+now+` AND lease_until <= `+now+`)`).
		Scan(&fresh, &due)
	if err != nil {
		return false, false, fmt.Errorf("look for webhooks to send: %w", err)
	}
	return fresh, due, nil
}

// run makes one claimed attempt. It outlives ctx: stopping on purpose is nobody's failure.
func (d *Dispatcher) run(ctx context.Context, c claim) {
	ctx = context.WithoutCancel(ctx)
	defer func() {
		if d.slots.give(c.host, c.org) {
			d.Wake()
		}
	}()
	if err := d.attempt(ctx, c); err != nil {
		// The lease ends by itself and the attempt is made again.
		slog.ErrorContext(ctx, "webhook attempt not recorded", "delivery", c.id, "error", err)
	}
}

// newOwner names one claim. A process that claims the same delivery twice must not be taken for its earlier self.
func newOwner() string { return "d_" + message.Random(20) }
