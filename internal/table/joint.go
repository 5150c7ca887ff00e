package table

import (
	"slices"
	"unicode/utf8"
)

// leastJoints is in how many lines two numbers must stand side by side to be two columns.
const leastJoints = 4

// splitNumbers finds columns of numbers that stand no farther apart than words do: in most lines a number follows a
// number at the same place.
func (g *grid) splitNumbers() {
	for c := 0; c < len(g.cols); c++ {
		x, ok := g.jointIn(c)
		if !ok {
			continue
		}
		g.cut(c, x)
		g.xs = slices.Insert(g.xs, c+1, x)
		g.place()
		c-- // there may be another in the left part
	}
}

// jointIn gives the place in a column where most lines have a space between two numbers and none has a letter.
func (g *grid) jointIn(c int) (float32, bool) {
	type space struct{ x0, x1 float32 }
	var spaces []space
	lines := 0
	for i := range g.lines {
		p := g.lines[i].in(c)
		if p == nil || p.spans {
			continue
		}
		lines++
		for k := p.from; k+1 < p.to; k++ {
			if a, b := &g.s.words[k], &g.s.words[k+1]; joint(a.text, b.text) {
				spaces = append(spaces, space{a.box.X1, b.box.X0})
			}
		}
	}
	if len(spaces) < leastJoints || len(spaces)*10 < lines*6 {
		return 0, false
	}
	for _, s := range spaces {
		x := (s.x0 + s.x1) / 2
		n := 0
		for _, o := range spaces {
			if o.x0 < x && x < o.x1 {
				n++
			}
		}
		if n >= leastJoints && n*10 >= lines*6 && g.clear(c, x, n) && g.headed(c, x) {
			return x, true
		}
	}
	return 0, false
}

// headed reports whether the first line of a column has its widest space at a place: each part has a heading.
func (g *grid) headed(c int, x float32) bool {
	for i := range g.lines {
		p := g.lines[i].in(c)
		if p == nil || p.spans {
			continue
		}
		at, widest := float32(0), float32(0)
		for k := p.from; k+1 < p.to; k++ {
			a, b := &g.s.words[k], &g.s.words[k+1]
			if gap := b.box.X0 - a.box.X1; a.box.X1 < x+slant && b.box.X0 > x-slant {
				at = gap
			} else {
				widest = max(widest, gap)
			}
		}
		return at > 1.2*widest
	}
	return false
}

// jointAt is the word of a phrase before which a space between two numbers lies in a stretch, or 0.
func (g *grid) jointAt(p *phrase, x0, x1 float32) int32 {
	for k := p.from + 1; k < p.to; k++ {
		a, b := &g.s.words[k-1], &g.s.words[k]
		if overlap(a.box.X1, b.box.X0, x0, x1) > 0 && joint(a.text, b.text) {
			return k
		}
	}
	return 0
}

// clear reports whether hardly any word of a column covers a place.
func (g *grid) clear(c int, x float32, spaces int) bool {
	covered := 0
	for i := range g.lines {
		p := g.lines[i].in(c)
		if p == nil || p.spans {
			continue
		}
		for _, w := range g.s.words[p.from:p.to] {
			if w.box.X0 < x-slant && w.box.X1 > x+slant {
				covered++
			}
		}
	}
	return covered*5 <= spaces
}

// joint reports whether two words side by side are two numbers. Groups of three digits after a number belong to it.
func joint(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, n := utf8.DecodeRuneInString(b)
	if (first == '(' || first == '[' || first == '-' || first == '−') && len(b) > n {
		first, _ = utf8.DecodeRuneInString(b[n:])
	}
	if last == ')' || last == ']' || last == '%' {
		return digit(first)
	}
	return digit(last) && digit(first) && !(len(b) == 3 && len(a) <= 3 && digit(rune(b[2])))
}

func digit(r rune) bool { return r >= '0' && r <= '9' }

// cut divides the phrases of a column at a place.
func (g *grid) cut(c int, x float32) {
	for i := range g.lines {
		l := &g.lines[i]
		for j := 0; j < len(l.phrases); j++ {
			p := l.phrases[j]
			if p.c0 != c || p.spans || p.x0 > x || p.x1 < x {
				continue
			}
			k := p.from
			for k < p.to && g.s.words[k].mid() < x {
				k++
			}
			if k == p.from || k == p.to {
				continue
			}
			left, right := p, p
			left.to, left.x1 = k, g.s.words[k-1].box.X1
			right.from, right.x0 = k, g.s.words[k].box.X0
			l.phrases[j] = left
			l.phrases = slices.Insert(l.phrases, j+1, right)
			j++
		}
	}
}
