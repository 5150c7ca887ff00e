package table

import "github.com/octavo-dev/octavo/internal/engine"

// grow widens the box of a solved grid by the rows above and below that stand in its columns.
func (g *grid) grow() (engine.Box, bool) {
	box, grown := g.box, false
	from, to := g.s.rowsBetween(g.box.Y0, g.box.Y1)
	for i := from - 1; i >= 0 && g.goesOn(i, box.Y0-g.s.rows[i].base); i-- {
		box.Y0, grown = g.s.rows[i].base-g.s.rows[i].size, true
	}
	for i := to; i < len(g.s.rows) && g.goesOn(i, g.s.rows[i].base-g.s.rows[i].size-box.Y1); i++ {
		box.Y1, grown = g.s.rows[i].base+0.3*g.s.rows[i].size, true
	}
	return box, grown
}

// shrink narrows the box of a solved grid by single lines across it at its top and bottom that no rule holds in:
// captions and notes.
func (g *grid) shrink() (engine.Box, bool) {
	from, to := 0, len(g.lines)
	for from < to && g.aside(&g.lines[from], func(y float32) bool { return y < g.lines[from].level() }) {
		from++
	}
	for to > from && g.aside(&g.lines[to-1], func(y float32) bool { return y > g.lines[to-1].level() }) {
		to--
	}
	box := g.box
	if from > 0 && from < to {
		box.Y0 = (g.lines[from-1].bottom() + g.lines[from].top()) / 2
	}
	if to < len(g.lines) && from < to {
		box.Y1 = (g.lines[to-1].bottom() + g.lines[to].top()) / 2
	}
	return box, box != g.box
}

// aside reports whether a line is one phrase over several columns, or long, with no long rule beyond it.
func (g *grid) aside(l *line, beyond func(y float32) bool) bool {
	if len(l.phrases) != 1 || !l.phrases[0].spans && l.phrases[0].to-l.phrases[0].from < proseWords {
		return false
	}
	for _, h := range g.h {
		if beyond(h.pos) && h.length() > longRule*(g.xs[len(g.xs)-1]-g.xs[0]) {
			return false
		}
	}
	for _, v := range g.v {
		if v.from < l.level() && v.to > l.level() {
			return false
		}
	}
	return true
}

// goesOn reports whether a row of the sheet, so far from the grid, stands in several of its columns and crosses none.
func (g *grid) goesOn(i int, away float32) bool {
	r := &g.s.rows[i]
	if away > 0.9*r.size {
		return false
	}
	columns, last := 0, -1
	end := float32(0)
	for k := r.from; k < r.to; k++ {
		w := &g.s.words[k]
		if w.taken || w.box.X1 < g.box.X0-g.em || w.box.X0 > g.box.X1+g.em {
			continue
		}
		if w.mid() < g.box.X0 || w.mid() > g.box.X1 {
			return false
		}
		c := g.columnAt(w.mid())
		if w.box.X0 < g.xs[c]-0.5*g.em || w.box.X1 > g.xs[c+1]+0.5*g.em || last >= 0 && c != last && w.box.X0-end < wordGap*w.size {
			return false
		}
		if c != last {
			columns++
		}
		last, end = c, w.box.X1
	}
	return columns >= 2 && columns*2 >= len(g.cols)
}
