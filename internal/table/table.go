// Package table finds the tables on a page and solves their grids.
package table

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// Found is a table on a page.
type Found struct {
	Box        engine.Box // around its cells, in points of the page
	Table      doc.Table
	Confidence float64 // that this is a table, 0 to 1
	Words      []Place // every word that stands in it, each in one cell
}

// Place says which cell holds a word.
type Place struct {
	Line, Word int32 // the word is Text.Lines[Line].Words[Word]
	Cell       int32 // index in Table.Cells
}

// Find gives the tables of a page from the top down. They do not share words.
func Find(p *engine.Page, t *layout.Text) []Found {
	return nil
}
