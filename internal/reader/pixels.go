package reader

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// Resolutions that text is read at: that of the picture where it is sound, within these bounds.
const (
	usualDPI = 200
	leastDPI = 150
	mostDPI  = 300
	mostSide = 5000 // pixels; what is larger holds large letters
)

// line is a recognised line with its words.
type line struct {
	doc.Line
	words []doc.Word
}

// pixels reads regions of a page from its pixels.
func (f *File) pixels(ctx context.Context, s *sheet, regions []engine.Box) ([]line, error) {
	raster, err := f.pages.Render(ctx, s.page.Number, f.readingDPI(s.seen, regions), false)
	if err != nil {
		return nil, err
	}
	if raster.Damage != "" {
		s.issues = append(s.issues, raster.Damage)
	}
	o := ocr.Options{Languages: f.options.Languages, Careful: f.options.Careful}
	if o.Languages == nil {
		o.Languages = f.reader.Languages
	}
	if !s.whole(regions) {
		for _, r := range regions {
			o.Regions = append(o.Regions, scaled(r, float32(raster.DPI/72)))
		}
	}
	reading, err := f.reader.OCR.Read(ctx, raster, o)
	if err != nil {
		return nil, fmt.Errorf("recognise page %d: %w", s.page.Number, err)
	}
	return recognised(reading, raster), nil
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
	if f.Type != "pdf" {
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

// recognised brings a reading into fractions of the page.
func recognised(reading *ocr.Reading, r *engine.Raster) []line {
	place := func(b engine.Box) doc.Box {
		x0, x1 := clip(b.X0, r.Width), clip(b.X1, r.Width)
		y0, y1 := clip(b.Y0, r.Height), clip(b.Y1, r.Height)
		return doc.Box{Left: x0, Top: y0, Width: x1 - x0, Height: y1 - y0}
	}
	var out []line
	for _, l := range reading.Lines {
		turn := rotation(l.Angle)
		var got line
		for _, w := range l.Words {
			if w.Text != "" {
				got.words = append(got.words, doc.Word{Text: w.Text, Box: place(w.Box), Confidence: w.Confidence, Rotation: turn})
			}
		}
		if len(got.words) > 0 {
			got.Line = lineOf(got.words)
			got.even()
			out = append(out, got)
		}
	}
	return out
}

// rotation is an angle in degrees clockwise as the interface has it. A scan lies a little askew, and the angle of a short
// line is a guess: what is nearly level or upright counts as that.
func rotation(clockwise float64) int {
	const askew = 3
	turn := math.Mod(720-clockwise, 360)
	if quarter := math.Round(turn/90) * 90; math.Abs(turn-quarter) < askew {
		turn = quarter
	}
	return int(math.Round(turn)) % 360
}

// even gives all words of a level line the line's height, as characters of a font have it: with or without letters that
// reach above and below, they stand on one baseline. A line that is much higher than its words runs askew.
func (l *line) even() {
	tallest := 0.0
	for _, w := range l.words {
		tallest = max(tallest, w.Box.Height)
	}
	if l.Rotation%180 != 0 || l.Box.Height > 1.5*tallest {
		return
	}
	for i := range l.words {
		l.words[i].Box.Top, l.words[i].Box.Height = l.Box.Top, l.Box.Height
	}
}

func clip(v float32, pixels int) float64 { return min(max(float64(v)/float64(pixels), 0), 1) }

// lineOf is the line that words stand on.
func lineOf(words []doc.Word) doc.Line {
	l := doc.Line{Box: words[0].Box, Rotation: words[0].Rotation}
	var texts []string
	for _, w := range words {
		texts = append(texts, w.Text)
		l.Box = around(l.Box, w.Box)
		l.Confidence += w.Confidence / float64(len(words))
	}
	l.Text = strings.Join(texts, " ")
	return l
}

func around(a, b doc.Box) doc.Box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	return doc.Box{
		Left: left, Top: top,
		Width:  max(a.Left+a.Width, b.Left+b.Width) - left,
		Height: max(a.Top+a.Height, b.Top+b.Height) - top,
	}
}
