package pool

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest"
)

// pooled shows the pool to the conformance suite.
type pooled struct {
	t    *testing.T
	pool *Pool
}

func (p pooled) Open(data []byte, password string) (enginetest.Document, error) {
	d, err := p.pool.Open(context.Background(), file(p.t, data), engine.OpenOptions{Type: "pdf", Password: password})
	if err != nil {
		return nil, err
	}
	return without{d}, nil
}

// without leaves the context out.
type without struct{ engine.Document }

func (w without) Info() (*engine.Info, error) { return w.Document.Info(context.Background()) }

func (w without) Page(n int) (*engine.Page, error) { return w.Document.Page(context.Background(), n) }

func (w without) Render(n int, dpi float64, grey bool) (*engine.Raster, error) {
	return w.Document.Render(context.Background(), n, dpi, grey)
}

// file puts bytes into a file that is open until the test ends.
func file(t testing.TB, data []byte) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "document"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestConformance(t *testing.T) {
	enginetest.Run(t, func(t *testing.T) enginetest.Engine {
		p, _ := newPool(t, Options{Size: 8}, "pdfium")
		return pooled{t, p}
	})
}
