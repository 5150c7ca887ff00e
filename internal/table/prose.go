package table

import "slices"

// withoutProse cuts a region at paragraphs that run across it and gives the parts between them.
func (s *sheet) withoutProse(r region) []region {
	g := s.newGrid(r.box)
	width := r.box.X1 - r.box.X0
	var parts []region
	top := r.box.Y0
	columns := slices.ContainsFunc(g.lines, func(l line) bool { return len(l.phrases) > 1 })
	add := func(bottom float32) {
		if bottom-top > 1.5*g.em {
			part := r
			part.box.Y0, part.box.Y1 = top, bottom
			parts = append(parts, part)
		}
	}
	for i := 0; i < len(g.lines); {
		n, full := i, 0
		for n < len(g.lines) && len(g.lines[n].phrases) == 1 && !g.barred(&g.lines[n]) && !(n > i && g.ruleAbove(n)) {
			p := &g.lines[n].phrases[0]
			if p.x1-p.x0 > 0.6*width && p.to-p.from >= proseWords {
				full++
			}
			n++
		}
		if full >= 2 && (columns || g.broken(i, n)) {
			add(g.lines[i].top() - 0.2*g.em)
			top = g.lines[n-1].bottom()
		}
		i = max(n, i+1)
	}
	if top == r.box.Y0 {
		return []region{r}
	}
	add(r.box.Y1)
	return parts
}

// broken reports whether more than half of some lines break where the next word had no room: then they are paragraphs and
// not one entry each.
func (g *grid) broken(from, to int) bool {
	right := float32(0)
	for _, l := range g.lines[from:to] {
		right = max(right, l.phrases[0].x1)
	}
	room := 0
	for i := from + 1; i < to; i++ {
		w := &g.s.words[g.lines[i].phrases[0].from]
		if right-g.lines[i-1].phrases[0].x1 > w.box.X1-w.box.X0+spareRoom*g.em {
			room++
		}
	}
	return 2*room < to-from-1
}

// barred reports whether vertical rules stand beside a line on both sides of it: it is inside a cell.
func (g *grid) barred(l *line) bool {
	p := &l.phrases[0]
	inner := false
	for _, v := range g.v {
		if v.from < l.level() && v.to > l.level() && v.pos > g.box.X0+g.em && v.pos < g.box.X1-g.em {
			inner = inner || v.pos < p.x0 || v.pos > p.x1
		}
	}
	return inner
}

// ruleAbove reports whether a rule from side to side parts line n from the one above.
func (g *grid) ruleAbove(n int) bool {
	for _, h := range g.h {
		if h.pos > g.lines[n-1].level() && h.pos < g.lines[n].level() && h.length() > fullRule*(g.box.X1-g.box.X0) {
			return true
		}
	}
	return false
}
