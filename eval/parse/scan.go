package main

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// How a page becomes a scan.
const (
	scanDPI   = 170
	scanSkew  = 0.8 // degrees, at most
	scanNoise = 14  // grey values, the usual deviation
)

// shelf opens the pages of this process's PDFium as a reader of the product expects them, as they are or as scans.
type shelf struct {
	lib  *pdfium.Library
	scan bool
}

// Open reads the whole file.
func (s shelf) Open(_ context.Context, f *os.File, o engine.OpenOptions) (engine.Document, error) {
	data, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<40))
	if err != nil {
		return nil, err
	}
	d, err := s.lib.OpenBytes(data, o.Password)
	if err != nil {
		return nil, err
	}
	if s.scan {
		return &scanned{book{d}, hashOf(data)}, nil
	}
	return book{d}, nil
}

func hashOf(data []byte) uint64 {
	h := fnv.New64()
	_, _ = h.Write(data)
	return h.Sum64()
}

// book is a document as it is.
type book struct{ *pdfium.Document }

// Info tells of the whole file.
func (b book) Info(context.Context) (*engine.Info, error) { return b.Document.Info() }

// Page tells what stands on a page.
func (b book) Page(_ context.Context, n int) (*engine.Page, error) { return b.Document.Page(n) }

// Render draws a page.
func (b book) Render(_ context.Context, n int, dpi float64, grey bool) (*engine.Raster, error) {
	return b.Document.Render(n, dpi, grey)
}

// scanned is a document of which only pictures are left: grey, noisy and a little askew.
type scanned struct {
	book
	seed uint64
}

// Info is that of a scanner: nothing.
func (s *scanned) Info(context.Context) (*engine.Info, error) { return &engine.Info{}, nil }

// Page is a picture that fills the page.
func (s *scanned) Page(_ context.Context, n int) (*engine.Page, error) {
	p, err := s.Document.Page(n)
	if err != nil {
		return nil, err
	}
	whole := engine.Box{X1: p.Width, Y1: p.Height}
	return &engine.Page{Number: n, Width: p.Width, Height: p.Height, Images: []engine.Image{{
		Box: whole, Visible: whole, DPIX: scanDPI, DPIY: scanDPI,
		Width: int32(p.Width * scanDPI / 72), Height: int32(p.Height * scanDPI / 72),
	}}}, nil
}

// Render draws the scan. It has one resolution.
func (s *scanned) Render(_ context.Context, n int, _ float64, _ bool) (*engine.Raster, error) {
	r, err := s.Document.Render(n, scanDPI, true)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(s.seed, uint64(n)))
	m := pixel.Of(r)
	if m.Empty() {
		return nil, errors.New("no pixels")
	}
	askew, _ := m.Upright(0, (2*random.Float64()-1)*scanSkew*math.Pi/180)
	left, top := (askew.Width-m.Width)/2, (askew.Height-m.Height)/2
	m = askew.Cut(left, top, left+m.Width, top+m.Height)
	for i, v := range m.Pix {
		m.Pix[i] = byte(min(max(20+0.86*float64(v)+scanNoise*random.NormFloat64(), 0), 255))
	}
	return &engine.Raster{Pixels: m.Pix, Width: m.Width, Height: m.Height, Grey: true, DPI: r.DPI}, nil
}
