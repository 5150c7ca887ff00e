// Package place finds where blocks that were read from the structure of a file stand on the pages that the file was
// printed on.
package place

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Page is what was printed on one page.
type Page struct {
	Number int
	Words  []doc.Word // in the order in which they were drawn, which is nearly that of the text
	Images []doc.Box  // likewise
}

// Blocks gives every block its page and its box, and those of its cells and pairs, and returns the blocks page by page.
// A block that runs over the end of a page stands where it begins. Running lines are repeated on every page that shows
// them. What is not found on any page stands between its neighbours.
func Blocks(blocks []doc.Block, pages []Page) []doc.Block {
	if len(pages) == 0 {
		return blocks
	}
	words := vocabulary{}
	printed := newPaper(pages, words)
	body, running := apart(blocks)
	text := newText(body, words)
	text.align(printed)
	text.find(printed)
	text.fill(printed)
	spots := text.spots(printed)
	pictures(body, spots, pages)
	between(body, spots)
	for i := range body {
		spots[i].set(&body[i], printed)
	}
	all := slices.Concat(body, repeat(running, printed, words))
	slices.SortStableFunc(all, func(a, b doc.Block) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(rank(&a), rank(&b)))
	})
	return all
}

// apart takes running lines out of the text.
func apart(blocks []doc.Block) (body, running []doc.Block) {
	for _, b := range blocks {
		if isRunning(&b) {
			running = append(running, b)
		} else {
			body = append(body, b)
		}
	}
	return body, running
}

func isRunning(b *doc.Block) bool {
	return b.Type == doc.Header || b.Type == doc.Footer || b.Type == doc.PageNumber
}

// rank is where a block stands on its page: before the text, in it or behind it.
func rank(b *doc.Block) int {
	switch {
	case b.Type == doc.Header, b.Type == doc.PageNumber && b.Box.Top < 0.5:
		return -1
	case isRunning(b):
		return 1
	}
	return 0
}

// isPrinted reports whether the words of a block stand on a page: a figure's tell what it shows, and comments are left
// out.
func isPrinted(b *doc.Block) bool { return b.Type != doc.Figure && b.Type != doc.Comment }
