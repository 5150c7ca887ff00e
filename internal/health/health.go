// Package health watches what the service stands on, so that a request learns at once that the database or the store is away.
package health

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// Check is one thing to watch.
type Check struct {
	Name  string
	Every time.Duration
	Limit time.Duration // a check that takes longer has failed
	Run   func(context.Context) error
}

// Monitor runs checks and remembers their last outcome.
type Monitor struct {
	checks   []Check
	draining atomic.Bool

	mu   sync.Mutex
	last map[string]error
}

// New returns a monitor; nothing has failed until Run says so.
func New(checks ...Check) *Monitor {
	return &Monitor{checks: checks, last: map[string]error{}}
}

// Run watches until ctx ends.
func (m *Monitor) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for _, c := range m.checks {
		wg.Go(func() {
			tick := time.NewTicker(c.Every)
			defer tick.Stop()
			for {
				_ = m.Probe(ctx, c.Name) // what it found is remembered and logged
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
			}
		})
	}
	wg.Wait()
}

// Probe runs one check now and returns its outcome.
func (m *Monitor) Probe(ctx context.Context, name string) error {
	for _, c := range m.checks {
		if c.Name == name {
			limited, cancel := context.WithTimeout(ctx, c.Limit)
			defer cancel()
			err := c.Run(limited)
			if ctx.Err() == nil {
				m.set(name, err)
			}
			return err
		}
	}
	return nil
}

func (m *Monitor) set(name string, err error) {
	m.mu.Lock()
	before := m.last[name]
	m.last[name] = err
	m.mu.Unlock()
	switch {
	case err != nil && before == nil:
		slog.Error("health check fails", "check", name, "error", err)
	case err == nil && before != nil:
		slog.Info("health check passes again", "check", name)
	}
}

// Err is the last outcome of a check.
func (m *Monitor) Err(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last[name]
}

// Drain says that the process is about to stop and takes no new work.
func (m *Monitor) Drain() { m.draining.Store(true) }

// Draining reports whether Drain was called.
func (m *Monitor) Draining() bool { return m.draining.Load() }

// Report runs every check now and tells "ok" or what to look at. It never tells more: the endpoint that shows
// it needs no key.
func (m *Monitor) Report(ctx context.Context) (ready bool, checks map[string]string) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	checks = map[string]string{}
	ready = !m.Draining()
	for _, c := range m.checks {
		wg.Go(func() {
			word := "ok"
			if m.Probe(ctx, c.Name) != nil {
				word = "failing"
			} else if m.Draining() {
				word = "draining"
			}
			mu.Lock()
			defer mu.Unlock()
			checks[c.Name] = word
			ready = ready && word == "ok"
		})
	}
	wg.Wait()
	return ready, checks
}
