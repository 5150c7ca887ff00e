package word

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/edit"
)

// write puts a line at the top or the bottom: of the document, of a page that a page break tells, or of every page.
func (f *File) write(a edit.Action) (string, error) {
	if a.Pages == nil {
		m := header
		if a.Place == edit.Bottom {
			m = footer
		}
		line := "<w:p>" + f.run(nil, a.Value) + "</w:p>"
		return "", f.onMargins(m, func(root *node) []patch { return []patch{lineIn(root, line)} })
	}
	root, err := f.root(f.main)
	if err != nil {
		return "", err
	}
	all := seams(root)
	body := root.child("w:body")
	var patches []patch
	ends := a.Place == edit.Top && slices.Equal(a.Pages, edit.Page(1)) || a.Place == edit.Bottom && slices.Equal(a.Pages, edit.Page(-1))
	if !ends { // those of the document need no page breaks
		if why, err := f.paged(a.Pages); why != "" || err != nil {
			return why, err
		}
	}
	for _, page := range a.Pages.Of(len(all) + 1) {
		p, why := f.edge(body, all, page, a)
		if why != "" {
			return why, nil
		}
		patches = append(patches, p)
	}
	return "", f.patch(f.main, patches)
}

// edge puts a line at an edge of a page.
func (f *File) edge(body *node, all []seam, page int, a edit.Action) (patch, string) {
	top := a.Place == edit.Top
	switch {
	case top && page == 1:
		at := body.inner
		var first *node
		for _, k := range body.kids {
			if k.name == "w:p" {
				first = k
				break
			}
		}
		return patch{at, at, f.line(first, a.Value)}, ""
	case !top && page == len(all)+1:
		at := body.outer
		var last *node
		for _, k := range body.kids {
			switch k.name {
			case "w:sectPr":
				at = k.start
			case "w:p":
				last = k
			}
		}
		return patch{at, at, f.line(last, a.Value)}, ""
	}
	at := page - 1
	if top {
		at--
	}
	return f.seamed(all[at], top, a.Value)
}

// seamed puts a line behind or before the end of a page.
func (f *File) seamed(s seam, behind bool, text string) (patch, string) {
	switch {
	case !s.hard:
		return patch{}, "a text can be written at the edge of a page only where a page break makes one"
	case s.at.name == "w:p" && s.from == s.at.start && behind: // a paragraph that begins a page stays its first
		from := s.at.inner
		if pr := s.at.child("w:pPr"); pr != nil {
			from = pr.end
		}
		return patch{from, from, f.run(nil, text) + lineEnd}, ""
	case s.at.name == "w:p" && s.from == s.at.end && !behind: // one that ends a section stays its last
		return atEnd(s.at, lineEnd+f.run(nil, text)), ""
	case s.at.name == "w:p":
		return patch{s.from, s.from, f.line(nil, text)}, ""
	}
	// Inside a run: it is divided at the break.
	run := s.at.up
	l := lookOf(run.child("w:rPr"))
	again := run.open()
	if pr := run.child("w:rPr"); pr != nil {
		again += pr.xml()
	}
	if behind {
		return patch{s.to, s.to, run.shut() + f.run(l, text) + lineEnd + again}, ""
	}
	return patch{s.from, s.from, run.shut() + lineEnd + f.run(l, text) + again}, ""
}

// lineEnd ends a line inside a paragraph.
const lineEnd = "<w:r><w:br/></w:r>"

// line is a paragraph of its own, in the look of one beside it.
func (f *File) line(beside *node, text string) string {
	var l look
	if beside != nil {
		if p := newParagraph(beside); len(p.shown()) > 0 {
			l = p.look(0).without("w:rStyle", "w:b", "w:bCs", "w:i", "w:iCs", "w:u", "w:caps", "w:smallCaps", "w:sz", "w:szCs", "w:vanish", "w:strike", "w:highlight")
		}
	}
	return "<w:p>" + f.run(l, text) + "</w:p>"
}
