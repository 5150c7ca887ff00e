package work

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/op"
)

// linger is how long a document stays spooled after its last user: the next page batch of its job often follows.
const linger = 3 * time.Second

// shelf keeps the spooled documents of jobs whose page batches run here, so that each is copied once.
type shelf struct {
	mu   sync.Mutex
	held map[shelfKey]*shelved
}

type shelfKey struct{ job, input string }

type shelved struct {
	ready  chan struct{} // closed when source or err is set
	source *op.Source
	err    error
	users  int
	ended  bool // its job has: nobody will want it again
}

// take returns the document under a key, spooled by open if nobody has it. Closing it gives it back.
func (s *shelf) take(ctx context.Context, key shelfKey, open func() (*op.Source, error)) (*op.Source, error) {
	s.mu.Lock()
	d := s.held[key]
	first := d == nil
	if first {
		if s.held == nil {
			s.held = map[shelfKey]*shelved{}
		}
		d = &shelved{ready: make(chan struct{})}
		s.held[key] = d
	}
	d.users++
	s.mu.Unlock()
	if first {
		source, err := open()
		s.mu.Lock() // who stops waiting looks at it too
		d.source, d.err = source, err
		s.mu.Unlock()
		close(d.ready)
	}
	select {
	case <-d.ready:
	case <-ctx.Done():
		s.release(key, d)
		return nil, ctx.Err()
	}
	if d.err != nil {
		s.release(key, d)
		if !first && ctx.Err() == nil && errors.Is(d.err, context.Canceled) {
			return s.take(ctx, key, open) // whoever was first had to stop; that is no reason to
		}
		return nil, d.err
	}
	shared := *d.source
	shared.Closer = &lender{func() { s.release(key, d) }, sync.Once{}}
	return &shared, nil
}

// release gives a document back. One that failed is forgotten at once, another when nobody has wanted it for a while.
func (s *shelf) release(key shelfKey, d *shelved) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d.users--
	if d.err != nil && s.held[key] == d {
		delete(s.held, key)
	}
	switch {
	case d.users > 0 || d.err != nil:
	case d.ended:
		_ = d.source.Close()
	default:
		time.AfterFunc(linger, func() { s.drop(key, d) })
	}
}

// forget lets the documents of a job go that has ended, those in use when they are given back.
func (s *shelf) forget(job string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, d := range s.held {
		if key.job != job {
			continue
		}
		delete(s.held, key)
		d.ended = true
		if d.users == 0 {
			_ = d.source.Close()
		}
	}
}

func (s *shelf) drop(key shelfKey, d *shelved) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.users == 0 && s.held[key] == d {
		delete(s.held, key)
		_ = d.source.Close()
	}
}

// lender gives back once, however often it is closed.
type lender struct {
	back func()
	once sync.Once
}

func (l *lender) Close() error {
	l.once.Do(l.back)
	return nil
}
