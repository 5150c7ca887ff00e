package table

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

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

// leastJoin keeps a single pair of lines from deciding about all that stand between two rules.
const leastJoin = -6

// plainBreak is a new row whatever rules say: numbers under numbers, or a wide gap before a filled line.
const plainBreak = -4

// enclosing weighs how much the rules of a table say that what stands between two of them is one row.
func (g *grid) enclosing(bands []int) float32 {
	n := bands[len(bands)-1] + 1
	inner := 0
	for _, v := range g.v {
		if v.pos > g.xs[0]+g.em && v.pos < g.xs[len(g.xs)-1]-g.em {
			inner++
		}
	}
	switch {
	case inner > 0 && n < 3:
		return 1
	case inner > 0:
		return 2.5
	case n > 3 && 2*n > len(g.lines):
		return 1.5
	}
	return 0
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

// pitch is the usual distance of lines that stand under each other.
func (g *grid) pitch() float32 {
	var gaps []float32
	for i := 1; i < len(g.lines); i++ {
		if k := g.above(0, i); k >= 0 {
			gaps = append(gaps, g.lines[i].base-g.lines[k].base)
		}
	}
	if len(gaps) == 0 {
		return 1.2 * g.em
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

// apart is how far line i stands below the lines of its columns, at most, in their own usual distances.
func (g *grid) apart(i int) float32 {
	var most float32
	for _, p := range g.lines[i].phrases {
		var gaps []float32
		var last, own float32
		for k := range g.lines {
			if g.lines[k].in(p.c0) == nil {
				continue
			}
			gap := g.lines[k].base - last
			if last > 0 && gap > tightRow*g.lines[k].size {
				gaps = append(gaps, gap)
			}
			if k == i && last > 0 {
				own = gap
			}
			last = g.lines[k].base
		}
		if len(gaps) > 0 {
			slices.Sort(gaps)
			most = max(most, own/gaps[len(gaps)/4])
		}
	}
	return most
}

// continues weighs whether line i belongs to the row that began with line start.
func (g *grid) continues(start, i int, pitch float32) float32 {
	l := &g.lines[i]
	above := g.above(start, i)
	if above < 0 {
		return 1
	}
	if known, same := g.sameTag(&g.lines[above], l); same {
		return -plainBreak
	} else if known {
		return leastJoin
	}
	gap := l.base - g.lines[above].base
	if g.kind == blocks {
		return looseLines - g.apart(i)
	}
	if gap < tightRow*min(l.size, g.lines[above].size) {
		return -1
	}
	before, now, both := 0, 0, 0
	numbers, fits, lower, upper := 0, 0, 0, 0
	for c := range g.cols {
		a, b := g.last(start, i, c), l.in(c)
		if a != nil {
			before++
		}
		if b == nil {
			continue
		}
		now++
		if a == nil {
			continue
		}
		both++
		if g.number(b) && g.number(a) {
			numbers++
		}
		if g.fits(a, b, c) {
			fits++
		}
		switch r, _ := utf8.DecodeRuneInString(g.s.words[b.from].text); {
		case unicode.IsLower(r) || r == '(' || g.hyphen(a):
			lower++
		case unicode.IsUpper(r) || unicode.IsDigit(r):
			upper++
		}
	}
	score := float32(-1)
	score -= 1.2 * float32(now-both)
	score += 2.5 * (1 - float32(both)/float32(max(1, before)))
	score -= 3 * float32(numbers)
	score += 1.2 * float32(lower) / float32(max(1, now))
	score -= 0.8 * float32(upper) / float32(max(1, now))
	score -= 2 * float32(fits) / float32(max(1, now))
	switch {
	case gap < 0.87*pitch:
		score += 1.5
	case gap > 1.15*pitch:
		score -= 2.5
	}
	if l.in(0) != nil && now < len(g.cols) {
		score -= 0.8
	}
	if both == before && before > 2 {
		score -= 1.5
	}
	return score
}

// above is the line of a row right above line i: the last that shares a column with it, or the last at all. It is -1
// where line i stands beside the others, too near to be under them.
func (g *grid) above(start, i int) int {
	l := &g.lines[i]
	for k := i - 1; k >= start; k-- {
		for _, q := range g.lines[k].phrases {
			for _, p := range l.phrases {
				if p.c0 <= q.c1 && q.c0 <= p.c1 {
					return k
				}
			}
		}
	}
	if l.base-g.lines[i-1].base < tightRow*max(l.size, g.lines[i-1].size) {
		return -1
	}
	return i - 1
}

// in is the phrase of a line in a column, if there is one.
func (l *line) in(c int) *phrase {
	for i := range l.phrases {
		if p := &l.phrases[i]; p.c0 <= c && c <= p.c1 {
			return p
		}
	}
	return nil
}

// last is the lowest phrase of a column in the lines of a row so far.
func (g *grid) last(start, end, c int) *phrase {
	for k := end - 1; k >= start; k-- {
		if p := g.lines[k].in(c); p != nil {
			return p
		}
	}
	return nil
}

// fits reports whether the first word of b could have stood at the end of a: then nobody broke a line there.
func (g *grid) fits(a, b *phrase, c int) bool {
	room := g.cols[c].x1 - a.x1
	if abs(a.x0-b.x0) > 0.5*g.em {
		room = (g.cols[c].x1 - g.cols[c].x0) - (a.x1 - a.x0)
	}
	w := &g.s.words[b.from]
	return room > w.box.X1-w.box.X0+0.6*g.em
}

func (g *grid) hyphen(p *phrase) bool {
	t := g.s.words[p.to-1].text
	return len(t) > 1 && (t[len(t)-1] == '-' || t[len(t)-1] == '/' || t[len(t)-1] == ',')
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
