package layout

import "github.com/octavo-dev/octavo/internal/engine"

// Hollow gives the hollow squares and circles of a page with sides between two lengths that stand by themselves, whether
// a label is beside them or not.
func Hollow(p *engine.Page, low, high float32) []engine.Box {
	square, round := hollows(p, low, high)
	square = append(square, boxed(p, low, high)...)
	if len(square) > mostSquares || len(round) > mostSquares {
		return nil
	}
	var out []engine.Box
	for _, c := range append(lonely(p, square), lonely(p, round)...) {
		if !c.checked {
			out = append(out, c.box)
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
