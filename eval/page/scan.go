package page

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

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/paddle"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Scanner opens files as scans of themselves: every page is one grey picture with noise that lies a little askew.
type Scanner struct {
	lib  *pdfium.Library
	dpi  float64
	skew float64 // degrees clockwise
}

// NewScanner reads "150" or "150,0.7": the resolution, and the skew.
func NewScanner(lib *pdfium.Library, how string) (*Scanner, error) {
	dpi, skew, _ := strings.Cut(how, ",")
	s := &Scanner{lib: lib}
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

// Open reads the whole file.
func (s *Scanner) Open(_ context.Context, f *os.File, _ engine.OpenOptions) (engine.Document, error) {
	data, err := os.ReadFile(f.Name())
	if err != nil {
		return nil, err
	}
	d, err := s.lib.OpenBytes(data, "")
	if err != nil {
		return nil, err
	}
	return &scan{Scanner: s, file: d}, nil
}

// scan is a file whose pages are pictures.
type scan struct {
	*Scanner
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
	m := pixel.Of(r)
	askew, _ := m.Upright(0, -s.skew*math.Pi/180)
	left, top := (askew.Width-m.Width)/2, (askew.Height-m.Height)/2
	m = askew.Cut(left, top, left+m.Width, top+m.Height)
	noise := rand.New(rand.NewPCG(uint64(n), 7))
	for i, v := range m.Pix {
		m.Pix[i] = byte(min(max(float64(v)*0.9+12+noise.NormFloat64()*9, 0), 255))
	}
	s.page, s.number = &engine.Raster{Pixels: m.Pix, Width: m.Width, Height: m.Height, Grey: true, DPI: r.DPI}, n
	return s.page, nil
}

// Remembered is a reader that keeps what it read in a folder: recognition is slow, and does not change with what is made of it.
type Remembered struct {
	Folder string
	Reader ocr.Reader
}

// Read gives what was read before, or reads it.
func (r Remembered) Read(ctx context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	sum := sha256.New()
	fmt.Fprint(sum, page.Width, page.Height, o)
	sum.Write(page.Pixels)
	path := filepath.Join(r.Folder, fmt.Sprintf("%x.json", sum.Sum(nil)[:12]))
	if data, err := os.ReadFile(path); err == nil {
		var known ocr.Reading
		return &known, json.Unmarshal(data, &known)
	}
	reading, err := r.Reader.Read(ctx, page, o)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(reading)
	if err != nil {
		return nil, err
	}
	return reading, os.WriteFile(path, data, 0o600)
}

// Eyes is a reader of scans that keeps what it read in a folder, until it is closed.
func Eyes(folder string) (ocr.Reader, func(), error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, nil, err
	}
	networks, err := paddle.Open(Engines, 1)
	if err != nil {
		return nil, nil, err
	}
	return Remembered{folder, ocr.Twice{Reader: ocr.Focused{Reader: paddle.NewReader(networks)}}}, networks.Close, nil
}
