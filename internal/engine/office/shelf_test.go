package office

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

// making gives files of a size and counts them.
type making struct {
	t    *testing.T
	mu   sync.Mutex
	made []*os.File
}

func (m *making) of(size int64) func() (*os.File, error) {
	return func() (*os.File, error) {
		m.mu.Lock()
		defer m.mu.Unlock()
		f, err := engine.Nameless(m.t.TempDir())
		if err == nil {
			err = f.Truncate(size)
		}
		m.made = append(m.made, f)
		return f, err
	}
}

func named(name string) key { return key{from: name} }

func isOpen(f *os.File) bool { _, err := f.Stat(); return err == nil }

func TestShelfKeeps(t *testing.T) {
	m, s := &making{t: t}, &shelf{most: 100}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			f, back, err := s.take(t.Context(), named("a"), m.of(60))
			if err != nil || !isOpen(f) {
				t.Error(err)
				return
			}
			back()
			back() // once is enough
		})
	}
	all.Wait()
	if len(m.made) != 1 {
		t.Fatalf("made %d times", len(m.made))
	}
	// The second does not fit beside the first, which is gone when its user is done with it.
	first, back, err := s.take(t.Context(), named("a"), m.of(60))
	if err != nil || first != m.made[0] {
		t.Fatal(err)
	}
	_, backSecond, err := s.take(t.Context(), named("b"), m.of(60))
	if err != nil {
		t.Fatal(err)
	}
	if !isOpen(first) {
		t.Error("taken from its user")
	}
	back()
	if isOpen(first) {
		t.Error("stays open")
	}
	backSecond()
	s.clear()
	if isOpen(m.made[1]) || len(s.held) > 0 {
		t.Error("stays after the end")
	}
}

func TestShelfExpires(t *testing.T) {
	m, s := &making{t: t}, &shelf{most: 100}
	f, back, err := s.take(t.Context(), named("a"), m.of(1))
	if err != nil {
		t.Fatal(err)
	}
	one := s.held[named("a")]
	s.expire(named("a"), one)
	if !isOpen(f) {
		t.Error("taken from its user")
	}
	back()
	if isOpen(f) || len(s.held) > 0 {
		t.Error("stays after its time")
	}
	s.expire(named("a"), one) // another one may have its place
}

func TestShelfFailures(t *testing.T) {
	m, s := &making{t: t}, &shelf{most: 100}
	boom := errors.New("boom")
	if _, _, err := s.take(t.Context(), named("a"), func() (*os.File, error) { return nil, boom }); !errors.Is(err, boom) {
		t.Error(err)
	}
	// One that waits for another who has to stop makes it itself.
	inside, stop := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_, _, err := s.take(t.Context(), named("a"), func() (*os.File, error) {
			close(inside)
			<-stop
			return nil, context.Canceled
		})
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	<-inside
	all.Go(func() {
		f, back, err := s.take(t.Context(), named("a"), m.of(1))
		if err != nil || !isOpen(f) {
			t.Error(err)
			return
		}
		back()
	})
	close(stop)
	all.Wait()
	s.clear()
}
