package table

import "github.com/octavo-dev/octavo/internal/engine"

// outside, in sizes of the font, is how far a word may reach out of its cell.
const outside = 0.35

// soundness is the share of the cells that agree with the grid, blank ones among them: their words keep within their
// borders, no rule runs through them, they are not several figures under each other, and they stand in a row and a
// column that are not blank throughout.
func (g *grid) soundness() float64 {
	rows, cols := g.rows(), len(g.cols)
	blankRow, blankCol := make([]bool, rows), make([]bool, cols)
	for r := range rows {
		blankRow[r] = true
		for c := range cols {
			blankRow[r] = blankRow[r] && g.owner[r*cols+c] < 0
		}
	}
	for c := range cols {
		blankCol[c] = true
		for r := range rows {
			blankCol[c] = blankCol[c] && g.owner[r*cols+c] < 0
		}
	}
	all, sound := 0, 0
	for r := range rows {
		for c := range cols {
			id := g.owner[r*cols+c]
			switch {
			case id < 0:
				all++
				if !blankRow[r] && !blankCol[c] {
					sound++
				}
			case g.cells[id].r0 == r && g.cells[id].c0 == c:
				all++
				if g.agrees(&g.cells[id]) {
					sound++
				}
			}
		}
	}
	return share(sound, all)
}

// agrees reports whether nothing of a cell contradicts its borders.
func (g *grid) agrees(k *cell) bool {
	box := engine.Box{X0: g.xs[k.c0], Y0: g.ys[k.r0], X1: g.xs[k.c1+1], Y1: g.ys[k.r1+1]}
	if len(k.words) == 0 {
		return true
	}
	slack := outside * g.em
	for _, i := range k.words {
		w := &g.s.words[i]
		if w.row < 0 {
			continue
		}
		if w.box.X0 < box.X0-slack && k.c0 > 0 || w.box.X1 > box.X1+slack && k.c1+1 < len(g.cols) ||
			w.level() < box.Y0-slack || w.level() > box.Y1+slack {
			return false
		}
	}
	return !g.crossed(box) && !g.heaped(k)
}

// crossed reports whether a rule runs through a box, from one side to the other.
func (g *grid) crossed(box engine.Box) bool {
	for _, v := range g.v {
		if !v.soft && v.pos > box.X0+g.em && v.pos < box.X1-g.em && overlap(v.from, v.to, box.Y0, box.Y1) > crossing*(box.Y1-box.Y0) {
			return true
		}
	}
	for _, h := range g.h {
		if !h.soft && h.pos > box.Y0+g.em && h.pos < box.Y1-g.em && overlap(h.from, h.to, box.X0, box.X1) > crossing*(box.X1-box.X0) {
			return true
		}
	}
	return false
}

// crossing is the part of a cell that a rule through it runs over.
const crossing = 0.8

// heaped reports whether a cell is figures under each other, each on a line of its own: rows that were not told apart.
func (g *grid) heaped(k *cell) bool {
	lines, base := 0, float32(0)
	for _, i := range k.words {
		w := &g.s.words[i]
		if !figure(w.text) {
			return false
		}
		if lines == 0 || abs(w.base-base) > 0.5*w.size {
			lines++
		}
		base = w.base
	}
	return lines > 1
}

// figure reports whether a word is of digits, and signs that stand between and around them.
func figure(t string) bool {
	digits := 0
	for _, r := range t {
		switch {
		case digit(r):
			digits++
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0xBF && r < 0x2000:
			return false
		}
	}
	return digits > 0
}

// sureness is the mean confidence of the words of a table.
func (g *grid) sureness() float64 {
	sum, n := 0.0, 0
	for i := range g.cells {
		for _, w := range g.cells[i].words {
			sum += float64(g.s.words[w].sure)
			n++
		}
	}
	if n == 0 {
		return 1
	}
	return sum / float64(n)
}
