package table

// withRules turns stretches of white into borders, on the rules where there are some, and adds those of rules alone.
func (g *grid) withRules(white []interval) []float32 {
	left, right := g.extent()
	xs := []float32{left}
	height := g.box.Y1 - g.box.Y0
	for _, in := range white {
		n := len(xs)
		for _, v := range g.v {
			if v.pos >= in.x0-slant && v.pos <= in.x1+slant && (len(xs) == n || v.pos-xs[len(xs)-1] > wideColumn*g.em && v.length() > longRule*height) {
				xs = append(xs, v.pos)
			}
		}
		if len(xs) == n {
			xs = append(xs, (in.x0+in.x1)/2)
		}
	}
	for _, v := range g.v {
		if v.length() > longRule*height && !near(v.pos, append(xs, right), wideColumn*g.em) && v.pos > left && v.pos < right {
			xs = append(xs, v.pos)
		}
	}
	return sortedUnique(append(xs, right))
}

// near reports whether a place lies within some distance of others.
func near(x float32, of []float32, distance float32) bool {
	for _, o := range of {
		if abs(x-o) < distance {
			return true
		}
	}
	return false
}

// extent is how far the lines and rules of the grid reach.
func (g *grid) extent() (left, right float32) {
	first := true
	add := func(a, b float32) {
		if first {
			left, right, first = a, b, false
		}
		left, right = min(left, a), max(right, b)
	}
	for i := range g.lines {
		p := g.lines[i].phrases
		add(p[0].x0, p[len(p)-1].x1)
	}
	for _, h := range g.h {
		add(max(h.from, g.box.X0), min(h.to, g.box.X1))
	}
	return left, right
}

// place says for each phrase in which columns it stands, and for each column what stands in it.
func (g *grid) place() {
	g.cols = make([]column, len(g.xs)-1)
	for c := range g.cols {
		g.cols[c] = column{x0: g.xs[c+1], x1: g.xs[c]}
	}
	for i := range g.lines {
		for j := range g.lines[i].phrases {
			p := &g.lines[i].phrases[j]
			p.c0 = g.columnAt((p.x0 + p.x1) / 2)
			p.c1 = p.c0
			if p.spans {
				continue
			}
			c := &g.cols[p.c0]
			c.x0, c.x1 = min(c.x0, p.x0), max(c.x1, p.x1)
			c.filled++
			if g.number(p) {
				c.numbers++
			}
		}
	}
	for i := range g.lines {
		for j := range g.lines[i].phrases {
			if p := &g.lines[i].phrases[j]; p.spans {
				g.spread(p)
			}
		}
	}
}

// spread gives a phrase that crosses borders the columns it stands over.
func (g *grid) spread(p *phrase) {
	p.c0, p.c1 = len(g.cols), -1
	for c := range g.cols {
		k := &g.cols[c]
		x0, x1 := k.x0, k.x1
		if x0 >= x1 {
			x0, x1 = g.xs[c], g.xs[c+1]
		}
		if o := overlap(p.x0, p.x1, x0, x1); o > 0.5*g.em || o > 0.4*(x1-x0) {
			p.c0, p.c1 = min(p.c0, c), max(p.c1, c)
		}
	}
	if p.c1 < p.c0 {
		p.c0 = g.columnAt((p.x0 + p.x1) / 2)
		p.c1 = p.c0
	}
	p.spans = p.c1 > p.c0
}

func (g *grid) columnAt(x float32) int {
	c := 0
	for c+2 < len(g.xs) && x > g.xs[c+1] {
		c++
	}
	return c
}
