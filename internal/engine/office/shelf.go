package office

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// What is kept of converted files: the stages of a job follow each other within minutes, and so do jobs on the same
// document. Nothing is kept much longer, because its owner may have asked for its removal.
const (
	keepTime  = 5 * time.Minute
	keepBytes = 512 << 20
)

// key names a conversion by the bytes that are converted.
type key struct {
	sum      [sha256.Size]byte
	from, to string
}

func digest(ctx context.Context, f *os.File) (sum [sha256.Size]byte, err error) {
	info, err := f.Stat()
	if err != nil {
		return sum, err
	}
	h := sha256.New()
	const piece = 16 << 20
	for at := int64(0); at < info.Size(); at += piece {
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		if _, err := io.Copy(h, io.NewSectionReader(f, at, min(piece, info.Size()-at))); err != nil {
			return sum, err
		}
	}
	h.Sum(sum[:0])
	return sum, nil
}

// shelf keeps converted files. They have no names, so nothing is left of them however the process ends.
type shelf struct {
	most int64 // bytes

	mu   sync.Mutex
	held map[key]*kept
}

// kept is a file on the shelf. Its lock is the shelf's.
type kept struct {
	ready chan struct{} // closed when file or err is set
	file  *os.File
	err   error
	size  int64
	users int
	gone  bool // from the shelf; the last user closes it
	last  time.Time
}

// take returns the file under a key, made by make if nobody has it, and how to give it back.
func (s *shelf) take(ctx context.Context, k key, make func() (*os.File, error)) (*os.File, func(), error) {
	for {
		one, first := s.find(k)
		if first {
			one.file, one.err = make()
			s.put(k, one)
		}
		select {
		case <-one.ready:
		case <-ctx.Done():
			s.release(one)
			return nil, nil, ctx.Err()
		}
		if one.err == nil {
			var once sync.Once
			return one.file, func() { once.Do(func() { s.release(one) }) }, nil
		}
		s.release(one)
		if first || ctx.Err() != nil || !errors.Is(one.err, context.Canceled) {
			return nil, nil, one.err
		}
		// Whoever was first had to stop; that is no reason to.
	}
}

func (s *shelf) find(k key) (one *kept, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one = s.held[k]; one == nil {
		if s.held == nil {
			s.held = map[key]*kept{}
		}
		one, first = &kept{ready: make(chan struct{})}, true
		s.held[k] = one
	}
	one.users++
	return one, first
}

// put tells those who wait that there is a file, or none, and makes room for it.
func (s *shelf) put(k key, one *kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(one.ready)
	if one.err != nil {
		delete(s.held, k)
		return
	}
	if info, err := one.file.Stat(); err == nil {
		one.size = info.Size()
	}
	one.last = time.Now()
	s.makeRoom()
	time.AfterFunc(keepTime, func() { s.expire(k, one) })
}

// makeRoom removes what was not used for the longest time until the rest fits.
func (s *shelf) makeRoom() {
	for {
		var all int64
		var oldest key
		var found *kept
		for k, one := range s.held {
			all += one.size
			if one.file != nil && (found == nil || one.last.Before(found.last)) {
				oldest, found = k, one
			}
		}
		if all <= s.most || found == nil {
			return
		}
		s.remove(oldest, found)
	}
}

func (s *shelf) expire(k key, one *kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[k] == one {
		s.remove(k, one)
	}
}

func (s *shelf) remove(k key, one *kept) {
	delete(s.held, k)
	one.gone = true
	if one.users == 0 {
		_ = one.file.Close()
	}
}

func (s *shelf) release(one *kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one.users--
	one.last = time.Now()
	if one.gone && one.users == 0 {
		_ = one.file.Close()
	}
}

func (s *shelf) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, one := range s.held {
		if one.file != nil {
			s.remove(k, one)
		}
	}
}
