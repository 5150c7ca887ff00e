package table

import "slices"

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

// middle is the middle of what stands in columns a to b.
func (g *grid) middle(a, b int) float32 {
	x0, x1 := g.cols[a].x0, g.cols[b].x1
	if g.cols[a].filled == 0 {
		x0 = g.xs[a]
	}
	if g.cols[b].filled == 0 {
		x1 = g.xs[b+1]
	}
	return (x0 + x1) / 2
}

// spanRules widens a cell over all columns that a short rule under it covers.
func (g *grid) spanRules() {
	width := g.xs[len(g.xs)-1] - g.xs[0]
	for _, h := range g.h {
		if h.length() > 0.95*width {
			continue
		}
		r := g.rowAbove(h.pos)
		if r < 0 {
			continue
		}
		a, b := len(g.cols), -1
		for c := range g.cols {
			if m := g.middle(c, c); m > h.from && m < h.to {
				a, b = min(a, c), max(b, c)
			}
		}
		if b > a {
			g.widen(r, a, b)
		}
	}
}

// rowAbove is the row whose lower border lies at a height, or -1.
func (g *grid) rowAbove(y float32) int {
	for r := 0; r+1 < g.rows(); r++ {
		if abs(g.ys[r+1]-y) < 0.5*g.em {
			return r
		}
	}
	return -1
}

// widen makes the only cell among columns a to b of a row cover them all.
func (g *grid) widen(r, a, b int) bool {
	only := -1
	for c := a; c <= b; c++ {
		id := g.owner[r*len(g.cols)+c]
		if id < 0 || id == only {
			continue
		}
		if only >= 0 {
			return false
		}
		only = id
	}
	if only < 0 || g.cells[only].c0 < a || g.cells[only].c1 > b || g.cells[only].r0 != g.cells[only].r1 {
		return false
	}
	g.claim(r, a, r, b)
	return true
}

// parted reports whether a vertical rule parts column c from the next in a row.
func (g *grid) parted(r, c int) bool {
	x, top, bottom := g.xs[c+1], g.ys[r], g.ys[r+1]
	for _, v := range g.v {
		if abs(v.pos-x) < 0.5*g.em && overlap(v.from, v.to, top, bottom) > 0.55*(bottom-top) {
			return true
		}
	}
	return false
}

// spanMissing joins cells between which a vertical rule is missing that runs elsewhere.
func (g *grid) spanMissing() {
	for c := 0; c+1 < len(g.cols); c++ {
		with := 0
		for r := range g.rows() {
			if g.parted(r, c) {
				with++
			}
		}
		if with*2 < g.rows() {
			continue
		}
		for r := range g.rows() {
			a, b := g.cellAt(r, c), g.cellAt(r, c+1)
			if g.parted(r, c) || a == b || a != nil && b != nil {
				continue
			}
			switch {
			case a != nil && (a.c0 == 0 || g.nearer(a, a.c0, c+1)):
				g.claim(r, a.c0, r, c+1)
			case b != nil && g.nearer(b, c, b.c1):
				g.claim(r, c, r, b.c1)
			}
		}
	}
}

// nearer reports whether the words of a cell stand nearer to the middle of columns a to b than to that of its own.
func (g *grid) nearer(k *cell, a, b int) bool {
	x0, x1 := g.reach(k)
	mid := (x0 + x1) / 2
	return abs(mid-(g.xs[a]+g.xs[b+1])/2) < abs(mid-(g.xs[k.c0]+g.xs[k.c1+1])/2)
}

// reach is how far the words of a cell reach.
func (g *grid) reach(k *cell) (x0, x1 float32) {
	for i, w := range k.words {
		b := g.s.words[w].box
		if i == 0 {
			x0, x1 = b.X0, b.X1
		}
		x0, x1 = min(x0, b.X0), max(x1, b.X1)
	}
	return x0, x1
}

// zone is the number of rows at the top that may be headers.
func (g *grid) zone() int {
	for r := 1; r < g.rows(); r++ {
		if g.ruled[r] && r*2 <= g.rows()+1 {
			return r
		}
	}
	return 1
}

// spanCentred widens a label of the header over the columns it is centred on.
func (g *grid) spanCentred() {
	for r := range min(g.zone(), g.rows()-1) {
		for c := 0; c < len(g.cols); c++ {
			k := g.cellAt(r, c)
			if k == nil || k.r0 != k.r1 {
				continue
			}
			c = k.c1
			if a, b, ok := g.centredOver(r, k); ok {
				g.widen(r, a, b)
				c = b
			}
		}
	}
}

// centredOver finds the columns around a cell, blank in its row and filled in the next, that it stands in the middle of.
func (g *grid) centredOver(r int, k *cell) (a, b int, ok bool) {
	if len(k.words) == 0 {
		return 0, 0, false
	}
	x0, x1 := g.reach(k)
	mid := (x0 + x1) / 2
	lo, hi := k.c0, k.c1
	for lo > 0 && g.cellAt(r, lo-1) == nil && g.cellAt(r+1, lo-1) != nil && !g.parted(r, lo-1) {
		lo--
	}
	for hi+1 < len(g.cols) && g.cellAt(r, hi+1) == nil && g.cellAt(r+1, hi+1) != nil && !g.parted(r, hi) {
		hi++
	}
	best := 0.6 * g.em
	if d := abs(mid - g.middle(k.c0, k.c1)); d < best {
		best = d - 0.1*g.em
	}
	for i := lo; i <= k.c0; i++ {
		for j := k.c1; j <= hi; j++ {
			if j-i == k.c1-k.c0 {
				continue
			}
			if d := abs(mid - g.middle(i, j)); d < best {
				best, a, b, ok = d, i, j, true
			}
		}
	}
	return a, b, ok
}

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
