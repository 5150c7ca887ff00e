// Package auto reads a page with whatever reads it best: Tesseract for print, PP-OCR for the rest, and a vote where they
// disagree.
package auto

import (
	"context"
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/order"
	"github.com/octavo-dev/octavo/internal/ocr/paddle"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
)

// Reader joins two engines. It belongs to one goroutine at a time.
type Reader struct {
	paddle    *paddle.Engine
	tesseract *tesseract.Engine
}

// New makes a reader of loaded engines.
func New(p *paddle.Engine, t *tesseract.Engine) *Reader { return &Reader{p, t} }

const (
	quickSide = 640  // enough to find lines of print and which way up they stand
	printSure = 0.80 // how sure Tesseract is of print
)

// Read reads a page.
func (r *Reader) Read(ctx context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	m := pixel.Of(page)
	v, err := r.paddle.Look(ctx, m, quickSide)
	if err != nil {
		return nil, err
	}
	s := &sheet{Reader: r, view: v, grey: v.Image.ToGrey(), dpi: page.DPI, wished: o.Languages}
	s.place()
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	return s.reading(m), nil
}

// sheet is a page while it is read. Its places are those of the upright view.
type sheet struct {
	*Reader
	view      *paddle.View
	grey      pixel.Image
	dpi       float64
	wished    []string
	languages string // for Tesseract
	boxes     []engine.Box
	blocks    []order.Block
	lines     [][]word // of each spot
}

// word is a word as one of the engines read it.
type word struct {
	text       string
	rect       pixel.Rect
	confidence float64
	mean       float64        // of its characters
	glyphs     []paddle.Glyph // where PP-OCR read it,
	line       pixel.Rect     // along this line
}

// read reads print, and what does not turn out to be print once more.
func (s *sheet) read(ctx context.Context) error {
	if err := s.tell(ctx); err != nil {
		return err
	}
	if err := s.readPrint(ctx); err != nil {
		return err
	}
	if s.sure() >= printSure {
		return s.doubt(ctx)
	}
	return s.readScene(ctx)
}

// sure is how sure the reading is, by length. Spots without text count as one unsure letter a height.
func (s *sheet) sure() float64 {
	sum, n := 0.0, 0.0
	for i, line := range s.lines {
		if len(line) == 0 {
			n += s.view.Spots[i].Width / max(s.view.Spots[i].Height, 1)
		}
		for _, w := range line {
			length := float64(len([]rune(w.text)))
			sum, n = sum+w.confidence*length, n+length
		}
	}
	if n == 0 {
		return 1
	}
	return sum / n
}

// place puts the spots of the view in order.
func (s *sheet) place() {
	s.boxes = make([]engine.Box, len(s.view.Spots))
	for i, spot := range s.view.Spots {
		s.boxes[i] = spot.Bounds()
	}
	s.blocks = order.Blocks(s.boxes)
	s.lines = make([][]word, len(s.boxes))
}

// reading gives what was read, in pixels of the page.
func (s *sheet) reading(page pixel.Image) *ocr.Reading {
	out := s.view.Reading()
	back := s.view.Place.Back()
	for _, block := range s.blocks {
		for _, row := range block {
			for _, i := range row {
				var words []ocr.Word
				for _, w := range s.lines[i] {
					box := ocr.Inside(back.Rect(w.rect).Bounds(), page)
					words = append(words, ocr.Word{Text: w.text, Box: box, Confidence: w.confidence})
				}
				if len(words) > 0 {
					angle := back.Rect(s.view.Spots[i].Rect).Angle * 180 / math.Pi
					out.Lines = append(out.Lines, ocr.NewLine(words, angle))
				}
			}
		}
	}
	return out
}
