package guard

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/fault"
)

// slow yields size bytes a read, each after a wait.
type slow struct {
	wait time.Duration
	size int
}

func (s slow) Read(p []byte) (int, error) {
	time.Sleep(s.wait)
	return min(s.size, len(p)), nil
}

func TestPace(t *testing.T) {
	for _, tt := range []struct {
		name  string
		src   slow
		pause time.Duration // of the reader
		stall bool
	}{
		{"fast origin, slow reader", slow{0, 100}, time.Hour, false},
		{"just fast enough", slow{29 * time.Second, quota}, 0, false},
		{"too few bytes", slow{time.Second, 100}, 0, true},
		{"nothing for too long", slow{31 * time.Second, quota}, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var stalled atomic.Bool
				p := &pace{src: tt.src, window: 30 * time.Second, stall: func() { stalled.Store(true) }}
				for range 100 {
					if _, err := p.Read(make([]byte, quota)); err != nil {
						t.Fatal(err)
					}
					time.Sleep(tt.pause)
				}
				synctest.Wait()
				if stalled.Load() != tt.stall {
					t.Errorf("stalled: %v", stalled.Load())
				}
			})
		})
	}
}

func TestCapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(0, 200).Draw(t, "size")
		limit := rapid.Int64Range(0, 200).Draw(t, "limit")
		src := io.Reader(strings.NewReader(strings.Repeat("x", size)))
		if rapid.Bool().Draw(t, "one byte at a time") {
			src = iotest.OneByteReader(src)
		}
		b, err := io.ReadAll(Capped(src, limit))
		if int64(size) <= limit {
			if err != nil || len(b) != size {
				t.Fatalf("got %d bytes, %v", len(b), err)
			}
			return
		}
		if !fault.Is(err, fault.DocumentTooLarge) || int64(len(b)) != limit {
			t.Fatalf("got %d bytes, %v", len(b), err)
		}
	})
	broke := errors.New("broke off")
	if _, err := io.ReadAll(Capped(iotest.ErrReader(broke), 10)); !errors.Is(err, broke) {
		t.Errorf("got %v", err)
	}
}
