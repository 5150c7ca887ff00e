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
