package layout

import (
	"cmp"
	"slices"
	"sort"
)

// Raised and lowered characters are this much smaller than what they stand beside.
const (
	largestScript  = 0.85
	smallestScript = 0.4
)

// How far, in sizes of what they stand beside, raised and lowered characters are shifted.
const (
	leastShift = 0.12
	mostShift  = 0.6
)

// Gaps, in sizes of the font: the widest between a character and its script, and between the words of a script.
const (
	besideGap = 0.3
	innerGap  = 0.6
)

// widestScript, in sizes of what it stands beside: longer text near large characters is a line of its own.
const widestScript = 4

// move says that a stretch of raised glyphs belongs to a row.
type move struct {
	from, to, host int32
}

// attachScripts moves raised and lowered characters into the row of what they stand beside.
func (s *scratch) attachScripts() {
	s.moves, s.raised = s.moves[:0], s.raised[:0]
	for at := range s.rows {
		if s.largerNear(at) {
			s.findScripts(at)
		}
	}
	if len(s.moves) == 0 {
		return
	}
	slices.SortStableFunc(s.moves, func(a, b move) int { return cmp.Compare(a.host, b.host) })
	for i := 0; i < len(s.moves); {
		host, start := s.moves[i].host, len(s.hosted)
		s.hosted = append(s.hosted, s.rows[host].glyphs...)
		for ; i < len(s.moves) && s.moves[i].host == host; i++ {
			s.hosted = append(s.hosted, s.raised[s.moves[i].from:s.moves[i].to]...)
		}
		s.rows[host].glyphs = s.hosted[start:len(s.hosted):len(s.hosted)]
		arrange(s.rows[host].glyphs)
	}
	s.rows = slices.DeleteFunc(s.rows, func(r row) bool { return len(r.glyphs) == 0 })
}

// largerNear reports whether a row near another has characters large enough to be hosts of the smallest there.
func (s *scratch) largerNear(at int) bool {
	r := &s.rows[at]
	for _, step := range [...]int{1, -1} {
		for i := at + step; i >= 0 && i < len(s.rows) && abs(s.rows[i].v-r.v) <= 2*r.largest; i += step {
			if r.least <= largestScript*s.rows[i].largest {
				return true
			}
		}
	}
	return false
}

// findScripts takes the stretches out of a row that are scripts of another.
func (s *scratch) findScripts(at int) {
	glyphs := s.rows[at].glyphs
	kept := glyphs[:0]
	for from := 0; from < len(glyphs); {
		to := stretch(glyphs, from)
		host := s.host(at, glyphs[from:to])
		if host < 0 {
			kept = append(kept, glyphs[from:to]...)
		} else {
			script := Super
			if host < at {
				script = Sub
			}
			start := int32(len(s.raised))
			s.raised = append(s.raised, glyphs[from:to]...)
			for i := range s.raised[start:] {
				s.raised[int(start)+i].script = script
			}
			s.moves = append(s.moves, move{start, int32(len(s.raised)), int32(host)})
		}
		from = to
	}
	s.rows[at].glyphs = kept
}

// stretch is the end of the glyphs from a place on that stand close together, on one baseline and in one size.
func stretch(glyphs []glyph, from int) int {
	to := from + 1
	for to < len(glyphs) {
		a, b := &glyphs[to-1], &glyphs[to]
		if a.v != b.v || a.size != b.size || b.u0-a.u1 > innerGap*a.size {
			break
		}
		to++
	}
	return to
}

// host is the row near another with a larger character right beside the stretch, or -1.
func (s *scratch) host(at int, stretch []glyph) int {
	for len(stretch) > 0 && stretch[0].is(space) {
		stretch = stretch[1:]
	}
	stretch = stretch[:lastInk(stretch, len(stretch))]
	if len(stretch) == 0 {
		return -1
	}
	first, last := &stretch[0], &stretch[len(stretch)-1]
	for _, step := range [...]int{1, -1} {
		for i := at + step; i >= 0 && i < len(s.rows) && abs(s.rows[i].v-first.v) <= 2*first.size; i += step {
			r := &s.rows[i]
			if first.size > largestScript*r.largest || last.u1-first.u0 > widestScript*r.largest {
				continue
			}
			reach := besideGap * r.largest
			// Glyphs are in order of where they begin, so the one that holds the place begins before it.
			n := sort.Search(len(r.glyphs), func(n int) bool { return r.glyphs[n].u0 > first.u0-reach })
			for n = max(0, n-2); n < len(r.glyphs) && r.glyphs[n].u0 <= last.u1+reach; n++ {
				if r.glyphs[n].hosts(first, last) {
					return i
				}
			}
		}
	}
	return -1
}

// hosts reports whether a stretch of smaller glyphs is a script of the glyph.
func (g *glyph) hosts(first, last *glyph) bool {
	if g.is(space) || first.u0-g.u1 > besideGap*g.size || g.u0-last.u1 > besideGap*g.size {
		return false
	}
	shift := abs(g.v - first.v)
	return first.size <= largestScript*g.size && first.size >= smallestScript*g.size &&
		shift >= leastShift*g.size && shift <= mostShift*g.size
}
