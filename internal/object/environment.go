package object

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Environment is a Hybrid VPC environment. Its name means something only within its organization.
type Environment struct{ Org, Name string }

// restTime is how long an environment is left alone by removals after it was away, so that its objects do not
// hold up those of everybody else.
const restTime = time.Minute

var errResting = errors.New("the store was away a moment ago")

// remote is the store of an environment, opened when it is first needed: one that is away does not keep the
// process from starting.
type remote struct {
	url   string
	blobs atomic.Pointer[blob.Store]

	mu       sync.Mutex
	failures int // removals in a row
	rests    time.Time
}

func newRemotes(urls map[Environment]string) map[Environment]*remote {
	remotes := make(map[Environment]*remote, len(urls))
	for e, url := range urls {
		remotes[e] = &remote{url: url}
	}
	return remotes
}

// Close releases the stores of environments. The store given to New is its owner's.
func (s *Store) Close() error {
	var errs []error
	for _, r := range s.remotes {
		if blobs := r.blobs.Load(); blobs != nil {
			errs = append(errs, blobs.Close())
		}
	}
	return errors.Join(errs...)
}

// storeOf returns the store that holds the bytes of an object. Bytes in an environment that is no longer
// configured, or whose store cannot be opened, are out of reach: a fault.RegionUnavailable.
func (s *Store) storeOf(ctx context.Context, o Object) (*blob.Store, error) {
	if o.Environment == "" {
		return s.blobs, nil
	}
	r := s.remotes[o.environment()]
	if r == nil {
		return nil, o.unreachable(errors.New("the configuration does not name it"))
	}
	if blobs := r.blobs.Load(); blobs != nil {
		return blobs, nil
	}
	// Credentials keep the context they were found with, to be renewed; it must not end with this request.
	blobs, err := blob.Open(context.WithoutCancel(ctx), r.url, s.opt.Access)
	if err != nil {
		return nil, o.unreachable(fmt.Errorf("open its store: %w", err))
	}
	if !r.blobs.CompareAndSwap(nil, blobs) { // another request was faster
		blobs.Close()
		return r.blobs.Load(), nil
	}
	return blobs, nil
}

// removeBytes removes the bytes of an object, unless their environment was away a moment ago.
func (s *Store) removeBytes(ctx context.Context, o Object) error {
	r := s.remotes[o.environment()]
	if r != nil && r.resting(s.opt.Now()) {
		return o.unreachable(errResting)
	}
	blobs, err := s.storeOf(ctx, o)
	if err == nil {
		err = o.named(blobs.Delete(ctx, o.BlobKey))
	}
	if r != nil && ctx.Err() == nil {
		r.tried(err, s.opt.Now())
	}
	return err
}

func (r *remote) resting(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return now.Before(r.rests)
}

// tried counts what becomes of removals: a few failures may be bad luck with single objects.
func (r *remote) tried(err error, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.failures, r.rests = 0, time.Time{}
		return
	}
	if r.failures++; r.failures >= tolerated {
		r.rests = now.Add(restTime)
	}
}

func (o Object) environment() Environment { return Environment{o.Org, o.Environment} }

func (o Object) unreachable(err error) error {
	return fault.Wrap(fault.RegionUnavailable, err, "environment %s is unreachable", o.Environment)
}

// named tells a store of an environment that is away from the installation's own.
func (o Object) named(err error) error {
	if o.Environment == "" || !fault.Is(err, fault.ServiceUnavailable) {
		return err
	}
	return o.unreachable(err)
}

// reader reads the bytes of an object.
type reader struct {
	io.ReadCloser
	o Object
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	return n, r.o.named(err)
}

// origin reads what is to be stored. When it fails, the store is not to blame.
type origin struct {
	io.Reader
	failed bool
}

func (r *origin) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.failed = r.failed || err != nil && !errors.Is(err, io.EOF)
	return n, err
}
