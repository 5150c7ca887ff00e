package server

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// However many come at once, and however slowly they are counted and stored, a queue takes as many as it may hold.
func TestWayHoldsTheCap(t *testing.T) {
	for _, c := range []struct{ callers, limit, givenUp int }{{64, 8, 0}, {64, 8, 5}, {5, 8, 0}, {8, 8, 0}, {30, 1, 0}, {3, 0, 0}} {
		synctest.Test(t, func(t *testing.T) {
			var w way
			var stored, given atomic.Int64
			slowly := func() { time.Sleep(time.Duration(rand.IntN(int(5 * time.Millisecond)))) }
			depth := func(_ context.Context, most int) (int, error) {
				slowly()
				n := int(stored.Load())
				slowly()
				return min(n, most), nil
			}
			var all sync.WaitGroup
			for range c.callers {
				all.Go(func() {
					free, err := w.enter(t.Context(), c.limit, depth)
					if err != nil {
						t.Error(err)
					}
					if !free {
						return
					}
					defer w.leave()
					slowly()
					if int(given.Add(1)) > c.givenUp {
						stored.Add(1)
						slowly()
					}
				})
			}
			all.Wait()
			if want := min(c.callers, c.limit); int(stored.Load()) != want || w.inside != 0 {
				t.Errorf("%+v: %d stored, want %d; %d inside", c, stored.Load(), want, w.inside)
			}
		})
	}
}

func TestWayDoesNotWaitForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w way
		empty := func(context.Context, int) (int, error) { return 0, nil }
		if free, err := w.enter(t.Context(), 1, empty); !free || err != nil {
			t.Fatal(free, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), gateLimit)
		defer cancel()
		if free, err := w.enter(ctx, 1, empty); free || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("behind one who is never stored: %v, %v", free, err)
		}
		w.leave()
		if free, err := w.enter(t.Context(), 1, empty); !free || err != nil {
			t.Errorf("after it: %v, %v", free, err)
		}
		lost := errors.New("the database is away")
		if _, err := w.enter(t.Context(), 1, func(context.Context, int) (int, error) { return 0, lost }); !errors.Is(err, lost) {
			t.Error(err)
		}
	})
}
