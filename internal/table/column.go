package table

import "slices"

// findColumns looks for the white that runs down between the phrases and for the rules that part them.
func (g *grid) findColumns() {
	edges := g.edges()
	cover, split := make([]int, len(edges)), make([]int, len(edges))
	for i := range g.lines {
		g.count(&g.lines[i], edges, cover, split)
	}
	g.findSpanning(edges, cover, split)
	clear(cover)
	clear(split)
	for i := range g.lines {
		g.count(&g.lines[i], edges, cover, split)
	}
	g.xs = g.withRules(g.white(edges, cover, split))
	g.place()
	g.joinStray()
	g.splitNumbers()
	g.trim()
}

func (g *grid) edges() []float32 {
	var edges []float32
	for i := range g.lines {
		for _, p := range g.lines[i].phrases {
			edges = append(edges, p.x0, p.x1)
		}
	}
	return sortedUnique(edges)
}

// count adds, for each stretch between neighbouring edges, a line that covers it and a line that has a gap there.
func (g *grid) count(l *line, edges []float32, cover, split []int) {
	last := -1
	for i := range l.phrases {
		p := &l.phrases[i]
		if p.spans {
			last = -1
			continue
		}
		a, b := at(edges, p.x0), at(edges, p.x1)
		for k := a; k < b; k++ {
			cover[k]++
		}
		if last >= 0 {
			for k := last; k < a; k++ {
				split[k]++
			}
		}
		last = b
	}
}

// findSpanning marks phrases that run over a gap of most other lines and stand over words on both sides of it.
func (g *grid) findSpanning(edges []float32, cover, split []int) {
	least := 2
	if len(g.lines) <= 3 {
		least = 1
	}
	strong := make([]bool, len(edges))
	for k := range edges {
		n := float32(cover[k] + split[k])
		strong[k] = split[k] >= least && float32(split[k]) >= splitShare*n
	}
	for i := range g.lines {
		l := &g.lines[i]
		for j := range l.phrases {
			p := &l.phrases[j]
			a, b := at(edges, p.x0), at(edges, p.x1)
			for a < b && strong[a] {
				a++
			}
			for b > a && strong[b-1] {
				b--
			}
			for k := a; k < b; k++ {
				if !strong[k] {
					continue
				}
				if w := g.jointAt(p, edges[k], edges[k+1]); w > 0 {
					right := *p
					p.to, p.x1 = w, g.s.words[w-1].box.X1
					right.from, right.x0, right.spans = w, g.s.words[w].box.X0, false
					l.phrases = slices.Insert(l.phrases, j+1, right)
					p = &l.phrases[j]
					break
				}
				p.spans = true
			}
			p.spans = p.spans || g.overRule(l, p)
		}
	}
}

// overRule reports whether a phrase stands where a vertical rule of other lines would run.
func (g *grid) overRule(l *line, p *phrase) bool {
	for _, v := range g.v {
		if v.pos > p.x0+0.3*g.em && v.pos < p.x1-0.3*g.em && v.length() > 2*g.em && (v.from > l.level() || v.to < l.level()) {
			return true
		}
	}
	return false
}
