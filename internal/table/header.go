package table

// zone is the number of rows at the top that may be headers.
func (g *grid) zone() int {
	for r := 1; r < g.rows(); r++ {
		if g.ruled[r] && r*2 <= g.rows()+1 {
			return r
		}
	}
	return 1
}

// findHeader counts the rows at the top that name the columns.
func (g *grid) findHeader() {
	zone := g.zone()
	if zone < g.rows() && g.ruled[zone] {
		g.head = zone
	} else if g.wordsOnly(0) && !g.wordsOnly(1) {
		g.head = 1
	}
	for r := 0; r < g.head; r++ {
		for c := range g.cols {
			if k := g.cellAt(r, c); k != nil {
				g.head = max(g.head, k.r1+1)
			}
		}
	}
}

// wordsOnly reports whether no cell of a row is a number.
func (g *grid) wordsOnly(r int) bool {
	for i := range g.lines {
		l := &g.lines[i]
		if l.row != r {
			continue
		}
		for j := range l.phrases {
			if l.phrases[j].c0 > 0 && g.number(&l.phrases[j]) {
				return false
			}
		}
	}
	return true
}
