package layout

import "github.com/octavo-dev/octavo/internal/engine"

// Bounds of a picture that may hold text: its sides in points, and its resolution, below which letters are no letters.
const (
	shortSide = 24
	longSide  = 48
	lowestDPI = 50
)

// Pictures are the visible parts of images that may hold text which the page does not give as characters: scans of
// whole pages, scanned letters and screenshots on digital pages, letters drawn as outlines. Logos, rules and bullets are too small to be listed,
// and an image under sound text is a background or a watermark.
func (t *Text) Pictures(p *engine.Page) []engine.Box {
	var boxes []engine.Box
	for i := range p.Images {
		im := &p.Images[i]
		w, h := im.Visible.X1-im.Visible.X0, im.Visible.Y1-im.Visible.Y0
		if min(w, h) < shortSide || max(w, h) < longSide || min(im.DPIX, im.DPIY) < lowestDPI || t.written(im.Visible) || t.Stamped(im.Visible) {
			continue
		}
		boxes = join(boxes, im.Visible)
	}
	if b, ok := t.outlined(p); ok {
		boxes = join(boxes, b)
	}
	return boxes
}

// written reports whether visible text with sound characters takes up a good part of a box.
func (t *Text) written(box engine.Box) bool {
	var covered float32
	for i := range t.Lines {
		if l := &t.Lines[i]; !l.Unsound {
			covered += area(common(l.Box, box))
		}
	}
	return covered > 0.1*area(box)
}

// join adds a box to others that do not touch each other: scans are often cut into strips.
func join(boxes []engine.Box, b engine.Box) []engine.Box {
	const seam = 1
	for i := 0; i < len(boxes); i++ {
		o := boxes[i]
		if b.X0 <= o.X1+seam && o.X0 <= b.X1+seam && b.Y0 <= o.Y1+seam && o.Y0 <= b.Y1+seam {
			b = union(b, o)
			boxes = append(boxes[:i], boxes[i+1:]...)
			i = -1
		}
	}
	return append(boxes, b)
}

// common is what two boxes share; it has no area when they share nothing.
func common(a, b engine.Box) engine.Box {
	c := engine.Box{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}
	c.X1, c.Y1 = max(c.X0, c.X1), max(c.Y0, c.Y1)
	return c
}
