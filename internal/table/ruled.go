package table

// enclosed is the grid of a region as its rules alone draw it: the other explanation beside that by white and lines. It
// is none where words stand outside or across its cells, or where the other explanation sees rows or columns that no
// rule parts.
func (s *sheet) enclosed(r region, other *grid) (*grid, bool) {
	g := s.newGrid(other.box)
	g.kind = r.kind
	l, ok := g.lattice()
	if !ok {
		return nil, false
	}
	for i := range g.lines {
		for _, p := range g.lines[i].phrases {
			id := -1
			for w := p.from; w < p.to; w++ {
				word := &s.words[w]
				k := l.cellAt(word.mid(), word.level())
				if k < 0 || w > p.from && k != id {
					return nil, false
				}
				id = k
			}
			for w := p.from; w < p.to; w++ {
				l.cells[id].words = append(l.cells[id].words, w)
			}
		}
	}
	if other.seesMore(l) {
		return nil, false
	}
	l.compact(g.em)
	if len(l.ys) < 3 || len(l.xs) < 3 {
		return nil, false
	}
	g.adoptLattice(l)
	return g, true
}

// seesMore reports whether a solved grid divides cells of a lattice: into columns anywhere, or into rows in two of one
// row, or in all of it that hold words.
func (g *grid) seesMore(l *lattice) bool {
	if len(g.cells) == 0 {
		return false
	}
	holder := map[int32]int{}
	for i := range g.cells {
		for _, w := range g.cells[i].words {
			holder[w] = i
		}
	}
	divided, filled := make([]int, len(l.ys)), make([]int, len(l.ys))
	for i := range l.cells {
		k := &l.cells[i]
		rows, cols := map[int]bool{}, map[int]bool{}
		for _, w := range k.words {
			if id, ok := holder[w]; ok {
				rows[g.cells[id].r0], cols[g.cells[id].c0] = true, true
			}
		}
		if len(cols) > 1 {
			return true
		}
		if len(k.words) > 0 {
			filled[k.r0]++
		}
		if len(rows) > 1 {
			divided[k.r0]++
		}
	}
	for r, n := range divided {
		if n > 1 || n == 1 && filled[r] == 1 {
			return true
		}
	}
	return false
}

// adoptLattice makes the cells of a lattice those of the grid.
func (g *grid) adoptLattice(l *lattice) {
	g.xs, g.ys = l.xs, l.ys
	g.place()
	g.owner = make([]int, g.rows()*len(g.cols))
	for i := range g.owner {
		g.owner[i] = -1
	}
	holder := map[int32]*cell{}
	for i := range l.cells {
		k := &l.cells[i]
		for _, w := range k.words {
			holder[w] = k
		}
		if len(k.words) == 0 && k.r0 == k.r1 && k.c0 == k.c1 {
			continue
		}
		g.cells[g.claim(k.r0, k.c0, k.r1, k.c1)].words = k.words
	}
	for i := range g.lines {
		line := &g.lines[i]
		line.row = max(0, min(at(g.ys, line.level())-1, g.rows()-1))
		for j := range line.phrases {
			p := &line.phrases[j]
			k := holder[p.from]
			p.c0, p.c1, p.spans = k.c0, k.c1, k.c1 > k.c0
		}
	}
	g.ruled = make([]bool, len(g.ys))
	width := g.xs[len(g.xs)-1] - g.xs[0]
	for _, h := range g.h {
		if r := at(g.ys, h.pos-ruleTouch*g.em); r < len(g.ys) && h.length() > fullRule*width {
			g.ruled[r] = g.ruled[r] || abs(g.ys[r]-h.pos) < ruleTouch*g.em
		}
	}
	g.whole = true
	g.findHeader()
}
