package layout

import (
	"cmp"
	"slices"
)

// run is a stretch of glyphs, as they were drawn, with one baseline and size.
type run struct {
	v, size  float32
	from, to int32
}

// row is what stands on one baseline, in the order of writing.
type row struct {
	glyphs         []glyph
	v              float32
	largest, least float32 // size
}

// sameBaseline, in sizes of the smaller font, is how far baselines of one row may lie apart.
const sameBaseline = 0.25

// rowsOf gathers the glyphs of one group by their baselines.
func (s *scratch) rowsOf(glyphs []glyph) []row {
	s.findRuns(glyphs)
	s.sorted = slices.Grow(s.sorted[:0], len(glyphs))
	s.rows = s.rows[:0]
	for i := 0; i < len(s.runs); {
		first, start := s.runs[i], len(s.sorted)
		r := row{v: first.v, largest: first.size, least: first.size}
		for ; i < len(s.runs) && s.runs[i].v-first.v <= sameBaseline*min(s.runs[i].size, first.size); i++ {
			s.sorted = append(s.sorted, glyphs[s.runs[i].from:s.runs[i].to]...)
			r.largest, r.least = max(r.largest, s.runs[i].size), min(r.least, s.runs[i].size)
		}
		r.glyphs = s.sorted[start:len(s.sorted):len(s.sorted)]
		arrange(r.glyphs)
		s.rows = append(s.rows, r)
	}
	s.hosted = s.hosted[:0]
	s.attachScripts()
	s.hangCapitals()
	return s.rows
}

// findRuns lists the stretches of the glyphs from the top down, the larger before the smaller.
func (s *scratch) findRuns(glyphs []glyph) {
	s.runs = s.runs[:0]
	for i := range glyphs {
		g := &glyphs[i]
		if n := len(s.runs) - 1; n >= 0 && s.runs[n].v == g.v && s.runs[n].size == g.size {
			s.runs[n].to++
		} else {
			s.runs = append(s.runs, run{g.v, g.size, int32(i), int32(i) + 1})
		}
	}
	slices.SortFunc(s.runs, func(a, b run) int {
		switch {
		case a.v < b.v:
			return -1
		case a.v > b.v:
			return 1
		}
		return cmp.Or(cmp.Compare(b.size, a.size), int(a.from-b.from))
	})
}

// arrange puts glyphs into the order of writing, which most are in already.
func arrange(glyphs []glyph) {
	for i := 1; i < len(glyphs); i++ {
		if a, b := &glyphs[i-1], &glyphs[i]; a.u0 > b.u0 || a.u0 == b.u0 && a.char > b.char {
			slices.SortFunc(glyphs, leftmost)
			return
		}
	}
}

func leftmost(a, b glyph) int {
	switch {
	case a.u0 < b.u0:
		return -1
	case a.u0 > b.u0:
		return 1
	}
	return int(a.char - b.char)
}

// once drops characters that are drawn again on the same place to look bold. Pieces of a ligature also share a place,
// but are neighbours in the file.
func once(row []glyph) []glyph {
	kept := 0
	for at := range row {
		g := &row[at]
		twice := false
		for i := kept - 1; i >= 0 && i >= kept-3 && !twice; i-- {
			k := &row[i]
			twice = k.r == g.r && k.object != g.object && !g.is(space) &&
				abs(k.u0-g.u0) < 0.1*g.size && abs(k.v-g.v) < 0.1*g.size && abs(k.size-g.size) < 0.05*g.size
		}
		if twice {
			continue
		}
		if at != kept {
			row[kept] = *g
		}
		kept++
	}
	return row[:kept]
}
