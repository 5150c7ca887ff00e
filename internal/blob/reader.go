package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// reader reads a blob to the end it was promised. A connection that breaks or ends early is opened again at the
// same place, a few times; after that the read fails. It never ends short with io.EOF.
type reader struct {
	ctx   context.Context
	store *Store
	key   string
	info  Info
	body  io.ReadCloser // nil after a failure
	pos   int64
	end   int64
	tries int
}

func (r *reader) Read(p []byte) (int, error) {
	if r.pos >= r.end {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	p = p[:min(int64(len(p)), r.end-r.pos)]
	for {
		n, err := r.read(p)
		r.pos += int64(n)
		if n > 0 || err == nil {
			return n, nil // an error beside bytes comes back with the next read
		}
		_ = r.Close()
		r.tries++
		if r.tries >= r.store.tune.attempts || r.ctx.Err() != nil || errors.Is(err, errChanged) || errors.Is(err, ErrNotFound) {
			return 0, r.store.failed(r.ctx, err, "read %s at %d of %d", r.key, r.pos, r.info.Size)
		}
		if err := r.store.tune.pause(r.ctx, r.tries); err != nil {
			return 0, r.store.failed(r.ctx, err, "read %s", r.key)
		}
	}
}

var errChanged = errors.New("the blob changed while it was read")

func (r *reader) read(p []byte) (int, error) {
	if r.body == nil {
		body, info, err := r.store.backend.open(r.ctx, r.key, r.pos, r.end-r.pos)
		if err != nil {
			return 0, err
		}
		r.body = body
		if info.Size != r.info.Size || info.ETag != r.info.ETag {
			return 0, errChanged
		}
	}
	n, err := r.body.Read(p)
	if errors.Is(err, io.EOF) && n == 0 {
		return 0, fmt.Errorf("the store sent fewer bytes than announced: %w", io.ErrUnexpectedEOF)
	}
	return n, err
}

// Close ends the reading.
func (r *reader) Close() error {
	if r.body == nil {
		return nil
	}
	err := r.body.Close()
	r.body = nil
	return err
}
