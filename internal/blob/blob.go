// Package blob keeps bytes in a local folder, S3, Google Cloud Storage or Azure behind one small type.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// What a store can answer besides bytes. ErrRefused comes wrapped in a fault.ServiceUnavailable, so that only
// callers who care about the difference have to look.
var (
	ErrNotFound = errors.New("no such blob")
	ErrRefused  = errors.New("the store refused the request")
)

// Info describes a stored blob.
type Info struct {
	Size        int64
	ETag        string // without quotes; changes whenever the content does
	ContentType string // empty in a local folder, which keeps nothing but bytes
}

// PutOptions say how a blob is written.
type PutOptions struct {
	ContentType string
	Limit       int64 // more bytes than this are refused with fault.DocumentTooLarge; 0 = no limit
}

// Store is an open blob store. Keys are chosen by the program, never by a caller; a key with a ".." segment is
// refused all the same. Methods are safe for concurrent use.
type Store struct {
	backend backend
	tune    tuning
}

// backend is one way to keep bytes. Its methods return ErrNotFound and ErrRefused where they apply and any other
// error as it came.
type backend interface {
	// put stores src completely or not at all.
	put(ctx context.Context, key string, src *source, contentType string) (Info, error)
	// open reads from offset to the end when length is negative; a range outside the blob is empty.
	open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, Info, error)
	stat(ctx context.Context, key string) (Info, error)
	// remove succeeds when there is nothing to remove.
	remove(ctx context.Context, key string) error
}

// signer is a backend that can hand out URLs of its own.
type signer interface {
	sign(ctx context.Context, key string, req signRequest) (url string, ok bool, err error)
}

// Close releases the connections of the store.
func (s *Store) Close() error {
	if c, ok := s.backend.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Put stores the bytes of r under key, replacing what was there. It streams with a few megabytes of memory.
// When it returns nil the whole content is visible and durable. When it fails nothing of it is visible, with one
// exception no store can rule out: the answer to the last request is lost. Who owns the key deletes it then. An
// error of r is returned wrapped; a store that is away, full or out of patience is a fault.ServiceUnavailable.
func (s *Store) Put(ctx context.Context, key string, r io.Reader, opt PutOptions) (Info, error) {
	put, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	src := &source{ctx: ctx, r: r, limit: opt.Limit, abort: cancel}
	info, err := s.backend.put(put, key, src, opt.ContentType)
	if src.err != nil { // the store is not to blame
		return Info{}, fmt.Errorf("put %s: %w", key, src.err)
	}
	return info, s.failed(ctx, err, "put %s", key)
}

// Open returns length bytes of the blob from offset on; a negative length reads to the end, and a range outside
// the blob is empty. Info describes the whole blob. The reader goes on after a lost connection and never ends
// early without an error.
func (s *Store) Open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, Info, error) {
	if length == 0 {
		info, err := s.Stat(ctx, key)
		return http.NoBody, info, err
	}
	body, info, err := s.backend.open(ctx, key, offset, length)
	if err != nil {
		return nil, Info{}, s.failed(ctx, err, "open %s", key)
	}
	end := info.Size
	if length > 0 && length < info.Size-offset {
		end = offset + length
	}
	return &reader{ctx: ctx, store: s, key: key, info: info, body: body, pos: offset, end: end}, info, nil
}

// Stat describes a blob, or returns ErrNotFound.
func (s *Store) Stat(ctx context.Context, key string) (Info, error) {
	info, err := s.backend.stat(ctx, key)
	return info, s.failed(ctx, err, "stat %s", key)
}

// Delete removes a blob. A blob that does not exist is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	return s.failed(ctx, s.backend.remove(ctx, key), "delete %s", key)
}

// signRequest is what a presigned URL is for.
type signRequest struct {
	method      string
	ttl         time.Duration
	filename    string
	contentType string
}

// SignGet returns a URL that reads the blob without credentials for ttl. ok is false when the store cannot make
// one, as a local folder cannot.
func (s *Store) SignGet(ctx context.Context, key string, ttl time.Duration, filename, contentType string) (url string, ok bool, err error) {
	return s.sign(ctx, key, signRequest{method: http.MethodGet, ttl: ttl, filename: filename, contentType: contentType})
}

// SignPut returns a URL that writes the blob by a plain PUT without credentials for ttl. ok is false when the
// store cannot make one.
func (s *Store) SignPut(ctx context.Context, key string, ttl time.Duration) (url string, ok bool, err error) {
	return s.sign(ctx, key, signRequest{method: http.MethodPut, ttl: ttl})
}

func (s *Store) sign(ctx context.Context, key string, req signRequest) (string, bool, error) {
	b, ok := s.backend.(signer)
	if !ok {
		return "", false, nil
	}
	url, ok, err := b.sign(ctx, key, req)
	return url, ok, s.failed(ctx, err, "sign %s", key)
}

// failed names what went wrong: a missing blob stays ErrNotFound, the end of the caller's context stays that, and
// everything else means that the store cannot be used right now.
func (s *Store) failed(ctx context.Context, err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	doing := fmt.Sprintf(format, args...)
	var named *fault.Error
	switch {
	case errors.Is(err, ErrNotFound), errors.As(err, &named):
		return fmt.Errorf("%s: %w", doing, err)
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
	}
	return fault.Wrap(fault.ServiceUnavailable, fmt.Errorf("%s: %w", doing, err), "")
}
