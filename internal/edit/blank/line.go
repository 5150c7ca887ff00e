package blank

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

// Lengths of lines to write on, in sizes of the usual font.
const (
	shortLine = 1.6
	tallLine  = 1.7  // what is kept free over a line
	lowLine   = 0.7  // what must be
	onLine    = 0.6  // words whose baseline is this near above a line stand on it
	hugs      = 0.42 // captions are this near below a line
	nearLabel = 4    // how far before a line its label ends
	farLabel  = 12   // the same of one that ends with a colon
	mostOn    = 6    // words that stand on a line
)

// lines are the stretches of rules that are written on, underscores and dots among them.
func (p *Page) lines() []spot {
	var out []spot
	var rest []engine.Box
	for _, l := range p.runs() {
		for _, s := range p.stretches(l) {
			if b, ok := p.above(s); ok {
				out = append(out, p.text(b, written))
			}
		}
	}
	for i := range p.rooms {
		r := &p.rooms[i]
		if r.left && r.right && !r.tray || p.occupied(engine.Box{X0: r.box.X0, X1: r.box.X1, Y0: r.box.Y1 - lowLine*p.em, Y1: r.box.Y1}) {
			continue
		}
		whole := table.Rule{Pos: r.box.Y1, From: r.box.X0, To: r.box.X1}
		roof, walled := p.roofs(r)
		for _, s := range p.stretches(whole) {
			b, ok := p.above(s)
			switch {
			case !ok, walled, roof && (s != whole || !p.follows(s)): // the upper side of a cell
			case p.invites(s):
				out = append(out, p.text(b, ruled))
			default:
				rest = append(rest, b)
			}
		}
	}
	return append(out, p.goingOn(out, rest)...)
}

// goingOn are the lines that go on with others that are written on: below them, from end to end.
func (p *Page) goingOn(lines []spot, rest []engine.Box) []spot {
	var out []spot
	for _, b := range rest {
		if p.oneOfMany(b, rest) || slices.ContainsFunc(slices.Concat(lines, out), func(s spot) bool {
			d := b.Y1 - s.box.Y1
			return d > p.em && d < 3.5*p.em && abs(b.X1-s.box.X1) < p.em && b.X0 < s.box.X0+p.em
		}) {
			out = append(out, p.text(b, ruled))
		}
	}
	return out
}

// oneOfMany reports whether a line is one of three at least that are equally long and stand below each other.
func (p *Page) oneOfMany(b engine.Box, rest []engine.Box) bool {
	near, n := false, 0
	for _, o := range rest {
		d := abs(o.Y1 - b.Y1)
		if d > p.em && d < 7*p.em && abs(o.X0-b.X0) < 0.5*p.em && abs(o.X1-b.X1) < 0.5*p.em {
			near = near || d < 3.5*p.em
			n++
		}
	}
	return near && n >= 2
}

// runs are the underscores and dots of the page, those that go on from each other as one.
func (p *Page) runs() []table.Rule {
	slices.SortStableFunc(p.leaders, func(a, b table.Rule) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.From, b.From)) })
	var out []table.Rule
	for _, l := range p.leaders {
		if last := len(out) - 1; last >= 0 && abs(out[last].Pos-l.Pos) < 0.2*p.em && l.From-out[last].To < 0.5*p.em && l.From >= out[last].From {
			out[last].To = max(out[last].To, l.To)
			continue
		}
		out = append(out, l)
	}
	return out
}

// roofs reports whether the line under a room is the upper side of a cell, and whether that has walls.
func (p *Page) roofs(r *room) (roof, walled bool) {
	tol := touch * p.em
	for i := range p.rooms {
		c := &p.rooms[i]
		if c.cell() && !c.tray && abs(c.box.Y0-r.box.Y1) < tol && overlap(c.box.X0, c.box.X1, r.box.X0, r.box.X1) > 0.3*wide(r.box) {
			roof, walled = true, walled || c.walled
		}
	}
	return roof, walled
}

// stretches are the parts of a line that no words stand on.
func (p *Page) stretches(l table.Rule) []table.Rule {
	var on []word
	for _, w := range p.all {
		if d := l.Pos - w.base; w.row >= 0 && d > -0.25*w.size && d < onLine*max(w.size, p.em) && overlap(w.box.X0, w.box.X1, l.From, l.To) > 0.2*p.em {
			on = append(on, w)
		}
	}
	slices.SortFunc(on, func(a, b word) int { return cmp.Compare(a.box.X0, b.box.X0) })
	var out []table.Rule
	from := l.From
	var covered float32
	headed := false // a rule under a heading
	for _, w := range on {
		covered += overlap(w.box.X0, w.box.X1, l.From, l.To)
		headed = headed || w.size > largeText*p.em
	}
	if headed || len(on) > mostOn || covered > 0.5*(l.To-l.From) {
		return nil
	}
	add := func(to float32) {
		if to-from >= shortLine*p.em {
			out = append(out, table.Rule{Pos: l.Pos, From: from, To: to})
		}
	}
	for _, w := range on {
		add(w.box.X0 - 0.2*p.em)
		from = max(from, w.box.X1+0.2*p.em)
	}
	add(l.To)
	return out
}

// above is the white over a line, as much of it as a line of writing needs.
func (p *Page) above(l table.Rule) (engine.Box, bool) {
	b := engine.Box{X0: l.From, X1: l.To, Y0: max(0, l.Pos-tallLine*p.em), Y1: l.Pos}
	for _, w := range p.all {
		if w.base < l.Pos-0.1*p.em && overlap(w.box.X0, w.box.X1, b.X0, b.X1) > 0.3*p.em {
			b.Y0 = max(b.Y0, min(w.base+0.15*w.size, l.Pos))
		}
	}
	for _, r := range p.level {
		if r.Pos < l.Pos-0.3*p.em && overlap(r.From, r.To, b.X0, b.X1) > 0.3*(b.X1-b.X0) {
			b.Y0 = max(b.Y0, r.Pos)
		}
	}
	return b, high(b) >= lowLine*p.em && p.pale(b)
}
