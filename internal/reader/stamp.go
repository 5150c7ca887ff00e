package reader

import (
	"context"
	"fmt"
	"math"
	"slices"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// Bounds of watermarks that are read.
const (
	mostStamps = 4   // of a page
	stem       = 0.2 // of a size: the widest strokes of bold letters
	faintest   = 12  // shades between a watermark and its paper
)

// readStamps reads the words of watermarks that are pictures, so that they are told as other watermarks are. One without
// words, or whose words cannot be told, stays a picture; so does every one where the caller wants no recognition.
func (f *File) readStamps(ctx context.Context, s *sheet) error {
	if n := len(s.text.Stamps); n == 0 || n > mostStamps || f.options.Mode != Hybrid || f.reader.OCR == nil {
		return nil
	}
	dpi := min(usualDPI, mostSide*72/float64(max(s.seen.Width, s.seen.Height, 1)))
	page, err := f.pages.Render(ctx, s.page.Number, dpi, true)
	for _, b := range s.text.Stamps {
		if err != nil {
			break
		}
		err = f.readStamp(ctx, s, page, b)
	}
	if err != nil && ctx.Err() == nil {
		s.issues = append(s.issues, "a watermark could not be read: "+fault.Of(err).Message)
	}
	return ctx.Err()
}

// readStamp reads one of them without the text that runs over it.
func (f *File) readStamp(ctx context.Context, s *sheet, page *engine.Raster, b engine.Box) error {
	scale := float32(page.DPI / 72)
	x, y := max(int(b.X0*scale), 0), max(int(b.Y0*scale), 0)
	m := pixel.Of(page).ToGrey().Cut(x, y, int(b.X1*scale), int(b.Y1*scale))
	m = m.Thick(int(math.Ceil(float64(stem / 2 * s.sizeOver(b) * scale))))
	if m.Empty() || int(slices.Max(m.Pix))-int(slices.Min(m.Pix)) < faintest {
		return nil
	}
	alone := &engine.Raster{Pixels: m.Stretched().Pix, Width: m.Width, Height: m.Height, Grey: true, DPI: page.DPI}
	reading, err := f.reader.OCR.Read(ctx, alone, ocr.Options{Languages: f.languages()})
	if err != nil {
		return fmt.Errorf("recognise a watermark of page %d: %w", s.page.Number, err)
	}
	for _, l := range recognised(reading, alone, stroke.InkOf(alone)) {
		if slices.ContainsFunc(l.Words, unlikely) {
			continue
		}
		for i := range l.Words {
			l.Words[i].Box = moved(l.Words[i].Box, float32(x)/scale, float32(y)/scale)
		}
		l = layout.Recognised(l.Words, float64(l.Angle))
		l.Apart, l.Owner = layout.Watermark, -1
		s.text.Apart = append(s.text.Apart, l)
	}
	return nil
}

// sizeOver is the size of the largest text that runs over a box.
func (s *sheet) sizeOver(b engine.Box) float32 {
	size := float32(0)
	for i := range s.text.Lines {
		if l := &s.text.Lines[i]; overlap(l.Box, b) > 0 {
			size = max(size, l.Size)
		}
	}
	return size
}

// unlikely reports whether shapes were taken for a word.
func unlikely(w layout.Word) bool {
	letters := 0
	for _, c := range w.Text {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			letters++
		}
	}
	return w.Confidence < sureWord || letters < 2
}

func moved(b engine.Box, dx, dy float32) engine.Box {
	return engine.Box{X0: b.X0 + dx, Y0: b.Y0 + dy, X1: b.X1 + dx, Y1: b.Y1 + dy}
}
