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

// interval is a stretch of white, and what speaks for it as a border.
type interval struct{ x0, x1 float32 }

// overRule reports whether a phrase stands where a vertical rule of other lines would run.
func (g *grid) overRule(l *line, p *phrase) bool {
	for _, v := range g.v {
		if v.pos > p.x0+0.3*g.em && v.pos < p.x1-0.3*g.em && v.length() > 2*g.em && (v.from > l.level() || v.to < l.level()) {
			return true
		}
	}
	return false
}

// white gives the stretches that no phrase covers and that enough lines show as a gap. Where a few phrases reach into
// the white of nearly all other lines, it is the stretch that the fewest cover.
func (g *grid) white(edges []float32, cover, split []int) []interval {
	var out []interval
	for k := 0; k+1 < len(edges); {
		if !g.mostlyWhite(cover[k], split[k]) {
			k++
			continue
		}
		n, least := k, k
		for n+1 < len(edges) && g.mostlyWhite(cover[n], split[n]) {
			if cover[n] < cover[least] || cover[n] == cover[least] && edges[n+1]-edges[n] > edges[least+1]-edges[least] {
				least = n
			}
			n++
		}
		if cover[least] > 0 {
			out = append(out, interval{edges[least], edges[least+1]})
		}
		for i := k; i < n; {
			if cover[i] > 0 {
				i++
				continue
			}
			j := i
			for j < n && cover[j] == 0 {
				j++
			}
			in := interval{edges[i], edges[j]}
			if g.evidence(in) > wideEnough && !g.marksOnly(in) && g.supported(in) {
				out = append(out, in)
			}
			i = j
		}
		k = n
	}
	return out
}

// mostlyWhite reports whether a stretch that so many lines cover and so many show as a gap may be a border.
func (g *grid) mostlyWhite(cover, split int) bool {
	return cover == 0 || split >= 3 && float32(split) >= whiteShare*float32(cover+split)
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

// wideEnough, in sizes of the font, is how much wider than the space between words the gaps at a border are in sum.
const wideEnough = 0.3

// supported reports whether white between two vertical rules, which part the columns already, is there in enough of
// the lines that have something between them.
func (g *grid) supported(in interval) bool {
	left, right := float32(-1), float32(-1)
	for _, v := range g.v {
		if v.length() < longRule*(g.box.Y1-g.box.Y0) {
			continue
		}
		switch {
		case v.pos >= in.x0-slant && v.pos <= in.x1+slant:
			return true
		case v.pos < in.x0 && (left < 0 || v.pos > left):
			left = v.pos
		case v.pos > in.x1 && (right < 0 || v.pos < right):
			right = v.pos
		}
	}
	if left < 0 || right < 0 {
		return true
	}
	split, all := 0, 0
	for i := range g.lines {
		before, after := false, false
		for _, p := range g.lines[i].phrases {
			if p.x0 > left-g.em/2 && p.x1 < right+g.em/2 && !p.spans {
				before = before || p.x1 <= in.x0+slant
				after = after || p.x0 >= in.x1-slant
			}
		}
		if before && after {
			split++
		}
		if before || after {
			all++
		}
	}
	return split*5 >= all*2
}

// evidence adds up how much wider than between words the gaps are that hold a stretch of white.
func (g *grid) evidence(in interval) float32 {
	var sum float32
	for i := range g.lines {
		l := &g.lines[i]
		for j := 1; j < len(l.phrases); j++ {
			a, b := &l.phrases[j-1], &l.phrases[j]
			if a.x1 <= in.x0+slant && b.x0 >= in.x1-slant && !a.spans && !b.spans && !g.ruleBetween(l, a, b) {
				sum += min((b.x0-a.x1)/g.em-wordGap, 1)
			}
		}
	}
	for _, v := range g.v {
		if v.pos >= in.x0-slant && v.pos <= in.x1+slant {
			sum++
		}
	}
	return sum
}

// marksOnly reports whether nothing but bullets stands right before a stretch of white: they belong to what follows.
func (g *grid) marksOnly(in interval) bool {
	marks := 0
	for i := range g.lines {
		l := &g.lines[i]
		for j := range l.phrases {
			if p := &l.phrases[j]; abs(p.x1-in.x0) < 0.5*g.em {
				if p.to-p.from > 1 || !bullet(g.s.words[p.from].text) {
					return false
				}
				marks++
			}
		}
	}
	return marks > 0
}

// ruleBetween reports whether a vertical rule explains the gap between two phrases.
func (g *grid) ruleBetween(l *line, a, b *phrase) bool {
	for _, v := range g.v {
		if v.pos > a.x1-slant && v.pos < b.x0+slant && v.from < l.level() && v.to > l.level() {
			return true
		}
	}
	return false
}

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
