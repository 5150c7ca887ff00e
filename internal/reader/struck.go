package reader

import (
	"context"
	"slices"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// joinedUp are scripts whose letters hang together in a line of their own.
var joinedUp = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Tibetan,
}

// seeStruck looks for lines that are drawn through the words of recognised lines, and reads those again without them:
// letters that are crossed out are hard to tell.
func (f *File) seeStruck(ctx context.Context, s *sheet, lines []layout.Line, r *engine.Raster, ink *stroke.Ink, o ocr.Options) ([]layout.Line, error) {
	var boxes []engine.Box
	for i := range lines {
		if !slices.ContainsFunc(lines[i].Words, func(w layout.Word) bool { return lines[i].Angle != 0 || inScript(w.Text, joinedUp) }) {
			boxes = append(boxes, lines[i].Box)
		}
	}
	struck := slices.DeleteFunc(ink.Through(boxes), func(k stroke.Stroke) bool {
		return !slices.ContainsFunc(lines, func(l layout.Line) bool { return across(&l, k) })
	})
	if len(struck) == 0 {
		return lines, nil
	}
	for _, k := range struck {
		s.struck = append(s.struck, engine.Box{X0: k.From.X, X1: k.To.X, Y0: k.From.Y - k.Width/2, Y1: k.To.Y + k.Width/2})
	}
	through := func(l layout.Line) bool {
		return slices.ContainsFunc(struck, func(k stroke.Stroke) bool { return across(&l, k) })
	}
	o.Regions = nil
	for i := range lines {
		if l := &lines[i]; through(*l) {
			pad := l.Size / 2
			o.Regions = append(o.Regions, scaled(engine.Box{X0: l.Box.X0 - pad, Y0: l.Box.Y0 - pad/2, X1: l.Box.X1 + pad, Y1: l.Box.Y1 + pad/2}, float32(r.DPI/72)))
		}
	}
	plain := ink.Unruled(r, struck)
	reading, err := f.reader.OCR.Read(ctx, plain, o)
	if err != nil {
		return nil, err
	}
	again := slices.DeleteFunc(recognised(reading, plain, stroke.InkOf(plain)), func(l layout.Line) bool { return !through(l) })
	return append(slices.DeleteFunc(lines, func(l layout.Line) bool {
		return through(l) && slices.ContainsFunc(again, func(n layout.Line) bool { return overlap(n.Box, l.Box) > 0.5*min(area(n.Box), area(l.Box)) })
	}), again...), nil
}

func inScript(text string, tables []*unicode.RangeTable) bool {
	for _, c := range text {
		if unicode.In(c, tables...) {
			return true
		}
	}
	return false
}

// across reports whether a stroke runs through the middle of a line and ends with it or before.
func across(l *layout.Line, k stroke.Stroke) bool {
	y, high := k.From.Y, l.Box.Y1-l.Box.Y0
	return y > l.Box.Y0+0.25*high && y < l.Box.Y1-0.2*high && k.From.X > l.Box.X0-0.5*high && k.To.X < l.Box.X1+0.5*high
}
