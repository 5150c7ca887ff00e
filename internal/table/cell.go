package table

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// found writes the grid as a table and takes its words.
func (g *grid) found() Found {
	f := Found{Box: engine.Box{X0: g.xs[0], Y0: g.ys[0], X1: g.xs[len(g.xs)-1], Y1: g.ys[len(g.ys)-1]}}
	g.adopt(f.Box)
	f.Confidence = g.soundness() * g.sureness()
	f.Table = doc.Table{Rows: g.rows(), Cols: len(g.cols), HeaderRows: g.head}
	order := make([]int, 0, len(g.cells))
	for i := range g.cells {
		if g.cells[i].r1 >= 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.cells[a].r0, g.cells[b].r0), cmp.Compare(g.cells[a].c0, g.cells[b].c0))
	})
	for _, i := range order {
		k := &g.cells[i]
		slices.SortFunc(k.words, g.reading)
		box := engine.Box{X0: g.xs[k.c0], Y0: g.ys[k.r0], X1: g.xs[k.c1+1], Y1: g.ys[k.r1+1]}
		for _, w := range k.words {
			word := &g.s.words[w]
			word.taken = true
			f.Box = union(f.Box, word.box)
			f.Words = append(f.Words, Place{Line: word.line, Word: word.at, Cell: int32(len(f.Table.Cells))})
		}
		for _, w := range k.mute {
			word := &g.s.words[w]
			word.taken = true
			f.Words = append(f.Words, Place{Line: word.line, Word: word.at, Cell: int32(len(f.Table.Cells))})
		}
		f.Table.Cells = append(f.Table.Cells, doc.Cell{
			Row: k.r0, Col: k.c0, RowSpan: k.r1 - k.r0 + 1, ColSpan: k.c1 - k.c0 + 1,
			Header: k.r0 < g.head, Text: g.text(k.words), Box: fraction(g.s.frame.page, g.s.frame.back(box)),
		})
	}
	f.Box = g.s.frame.back(f.Box)
	return f
}

// reading orders the words of a cell line by line.
func (g *grid) reading(a, b int32) int {
	v, w := &g.s.words[a], &g.s.words[b]
	return cmp.Or(cmp.Compare(v.base, w.base), cmp.Compare(v.box.X0, w.box.X0), cmp.Compare(a, b))
}

// adopt gives words that run in another direction, and lines and leaders made of characters, to the cells they stand
// in.
func (g *grid) adopt(box engine.Box) {
	for i := len(g.s.words) - 1; i >= 0 && g.s.words[i].row < 0; i-- {
		w := &g.s.words[i]
		if y := (w.box.Y0 + w.box.Y1) / 2; !w.taken && inside(box, w.mid(), y) {
			k := &g.cells[g.cellOf(w.mid(), y)]
			if ornament(w.text) {
				k.mute = append(k.mute, int32(i))
			} else {
				k.words = append(k.words, int32(i))
			}
		}
	}
	for _, i := range g.marks {
		w := &g.s.words[i]
		id := g.cellOf(w.mid(), w.level())
		g.cells[id].mute = append(g.cells[id].mute, i)
	}
}

// cellOf is the number of the cell at a place, which is made where there is none.
func (g *grid) cellOf(x, y float32) int {
	r := 0
	for r+2 < len(g.ys) && y > g.ys[r+1] {
		r++
	}
	c := g.columnAt(x)
	return g.claim(r, c, r, c)
}

// fraction measures a box in parts of the page, of which it keeps what lies on it.
func fraction(p *engine.Page, b engine.Box) *doc.Box {
	part := func(x, of float32) float64 {
		if !(of > 0) {
			return 0
		}
		return min(max(float64(x)/float64(of), 0), 1)
	}
	left, top := part(b.X0, p.Width), part(b.Y0, p.Height)
	return &doc.Box{Left: left, Top: top, Width: part(b.X1, p.Width) - left, Height: part(b.Y1, p.Height) - top}
}
