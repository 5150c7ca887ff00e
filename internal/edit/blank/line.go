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
	tallLine  = 1.7 // what is kept free over a line
	lowLine   = 0.7 // what must be
	onLine    = 0.6 // words whose baseline is this near above a line stand on it
	hugs      = 0.55
)

// lines are the stretches of rules that are written on, underscores and dots among them.
func (p *Page) lines() []spot {
	var out []spot
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
		for _, s := range p.stretches(table.Rule{Pos: r.box.Y1, From: r.box.X0, To: r.box.X1}) {
			if b, ok := p.above(s); ok && p.invites(s, b) {
				out = append(out, p.text(b, ruled))
			}
		}
	}
	return out
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

// invites reports whether a line is there to be written on: a label stands before it, on it, below it, or it is one of
// several. Other lines part what is above from what is below.
func (p *Page) invites(l table.Rule, b engine.Box) bool {
	for _, w := range p.all {
		if w.row < 0 {
			continue
		}
		before := l.From - w.box.X1
		if d := l.Pos - w.base; d > -0.6*w.size && d < 0.9*w.size && before > -0.5*p.em && before < 2.5*p.em {
			return true
		}
		if gap := w.box.Y0 - l.Pos; gap > -0.3*w.size && gap < hugs*p.em && w.box.X0 > l.From-p.em && w.box.X1 < l.To+p.em && p.caption(w, l) {
			return true
		}
	}
	return slices.ContainsFunc(p.level, func(r table.Rule) bool {
		d := abs(r.Pos - l.Pos)
		return d > p.em && d < 3*p.em && abs(r.From-l.From) < p.em && abs(r.To-l.To) < p.em
	})
}

// caption reports whether the words of a row that stand under a line are no wider than it.
func (p *Page) caption(of word, l table.Rule) bool {
	from, to := of.box.X0, of.box.X1
	n := 0
	for _, w := range p.all {
		if w.row == of.row && overlap(w.box.X0, w.box.X1, l.From-2*p.em, l.To+2*p.em) > 0 {
			from, to = min(from, w.box.X0), max(to, w.box.X1)
			n++
		}
	}
	return n <= 12 && from > l.From-1.5*p.em && to < l.To+1.5*p.em && to-from < 0.9*(l.To-l.From)+2*p.em && of.size < 1.25*p.em
}
