package blank

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

// boxes are the empty cells.
func (p *Page) boxes() []spot {
	var out []spot
	colours := 0
	for i := range p.rooms {
		r := &p.rooms[i]
		if !r.cell() || r.tray && high(r.box) > linesHigh*p.em || len(r.words) > 0 || wide(r.box) < 1.2*p.em || high(r.box) < 0.9*p.em || !p.pale(r.box) || p.occupied(r.box) || area(r.box) > mostShare*p.width*p.height {
			continue
		}
		s := p.text(p.fitted(r), boxed)
		if p.coloured(r.box) {
			s.rank = painted
			colours++
		}
		out = append(out, s)
	}
	if colours >= manyColours && 2*colours >= len(out) { // a form that paints its fields paints all of them
		out = slices.DeleteFunc(out, func(s spot) bool { return s.rank != painted })
	}
	return out
}

// manyColours is how many painted cells make a habit.
const manyColours = 8

// coloured reports whether a box has a colour that differs from what is around it.
func (p *Page) coloured(b engine.Box) bool {
	x, y := middle(b)
	for i := len(p.fills) - 1; i >= 0; i-- {
		if f := &p.fills[i]; holds(f.Box, x, y) {
			return f.Color.Lightness() <= 0.98 || slices.ContainsFunc(p.fills[:i], func(o table.Fill) bool {
				return holds(o.Box, x, y) && o.Color.Lightness() < 0.95
			})
		}
	}
	return false
}

// fitted is an empty cell, or the lowest row of one that is higher than most in its column: what is written stands beside
// the last line of a label.
func (p *Page) fitted(r *room) engine.Box {
	tol := touch * p.em
	var heights []float32
	for i := range p.rooms {
		if o := &p.rooms[i]; o.cell() && abs(o.box.X0-r.box.X0) < tol && abs(o.box.X1-r.box.X1) < tol {
			heights = append(heights, high(o.box))
		}
	}
	slices.Sort(heights)
	b := r.box
	if usual := heights[len(heights)/2]; len(heights) >= 4 && high(b) > 1.6*usual {
		b.Y0 = b.Y1 - usual
	}
	return b
}

// mostShare is the part of the page that a blank takes at most: what is larger is a frame.
const mostShare = 0.5

// text is a blank for text: for several lines where it is high enough for them.
func (p *Page) text(b engine.Box, by rank) spot {
	s := spot{box: b, kind: Text, rank: by}
	if high(b) > linesHigh*p.em {
		s.kind = Lines
	}
	return s
}

// linesHigh, in sizes of the usual font, is the height that holds more than two lines.
const linesHigh = 3.6

// occupied reports whether a blank that was found lies in a box.
func (p *Page) occupied(b engine.Box) bool {
	return slices.ContainsFunc(p.found, func(s spot) bool {
		x, y := middle(s.box)
		return holds(b, x, y)
	})
}

// parts are what labels leave free of their cells.
func (p *Page) parts() []spot {
	var out []spot
	for i := range p.rooms {
		r := &p.rooms[i]
		if !r.cell() || r.tray || len(r.words) == 0 || len(r.words) > mostLabel || !p.white(r.box) || area(r.box) > mostShare*p.width*p.height || p.heads(r) {
			continue
		}
		if b, ok := p.free(r); ok && !p.occupied(b) {
			out = append(out, p.text(b, partial))
		}
	}
	return out
}

// mostLabel is how many words ask for something.
const mostLabel = 40

// white reports whether a box has no colour of its own.
func (p *Page) white(b engine.Box) bool {
	x, y := middle(b)
	for i := len(p.fills) - 1; i >= 0; i-- {
		if f := &p.fills[i]; holds(f.Box, x, y) {
			return f.Color.Lightness() > 0.98
		}
	}
	return true
}

// heads reports whether the words of a cell are the label of an empty one at its right.
func (p *Page) heads(r *room) bool {
	tol := touch * p.em
	return slices.ContainsFunc(p.found, func(s spot) bool {
		return (s.rank == boxed || s.rank == painted || s.rank == combed) &&
			abs(s.box.X0-r.box.X1) < tol && abs(s.box.Y1-r.box.Y1) < tol && high(s.box) < 1.5*high(r.box)
	})
}

// crowns reports whether the words of a cell are the heading of empty ones below it.
func (p *Page) crowns(r *room) bool {
	tol := touch * p.em
	return slices.ContainsFunc(p.found, func(s spot) bool {
		return abs(s.box.Y0-r.box.Y1) < tol && abs(s.box.X0-r.box.X0) < tol && abs(s.box.X1-r.box.X1) < tol
	})
}

// free is the part of a cell that its words leave free: below them, to the right, or above.
func (p *Page) free(r *room) (engine.Box, bool) {
	label := p.all[r.words[0]].box
	size := p.all[r.words[0]].size
	for _, k := range r.words[1:] {
		label = union(label, p.all[k].box)
		size = max(size, p.all[k].size)
	}
	for _, s := range p.found { // check boxes and lines are no place for text
		if x, y := middle(s.box); holds(r.box, x, y) {
			label = union(label, s.box)
		}
	}
	b := r.box
	below := engine.Box{X0: b.X0, X1: b.X1, Y0: label.Y1, Y1: b.Y1}
	above := engine.Box{X0: b.X0, X1: b.X1, Y0: b.Y0, Y1: label.Y0}
	right := engine.Box{X0: label.X1 + 0.3*p.em, X1: b.X1, Y0: b.Y0, Y1: b.Y1}
	least := max(lowRoom*p.em, 0.9*size)
	if len(r.words) > prose {
		least = max(2*size, 0.6*high(label))
	}
	switch {
	case high(below) >= least && high(below) > 1.3*high(above):
		return below, true
	case high(above) >= least && high(above) > 2*high(below):
		return above, true
	case wide(right) >= 4*p.em && wide(right) > 0.3*wide(b) && high(b) < 4*size && p.asks(r) && !p.crowns(r):
		return right, true
	}
	return engine.Box{}, false
}

// prose is how many words are more than a label.
const prose = 10

// asks reports whether the words of a cell end like a question.
func (p *Page) asks(r *room) bool {
	last := p.all[r.words[len(r.words)-1]].text
	return len(r.words) <= 8 || last[len(last)-1] == ':' || last[len(last)-1] == '?'
}
