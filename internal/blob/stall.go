package blob

import (
	"context"
	"errors"
	"io"
	"time"
)

var errStalled = errors.New("the store made no progress")

// stallReader gives up on a body that stops coming.
type stallReader struct {
	io.ReadCloser
	ctx    context.Context
	cancel context.CancelCauseFunc
	limit  time.Duration
}

func (r *stallReader) Read(p []byte) (int, error) {
	watch := time.AfterFunc(r.limit, func() { r.cancel(errStalled) })
	defer watch.Stop()
	n, err := r.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = cause(r.ctx, err)
	}
	return n, err
}

func (r *stallReader) Close() error {
	defer r.cancel(nil)
	return r.ReadCloser.Close()
}
