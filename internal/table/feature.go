package table

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// sparse counts the columns with no text, or with text in one row of many.
func (g *grid) sparse() int {
	n := 0
	for c := range g.cols {
		if g.cols[c].filled == 0 || g.cols[c].filled == 1 && g.rows() > 2 {
			n++
		}
	}
	return n
}

// void counts the columns without any text, not even a heading.
func (g *grid) void() int {
	n := 0
	for c := range g.cols {
		if g.cols[c].filled > 0 {
			continue
		}
		bare := true
		for r := range g.rows() {
			bare = bare && g.cellAt(r, c) == nil
		}
		if bare {
			n++
		}
	}
	return n
}

// spanning is the share of words, below the header, that stand in cells over several columns.
func (g *grid) spanning() float64 {
	n, all := 0, 0
	for i := range g.lines {
		if g.lines[i].row < g.head {
			continue
		}
		for _, p := range g.lines[i].phrases {
			all += int(p.to - p.from)
			if p.spans {
				n += int(p.to - p.from)
			}
		}
	}
	return share(n, all)
}

// numeric reports whether a column is mostly numbers.
func (g *grid) numeric(c int) bool { return g.cols[c].numbers*2 > g.cols[c].filled }

// narrow is the share of borders without a rule where the white that all lines share is no wider than between words.
func (g *grid) narrow() float64 {
	n := 0
	for c := 1; c < len(g.cols); c++ {
		if g.cols[c].filled > 0 && g.cols[c-1].filled > 0 && g.cols[c].x0-g.cols[c-1].x1 < narrowStrip*g.em && !g.ruledAt(g.xs[c]) {
			n++
		}
	}
	return share(n, len(g.cols)-1)
}

// ragged is the share of phrases that stand neither left, right nor centred in their column as most others there do.
func (g *grid) ragged() float64 {
	off, all := 0, 0
	var left, right, mid []float32
	for c := range g.cols {
		left, right, mid = left[:0], right[:0], mid[:0]
		for i := range g.lines {
			if p := g.lines[i].in(c); p != nil && !p.spans {
				left, right, mid = append(left, p.x0), append(right, p.x1), append(mid, (p.x0+p.x1)/2)
			}
		}
		if len(left) < 3 {
			continue
		}
		all += len(left)
		off += len(left) - max(g.level(left), g.level(right), g.level(mid))
	}
	return share(off, all)
}

// level is how many of some places lie within a small distance of each other.
func (g *grid) level(xs []float32) int {
	slices.Sort(xs)
	best, from := 0, 0
	for i := range xs {
		for xs[i]-xs[from] > 0.5*g.em {
			from++
		}
		best = max(best, i-from+1)
	}
	return best
}

// flows reports the share of phrases, but for those of the first column, that begin like the middle of a sentence.
func (g *grid) flows() float64 {
	lower, all := 0, 0
	for i := range g.lines {
		for j := range g.lines[i].phrases {
			p := &g.lines[i].phrases[j]
			if p.c0 == 0 {
				continue
			}
			all++
			r, _ := utf8.DecodeRuneInString(g.s.words[p.from].text)
			if unicode.IsLower(r) && len(g.s.words[p.from].text) > 1 {
				lower++
			}
		}
	}
	return share(lower, all)
}
