package layout

import "slices"

// A capital that hangs over several lines is so many times larger than they are, and at most so many characters long.
const (
	leastCapital = 2.2
	mostCapital  = 6
)

// hangCapitals moves a capital that hangs over several lines to the line at its top, which it begins.
func (s *scratch) hangCapitals() {
	for at := range s.rows {
		r := &s.rows[at]
		if r.largest < leastCapital*r.least || at == 0 {
			continue
		}
		for i := range r.glyphs {
			if g := &r.glyphs[i]; g.is(letter) && g.size == r.largest {
				if host := s.lineAtTop(at, g); host >= 0 && alone(r.glyphs, i) {
					s.hang(at, i, host)
				}
				break
			}
		}
	}
}

// alone reports whether the glyphs around one are much smaller.
func alone(glyphs []glyph, i int) bool {
	small := func(n int) bool {
		return n < 0 || n >= len(glyphs) || glyphs[n].size*leastCapital <= glyphs[i].size
	}
	return small(i-1) && small(i+1)
}

// lineAtTop is the row above that begins right of a capital at the height of its top, or -1.
func (s *scratch) lineAtTop(at int, g *glyph) int {
	const capital = 0.7 // height of a capital letter
	top := g.v - capital*g.size
	for i := at - 1; i >= 0 && s.rows[i].v > top; i-- {
		h := s.firstAfter(i, g.u1-overhang*g.size)
		if h == nil || h.size*leastCapital > g.size || h.size*mostCapital < g.size || h.u0-g.u1 > h.size {
			continue
		}
		if abs(h.v-capital*h.size-top) < 0.6*h.size {
			return i
		}
	}
	return -1
}

// firstAfter is the first glyph of a row that begins after a place and draws something.
func (s *scratch) firstAfter(row int, u float32) *glyph {
	for i := range s.rows[row].glyphs {
		if g := &s.rows[row].glyphs[i]; g.u0 >= u && !g.is(space) {
			return g
		}
	}
	return nil
}

// hang moves a glyph to a row. What it begins goes on right after it.
func (s *scratch) hang(at, i, host int) {
	g := s.rows[at].glyphs[i]
	next := s.firstAfter(host, g.u1-overhang*g.size)
	if next.u0-g.u1 < 0.4*next.size {
		g.u1 = next.u0
	}
	s.rows[at].glyphs = slices.Delete(s.rows[at].glyphs, i, i+1)
	start := len(s.hosted)
	s.hosted = append(append(s.hosted, s.rows[host].glyphs...), g)
	s.rows[host].glyphs = s.hosted[start:len(s.hosted):len(s.hosted)]
	arrange(s.rows[host].glyphs)
}
