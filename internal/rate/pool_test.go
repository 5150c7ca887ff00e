package rate

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// counting counts round trips.
type counting struct {
	Backend
	trips atomic.Int64
}

func (c *counting) Take(ctx context.Context, wants []Want) ([]Level, error) {
	c.trips.Add(1)
	return c.Backend.Take(ctx, wants)
}

func TestPoolSavesRoundTrips(t *testing.T) {
	clock := newClock()
	backend := &counting{Backend: NewMemory(clock.now)}
	l := newLimiter(t, Options{Now: clock.now, Shared: backend, Limits: Limits{Poll: {Key: Limit{100, 200}}}})
	if n := allowed(t, l, alice, Poll, 200); n != 200 {
		t.Fatalf("%d of 200 let through", n)
	}
	if n := backend.trips.Load(); n > 20 {
		t.Errorf("%d round trips for 200 requests", n)
	}
	before := backend.trips.Load()
	if n := allowed(t, l, alice, Poll, 1000); n != 0 {
		t.Fatalf("%d let through beyond the burst", n)
	}
	if n := backend.trips.Load() - before; n > 1 {
		t.Errorf("%d round trips for 1000 refusals", n)
	}
	clock.t = clock.t.Add(10 * time.Millisecond)
	if n := allowed(t, l, alice, Poll, 10); n != 1 {
		t.Errorf("%d let through after the wait, want 1", n)
	}
}

func TestPoolReportsWhatIsLeft(t *testing.T) {
	clock := newClock()
	l := newLimiter(t, Options{Now: clock.now, Shared: NewMemory(clock.now), Limits: Limits{Poll: {Key: Limit{10, 100}}}})
	for i := range 100 {
		d, _ := l.Allow(t.Context(), alice, Poll)
		if want := 99 - i; d.Remaining != want || d.Reset != time.Duration(i+1)*100*time.Millisecond {
			t.Fatalf("after %d requests: %+v", i+1, d)
		}
	}
}

// slowly answers after a signal, so that requests pile up in front of it.
type slowly struct {
	Backend
	entered chan struct{}
	release chan struct{}
}

func (s *slowly) Take(ctx context.Context, wants []Want) ([]Level, error) {
	s.entered <- struct{}{}
	<-s.release
	return s.Backend.Take(ctx, wants)
}

// TestPoolFetchesForThoseWhoWait: a crowd in front of a slow backend needs a few round trips, not one for
// every twentieth of the burst.
func TestPoolFetchesForThoseWhoWait(t *testing.T) {
	const crowd, burst = 100, 200
	backend := &slowly{NewMemory(nil), make(chan struct{}), make(chan struct{})}
	p := newPool(backend, time.Now)
	b := slow(burst)
	var wg sync.WaitGroup
	var passed atomic.Int64
	for range crowd {
		wg.Go(func() {
			states, err := p.take(context.Background(), []Bucket{b})
			if err == nil && states[0].wait == 0 {
				passed.Add(1)
			}
		})
	}
	<-backend.entered
	waiting := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.purse(b).waiting
	}
	for deadline := time.Now().Add(10 * time.Second); waiting() < crowd-1; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d wait", waiting())
		}
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	trips := 1
	backend.release <- struct{}{}
	for open := true; open; {
		select {
		case <-backend.entered:
			trips++
			backend.release <- struct{}{}
		case <-done:
			open = false
		}
	}
	if passed.Load() != crowd || trips > 5 {
		t.Errorf("%d of %d passed in %d round trips", passed.Load(), crowd, trips)
	}

	// The crowd is gone, so the next round trip is for one request and a twentieth of the burst again.
	p.purse(b).tokens = 0
	go func() {
		<-backend.entered
		backend.release <- struct{}{}
	}()
	if _, err := p.take(t.Context(), []Bucket{b}); err != nil || p.purse(b).tokens != burst/20 {
		t.Errorf("%d tokens are kept, %v; want %d", p.purse(b).tokens, err, burst/20)
	}
}
