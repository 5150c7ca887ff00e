package work

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/octavo-dev/octavo/internal/op"
)

// closes counts how often the document itself is closed.
type closes struct{ n *atomic.Int32 }

func (c closes) Close() error { c.n.Add(1); return nil }

func TestShelfCopiesOnceAndLetsGoLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shelf
		var opened, closed atomic.Int32
		open := func() (*op.Source, error) {
			opened.Add(1)
			time.Sleep(time.Second)
			return &op.Source{Size: 4, Data: strings.NewReader("text"), Closer: closes{&closed}}, nil
		}
		use := func(times int) {
			var group sync.WaitGroup
			for range times {
				group.Go(func() {
					d, err := s.take(t.Context(), shelfKey{"job", "input"}, open)
					if err != nil || d.Size != 4 {
						t.Errorf("%v, %v", d, err)
						return
					}
					_ = d.Close()
					_ = d.Close()
				})
			}
			group.Wait()
		}
		use(8)
		time.Sleep(linger / 2)
		use(3)
		if opened.Load() != 1 || closed.Load() != 0 {
			t.Errorf("opened %d, closed %d", opened.Load(), closed.Load())
		}
		time.Sleep(2 * linger)
		if closed.Load() != 1 || len(s.held) != 0 {
			t.Errorf("closed %d, held %d", closed.Load(), len(s.held))
		}
		use(1)
		time.Sleep(2 * linger)
		if opened.Load() != 2 || closed.Load() != 2 {
			t.Errorf("opened %d, closed %d", opened.Load(), closed.Load())
		}
	})
}

func TestShelfLetsGoWithTheJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shelf
		var closed atomic.Int32
		take := func(job string) *op.Source {
			d, err := s.take(t.Context(), shelfKey{job, "input"}, func() (*op.Source, error) {
				return &op.Source{Data: strings.NewReader("text"), Closer: closes{&closed}}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		_ = take("ended").Close()
		s.forget("ended")
		if closed.Load() != 1 {
			t.Errorf("closed %d times when the job had ended", closed.Load())
		}
		inUse, other := take("in use"), take("other")
		s.forget("in use")
		if closed.Load() != 1 {
			t.Error("a document in use was closed")
		}
		_ = inUse.Close()
		_ = other.Close()
		if closed.Load() != 2 {
			t.Errorf("closed %d times when it was given back", closed.Load())
		}
		time.Sleep(2 * linger)
		if closed.Load() != 3 || len(s.held) != 0 {
			t.Errorf("closed %d times in the end, held %d", closed.Load(), len(s.held))
		}
	})
}

func TestShelfForgetsFailures(t *testing.T) {
	var s shelf
	broken := errors.New("broken")
	fail := true
	open := func() (*op.Source, error) {
		if fail {
			return nil, broken
		}
		return &op.Source{Closer: closes{new(atomic.Int32)}}, nil
	}
	if _, err := s.take(t.Context(), shelfKey{"j", "i"}, open); !errors.Is(err, broken) {
		t.Error(err)
	}
	fail = false
	d, err := s.take(t.Context(), shelfKey{"j", "i"}, open)
	if err != nil {
		t.Fatal(err)
	}
	_ = d.Close()
}

// One who stops waiting does not take the document away from the others.
func TestShelfWaiterMayLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s shelf
		var closed atomic.Int32
		open := func() (*op.Source, error) {
			time.Sleep(time.Minute)
			return &op.Source{Closer: closes{&closed}}, nil
		}
		go func() {
			d, err := s.take(t.Context(), shelfKey{"j", "i"}, open)
			if err != nil {
				t.Error(err)
				return
			}
			_ = d.Close()
		}()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.take(ctx, shelfKey{"j", "i"}, open); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		time.Sleep(time.Minute + 2*linger)
		if closed.Load() != 1 {
			t.Errorf("closed %d", closed.Load())
		}
	})
}
