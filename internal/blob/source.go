package blob

import (
	"context"
	"errors"
	"io"

	"github.com/octavo-dev/octavo/internal/fault"
)

// source is what Put reads from: it counts, stops at the limit and at the end of the context, and remembers that
// a failure was its own and not the store's.
type source struct {
	ctx   context.Context
	r     io.Reader
	limit int64
	// abort ends the write. Some drivers commit what they have when their input fails, unless their context
	// has ended by then.
	abort context.CancelCauseFunc
	// before and after surround every read, so that a slow input is not taken for a stalled store.
	before, after func()

	n   int64
	err error
}

func (s *source) Read(p []byte) (int, error) {
	if s.err == nil && s.ctx.Err() != nil {
		s.fail(context.Cause(s.ctx))
	}
	if s.err != nil {
		return 0, s.err
	}
	if s.before != nil {
		s.before()
		defer s.after()
	}
	n, err := s.r.Read(p)
	s.n += int64(n)
	if s.limit > 0 && s.n > s.limit {
		s.fail(fault.New(fault.DocumentTooLarge, "the content is larger than the limit of %d bytes", s.limit))
		return 0, s.err
	}
	if err != nil && !errors.Is(err, io.EOF) {
		s.fail(err)
	}
	return n, err
}

func (s *source) fail(err error) {
	s.err = err
	s.abort(err)
}
