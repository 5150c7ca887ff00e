package xlsx

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// link leads from cells to an address, or to a place in the workbook behind a "#".
type link struct {
	at     area
	target string
}

func (s *reader) readLinks(r *markup.Reader) {
	external := s.relations.Map()
	for range r.Children() {
		a, ok := parseArea(r.Attr("ref"))
		target := external[r.Attr("r:id")].Target
		if location := r.Attr("location"); target == "" && location != "" {
			target = "#" + location
		}
		if ok && target != "" {
			s.links = append(s.links, link{a, target})
		}
	}
}

// link marks the texts of cells that lead somewhere.
func (s *reader) link() {
	for _, l := range s.links {
		s.each(l.at, func(_ int, c *sheet.Cell) {
			if c.Text == "" || linked(c) {
				return
			}
			own := extra(c)
			own.Spans = slices.Insert(slices.Clone(own.Spans), 0, doc.Span{Kind: doc.Link, End: len(c.Text), Target: l.target})
		})
	}
}

func linked(c *sheet.Cell) bool {
	return c.Extra != nil && slices.ContainsFunc(c.Extra.Spans, func(s doc.Span) bool { return s.Kind == doc.Link })
}
