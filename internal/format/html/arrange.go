package html

import (
	"iter"

	"golang.org/x/net/html"
)

// arranges reports whether a table is there for the layout only, so that a reader wants what it holds and not the table:
// it says so, is a frame around one cell, holds parts of the page with their own headings or tables, or puts long pieces
// of text beside or below each other.
func arranges(n *html.Node) bool {
	if role := attr(n, "role"); role == "presentation" || role == "none" {
		return true
	}
	s := shapeOf(n)
	switch {
	case s.cells < 2 || s.headings > 0:
		return true
	case s.tables > 0:
		return !s.named || s.tables*4 > s.cells
	}
	return !s.named && !s.grid() && s.blocks > maxBlocks
}

// maxBlocks is how many paragraphs, lines and items a cell holds that is not part of the page's text.
const maxBlocks = 8

// shape is what tells tables of data from those of layout.
type shape struct {
	rows, cells int
	named       bool // has a caption, or cells that name rows or columns
	headings    int  // in cells that name nothing
	tables      int  // in cells, frames around one cell left out
	blocks      int  // of the cell that has most
}

// grid reports rows of several cells.
func (s *shape) grid() bool { return s.rows > 1 && s.cells > s.rows }

func shapeOf(n *html.Node) shape {
	var s shape
	for part := range parts(n) {
		switch part.Data {
		case "caption":
			s.named = true
		case "tr":
			s.rows++
		case "td", "th":
			s.cell(part)
		}
	}
	return s
}

func (s *shape) cell(n *html.Node) {
	s.cells++
	names := n.Data == "th"
	s.named = s.named || names
	blocks := 0
	for c := range n.Descendants() {
		if c.Type != html.ElementNode {
			continue
		}
		switch c.Data {
		case "h1", "h2", "h3", "h4", "h5", "h6":
			if !names {
				s.headings++
			}
		case "table":
			if !frames(c) {
				s.tables++
			}
		case "p", "li", "br", "dd", "pre", "hr":
			blocks++
		}
	}
	s.blocks = max(s.blocks, blocks)
}

// frames reports a table of a single cell, which says no more than its content does.
func frames(n *html.Node) bool {
	cells := 0
	for part := range parts(n) {
		if part.Data == "td" || part.Data == "th" {
			cells++
		}
	}
	return cells < 2
}

// parts are the rows, cells and sections that are a table's own.
func parts(n *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) { eachPart(n, yield) }
}

func eachPart(n *html.Node, yield func(*html.Node) bool) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if !yield(c) {
			return false
		}
		switch c.Data {
		case "thead", "tbody", "tfoot", "tr":
			if !eachPart(c, yield) {
				return false
			}
		}
	}
	return true
}
