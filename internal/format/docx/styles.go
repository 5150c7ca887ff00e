package docx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/markup"
)

// none stands where a number was not given.
const none = -1

// style is what a style says about the paragraphs or runs that have it.
type style struct {
	id, name, basedOn string
	outline           int // 0 to 8 are headings, 9 is text
	numID             string
	level             int
	hidden            *bool
}

// styles are those of a document by their ids.
type styles struct {
	byID      map[string]*style
	paragraph string // the style of paragraphs that name none
}

// maxChain bounds how many styles one is based on; a circle ends there.
const maxChain = 64

func (r *reading) readStyles(name string) error {
	r.styles.byID = map[string]*style{}
	return r.part(name, func(s *story, _ string) {
		for child := range s.r.Children() {
			if child != "w:style" {
				continue
			}
			st := &style{id: s.r.Attr("w:styleId"), outline: none, level: none}
			if v := s.r.Attr("w:default"); s.r.Attr("w:type") == "paragraph" && (v == "1" || v == "true" || v == "on") {
				r.styles.paragraph = st.id
			}
			st.read(s.r)
			s.spend(len(st.name), 1)
			r.styles.byID[st.id] = st
		}
	})
}

func (st *style) read(r *markup.Reader) {
	for child := range r.Children() {
		switch child {
		case "w:name":
			st.name = strings.ToLower(r.Attr("w:val"))
		case "w:basedOn":
			st.basedOn = r.Attr("w:val")
		case "w:rPr":
			for p := range r.Children() {
				if p == "w:vanish" {
					v := on(r)
					st.hidden = &v
				}
			}
		case "w:pPr":
			for p := range r.Children() {
				switch p {
				case "w:outlineLvl":
					st.outline = number(r.Attr("w:val"), 0, 9, none)
				case "w:numPr":
					st.numID, st.level = numPr(r)
				}
			}
		}
	}
}

// numPr reads which list a paragraph belongs to, and at which level.
func numPr(r *markup.Reader) (id string, level int) {
	level = none
	for child := range r.Children() {
		switch child {
		case "w:numId":
			id = r.Attr("w:val")
		case "w:ilvl":
			level = number(r.Attr("w:val"), 0, levels-1, 0)
		}
	}
	return id, level
}

// number reads a number between bounds; what is none is other.
func number(s string, low, high, other int) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		return other
	}
	return n
}

// chain visits a style and those it is based on, until visit returns true.
func (s *styles) chain(id string, visit func(*style) bool) {
	for range maxChain {
		st := s.byID[id]
		if st == nil {
			st = undefined(id)
		}
		if st == nil || visit(st) {
			return
		}
		id = st.basedOn
	}
}

// undefined is the style that the program itself means by an id, for documents that use styles without defining them.
func undefined(id string) *style {
	st := &style{id: id, outline: none, level: none}
	if n, ok := strings.CutPrefix(id, "Heading"); ok && number(n, 1, 9, none) != none {
		st.name = "heading " + n
		return st
	}
	if id == "Title" {
		st.name = "title"
		return st
	}
	return nil
}

// builtIn is the outline level that the name of a style of the program itself stands for. These names are the same in
// all languages.
func (st *style) builtIn() int {
	n, ok := strings.CutPrefix(st.name, "heading ")
	if !ok {
		return none
	}
	return number(n, 1, 9, 0) - 1 // 0 - 1 is none
}

// outline is the level of a heading in that style, 9 for text.
func (s *styles) outline(id string) int {
	level := 9
	s.chain(id, func(st *style) bool {
		if level = st.outline; level == none {
			level = st.builtIn()
		}
		return level != none
	})
	if level == none {
		return 9
	}
	return level
}

// named reports whether a style, or one it is based on, has that name.
func (s *styles) named(id, name string) bool {
	found := false
	s.chain(id, func(st *style) bool {
		found = st.name == name
		return found || st.outline != none
	})
	return found
}

// list is the list that paragraphs in that style belong to, and the style that says so.
func (s *styles) list(id string) (numID string, level int, by string) {
	level = none
	s.chain(id, func(st *style) bool {
		numID, by = st.numID, st.id
		if level == none {
			level = st.level
		}
		return numID != ""
	})
	return numID, level, by
}

// hidden reports whether text in that style is not shown.
func (s *styles) hidden(id string) bool {
	hidden := false
	s.chain(id, func(st *style) bool {
		if st.hidden != nil {
			hidden = *st.hidden
		}
		return st.hidden != nil
	})
	return hidden
}
