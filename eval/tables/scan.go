package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/paddle"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

// scanner opens files as scans of themselves: every page is one grey picture with noise that lies a little askew.
type scanner struct {
	lib  *pdfium.Library
	dpi  float64
	skew float64 // degrees clockwise
}

// newScanner reads "150" or "150,0.7": the resolution, and the skew.
func newScanner(lib *pdfium.Library, how string) (*scanner, error) {
	dpi, skew, _ := strings.Cut(how, ",")
	s := &scanner{lib: lib}
	var err error
	if s.dpi, err = strconv.ParseFloat(dpi, 64); err != nil {
		return nil, fmt.Errorf("resolution %q: %w", dpi, err)
	}
	if skew != "" {
		if s.skew, err = strconv.ParseFloat(skew, 64); err != nil {
			return nil, fmt.Errorf("skew %q: %w", skew, err)
		}
	}
	return s, nil
}

func (s *scanner) Open(_ context.Context, f *os.File, _ engine.OpenOptions) (engine.Document, error) {
	data, err := os.ReadFile(f.Name())
	if err != nil {
		return nil, err
	}
	d, err := s.lib.OpenBytes(data, "")
	if err != nil {
		return nil, err
	}
	return &scan{scanner: s, file: d}, nil
}

// scan is a file whose pages are pictures.
type scan struct {
	*scanner
	file   *pdfium.Document
	number int
	page   *engine.Raster // the last one drawn
}

func (s *scan) Pages() int                                 { return s.file.Pages() }
func (s *scan) Close()                                     { s.file.Close() }
func (s *scan) Info(context.Context) (*engine.Info, error) { return s.file.Info() }

func (s *scan) Page(_ context.Context, n int) (*engine.Page, error) {
	r, err := s.drawn(n)
	if err != nil {
		return nil, err
	}
	points := 72 / r.DPI
	p := &engine.Page{Number: n, Width: float32(float64(r.Width) * points), Height: float32(float64(r.Height) * points)}
	whole := engine.Box{X1: p.Width, Y1: p.Height}
	p.Images = []engine.Image{{
		Box: whole, Visible: whole, Width: int32(r.Width), Height: int32(r.Height), DPIX: float32(r.DPI), DPIY: float32(r.DPI),
	}}
	return p, nil
}

// Render gives the picture as it is, or scaled: more than the scan has is not to be had.
func (s *scan) Render(_ context.Context, n int, dpi float64, _ bool) (*engine.Raster, error) {
	r, err := s.drawn(n)
	if err != nil || math.Abs(dpi-r.DPI) < 1 {
		return r, err
	}
	m := pixel.Of(r).Scale(int(float64(r.Width)*dpi/r.DPI), int(float64(r.Height)*dpi/r.DPI))
	return &engine.Raster{Pixels: m.Pix, Width: m.Width, Height: m.Height, Grey: m.Grey, DPI: dpi}, nil
}

func (s *scan) drawn(n int) (*engine.Raster, error) {
	if s.page != nil && s.number == n {
		return s.page, nil
	}
	r, err := s.file.Render(n, s.dpi, true)
	if err != nil {
		return nil, err
	}
	m, _ := pixel.Of(r).Upright(0, -s.skew*math.Pi/180)
	noise := rand.New(rand.NewPCG(uint64(n), 7))
	for i, v := range m.Pix {
		m.Pix[i] = byte(min(max(float64(v)*0.9+12+noise.NormFloat64()*9, 0), 255))
	}
	s.page, s.number = &engine.Raster{Pixels: m.Pix, Width: m.Width, Height: m.Height, Grey: true, DPI: r.DPI}, n
	return s.page, nil
}

// remembered is a reader that keeps what it read in a folder: recognition is slow, and does not change with tables.
type remembered struct {
	folder string
	reader ocr.Reader
}

func (r remembered) Read(ctx context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	sum := sha256.New()
	fmt.Fprint(sum, page.Width, page.Height, o)
	sum.Write(page.Pixels)
	path := filepath.Join(r.folder, fmt.Sprintf("%x.json", sum.Sum(nil)[:12]))
	if data, err := os.ReadFile(path); err == nil {
		var known ocr.Reading
		return &known, json.Unmarshal(data, &known)
	}
	reading, err := r.reader.Read(ctx, page, o)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(reading)
	if err != nil {
		return nil, err
	}
	return reading, os.WriteFile(path, data, 0o600)
}

// scanned scores the tables of scans.
func scanned(lib *pdfium.Library, how, truth, folder string, paths []string) error {
	s, err := newScanner(lib, how)
	if err != nil {
		return err
	}
	readings := filepath.Join(folder, "readings")
	if err := os.MkdirAll(readings, 0o755); err != nil {
		return err
	}
	networks, err := paddle.Open(engines.Dir(".cache/engines"), 1)
	if err != nil {
		return err
	}
	defer networks.Close()
	eyes := ocr.Twice{Reader: ocr.Focused{Reader: paddle.NewReader(networks)}}
	r := &reader.Reader{Engines: s, OCR: remembered{readings, eyes}}
	return score(truth, folder, paths, func(path string) (string, error) { return scannedTables(r, path) })
}

// scannedTables writes the tables of a scan as HTML.
func scannedTables(r *reader.Reader, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	d, err := r.Read(context.Background(), format.File{Name: filepath.Base(path), Size: info.Size(), Data: f}, reader.Options{Mode: reader.Pixels})
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Table != nil {
			out.WriteString(render.Table(b.Table, b.Page, render.Options{Table: render.HTML}))
			out.WriteString("\n\n")
		}
	}
	return out.String(), nil
}
