package table

// findRows gathers lines into rows and lays the borders between them. What stands between two rules is one row where
// its lines go on from each other; else each line that does not go on from the one above begins a row.
func (g *grid) findRows() {
	bands := g.bands()
	pitch := g.pitch()
	prior := g.enclosing(bands)
	row := -1
	for from := 0; from < len(g.lines); {
		to := from + 1
		for to < len(g.lines) && bands[to] == bands[from] {
			to++
		}
		row++
		g.lines[from].row = row
		var sum float32
		for i := from + 1; i < to; i++ {
			sum += max(g.continues(from, i, pitch), leastJoin)
		}
		whole := prior > 0 && sum/float32(max(1, to-from-1))+prior > 0
		for i, start := from+1, from; i < to; i++ {
			if score := g.continues(start, i, pitch); score < plainBreak && g.lines[i].in(0) != nil || !whole && score <= 0 {
				row++
				start = i
			}
			g.lines[i].row = row
		}
		from = to
	}
	g.borders(row + 1)
}

// enclosing weighs how much the rules of a table say that what stands between two of them is one row.
func (g *grid) enclosing(bands []int) float32 {
	if g.solid(bands) {
		return 0
	}
	n := bands[len(bands)-1] + 1
	inner := 0
	for _, v := range g.v {
		if v.pos > g.xs[0]+g.em && v.pos < g.xs[len(g.xs)-1]-g.em {
			inner++
		}
	}
	switch {
	case inner > 0 && n < 3:
		return forFrame
	case inner > 0:
		return forCells
	case n > 3 && 2*n > len(g.lines):
		return forBands
	}
	return 0
}

// leastSolid is how many full lines that share the space between rules are no chance.
const leastSolid = 5

// solid reports whether all lines that share the space between two rules fill every column: paragraphs would end at
// different lines.
func (g *grid) solid(bands []int) bool {
	n := 0
	for i := range g.lines {
		if (i == 0 || bands[i-1] != bands[i]) && (i+1 == len(bands) || bands[i+1] != bands[i]) {
			continue // alone
		}
		for c := range g.cols {
			if g.lines[i].in(c) == nil {
				return false
			}
		}
		n++
	}
	return n >= leastSolid && len(g.cols) > 2
}

// bands numbers the stretches between rules that run across the table, or across some of its columns.
func (g *grid) bands() []int {
	g.breaks = make([]float32, len(g.lines))
	width := g.xs[len(g.xs)-1] - g.xs[0]
	for _, h := range g.h {
		if i := g.firstBelow(h, h.length() > fullRule*width); i > 0 {
			g.breaks[i] = h.pos
		}
	}
	bands := make([]int, len(g.lines))
	for i := 1; i < len(g.lines); i++ {
		bands[i] = bands[i-1]
		if g.breaks[i] != 0 {
			bands[i]++
		}
	}
	return bands
}

// firstBelow is the line that a rule parts from those above: the first below it that it covers some of, if it covers
// something above too; the first at all if it runs across the table. It is 0 if there is none.
func (g *grid) firstBelow(h rule, full bool) int {
	above := false
	for i := range g.lines {
		l := &g.lines[i]
		covers := full
		for _, p := range l.phrases {
			covers = covers || overlap(p.x0, p.x1, h.from, h.to) > 0
		}
		switch {
		case !covers:
		case l.level() < h.pos:
			above = true
		case above:
			return i
		default:
			return 0
		}
	}
	return 0
}

// borders lays the borders between rows on rules, or halfway between the lines.
func (g *grid) borders(rows int) {
	top, bottom := make([]float32, rows), make([]float32, rows)
	for i := range g.lines {
		l := &g.lines[i]
		if i == 0 || g.lines[i-1].row != l.row {
			top[l.row], bottom[l.row] = l.top(), l.bottom()
		}
		top[l.row], bottom[l.row] = min(top[l.row], l.top()), max(bottom[l.row], l.bottom())
	}
	g.ys = make([]float32, rows+1)
	g.ruled = make([]bool, rows+1)
	g.ys[0], g.ys[rows] = top[0], bottom[rows-1]
	for _, h := range g.h {
		if h.pos < g.ys[0] {
			g.ys[0] = h.pos
		}
		if h.pos > g.ys[rows] {
			g.ys[rows] = h.pos
		}
	}
	width := g.xs[len(g.xs)-1] - g.xs[0]
	for i := 1; i < len(g.lines); i++ {
		if r := g.lines[i].row; r != g.lines[i-1].row {
			g.ys[r] = g.breaks[i]
		}
	}
	for r := 1; r < rows; r++ {
		if g.ys[r] == 0 {
			g.ys[r] = (bottom[r-1] + top[r]) / 2
		}
		for _, h := range g.h {
			if h.pos > bottom[r-1]-0.5*g.em && h.pos < top[r]+0.5*g.em || h.pos == g.ys[r] {
				g.ys[r] = h.pos
				g.ruled[r] = g.ruled[r] || h.length() > fullRule*width
			}
		}
	}
	for r := 1; r <= rows; r++ {
		g.ys[r] = max(g.ys[r], g.ys[r-1])
	}
}
