package table

// findCells puts the phrases into cells and joins cells where no border parts them.
func (g *grid) findCells() {
	g.owner = make([]int, g.rows()*len(g.cols))
	for i := range g.owner {
		g.owner[i] = -1
	}
	for i := range g.lines {
		l := &g.lines[i]
		for j := range l.phrases {
			p := &l.phrases[j]
			id := g.claim(l.row, p.c0, l.row, p.c1)
			for w := p.from; w < p.to; w++ {
				g.cells[id].words = append(g.cells[id].words, w)
			}
		}
	}
	g.spanRules()
	g.spanMissing()
	g.spanCentred()
	g.spanRows()
}

// cellAt is the cell at a position, or nil.
func (g *grid) cellAt(r, c int) *cell {
	if id := g.owner[r*len(g.cols)+c]; id >= 0 {
		return &g.cells[id]
	}
	return nil
}

// claim makes one cell of a rectangle and of all cells that reach into it, and gives its number.
func (g *grid) claim(r0, c0, r1, c1 int) int {
	k := cell{r0: r0, c0: c0, r1: r1, c1: c1}
	id := -1
	for grown := true; grown; {
		grown = false
		for r := k.r0; r <= k.r1; r++ {
			for c := k.c0; c <= k.c1; c++ {
				o := g.owner[r*len(g.cols)+c]
				if o < 0 || o == id {
					continue
				}
				old := g.cells[o]
				if id < 0 {
					id = o
					k.words = old.words
				} else {
					k.words = append(k.words, old.words...)
					g.cells[o].words = nil
					g.cells[o].r1 = -1
				}
				n := cell{min(k.r0, old.r0), min(k.c0, old.c0), max(k.r1, old.r1), max(k.c1, old.c1), k.words, append(k.mute, old.mute...)}
				grown = grown || n.r0 != k.r0 || n.c0 != k.c0 || n.r1 != k.r1 || n.c1 != k.c1
				k = n
				for rr := old.r0; rr <= old.r1; rr++ {
					for cc := old.c0; cc <= old.c1; cc++ {
						g.owner[rr*len(g.cols)+cc] = id
					}
				}
			}
		}
	}
	if id < 0 {
		id = len(g.cells)
		g.cells = append(g.cells, k)
	}
	g.cells[id] = k
	for r := k.r0; r <= k.r1; r++ {
		for c := k.c0; c <= k.c1; c++ {
			g.owner[r*len(g.cols)+c] = id
		}
	}
	return id
}
