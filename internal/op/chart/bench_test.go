//go:build cgo

package chart_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/op/optest"
)

// input is the file with the chart.
const input = "svc://orchard.pdf"

var (
	started   = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	varieties = []string{"Apple", "Pear", "Plum", "Quince"}
	yield     = []float64{42, 87.5, 13, 64}
	drawn     = &pdfgen.Chart{
		Kind: "bar", Title: "Yield of the orchard", XName: "Variety", YName: "Weight (kg)", Left: 130, Low: 380, Width: 300, Height: 200,
		Names: varieties, Top: 100, Step: 20, Axes: true, Grid: true, Series: []pdfgen.ChartSeries{{Values: yield}},
	}
	whole = func() doc.Box {
		const width, height = 612, 792
		b := drawn.Box(height)
		return doc.Box{Left: b[0] / width, Top: b[1] / height, Width: (b[2] - b[0]) / width, Height: (b[3] - b[1]) / height}
	}()
)

// orchard is a file of one page with a bar chart under a line of text.
func orchard(more string) string {
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 1 0 0 1 72 700 Tm (The orchard yields more every year than it did in the year before.) Tj ET " + drawn.Content() + more})
	return string(f.Bytes())
}

// secondAxis is an axis on the other side that says something else: which bars it is about is not to be seen.
func secondAxis() string {
	var b strings.Builder
	for i := range 6 {
		fmt.Fprintf(&b, "BT 0 g /F1 8 Tf 1 0 0 1 436 %g Tm (%d) Tj ET 0 G 430 %g m 434 %g l S\n", 377+40*float64(i), 7000+3000*i, 380+40*float64(i), 380+40*float64(i))
	}
	return b.String()
}

// stand is a bench that reads PDF files with PDFium in the test itself.
type stand struct {
	*optest.Bench
	opened func() // called when a file has been opened
	lib    *pdfium.Library
}

func bench(t *testing.T, content string) *stand {
	t.Helper()
	runtime.LockOSThread()
	path, err := engines.Dir("../../../.cache/engines").Find("libpdfium.so")
	if err != nil {
		t.Fatalf("%v (make setup fetches it)", err)
	}
	lib, err := pdfium.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		lib.Close()
		runtime.UnlockOSThread()
	})
	s := &stand{Bench: optest.New(t), opened: func() {}, lib: lib}
	s.Files[input] = content
	s.Reader.Engines = shelf{s}
	return s
}

// shelf opens files for a stand.
type shelf struct{ at *stand }

func (s shelf) Open(_ context.Context, f *os.File, o engine.OpenOptions) (engine.Document, error) {
	data, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<20))
	if err != nil {
		return nil, err
	}
	d, err := s.at.lib.OpenBytes(data, o.Password)
	if err != nil {
		return nil, err
	}
	s.at.opened()
	return book{d}, nil
}

// book answers as a document in a child process does: not to who waits no more.
type book struct{ *pdfium.Document }

func (b book) Info(ctx context.Context) (*engine.Info, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return b.Document.Info()
}

func (b book) Page(ctx context.Context, n int) (*engine.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return b.Document.Page(n)
}

func (b book) Render(ctx context.Context, n int, dpi float64, grey bool) (*engine.Raster, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return b.Document.Render(n, dpi, grey)
}
