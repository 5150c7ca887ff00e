package table

import "github.com/octavo-dev/octavo/internal/engine"

// Bounds of a matrix of paragraphs.
const (
	leastHeads   = 3   // labels side by side over it
	headWords    = 5   // in a label, at most
	headGap      = 1.5 // between labels, in sizes of the font, at least
	leastBands   = 3   // rows of paragraphs under them
	matrixSlack  = 0.7 // how far a line may begin beside the left edge of its column
	bandGap      = 0.7 // the white between rows of paragraphs
	matrixFar    = 6   // between lines, baseline to baseline, at most
	leastLines   = 1.5 // in a row of paragraphs, on average: fewer are rows of a table like others
	mostLines    = 8   // and at most
	bandsInFull  = 0.5 // the share of rows that fill most columns
	columnsFull  = 0.6 // what most columns are
	leastInMatch = 3   // lines in each column
)

// matrixRegions are labels side by side with paragraphs under each, which begin at its left edge and stand in rows:
// tables of text that no rule and no common baseline shows.
func (s *sheet) matrixRegions() []region {
	rows := s.pieces()
	var out []region
	for i := 0; i < len(rows); i++ {
		if !s.heads(i, rows[i]) {
			continue
		}
		if r, end, ok := s.matrix(rows, i); ok {
			out = append(out, r)
			i = end
		}
	}
	return out
}

// heads reports whether a row is labels side by side.
func (s *sheet) heads(i int, row []piece) bool {
	if len(row) < leastHeads {
		return false
	}
	for k, p := range row {
		if p.words > headWords || k > 0 && p.x0-row[k-1].x1 < headGap*s.rows[i].size {
			return false
		}
	}
	return true
}

// matrix follows the columns under labels down the page.
func (s *sheet) matrix(rows [][]piece, head int) (r region, end int, ok bool) {
	labels := rows[head]
	size := s.rows[head].size
	r = region{box: engine.Box{X0: labels[0].x0, Y0: s.rows[head].base - size, X1: labels[len(labels)-1].x1}, kind: blocks}
	filled := make([]int, len(labels))
	band := make([]bool, len(labels))
	bands, full, lines, stray := 0, 0, 0, 0
	last := s.rows[head].base + 0.25*size
	finish := func() {
		n := 0
		for c := range band {
			if band[c] {
				n++
			}
			band[c] = false
		}
		if float32(n) >= columnsFull*float32(len(labels)) {
			full++
		}
	}
	end = head
	for i := head + 1; i < len(rows); i++ {
		if len(rows[i]) == 0 {
			continue
		}
		base := s.rows[i].base
		n, fits := s.under(labels, rows[i], size)
		if stray += n; base-last > matrixFar*size || !fits || stray*5 > lines+5 {
			break
		}
		if base-0.8*s.rows[i].size-last > bandGap*s.em {
			if bands > 0 {
				finish()
			}
			bands++
		}
		lines++
		for _, p := range rows[i] {
			c := columnOf(labels, p, size)
			filled[c]++
			band[c] = true
			r.box.X1 = max(r.box.X1, p.x1)
		}
		last = max(last, base+0.25*s.rows[i].size)
		end = i
	}
	finish()
	r.box.Y1 = last
	ok = bands >= leastBands && float32(lines) >= leastLines*float32(bands) && lines <= mostLines*bands &&
		float32(full) >= bandsInFull*float32(bands)
	for _, n := range filled {
		ok = ok && n >= leastInMatch
	}
	return r, end, ok
}

// under reports whether all pieces of a row end before the label next to theirs, and counts those that do not begin at
// the left edge of their own.
func (s *sheet) under(labels, row []piece, size float32) (stray int, fits bool) {
	for _, p := range row {
		c := columnOf(labels, p, size)
		if c < 0 || c+1 < len(labels) && p.x1 > labels[c+1].x0-wordGap*size {
			return stray, false
		}
		if abs(p.x0-labels[c].x0) > matrixSlack*size {
			stray++
		}
	}
	return stray, true
}

// columnOf is the label at or left of whose beginning a piece begins, or -1.
func columnOf(labels []piece, p piece, size float32) int {
	c := -1
	for k := range labels {
		if p.x0 >= labels[k].x0-matrixSlack*size {
			c = k
		}
	}
	return c
}
