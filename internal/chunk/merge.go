package chunk

import (
	"cmp"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// MergeTables joins tables of the same number of columns that follow each other with nothing but page furniture
// between them. The furniture comes behind the joined table.
func MergeTables(blocks []Block) []Block {
	var out []Block
	open := -1 // index in out of the table that may go on
	for i := range blocks {
		b := blocks[i]
		switch {
		case open >= 0 && joins(&out[open], &b):
			merge(&out[open], b)
			continue
		case b.Table != nil && b.Table.Consistent():
			open = len(out)
		case b.Type != doc.Header && b.Type != doc.Footer && b.Type != doc.PageNumber:
			open = -1
		}
		out = append(out, b)
	}
	return out
}

// joins reports whether b goes on with the table a. On a sheet it must stand below it.
func joins(a, b *Block) bool {
	return b.Table != nil && b.Table.Consistent() && a.Table.Cols == b.Table.Cols && slices.Equal(a.Table.ColAt, b.Table.ColAt)
}

// merge appends the rows of b, without a header that repeats the first one.
func merge(a *Block, b Block) {
	if a.Fragments == nil {
		first := *a
		a.Fragments = []Block{first}
		t := *a.Table
		t.Cells, t.RowAt = slices.Clone(t.Cells), slices.Clone(t.RowAt)
		t.PageAt = rowPages(a)
		a.Table = &t
	}
	a.Fragments = append(a.Fragments, b)
	a.Confidence = min(a.Confidence, b.Confidence)
	a.Agentic = cmp.Or(a.Agentic, b.Agentic)
	t, skip := a.Table, repeatedRows(a.Fragments[0].Table, b.Table)
	for _, c := range b.Table.Cells {
		if c.Row >= skip {
			c.Row += t.Rows - skip
			t.Cells = append(t.Cells, c)
		}
	}
	added := b.Table.Rows - skip
	t.Rows += added
	if t.RowAt != nil {
		t.RowAt = append(t.RowAt, b.Table.RowAt[skip:]...)
	}
	t.PageAt = append(t.PageAt, rowPages(&b)[skip:]...)
}

// rowPages is the page of each row of a table, which may run over several itself.
func rowPages(b *Block) []int {
	if b.Table.PageAt != nil {
		return slices.Clone(b.Table.PageAt)
	}
	return slices.Repeat([]int{b.Page}, b.Table.Rows)
}

// repeatedRows counts the leading rows of a fragment that say the same as the header of the first table, or as its
// first row when it names no header. A cell that reaches out of them keeps them all.
func repeatedRows(first, fragment *doc.Table) int {
	most := min(max(first.HeaderRows, 1), fragment.Rows)
	a, b := first.Grid(), fragment.Grid()
	n := 0
	for n < most && slices.EqualFunc(a[n], b[n], sameText) {
		n++
	}
	for i := range fragment.Cells {
		if c := &fragment.Cells[i]; c.Row < n && c.Row+c.RowSpan > n {
			return 0
		}
	}
	return n
}

func sameText(a, b *doc.Cell) bool { return folded(a) == folded(b) }

func folded(c *doc.Cell) string {
	if c == nil {
		return ""
	}
	return strings.ToLower(strings.Join(strings.Fields(c.Text), " "))
}
