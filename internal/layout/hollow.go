package layout

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Hollow gives the hollow squares and circles of a page with sides between two lengths that stand by themselves, whether
// a label is beside them or not.
func Hollow(p *engine.Page, low, high float32) []engine.Box {
	square, round := hollows(p, low, high)
	square = append(square, boxed(p, low, high)...)
	if len(square) > mostSquares || len(round) > mostSquares {
		return nil
	}
	var out []engine.Box
	for _, c := range append(lonely(p, outermost(square)), lonely(p, outermost(round))...) {
		out = append(out, c.box)
	}
	return out
}

// outermost leaves out the shapes that lie in larger ones: the shades of a bevel, a frame in a frame.
func outermost(shapes []engine.Box) []engine.Box {
	var out []engine.Box
	for i, b := range shapes {
		side := b.X1 - b.X0
		if !slices.ContainsFunc(shapes, func(o engine.Box) bool {
			inner := common(o, b)
			return o.X1-o.X0 > 1.02*side && inner.X1-inner.X0 > 0.9*side && inner.Y1-inner.Y0 > 0.9*(b.Y1-b.Y0)
		}) && !slices.ContainsFunc(shapes[:i], func(o engine.Box) bool { return same(o, b, 0.05*side) }) {
			out = append(out, b)
		}
	}
	return out
}

// BoxGlyph reports whether a word begins with a character that shows an empty box, and where that is.
func BoxGlyph(p *engine.Page, w *Word) (engine.Box, bool) {
	if w.First < 0 || int(w.First) >= len(p.Chars) {
		return engine.Box{}, false
	}
	c := &p.Chars[w.First]
	s := noBox
	if picture(c.Rune) || w.Font >= 0 && int(w.Font) < len(p.Fonts) && pictorial(&p.Fonts[w.Font]) {
		s = boxState(p, w, c.Rune)
	}
	return c.Box, s == empty || s == hollow
}
