// Package block makes typed blocks, in reading order, out of the lines, tables and pictures of a page.
package block

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/table"
)

// Page is what was seen on one page. The words of its tables are no text of their own.
type Page struct {
	Seen   *engine.Page
	Text   *layout.Text
	Tables []table.Found
	// Regions are the parts of the page that a network saw, in reading order and in points; none where it was not asked.
	Regions []ocr.Region
	// Skew is how far a scan lies askew, degrees clockwise.
	Skew float64
	// Struck are lines that are drawn through recognised words.
	Struck []engine.Box
	// Reorder weighs several orders of the page against each other.
	Reorder bool
	// Scripts marks what is raised or lowered.
	Scripts bool
}

// Arrange gives the blocks of one page in reading order. Each visible word is in exactly one of them. What they look
// like travels in Block.Style until Finish has seen the whole document.
func Arrange(p Page) []doc.Block {
	if p.Skew == 0 {
		return arrange(p)
	}
	out := arrange(straightened(p))
	bend(out, &p)
	return out
}

func arrange(p Page) []doc.Block {
	s := newSheet(p)
	s.findZones()
	s.holdTables()
	s.findSignatures()
	s.findFigures()
	s.turned()
	s.pieces()
	s.signs()
	side := s.sideGroups()
	s.references()
	head, body, foot := s.margins()
	order := s.order
	if s.Reorder {
		order = s.reordered
	}
	text, notes := s.footnotes(order(s.pairs(body)))
	var out []doc.Block
	for _, leaf := range s.order(head) {
		out = s.write(out, leaf, headRole)
	}
	out = s.writeText(out, text)
	for _, leaf := range notes {
		out = s.writeNotes(out, leaf)
	}
	out = s.writeText(out, s.order(side))
	for _, leaf := range s.order(foot) {
		out = s.write(out, leaf, footRole)
	}
	s.spaces(out)
	return s.watermarks(s.comments(captions(out, float64(s.Seen.Height))))
}
