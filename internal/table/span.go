package table

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
