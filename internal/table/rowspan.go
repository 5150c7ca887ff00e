package table

import "slices"

// spanRows joins cells over rows: where a rule leaves a column out, and where a label stands in the middle of several
// rows between two rules.
func (g *grid) spanRows() {
	for c := range g.cols {
		for r := 0; r < g.rows(); {
			n := r + 1
			for n < g.rows() && !g.underlined(n, c) {
				n++
			}
			if n-r > 1 {
				g.spanBlock(r, n-1, c)
			}
			r = n
		}
	}
}

// underlined reports whether a rule on the border above row r covers column c.
func (g *grid) underlined(r, c int) bool {
	y, x0, x1 := g.ys[r], g.xs[c], g.xs[c+1]
	for _, h := range g.h {
		if abs(h.pos-y) < 0.5*g.em && overlap(h.from, h.to, x0, x1) > 0.5*(x1-x0) {
			return true
		}
	}
	return false
}

// spanBlock makes one cell of rows a to b of a column, between two rules, where one label is meant for all of them.
func (g *grid) spanBlock(a, b, c int) {
	var labels []int
	for r := a; r <= b; r++ {
		id := g.owner[r*len(g.cols)+c]
		if id < 0 {
			continue
		}
		if g.cells[id].c0 != c || g.cells[id].c1 != c {
			return
		}
		if !slices.Contains(labels, id) {
			labels = append(labels, id)
		}
	}
	if len(labels) == 0 {
		return
	}
	// Every border inside is a rule that leaves this column out, or the label is in the middle.
	passed := len(g.v) > 1
	for r := a + 1; r <= b && passed; r++ {
		passed = g.partly(r)
	}
	if passed || len(labels) == 1 && g.inMiddle(&g.cells[labels[0]], a, b) {
		g.claim(a, c, b, c)
	}
}

// partly reports whether some rule lies on the border above row r.
func (g *grid) partly(r int) bool {
	for _, h := range g.h {
		if abs(h.pos-g.ys[r]) < 0.5*g.em {
			return true
		}
	}
	return false
}

// inMiddle reports whether the words of a cell stand halfway between the first and the last of some rows.
func (g *grid) inMiddle(k *cell, a, b int) bool {
	var sum float32
	for _, w := range k.words {
		sum += g.s.words[w].level()
	}
	own := sum / float32(len(k.words))
	first, last := float32(0), float32(0)
	seen := false
	for i := range g.lines {
		l := &g.lines[i]
		if l.row < a || l.row > b || len(l.phrases) == 1 && l.phrases[0].from == k.words[0] {
			continue
		}
		if !seen {
			first, seen = l.level(), true
		}
		last = l.level()
	}
	return seen && last > first && abs(own-(first+last)/2) < 0.25*g.em
}
