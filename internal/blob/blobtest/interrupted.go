package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/fault"
)

func (s Suite) limit(t *testing.T) {
	store := s.Open(t)
	for _, tt := range []struct {
		size  int
		limit int64
		fits  bool
	}{{10, 10, true}, {0, 10, true}, {11, 10, false}, {12 << 20, 6 << 20, false}, {11, 0, true}} {
		t.Run(fmt.Sprintf("%dof%d", tt.size, tt.limit), func(t *testing.T) {
			key := fmt.Sprintf("l/%d/%d", tt.size, tt.limit)
			_, err := store.Put(t.Context(), key, bytes.NewReader(Bytes(tt.size)), blob.PutOptions{Limit: tt.limit})
			if tt.fits {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if !fault.Is(err, fault.DocumentTooLarge) || !strings.Contains(fault.Of(err).Message, fmt.Sprint(tt.limit)) {
				t.Errorf("got %v", err)
			}
			absent(t, store, key)
			if left := s.Leftovers(t); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

var errBroken = errors.New("the client went away")

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errBroken }

// cancelling ends the context of the write it feeds, then goes on as if nothing had happened.
type cancelling struct{ cancel context.CancelFunc }

func (c cancelling) Read(p []byte) (int, error) {
	c.cancel()
	return len(p), nil
}

func (s Suite) interrupted(t *testing.T) {
	store := s.Open(t)
	for _, size := range []int{0, 10, 6 << 20, 17 << 20} {
		t.Run(fmt.Sprintf("Broken%d", size), func(t *testing.T) {
			r := io.MultiReader(bytes.NewReader(Bytes(size)), failing{})
			_, err := store.Put(t.Context(), "broken", r, blob.PutOptions{})
			if !errors.Is(err, errBroken) || fault.Is(err, fault.ServiceUnavailable) {
				t.Errorf("got %v, want the reader's error and no blame on the store", err)
			}
			s.nothingOf(t, store, "broken")
		})
		t.Run(fmt.Sprintf("Cancelled%d", size), func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r := io.MultiReader(bytes.NewReader(Bytes(size)), cancelling{cancel})
			_, err := store.Put(ctx, "cancelled", r, blob.PutOptions{})
			if !errors.Is(err, context.Canceled) || fault.Is(err, fault.ServiceUnavailable) {
				t.Errorf("got %v, want the end of the context", err)
			}
			s.nothingOf(t, store, "cancelled")
		})
	}
}

func (s Suite) nothingOf(t *testing.T, store *blob.Store, key string) {
	t.Helper()
	absent(t, store, key)
	if left := s.Leftovers(t); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
