package blob

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

const checkTime = 5 * time.Second

// Check writes, reads and deletes a small blob, within a few seconds.
func (s *Store) Check(ctx context.Context) error {
	probe, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	err := s.probe(probe, "probe/"+rand.Text())
	if err != nil && probe.Err() != nil && ctx.Err() == nil {
		return fault.Wrap(fault.ServiceUnavailable, err, "")
	}
	return err
}

// probe uses a key of its own, because other processes check the same store.
func (s *Store) probe(ctx context.Context, key string) (err error) {
	want := []byte("octavo")
	defer func() {
		clean, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTime)
		defer cancel()
		err = errors.Join(err, s.Delete(clean, key))
	}()
	if _, err := s.Put(ctx, key, bytes.NewReader(want), PutOptions{ContentType: "text/plain"}); err != nil {
		return err
	}
	body, _, err := s.Open(ctx, key, 0, -1)
	if err != nil {
		return err
	}
	defer body.Close()
	got, err := io.ReadAll(body)
	if err == nil && !bytes.Equal(got, want) {
		return fault.Wrap(fault.ServiceUnavailable, fmt.Errorf("the probe reads as %q", got), "")
	}
	return err
}
