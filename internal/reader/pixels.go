package reader

import (
	"context"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// Resolutions that text is read at: that of the picture where it is sound, within these bounds.
const (
	usualDPI = 200
	leastDPI = 150
	mostDPI  = 300
	mostSide = 5000 // pixels; what is larger holds large letters
)

// pixels reads regions of a page from its pixels.
func (f *File) pixels(ctx context.Context, s *sheet, regions []engine.Box) ([]layout.Line, error) {
	raster, err := f.pages.Render(ctx, s.page.Number, f.readingDPI(s.seen, regions), false)
	if err != nil {
		return nil, err
	}
	if raster.Damage != "" {
		s.issues = append(s.issues, raster.Damage)
	}
	o := ocr.Options{Languages: f.languages(), Careful: f.options.Careful}
	if !s.whole(regions) {
		for _, r := range regions {
			o.Regions = append(o.Regions, scaled(r, float32(raster.DPI/72)))
		}
	}
	ink := stroke.InkOf(raster)
	s.seeSquares(ink, regions)
	plain := stroke.Without(raster, s.squares) // which recognition would take for letters, and tables for cells
	reading, err := f.reader.OCR.Read(ctx, plain, o)
	if err != nil {
		return nil, fmt.Errorf("recognise page %d: %w", s.page.Number, err)
	}
	s.seeRules(plain, regions, reading)
	s.raster, s.turn = raster, reading.Rotation
	return f.seeStruck(ctx, s, recognised(reading, raster, ink), plain, ink, o)
}

// languages are those that the caller expects, or the usual ones.
func (f *File) languages() []string {
	if f.options.Languages != nil {
		return f.options.Languages
	}
	return f.reader.Languages
}

// seeSquares looks for the check boxes in the regions of a page that are read from pixels, beside those that the file
// tells.
func (s *sheet) seeSquares(ink *stroke.Ink, regions []engine.Box) {
	s.squares = slices.DeleteFunc(ink.Squares(), func(q stroke.Square) bool {
		inside := func(b engine.Box) bool { return overlap(q.Box, b) > 0.5*area(q.Box) }
		return !slices.ContainsFunc(regions, inside) || slices.ContainsFunc(s.text.Boxes, inside)
	})
}

// whole reports whether one of the regions is nearly all of the page.
func (s *sheet) whole(regions []engine.Box) bool {
	const nearly = 0.9
	return slices.ContainsFunc(regions, func(r engine.Box) bool {
		return (r.X1-r.X0)*(r.Y1-r.Y0) > nearly*s.seen.Width*s.seen.Height
	})
}

// readingDPI is the resolution of the picture that covers most of the regions, kept within bounds. An image file is read
// as it is.
func (f *File) readingDPI(p *engine.Page, regions []engine.Box) float64 {
	dpi, most := float64(usualDPI), float32(0)
	for _, i := range p.Images {
		for _, r := range regions {
			if a := overlap(i.Visible, r); a > most {
				dpi, most = float64(max(i.DPIX, i.DPIY)), a
			}
		}
	}
	if f.Type != "pdf" && f.printed == nil {
		return dpi
	}
	dpi = min(max(dpi, leastDPI), mostDPI)
	return min(dpi, mostSide*72/float64(max(p.Width, p.Height, 1)))
}

func overlap(a, b engine.Box) float32 {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

func scaled(b engine.Box, by float32) engine.Box {
	return engine.Box{X0: b.X0 * by, Y0: b.Y0 * by, X1: b.X1 * by, Y1: b.Y1 * by}
}

// recognised brings a reading into points of the page.
func recognised(reading *ocr.Reading, r *engine.Raster, ink *stroke.Ink) []layout.Line {
	points := float32(72 / r.DPI)
	var out []layout.Line
	for _, l := range reading.Lines {
		var words []layout.Word
		for _, w := range l.Words {
			if w.Text != "" {
				words = append(words, layout.Word{Text: w.Text, Box: scaled(w.Box, points), Confidence: float32(w.Confidence)})
			}
		}
		if len(words) > 0 {
			full(words, layout.Recognised(words, l.Angle).Angle, ink)
			out = append(out, layout.Recognised(words, l.Angle))
		}
	}
	return out
}
