package parse

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// rowPages numbers the pages of a table that runs over several as the selection does. Of rows on pages that are not
// selected no place is told.
func rowPages(b *doc.Block, numbers map[int]int, pages []page) {
	if b.Table == nil || b.Table.PageAt == nil {
		return
	}
	t := *b.Table
	t.Cells, t.PageAt = slices.Clone(t.Cells), slices.Clone(t.PageAt)
	for i := range t.Cells {
		if row := t.Cells[i].Row; row < len(t.PageAt) {
			if _, selected := numbers[t.PageAt[row]]; !selected {
				t.Cells[i].Box = nil
			}
		}
	}
	for i, n := range t.PageAt {
		at, selected := numbers[n]
		if !selected {
			at = numbers[b.Page]
		}
		t.PageAt[i] = pages[at].number
	}
	b.Table = &t
}
