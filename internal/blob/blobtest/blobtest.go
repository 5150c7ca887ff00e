// Package blobtest is the suite every kind of blob store passes.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/blob"
)

// Suite runs against one kind of store.
type Suite struct {
	// Open returns a new, empty store.
	Open func(t *testing.T) *blob.Store
	// Leftovers names what interrupted writes left behind in the store that Open returned last.
	Leftovers func(t *testing.T) []string
}

// Run runs every test.
func (s Suite) Run(t *testing.T) {
	t.Run("PutGet", s.putGet)
	t.Run("Range", s.ranges)
	t.Run("Overwrite", s.overwrite)
	t.Run("Delete", s.remove)
	t.Run("Limit", s.limit)
	t.Run("InterruptedWrite", s.interrupted)
	t.Run("BadKeys", s.badKeys)
	t.Run("Concurrent", s.concurrent)
	t.Run("Presign", s.presign)
	t.Run("Check", s.check)
}

// Bytes returns n bytes that look like nothing in particular but are the same every time.
func Bytes(n int) []byte {
	b := make([]byte, n)
	var seed [32]byte
	rand.NewChaCha8(seed).Read(b)
	return b
}

// Read reads a whole blob, or returns the first error on the way.
func Read(ctx context.Context, s *blob.Store, key string) ([]byte, error) {
	body, info, err := s.Open(ctx, key, 0, -1)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	got, err := io.ReadAll(body)
	if err == nil && int64(len(got)) != info.Size {
		return nil, fmt.Errorf("%d bytes read, %d announced", len(got), info.Size)
	}
	return got, err
}

func put(t *testing.T, s *blob.Store, key string, content []byte) blob.Info {
	t.Helper()
	// The reader hides its length, as a request body does.
	info, err := s.Put(t.Context(), key, io.MultiReader(bytes.NewReader(content)), blob.PutOptions{ContentType: "text/plain"})
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func expect(t *testing.T, s *blob.Store, key string, want []byte) {
	t.Helper()
	got, err := Read(t.Context(), s, key)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s: read %d bytes that are not the %d stored", key, len(got), len(want))
	}
}

func absent(t *testing.T, s *blob.Store, key string) {
	t.Helper()
	if _, err := s.Stat(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("stat %s: %v, want ErrNotFound", key, err)
	}
	if _, _, err := s.Open(t.Context(), key, 0, -1); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("open %s: %v, want ErrNotFound", key, err)
	}
}

func (s Suite) putGet(t *testing.T) {
	store := s.Open(t)
	for _, size := range []int{0, 1, 5<<20 - 1, 5 << 20, 5<<20 + 1, 8 << 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			key, content := fmt.Sprintf("a/b/%d", size), Bytes(size)
			info := put(t, store, key, content)
			if info.Size != int64(size) || info.ETag == "" {
				t.Errorf("put says %+v", info)
			}
			expect(t, store, key, content)
			if st, err := store.Stat(t.Context(), key); err != nil || st != info {
				t.Errorf("stat %+v, %v; put said %+v", st, err, info)
			}
			if _, opened, err := store.Open(t.Context(), key, 0, 0); err != nil || opened != info {
				t.Errorf("open %+v, %v; put said %+v", opened, err, info)
			}
		})
	}
	absent(t, store, "a/b/missing")
	absent(t, store, "a/b")
}

func (s Suite) ranges(t *testing.T) {
	store := s.Open(t)
	content := Bytes(1000)
	info := put(t, store, "r", content)
	rapid.Check(t, func(rt *rapid.T) {
		offset := rapid.Int64Range(0, 1100).Draw(rt, "offset")
		length := rapid.Int64Range(-1, 1100).Draw(rt, "length")
		end := int64(len(content))
		if length >= 0 {
			end = min(end, offset+length)
		}
		want := content[min(offset, end):end]
		body, got, err := store.Open(t.Context(), "r", offset, length)
		if err != nil {
			rt.Fatal(err)
		}
		defer body.Close()
		read, err := io.ReadAll(body)
		if err != nil || !bytes.Equal(read, want) {
			rt.Fatalf("%d bytes, %v; want %d", len(read), err, len(want))
		}
		if got != info {
			rt.Fatalf("info %+v, put said %+v", got, info)
		}
	})
}

func (s Suite) overwrite(t *testing.T) {
	store := s.Open(t)
	first := put(t, store, "k", []byte("first"))
	second := put(t, store, "k", []byte("secnd"))
	if first.ETag == second.ETag {
		t.Errorf("other content, same ETag %s", first.ETag)
	}
	expect(t, store, "k", []byte("secnd"))

	broken := io.MultiReader(bytes.NewReader(Bytes(6<<20)), failing{})
	if _, err := store.Put(t.Context(), "k", broken, blob.PutOptions{}); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
	expect(t, store, "k", []byte("secnd"))
}

func (s Suite) remove(t *testing.T) {
	store := s.Open(t)
	put(t, store, "x/1", []byte("one"))
	put(t, store, "x/2", []byte("two"))
	for range 2 {
		if err := store.Delete(t.Context(), "x/1"); err != nil {
			t.Fatal(err)
		}
	}
	absent(t, store, "x/1")
	expect(t, store, "x/2", []byte("two"))
}

func (s Suite) badKeys(t *testing.T) {
	store := s.Open(t)
	for _, key := range []string{"", "..", "../x", "a/../../x", "a/.."} {
		_, putErr := store.Put(t.Context(), key, strings.NewReader("x"), blob.PutOptions{})
		_, _, openErr := store.Open(t.Context(), key, 0, -1)
		_, statErr := store.Stat(t.Context(), key)
		for i, err := range []error{putErr, openErr, statErr, store.Delete(t.Context(), key)} {
			if err == nil || errors.Is(err, blob.ErrNotFound) {
				t.Errorf("key %q, method %d: %v", key, i, err)
			}
		}
	}
}

// concurrent writes one key from many sides: a reader sees one of the contents, whole.
func (s Suite) concurrent(t *testing.T) {
	store := s.Open(t)
	contents := make([][]byte, 4)
	for i := range contents {
		contents[i] = bytes.Repeat([]byte{byte('a' + i)}, 100_000+i)
	}
	put(t, store, "shared", contents[0])
	var wg sync.WaitGroup
	for _, content := range contents {
		wg.Go(func() {
			for range 5 {
				if _, err := store.Put(t.Context(), "shared", bytes.NewReader(content), blob.PutOptions{}); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for range 5 {
				got, err := Read(t.Context(), store, "shared")
				if err != nil {
					t.Error(err)
				} else if len(got) == 0 || !bytes.Equal(got, contents[got[0]-'a']) {
					t.Error("read a mixture")
				}
			}
		})
	}
	wg.Wait()
	if left := s.Leftovers(t); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func (s Suite) check(t *testing.T) {
	store := s.Open(t)
	if err := store.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := s.Leftovers(t); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := store.Check(ended); err == nil {
		t.Error("a check without time to look found nothing wrong")
	}
}
