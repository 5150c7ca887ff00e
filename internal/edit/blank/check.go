package blank

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of check boxes, in sizes of the usual font and in parts.
const (
	leastSide = 0.5
	mostSide  = 2.4
	oblong    = 1.35
	besides   = 2.5 // how far a label is at most
)

// checks are the squares and circles that stand for themselves, and the square rooms with a label beside them.
func (p *Page) checks() []spot {
	var out []spot
	for _, b := range p.squares {
		if !p.written(b) && !p.lettered(b) && !p.beside(b) && (wide(b) < 1.8*p.em || p.labelled(b) || p.lined(b)) {
			out = append(out, spot{box: b, kind: Check, rank: marked})
		}
	}
	for _, f := range p.fills {
		if p.square(f.Box) && p.pale(f.Box) && !p.written(f.Box) && p.labelled(f.Box) && !p.beside(f.Box) {
			out = append(out, spot{box: f.Box, kind: Check, rank: marked})
		}
	}
	for i := range p.rooms {
		r := &p.rooms[i]
		if r.cell() && !r.tray && len(r.words) == 0 && p.square(r.box) && p.pale(r.box) && p.labelled(r.box) && !p.beside(r.box) {
			out = append(out, spot{box: r.box, kind: Check, rank: marked})
		}
	}
	return out
}

// lined reports whether another square of its size stands in the row or the column of one.
func (p *Page) lined(b engine.Box) bool {
	return slices.ContainsFunc(p.squares, func(o engine.Box) bool {
		return o != b && abs(wide(o)-wide(b)) < 0.1*wide(b) && (abs(o.X0-b.X0) < 0.2*wide(b) || abs(o.Y0-b.Y0) < 0.2*wide(b))
	})
}

func (p *Page) square(b engine.Box) bool {
	w, h := wide(b), high(b)
	return min(w, h) >= leastSide*p.em && max(w, h) <= mostSide*p.em && max(w, h) <= oblong*min(w, h)
}

// written reports whether words stand in a box.
func (p *Page) written(b engine.Box) bool {
	return slices.ContainsFunc(p.all, func(w word) bool {
		x, y := middle(w.box)
		return holds(b, x, y)
	})
}

// lettered reports whether a square is a part of the letters of a word: it stands neither before nor behind them.
func (p *Page) lettered(b engine.Box) bool {
	x, y := middle(b)
	return slices.ContainsFunc(p.all, func(w word) bool {
		return wide(b) < counter*w.size && holds(w.box, x, y) && x > w.box.X0+wide(b) && x < w.box.X1-wide(b)
	})
}

// counter, in sizes of the font, is what is white inside a letter at most.
const counter = 0.75

// labelled reports whether a word stands close to the right of a box, or to the left or above.
func (p *Page) labelled(b engine.Box) bool {
	_, y := middle(b)
	x, _ := middle(b)
	return slices.ContainsFunc(p.all, func(w word) bool {
		if w.row < 0 {
			return false
		}
		if abs(w.base-0.3*w.size-y) < 0.6*max(high(b), w.size) {
			return overlap(w.box.X0, w.box.X1, b.X0, b.X1) > -besides*p.em/2
		}
		return w.box.X0 < x && w.box.X1 > x && (b.Y0-w.base < 0.8*w.size && b.Y0 > w.base-0.3*w.size)
	})
}

// beside reports whether a room of its size adjoins a box: together they take letters.
func (p *Page) beside(b engine.Box) bool {
	return slices.ContainsFunc(p.rooms, func(r room) bool {
		return r.cell() && abs(r.box.Y0-b.Y0) < 0.25*high(b) && abs(r.box.Y1-b.Y1) < 0.25*high(b) && abs(wide(r.box)-wide(b)) < 0.25*wide(b) &&
			(abs(r.box.X0-b.X1) < 0.2*wide(b) || abs(r.box.X1-b.X0) < 0.2*wide(b))
	})
}

// Lightness of what is written on.
const (
	palest = 0.84
)

// pale reports whether a box is light enough to be written on, and painted for itself where it is painted: coloured
// ground with white places on it is none.
func (p *Page) pale(b engine.Box) bool {
	x, y := middle(b)
	for i := len(p.fills) - 1; i >= 0; i-- {
		f := &p.fills[i]
		if !holds(f.Box, x, y) {
			continue
		}
		if f.Color.Lightness() > 0.98 {
			return true
		}
		return f.Color.Lightness() >= palest && 2*area(common(f.Box, b)) > area(f.Box)
	}
	return true
}
