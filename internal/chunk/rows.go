package chunk

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// cutRows divides a table between rows, as cut does with text. Every piece begins with the header, so that it can be read
// alone; one that is too long with a single row stays so.
func (it *item) cutRows(first, room int, o Options) []item {
	t := it.Table
	ends := rowEnds(t)
	var out []item
	for from, limit := t.HeaderRows, first; len(ends) > 0; limit = room {
		n := 1
		for n < len(ends) && it.written(from, ends[n]) <= limit {
			n++
		}
		out = append(out, it.piece(from, ends[n-1], o))
		from, ends = ends[n-1], ends[n:]
	}
	if len(out) < 2 {
		return []item{*it}
	}
	return out
}

func canCutRows(it *item, o Options) bool {
	return o.CutTables && o.Mode == Variable && it.Table != nil && it.Table.HeaderRows < it.Table.Rows && it.Table.Consistent()
}

// written is how long some rows are behind the header.
func (it *item) written(from, to int) int {
	piece := it.Block.Block
	piece.Table = rowsOf(it.Table, from, to)
	return length(render.Content(&piece, it.Page, it.Render))
}

// rowEnds are the places below the header where no cell reaches over the end of a row.
func rowEnds(t *doc.Table) []int {
	held := make([]bool, t.Rows+1)
	for i := range t.Cells {
		c := &t.Cells[i]
		for r := c.Row + 1; r < c.Row+c.RowSpan; r++ {
			held[r] = true
		}
	}
	var out []int
	for r := t.HeaderRows + 1; r <= t.Rows; r++ {
		if !held[r] {
			out = append(out, r)
		}
	}
	return out
}

// rowsOf is a table of the header and some rows below it.
func rowsOf(t *doc.Table, from, to int) *doc.Table {
	head := t.HeaderRows
	out := doc.Table{Rows: head + to - from, Cols: t.Cols, HeaderRows: head, ColAt: t.ColAt}
	out.Cells = append(out.Cells, cellsOf(t, 0, head)...)
	for _, c := range cellsOf(t, from, to) {
		c.Row -= from - head
		out.Cells = append(out.Cells, c)
	}
	out.RowAt, out.PageAt = picked(t.RowAt, head, from, to), picked(t.PageAt, head, from, to)
	out.Deleted = picked(t.Deleted, head, from, to)
	return &out
}

// cellsOf are the cells of some rows.
func cellsOf(t *doc.Table, from, to int) []doc.Cell {
	at := func(row int) int {
		n, _ := slices.BinarySearchFunc(t.Cells, row, func(c doc.Cell, row int) int { return c.Row - row })
		return n
	}
	return t.Cells[at(from):at(to)]
}

// picked are what a table says of the rows of rowsOf; nil where it says nothing.
func picked[T any](all []T, head, from, to int) []T {
	if len(all) < to {
		return nil
	}
	return slices.Concat(all[:head], all[from:to])
}

// piece is the item of some rows. Of a table that was merged, the first piece keeps the fragments.
func (it *item) piece(from, to int, o Options) item {
	p := item{Block: it.Block, tied: it.tied && from == it.Table.HeaderRows, captioned: it.captioned}
	if p.Table = rowsOf(it.Table, from, to); from > it.Table.HeaderRows {
		p.Fragments = nil
	}
	p.Page, p.Box = it.rowsAt(from, to)
	p.render(o)
	return p
}

// rowsAt is the page and the box of some rows: that of their cells where it is known, else their share of the table.
func (it *item) rowsAt(from, to int) (page int, box doc.Box) {
	t := it.Table
	if page = it.Page; len(t.PageAt) >= to {
		page = t.PageAt[from]
	}
	known := false
	for _, c := range cellsOf(t, from, to) {
		if len(t.PageAt) >= to && t.PageAt[c.Row] != page {
			continue
		}
		if b, ok := t.CellBox(&c); ok {
			if !known {
				box, known = b, true
			}
			box = around(box, b)
		}
	}
	if known {
		return page, box
	}
	if box = it.Box; page == it.Page {
		box.Top += it.Box.Height * float64(from) / float64(t.Rows)
		box.Height = it.Box.Height * float64(to-from) / float64(t.Rows)
		return page, box
	}
	for i := range it.Fragments {
		if it.Fragments[i].Page == page {
			box = it.Fragments[i].Box
		}
	}
	return page, box
}

// around is the smallest box that holds two.
func around(a, b doc.Box) doc.Box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	return doc.Box{
		Left: left, Top: top,
		Width: max(a.Left+a.Width, b.Left+b.Width) - left, Height: max(a.Top+a.Height, b.Top+b.Height) - top,
	}
}
