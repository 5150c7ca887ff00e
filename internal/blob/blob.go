// Package blob keeps bytes in a local folder, S3, Google Cloud Storage or Azure behind one small type.
package blob

import (
	"context"
	"errors"
	"io"
	"time"
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

// Options hold what a store URL does not say.
type Options struct {
	S3 S3
}

// S3 is the access to an S3 server. Empty fields come from the store URL, then from the environment.
type S3 struct {
	Endpoint     string
	Region       string
	AccessKey    string
	SecretKey    string
	SessionToken string
}

// Store is an open blob store. Keys are chosen by the program, never by a caller; a key with a ".." segment is
// refused all the same. Methods are safe for concurrent use.
type Store struct{}

// Open opens the store behind rawURL: file:///dir, s3://bucket?region=…&endpoint=…, gs://bucket or
// azblob://container. It does not touch the network; Check does.
func Open(ctx context.Context, rawURL string, opt Options) (*Store, error) {
	return nil, errors.ErrUnsupported
}

// Close releases the connections of the store.
func (s *Store) Close() error { return errors.ErrUnsupported }

// Put stores the bytes of r under key, replacing what was there. It streams with a few megabytes of memory.
// Either the whole content is visible and on disk when it returns nil, or nothing of it is visible. An error of r
// is returned wrapped; a store that is away, full or out of patience is a fault.ServiceUnavailable.
func (s *Store) Put(ctx context.Context, key string, r io.Reader, opt PutOptions) (Info, error) {
	return Info{}, errors.ErrUnsupported
}

// Open returns length bytes of the blob from offset on; a negative length reads to the end, and a range outside
// the blob is empty. Info describes the whole blob. The reader goes on after a lost connection and never ends
// early without an error.
func (s *Store) Open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, Info, error) {
	return nil, Info{}, errors.ErrUnsupported
}

// Stat describes a blob, or returns ErrNotFound.
func (s *Store) Stat(ctx context.Context, key string) (Info, error) {
	return Info{}, errors.ErrUnsupported
}

// Delete removes a blob. A blob that does not exist is no error.
func (s *Store) Delete(ctx context.Context, key string) error { return errors.ErrUnsupported }

// Check writes, reads and deletes a small blob, within a few seconds.
func (s *Store) Check(ctx context.Context) error { return errors.ErrUnsupported }

// SignGet returns a URL that reads the blob without credentials for ttl. ok is false when the store cannot make
// one, as a local folder cannot.
func (s *Store) SignGet(ctx context.Context, key string, ttl time.Duration, filename, contentType string) (url string, ok bool, err error) {
	return "", false, errors.ErrUnsupported
}

// SignPut returns a URL that writes the blob by a plain PUT without credentials for ttl. ok is false when the
// store cannot make one.
func (s *Store) SignPut(ctx context.Context, key string, ttl time.Duration) (url string, ok bool, err error) {
	return "", false, errors.ErrUnsupported
}
