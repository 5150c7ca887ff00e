package layout

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of pictures that lie across a page.
const (
	leastStamp  = 0.02 // part of the page
	mostStamp   = 0.9  // more is its background, or a scan
	inStamp     = 0.15 // of its width or height: how far inside a word stands that it lies under
	acrossEdge  = 1    // sizes of the font that a line reaches beyond an edge
	crossedOnce = 2    // lines
)

// stamps are the places of watermarks that are no words: pictures that lines of the page run across, and what a watermark
// annotation draws. Text beside a picture keeps off it, and text on a ground stays inside.
func (t *Text) stamps(p *engine.Page) []engine.Box {
	var out []engine.Box
	for i := range p.Annotations {
		a := &p.Annotations[i]
		said := func(l Line) bool { return l.Apart == Watermark && l.Owner == i }
		if a.Kind == "Watermark" && !a.Hidden && area(a.Box) > 0 && !slices.ContainsFunc(t.Apart, said) {
			out = append(out, a.Box)
		}
	}
	page := p.Width * p.Height
	for i := range p.Images {
		b := p.Images[i].Visible
		if share := area(b) / max(page, 1e-6); share >= leastStamp && share <= mostStamp && !p.Images[i].Annotation && t.crossing(b) >= crossedOnce {
			out = append(out, b)
		}
	}
	return out
}

// crossing counts the lines of the page that run over an edge of a box and have words deep inside it.
func (t *Text) crossing(b engine.Box) int {
	dx, dy := inStamp*(b.X1-b.X0), inStamp*(b.Y1-b.Y0)
	deep := engine.Box{X0: b.X0 + dx, Y0: b.Y0 + dy, X1: b.X1 - dx, Y1: b.Y1 - dy}
	n := 0
	for i := range t.Lines {
		l := &t.Lines[i]
		by := acrossEdge * l.Size
		over := l.Box.X0 < b.X0-by && l.Box.X1 > b.X0+by || l.Box.X0 < b.X1-by && l.Box.X1 > b.X1+by
		if l.Angle == 0 && over && l.Words[0].Font >= 0 && slices.ContainsFunc(l.Words, func(w Word) bool { return within(w.Box, deep) }) {
			n++
		}
	}
	return n
}

// Stamped reports whether a picture is a watermark, or part of one.
func (t *Text) Stamped(b engine.Box) bool {
	return slices.ContainsFunc(t.Stamps, func(o engine.Box) bool { return within(b, o) && area(common(b, o)) > 0.5*area(b) })
}
