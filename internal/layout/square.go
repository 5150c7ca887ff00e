package layout

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of the search for drawn squares.
const (
	mostOutlines = 20000 // segments; drawings have more
	mostSquares  = 500
	oblong       = 1.3 // longer to shorter side
)

// squares are the hollow squares and circles of the page that stand by themselves, and whether something is drawn in
// them. Squares that touch others are cells.
func (t *Text) squares(p *engine.Page) []checkbox {
	if len(t.Lines) == 0 || len(p.Paths) == 0 {
		return nil
	}
	low, high := t.Lines[0].Size, t.Lines[0].Size
	for i := range t.Lines {
		low, high = min(low, t.Lines[i].Size), max(high, t.Lines[i].Size)
	}
	found, round := hollows(p, leastBox*low, mostBox*high)
	found = append(found, boxed(p, leastBox*low, mostBox*high)...)
	if len(found) > mostSquares || len(round) > mostSquares {
		return nil
	}
	return append(lonely(p, found), t.buttons(lonely(p, round))...)
}

// lonely are the shapes that neither touch others nor are part of a grid.
func lonely(p *engine.Page, found []engine.Box) []checkbox {
	var out []checkbox
	for i, b := range found {
		edge := 0.1 * (b.X1 - b.X0)
		outer := engine.Box{X0: b.X0 - edge, Y0: b.Y0 - edge, X1: b.X1 + edge, Y1: b.Y1 + edge}
		if slices.ContainsFunc(found[:i], func(o engine.Box) bool { return same(o, b, edge) }) {
			continue
		}
		if slices.ContainsFunc(found, func(o engine.Box) bool { return o != b && !same(o, b, 2*edge) && touching(o, outer) }) || bounded(p, b, edge) {
			continue
		}
		out = append(out, checkbox{box: b, checked: inked(p, b)})
	}
	return out
}

// hollows are the stroked rectangles with nearly equal sides between two lengths, and the circles.
func hollows(p *engine.Page, low, high float32) (square, round []engine.Box) {
	segments := 0
	for i := range p.Paths {
		f := &p.Paths[i]
		if segments += len(f.Segments); segments > mostOutlines {
			return nil, nil
		}
		dark := f.Fill&0xFF > 0x10 && f.Fill.Lightness() < 0.9
		if f.Stroke&0xFF < 0x10 || dark || f.Annotation {
			continue
		}
		for from := 0; from < len(f.Segments); {
			to := from + 1
			for to < len(f.Segments) && f.Segments[to].Kind != engine.Move {
				to++
			}
			fits := func(b engine.Box) bool {
				w, h := b.X1-b.X0, b.Y1-b.Y0
				return min(w, h) >= low && max(w, h) <= high && max(w, h) <= oblong*min(w, h) && within(b, f.Visible)
			}
			if b, ok := rectangleOf(f.Segments[from:to]); ok && fits(b) {
				square = append(square, b)
			} else if b, ok := circleOf(f.Segments[from:to]); ok && fits(b) {
				round = append(round, b)
			}
			from = to
		}
	}
	return square, round
}

// rectangleOf is the box of a closed outline that runs along its four sides.
func rectangleOf(part []engine.Segment) (engine.Box, bool) {
	if n := len(part); n < 4 || n > 5 {
		return engine.Box{}, false
	}
	b := engine.Box{X0: part[0].To.X, Y0: part[0].To.Y, X1: part[0].To.X, Y1: part[0].To.Y}
	for _, g := range part[1:] {
		b = union(b, engine.Box{X0: g.To.X, Y0: g.To.Y, X1: g.To.X, Y1: g.To.Y})
	}
	slack := 0.02 * (b.X1 - b.X0 + b.Y1 - b.Y0)
	near := func(x, y float32) bool { return abs(x-y) <= slack }
	for _, g := range part {
		if g.Kind == engine.Curve || !near(g.To.X, b.X0) && !near(g.To.X, b.X1) || !near(g.To.Y, b.Y0) && !near(g.To.Y, b.Y1) {
			return b, false
		}
	}
	return b, true
}

func same(a, b engine.Box, by float32) bool {
	return abs(a.X0-b.X0) <= by && abs(a.Y0-b.Y0) <= by && abs(a.X1-b.X1) <= by && abs(a.Y1-b.Y1) <= by
}

// bounded reports whether a longer line runs along a side of a square: then it is a cell of a grid.
func bounded(p *engine.Page, b engine.Box, by float32) bool {
	long := 1.5 * (b.X1 - b.X0)
	for i := range p.Paths {
		v := p.Paths[i].Visible
		w, h := v.X1-v.X0, v.Y1-v.Y0
		along := h < by && w > long && v.X0 < b.X1-by && v.X1 > b.X0+by && (abs(v.Y0-b.Y0) < by || abs(v.Y0-b.Y1) < by) ||
			w < by && h > long && v.Y0 < b.Y1-by && v.Y1 > b.Y0+by && (abs(v.X0-b.X0) < by || abs(v.X0-b.X1) < by)
		if along {
			return true
		}
	}
	return false
}

// inked reports whether something is drawn inside a square or circle: a cross, a tick, a smaller one.
func inked(p *engine.Page, b engine.Box) bool {
	side := b.X1 - b.X0
	for i := range p.Paths {
		f := &p.Paths[i]
		v := f.Visible
		if f.Fill&0xFF < 0x10 && f.Stroke&0xFF < 0x10 || f.Stroke&0xFF < 0x10 && f.Fill.Lightness() > 0.9 {
			continue
		}
		if framing(f, b, 0.15*side) {
			continue // the square itself, or its double frame
		}
		w, h := v.X1-v.X0, v.Y1-v.Y0
		if within(v, b) && w >= 0.3*side && h >= 0.3*side && w <= 1.8*side && h <= 1.8*side {
			return true
		}
	}
	return false
}
