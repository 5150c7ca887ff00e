package table

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// leastJoin keeps a single pair of lines from deciding about all that stand between two rules.
const leastJoin = -6

// plainBreak is a new row whatever rules say: numbers under numbers, or a wide gap before a filled line.
const plainBreak = -4

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
	score := float32(biasWrap)
	score -= againstFresh * float32(now-both)
	score += forBlank * (1 - float32(both)/float32(max(1, before)))
	score -= againstFigures * float32(numbers)
	score += forSmall * float32(lower) / float32(max(1, now))
	score -= againstLarge * float32(upper) / float32(max(1, now))
	score -= againstRoom * float32(fits) / float32(max(1, now))
	switch {
	case gap < 0.87*pitch:
		score += forTight
	case gap > 1.15*pitch:
		score -= againstLoose
	}
	if l.in(0) != nil && now < len(g.cols) {
		score -= againstStub
	}
	if both == before && before > 2 {
		score -= againstWhole
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
	return room > w.box.X1-w.box.X0+spareRoom*g.em
}

func (g *grid) hyphen(p *phrase) bool {
	t := g.s.words[p.to-1].text
	return len(t) > 1 && (t[len(t)-1] == '-' || t[len(t)-1] == '/' || t[len(t)-1] == ',')
}
