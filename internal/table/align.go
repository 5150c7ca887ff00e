package table

import "github.com/octavo-dev/octavo/internal/engine"

// fragment is a stretch of a row whose pieces stand apart and are no prose.
type fragment struct {
	row    int
	pieces []piece
}

// piece is a run of words nearer to each other than columns are.
type piece struct {
	x0, x1 float32
	words  int
	prose  bool
}

// cluster is fragments under each other that share a gap.
type cluster struct {
	box        engine.Box
	last       fragment
	base       float32
	rows, many int // rows with two pieces and more, and with three and more
}

// alignedRegions are places where text stands in columns over several rows though no rule says so.
func (s *sheet) alignedRegions() []region {
	rows := s.pieces()
	var open, done []cluster
	for i := range rows {
		base, size := s.rows[i].base, max(s.rows[i].size, 1)
		kept := open[:0]
		for _, c := range open {
			if base-c.base > farRow*size {
				done = append(done, c)
				continue
			}
			kept = append(kept, c)
		}
		open = kept
		for _, f := range fragments(i, rows[i]) {
			open = s.attach(open, f)
		}
	}
	done = append(done, open...)
	var out []region
	for _, c := range done {
		if c.rows >= 3 || c.rows == 2 && c.many == 2 {
			out = append(out, region{box: c.box, kind: aligned})
		}
	}
	return out
}

// pieces cuts every row at wide gaps and marks those that look like lines of prose.
func (s *sheet) pieces() [][]piece {
	rows := make([][]piece, len(s.rows))
	for i := range s.rows {
		r := &s.rows[i]
		var last float32
		for k := r.from; k < r.to; k++ {
			w := &s.words[k]
			if w.taken {
				continue
			}
			n := len(rows[i]) - 1
			if n >= 0 && w.box.X0-last < pieceGap*r.size {
				rows[i][n].x1 = max(rows[i][n].x1, w.box.X1)
				rows[i][n].words++
			} else {
				rows[i] = append(rows[i], piece{x0: w.box.X0, x1: w.box.X1, words: 1})
			}
			last = max(w.box.X1, rows[i][len(rows[i])-1].x1)
		}
		for n := range rows[i] {
			p := &rows[i][n]
			p.prose = p.words >= proseWords && p.x1-p.x0 > proseWidth*r.size
		}
	}
	return rows
}

// fragments are the stretches of a row between pieces of prose.
func fragments(row int, pieces []piece) []fragment {
	var out []fragment
	for i := 0; i < len(pieces); {
		if pieces[i].prose {
			i++
			continue
		}
		n := i + 1
		for n < len(pieces) && !pieces[n].prose {
			n++
		}
		if n-i > 1 {
			out = append(out, fragment{row, pieces[i:n]})
		}
		i = n
	}
	return out
}

// attach adds a fragment to the cluster whose last row shares a gap with it, or begins one.
func (s *sheet) attach(open []cluster, f fragment) []cluster {
	r := &s.rows[f.row]
	n := len(f.pieces)
	box := engine.Box{X0: f.pieces[0].x0, Y0: r.base - r.size, X1: f.pieces[n-1].x1, Y1: r.base + 0.3*r.size}
	for i := range open {
		c := &open[i]
		if c.base == r.base || !shareGap(c.last.pieces, f.pieces, 0.5*s.em) {
			continue
		}
		c.box = union(c.box, box)
		c.last, c.base = f, r.base
		c.rows++
		if n > 2 {
			c.many++
		}
		return open
	}
	c := cluster{box: box, last: f, base: r.base, rows: 1}
	if n > 2 {
		c.many = 1
	}
	return append(open, c)
}

// shareGap reports whether a gap between pieces of one row lies under one of another.
func shareGap(a, b []piece, least float32) bool {
	for i := 1; i < len(a); i++ {
		for j := 1; j < len(b); j++ {
			if overlap(a[i-1].x1, a[i].x0, b[j-1].x1, b[j].x0) >= least {
				return true
			}
		}
	}
	return false
}
