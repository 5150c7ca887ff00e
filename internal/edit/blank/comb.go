package blank

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// combs are the rows of narrow rooms of one size that take a letter each.
func (p *Page) combs() []spot {
	var cells []*room
	for i := range p.rooms {
		if r := &p.rooms[i]; r.left && r.right && len(r.words) == 0 && wide(r.box) <= widestCell*p.em {
			cells = append(cells, r)
		}
	}
	slices.SortStableFunc(cells, func(a, b *room) int {
		return cmp.Or(cmp.Compare(a.box.Y1, b.box.Y1), cmp.Compare(a.box.X0, b.box.X0))
	})
	var out []spot
	for from := 0; from < len(cells); {
		to := from + 1
		for to < len(cells) && p.adjoins(cells[to-1], cells[to]) && abs(wide(cells[to].box)-wide(cells[from].box)) < 0.3*wide(cells[from].box) {
			to++
		}
		if s, ok := p.comb(cells[from:to]); ok {
			out = append(out, s)
		}
		from = to
	}
	return out
}

// Bounds of combs, in sizes of the usual font and in parts of the height of their cells.
const (
	widestCell = 2.8
	squat      = 2   // width of a cell, of many
	slender    = 1.1 // of two or three
	many       = 4
)

// adjoins reports whether a room goes on with another at its right.
func (p *Page) adjoins(a, b *room) bool {
	tol := touch * p.em
	return abs(a.box.Y1-b.box.Y1) < tol/2 && abs(a.box.Y0-b.box.Y0) < tol && abs(b.box.X0-a.box.X1) < tol/2
}

// comb makes a blank of cells in a row if letters go into them. Cells that have a heading each are those of a table.
func (p *Page) comb(cells []*room) (spot, bool) {
	n := len(cells)
	box := cells[0].box
	for _, c := range cells[1:] {
		box = union(box, c.box)
	}
	each := wide(box) / float32(n)
	switch {
	case n < 2, n >= many && each > squat*high(box), n < many && each > slender*high(box):
		return spot{}, false
	}
	if !p.pale(box) {
		return spot{}, false
	}
	headed := 0
	for _, c := range cells {
		if p.headed(c.box) {
			headed++
		}
	}
	if 2*headed > n {
		return spot{}, false
	}
	return spot{box: box, kind: Comb, cells: n, rank: combed}, true
}

// headed reports whether a word stands over a cell that is no wider than it.
func (p *Page) headed(b engine.Box) bool {
	return slices.ContainsFunc(p.all, func(w word) bool {
		x, _ := middle(w.box)
		return w.row >= 0 && x > b.X0 && x < b.X1 && wide(w.box) < wide(b) && b.Y0-w.base > -0.3*w.size && b.Y0-w.base < 1.2*w.size &&
			!slices.ContainsFunc(p.all, func(o word) bool { // a word of a phrase that runs over several
				return o.row == w.row && o.box != w.box && max(o.box.X0-w.box.X1, w.box.X0-o.box.X1) < 0.5*w.size
			})
	})
}

// unchained leaves out the squares that adjoin each other in a row of many: they take letters, and their sides are walls.
func unchained(squares []engine.Box) []engine.Box {
	next, last := make([]int, len(squares)), make([]int, len(squares))
	for i := range squares {
		next[i], last[i] = -1, -1
	}
	for i, a := range squares {
		for k, b := range squares {
			side := wide(a)
			if gap := b.X0 - a.X1; i != k && abs(gap) < chainGap*side && abs(a.Y0-b.Y0) < chainGap*side && abs(wide(b)-side) < chainGap*side {
				next[i], last[k] = k, i
			}
		}
	}
	var out []engine.Box
	for i, b := range squares {
		n := 1
		for k := next[i]; k >= 0 && n < many; k = next[k] {
			n++
		}
		for k := last[i]; k >= 0 && n < many; k = last[k] {
			n++
		}
		if n < many {
			out = append(out, b)
		}
	}
	return out
}

// chainGap, in sides, is how far apart squares of a chain are at most.
const chainGap = 0.3
