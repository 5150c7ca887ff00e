package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

const (
	checkTime = 5 * time.Second
	// probes is how many keys all checks of a store share. A check that was cut off leaves its blob behind; few
	// keys make sure that a later one comes across it and that such blobs never pile up.
	probes = 64
)

// Check writes, reads and deletes a small blob, within a few seconds.
func (s *Store) Check(ctx context.Context) error {
	probe, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	err := s.probe(probe)
	// Another process may have taken the same key and deleted it first.
	for try := 1; try < 3 && errors.Is(err, ErrNotFound); try++ {
		err = s.probe(probe)
	}
	if err != nil && probe.Err() != nil && ctx.Err() == nil {
		return fault.Wrap(fault.ServiceUnavailable, err, "")
	}
	return err
}

func (s *Store) probe(ctx context.Context) error {
	key, want := fmt.Sprintf("probe/%02d", rand.N(probes)), []byte("octavo")
	if _, err := s.Put(ctx, key, bytes.NewReader(want), PutOptions{ContentType: "text/plain"}); err != nil {
		return err
	}
	body, _, err := s.Open(ctx, key, 0, -1)
	if err != nil {
		return err
	}
	defer body.Close()
	got, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return fault.Wrap(fault.ServiceUnavailable, fmt.Errorf("the probe reads as %q", got), "")
	}
	return s.Delete(ctx, key)
}
