package table

import "slices"

// trim drops outer columns in which nothing stands: the margin between a table and a frame around it.
func (g *grid) trim() {
	n := len(g.cols)
	for len(g.cols) > 2 && g.cols[len(g.cols)-1].filled == 0 {
		g.xs = g.xs[:len(g.xs)-1]
		g.place()
	}
	for len(g.cols) > 2 && g.cols[0].filled == 0 {
		g.xs = g.xs[1:]
		g.place()
	}
	if n != len(g.cols) {
		for i := range g.lines {
			p := g.lines[i].phrases
			g.xs[0] = min(g.xs[0], p[0].x0)
			g.xs[len(g.xs)-1] = max(g.xs[len(g.xs)-1], p[len(p)-1].x1)
		}
	}
}

// joinStray takes back borders of columns that hold next to nothing, right behind what the words there follow.
func (g *grid) joinStray() {
	for c := 1; c < len(g.cols); c++ {
		if g.ruledAt(g.xs[c]) {
			continue
		}
		if g.headless(c) {
			g.xs = slices.Delete(g.xs, c, c+1)
			g.place()
			c--
			continue
		}
		stray := g.cols[c].filled > 0 && g.cols[c].filled <= 1+len(g.lines)/12
		for i := range g.lines {
			l := &g.lines[i]
			for j := range l.phrases {
				if p := &l.phrases[j]; p.c0 == c && !p.spans && (j == 0 || l.phrases[j-1].c1 != c-1 || p.x0-l.phrases[j-1].x1 > strayGap*g.em) {
					stray = false
				}
			}
		}
		if stray {
			g.xs = slices.Delete(g.xs, c, c+1)
			g.place()
			c--
		}
	}
}

// headless reports whether columns c-1 and c are one whose heading stands a little aside of all else in it.
func (g *grid) headless(c int) bool {
	if min(g.cols[c-1].filled, g.cols[c].filled) != 1 || g.cols[c].x0-g.cols[c-1].x1 > asideGap*g.em {
		return false
	}
	a, b := g.lines[0].in(c-1), g.lines[0].in(c)
	if (a == nil) == (b == nil) || a != nil && (a.spans || g.cols[c-1].filled > 1) || b != nil && (b.spans || g.cols[c].filled > 1) {
		return false
	}
	return len(g.lines) > 2
}

// ruledAt reports whether a vertical rule stands at a border.
func (g *grid) ruledAt(x float32) bool {
	for _, v := range g.v {
		if abs(v.pos-x) < 0.5*g.em {
			return true
		}
	}
	return false
}
