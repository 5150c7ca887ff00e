package docx

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// story is a sequence of paragraphs and tables: the body, a cell, a text box, a header, a note, a comment.
type story struct {
	*reading
	r         *markup.Reader
	relations map[string]ooxml.Relation
	body      *body // nil in all stories but the body itself

	blocks []doc.Block
	base   marks      // of all that is written here
	p      *paragraph // being read
	carry  *text      // of a paragraph whose end was deleted: it goes on with the next one
	fields []field
	tick   string // the check box that is shown in place of the next text

	running   bool // it is a header or footer
	captioned int  // the number of blocks when a caption was the last of them
}

// inner is a story inside this one: what was inserted or deleted here was so there.
func (s *story) inner() *story {
	in := &story{reading: s.reading, r: s.r, relations: s.relations, base: s.base, tick: s.tick}
	in.base.link, s.tick = "", ""
	return in
}

// within reads the current element as a story of its own and returns its blocks.
func (s *story) within() []doc.Block {
	in := s.inner()
	in.read()
	return in.blocks
}

// read reads the paragraphs and tables inside the current element.
func (s *story) read() {
	s.each()
	s.end()
}

// end finishes a paragraph that was to go on with a next one.
func (s *story) end() {
	if s.carry != nil {
		s.p = &paragraph{outline: none, level: none, text: *s.carry}
		s.carry = nil
		s.finish()
	}
}

func (s *story) each() {
	for name := range s.r.Children() {
		s.block(name)
	}
}

// block reads one element that may hold paragraphs. Elements that say nothing about text are passed over.
func (s *story) block(name string) {
	switch name {
	case "w:p":
		s.paragraph()
	case "w:tbl":
		s.table()
	case "w:sdt":
		s.control(s.each)
	case "w:sdtContent", "w:customXml", "w:smartTag":
		s.each()
	case "w:ins", "w:moveTo", "w:del", "w:moveFrom":
		s.changed(name, s.each)
	case "m:oMathPara", "m:oMath":
		s.p = &paragraph{outline: none, level: none}
		s.formula(name)
		s.finish()
	case "w:altChunk":
		s.issues["a document embedded in the file was left out"] = true
	case "w:sectPr":
		if s.body != nil {
			s.body.section(s)
		}
	}
}

// changed reads something that was inserted or deleted. What was moved was deleted in one place and inserted in another.
func (s *story) changed(name string, read func()) {
	before := s.base
	defer func() { s.base = before }()
	s.base.author = s.r.Attr("w:author")
	switch name {
	case "w:ins", "w:moveTo":
		// What one person inserted and another deleted again is gone.
		if before.change != doc.Deleted {
			s.base.change = doc.Inserted
		}
	default:
		s.base.change = doc.Deleted
	}
	read()
}

// add puts a block into the story.
func (s *story) add(b doc.Block) {
	b.Confidence = 1
	s.spend(len(b.Text)+len(b.Caption), 1)
	s.blocks = append(s.blocks, b)
}
