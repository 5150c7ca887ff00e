package layout

import "math"

// A gutter may be narrower than the gaps that part lines. It then shows by going through many rows on one place. Widths
// are in sizes of the font.
const (
	gutterGap    = 0.6 // on every row
	gutterStripe = 0.4 // common to all rows
	gutterRows   = 5   // with text on both sides
	mostTracks   = 64
)

// track is a stripe of white that goes down through rows.
type track struct {
	lo, hi float32
	v0     float32
	rows   int // with text on both sides
}

// findGutters adds the gutters between the columns of a group to its rules, for lines end there as they do at a rule.
func (s *scratch) findGutters() {
	s.tracks = s.tracks[:0]
	known := len(s.rules.all)
	for i := range s.rows {
		r := &s.rows[i]
		s.whites = whites(r.glyphs, s.whites[:0])
		s.follow(r)
	}
	end := float32(math.Inf(1))
	if n := len(s.rows); n > 0 {
		end = s.rows[n-1].v
	}
	for _, t := range s.tracks {
		s.close(t, end)
	}
	if len(s.rules.all) > known {
		s.rules.join()
		s.rules.ready = false // the next group has gutters of its own
	}
}

// whites lists what a row leaves white: before it, in wide gaps, and after it.
func whites(glyphs []glyph, to []track) []track {
	end := float32(math.Inf(-1))
	for i := range glyphs {
		g := &glyphs[i]
		if g.is(space) {
			continue
		}
		if g.u0-end > gutterGap*g.size {
			rows := 1
			if math.IsInf(float64(end), -1) {
				rows = 0
			}
			to = append(to, track{lo: end, hi: g.u0, rows: rows})
		}
		end = max(end, g.u1)
	}
	return append(to, track{lo: end, hi: float32(math.Inf(1))})
}

// follow leads the stripes through a row, ends those that it crosses, and begins new ones.
func (s *scratch) follow(r *row) {
	old := s.tracks
	s.tracks = s.next[:0]
	for _, w := range s.whites {
		found := false
		for _, t := range old {
			lo, hi := max(t.lo, w.lo), min(t.hi, w.hi)
			if hi-lo >= gutterStripe*r.largest && len(s.tracks) < mostTracks {
				s.tracks = append(s.tracks, track{lo, hi, t.v0, t.rows + w.rows})
				found = found || t.rows > 0
			}
		}
		if !found && w.rows > 0 && len(s.tracks) < mostTracks {
			s.tracks = append(s.tracks, track{w.lo, w.hi, r.v - r.largest, 1})
		}
	}
	for _, t := range old {
		goes := false
		for _, n := range s.tracks {
			goes = goes || n.v0 == t.v0 && n.lo < t.hi && n.hi > t.lo
		}
		if !goes {
			s.close(t, r.v-r.largest)
		}
	}
	s.next = old
}

// close keeps a stripe that went through enough rows.
func (s *scratch) close(t track, v1 float32) {
	if t.rows >= gutterRows && !math.IsInf(float64(t.lo), 0) && !math.IsInf(float64(t.hi), 0) {
		s.rules.all = append(s.rules.all, upright{(t.lo + t.hi) / 2, t.v0, v1})
	}
}
