package blob_test

import (
	"io"
	"runtime"
	"testing"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// generator makes n bytes and looks at the heap while they are taken.
type generator struct {
	n, next int64
	peak    uint64
}

func (g *generator) Read(p []byte) (int, error) {
	if g.n == 0 {
		return 0, io.EOF
	}
	if g.n <= g.next {
		g.next -= 16 << 20
		g.peak = max(g.peak, heap())
	}
	p = p[:min(int64(len(p)), g.n)]
	g.n -= int64(len(p))
	return len(p), nil
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

func TestMemory(t *testing.T) {
	const size, most = 512 << 20, 64 << 20
	server := testenv.S3(t)
	for name, store := range map[string]*blob.Store{
		"folder": openStore(t, "file://"+t.TempDir(), blob.Options{}),
		"s3":     openStore(t, server.URL(), access(server)),
	} {
		t.Run(name, func(t *testing.T) {
			runtime.GC()
			before := heap()
			g := &generator{n: size, next: size}
			info, err := store.Put(t.Context(), "large", g, blob.PutOptions{})
			if err != nil || info.Size != size {
				t.Fatalf("%+v, %v", info, err)
			}
			if g.peak > before+most {
				t.Errorf("the heap grew by %d MiB", (g.peak-before)>>20)
			}
			t.Logf("the heap grew by %d MiB", int64(g.peak-before)>>20)
			if err := store.Delete(t.Context(), "large"); err != nil {
				t.Error(err)
			}
		})
	}
}
