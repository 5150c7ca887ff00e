package wasm

import (
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// Bounds of one page. An element is named by 16 bits.
const (
	maxElements     = 1<<16 - 1
	maxElementDepth = 64
	maxContents     = 1 << 20
	maxAttributes   = 16
	maxSpan         = 10000
)

// structure is the tagged structure of a page.
type structure struct {
	*page
	// holders are the elements that hold marked pieces of content, counted from 1. A piece that two elements claim
	// belongs to neither: numbers of content inside a form may be the same as those of the page's own, and PDFium does
	// not tell them apart.
	holders map[int]uint16
	seen    map[uint64]bool // a file may let elements hold each other
}

// readStructure lists the elements that stand on the page.
func (p *page) readStructure() *structure {
	s := &structure{page: p, holders: map[int]uint16{}, seen: map[uint64]bool{}}
	if !p.did("FPDFCatalog_IsTagged", p.doc.main.pdf) {
		return s
	}
	tree := p.call("FPDF_StructTree_GetForPage", p.handle)
	if tree == 0 {
		return s
	}
	n := p.count("FPDF_StructTree_CountChildren", tree)
	for i := range max(n, 0) {
		if top := p.call("FPDF_StructTree_GetChildAtIndex", tree, uint64(i)); top != 0 {
			s.add(top, -1, 0)
		}
	}
	p.call("FPDF_StructTree_Close", tree)
	return s
}

func (s *structure) add(handle uint64, parent, depth int) {
	place := len(s.found.Elements)
	if depth == maxElementDepth || place == maxElements || s.seen[handle] {
		return
	}
	s.seen[handle] = true
	e := engine.Element{
		Kind: s.wide("FPDF_StructElement_GetType", handle), Parent: parent,
		Title: s.wide("FPDF_StructElement_GetTitle", handle), Alt: s.wide("FPDF_StructElement_GetAltText", handle),
		Text: s.wide("FPDF_StructElement_GetActualText", handle), Language: s.wide("FPDF_StructElement_GetLang", handle),
	}
	if e.Kind == "TD" || e.Kind == "TH" {
		e.RowSpan, e.ColSpan = s.span(handle, "RowSpan"), s.span(handle, "ColSpan")
	}
	s.found.Elements = append(s.found.Elements, e)
	n := s.count("FPDF_StructElement_CountChildren", handle)
	for i := range max(n, 0) {
		if child := s.call("FPDF_StructElement_GetChildAtIndex", handle, uint64(i)); child != 0 {
			s.add(child, place, depth+1)
		} else if id := s.count("FPDF_StructElement_GetChildMarkedContentID", handle, uint64(i)); id >= 0 {
			s.claim(id, uint16(place+1))
		}
	}
}

// claim notes which element a piece of content belongs to.
func (s *structure) claim(id int, element uint16) {
	known, claimed := s.holders[id]
	switch {
	case claimed && known != element:
		s.holders[id] = 0
	case !claimed && len(s.holders) < maxContents:
		s.holders[id] = element
	}
}

// span is an attribute of a table cell, 0 where the file does not say.
func (s *structure) span(handle uint64, name string) int {
	n := min(s.count("FPDF_StructElement_GetAttributeCount", handle), maxAttributes)
	for i := range max(n, 0) {
		attribute := s.call("FPDF_StructElement_GetAttributeAtIndex", handle, uint64(i))
		if attribute == 0 {
			continue
		}
		value := s.call("FPDF_StructElement_Attr_GetValue", attribute, s.key(name))
		if value == 0 || !s.did("FPDF_StructElement_Attr_GetNumberValue", value, s.out) {
			continue
		}
		if number := s.outFloat(0); number >= 1 && number <= maxSpan {
			return int(number)
		}
	}
	return 0
}

// holder is the element that holds an object of the page's own content, counted from 1; 0 for none.
func (s *structure) holder(object uint64) uint16 {
	if len(s.holders) == 0 {
		return 0
	}
	return s.holders[s.count("FPDFPageObj_GetMarkedContentID", object)]
}

// isArtifact reports whether an object is tagged as no part of the content.
func (s *structure) isArtifact(object uint64) bool {
	if len(s.found.Elements) == 0 {
		return false
	}
	n := s.count("FPDFPageObj_CountMarks", object)
	for i := range max(n, 0) {
		if mark := s.call("FPDFPageObj_GetMark", object, uint64(i)); mark != 0 && s.markName(mark) == "Artifact" {
			return true
		}
	}
	return false
}

func (s *structure) markName(mark uint64) string {
	const room = 64
	size, name := s.out, s.out+4
	if !s.did("FPDFPageObjMark_GetName", mark, name, room, size) {
		return ""
	}
	n := int(s.outUint(0))
	if n < 2 || n > room {
		return ""
	}
	return pdf.UTF16(s.bytes(name, n-2))
}
