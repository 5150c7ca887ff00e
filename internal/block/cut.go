package block

import (
	"cmp"
	"slices"
)

// Bounds of the search, and of a gutter in sizes of the main font.
const (
	deepest     = 6
	mostBands   = 400
	mostGutters = 12
	leastGutter = 0.45
)

// order puts the pieces of a region into reading order. Each leaf is a stretch that is read row by row.
func (s *sheet) order(pieces []piece) [][]piece {
	if len(pieces) == 0 {
		return nil
	}
	sorted := slices.Clone(pieces)
	slices.SortStableFunc(sorted, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.box.Y0, b.box.Y0), cmp.Compare(a.box.X0, b.box.X0), cmp.Compare(a.row, b.row))
	})
	return s.cut(nil, sorted, 0)
}

// band is a stretch of a region that no level white line divides.
type band struct {
	from, to  int // pieces
	top, base float32
	cover     cover
}

// cut divides a region into stretches read as a whole and stretches of columns such that the sum of their scores is
// the largest, and goes on inside the columns.
func (s *sheet) cut(out [][]piece, pieces []piece, depth int) [][]piece {
	x0, x1 := pieces[0].box.X0, pieces[0].box.X1
	for i := range pieces {
		x0, x1 = min(x0, pieces[i].box.X0), max(x1, pieces[i].box.X1)
	}
	if depth == deepest || len(pieces) == 1 || x1-x0 < 2*s.em {
		return append(out, pieces)
	}
	f := frame{x0: x0, bin: (x1 - x0) / bins}
	bands := s.bands(pieces, f)
	for len(bands) > mostBands {
		bands = paired(bands)
	}
	gutters := s.gutters(bands, f)
	if len(gutters) == 0 {
		return append(out, pieces)
	}
	choice := s.choose(pieces, bands, gutters, f)
	whole := 0 // first band of the stretch that is read as a whole
	flush := func(to int) {
		if whole < to {
			out = append(out, pieces[bands[whole].from:bands[to-1].to])
		}
	}
	for _, c := range choice {
		flush(c.from)
		whole = c.to
		before, after := sides(pieces[bands[c.from].from:bands[c.to-1].to], c.x)
		out = s.cut(s.cut(out, before, depth+1), after, depth+1)
	}
	flush(len(bands))
	return out
}

// sides divides pieces at a gutter.
func sides(pieces []piece, x float32) (before, after []piece) {
	for i := range pieces {
		if sideOf(&pieces[i], x) == left {
			before = append(before, pieces[i])
		} else {
			after = append(after, pieces[i])
		}
	}
	return before, after
}

// bands finds the level white lines through a region.
func (s *sheet) bands(pieces []piece, f frame) []band {
	var out []band
	var bottom float32
	for i := range pieces {
		b := &pieces[i].box
		// Descenders and capitals of close lines may overlap a little.
		if i == 0 || b.Y0 > bottom-0.12*pieces[i].size {
			out = append(out, band{from: i, top: b.Y0})
			bottom = b.Y1
		}
		bottom = max(bottom, b.Y1)
		last := &out[len(out)-1]
		last.to, last.base = i+1, bottom
		last.cover.add(f, b.X0+0.1*s.em, b.X1-0.1*s.em)
	}
	return out
}

// paired joins each second band with the one before, which bounds the search on pages with very many lines.
func paired(bands []band) []band {
	out := bands[:0]
	for i, b := range bands {
		if i%2 == 0 {
			out = append(out, b)
			continue
		}
		last := &out[len(out)-1]
		last.to, last.base = b.to, b.base
		last.cover.or(b.cover)
	}
	return out
}
