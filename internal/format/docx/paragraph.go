package docx

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// paragraph is the paragraph being read.
type paragraph struct {
	text    text
	style   string
	outline int
	numID   string
	level   int
	mark    marks // of the end of the paragraph
	hidden  bool  // by its style

	floats   []doc.Block // what is anchored in it: pictures, text boxes, charts
	comments []string    // ids of those that end in it
}

// paragraph reads a paragraph.
func (s *story) paragraph() {
	s.p = &paragraph{outline: none, level: none, style: s.styles.paragraph}
	if s.carry != nil {
		s.p.text = *s.carry
		s.carry = nil
	}
	for name := range s.r.Children() {
		if name == "w:pPr" {
			s.paragraphProperties()
			s.p.hidden = s.styles.hidden(s.p.style)
			continue
		}
		s.inline(name)
	}
	s.finish()
}

func (s *story) paragraphProperties() {
	p := s.p
	for name := range s.r.Children() {
		switch name {
		case "w:pStyle":
			p.style = s.r.Attr("w:val")
		case "w:outlineLvl":
			p.outline = number(s.r.Attr("w:val"), 0, 9, none)
		case "w:numPr":
			p.numID, p.level = numPr(s.r)
		case "w:rPr":
			for mark := range s.r.Children() {
				switch mark {
				case "w:ins", "w:moveTo":
					p.mark = marks{change: doc.Inserted, author: s.r.Attr("w:author")}
				case "w:del", "w:moveFrom":
					p.mark = marks{change: doc.Deleted, author: s.r.Attr("w:author")}
				}
			}
		case "w:sectPr":
			if s.body != nil {
				s.body.ends = append(s.body.ends, s.body.properties(s))
			}
		}
	}
}

// finish makes blocks of the paragraph that was read.
func (s *story) finish() {
	p := s.p
	s.p = nil
	if p.mark.change == doc.Deleted && p.text.shown() {
		s.carry = &p.text
		s.after(p)
		return
	}
	kind, level, marker := s.kind(p)
	content, spans := p.text.take()
	if content != "" {
		b := doc.Block{Type: kind, Level: level, Marker: marker, Text: content, Spans: spans}
		if !s.caption(&b, p.style) {
			s.add(b)
		}
		if s.styles.named(p.style, "caption") {
			s.captioned = len(s.blocks)
		}
	}
	s.after(p)
	if s.body != nil {
		s.body.paragraphEnds(s)
	}
}

// after adds what is anchored in a paragraph.
func (s *story) after(p *paragraph) {
	for _, b := range p.floats {
		s.add(b)
	}
	for _, id := range p.comments {
		s.blocks = append(s.blocks, s.reading.comments.thread(id)...)
	}
}

// Levels of headings in answers: the first stands below the title.
const (
	topHeading  = 2
	lastHeading = 6
)

// kind says what a paragraph is. The number of a list goes on where it has no text.
func (s *story) kind(p *paragraph) (kind doc.BlockType, level int, marker string) {
	if s.styles.named(p.style, "title") {
		return doc.Title, 0, ""
	}
	marker, at, listed := s.number(p)
	outline := p.outline
	if outline == none {
		outline = s.styles.outline(p.style)
	}
	switch {
	case outline < 9:
		return doc.SectionHeader, min(outline+topHeading, lastHeading), marker
	case listed:
		return doc.ListItem, at + 1, marker
	}
	return doc.Text, 0, ""
}

// number finds the place of a paragraph in a list. What was deleted is not counted.
func (s *story) number(p *paragraph) (marker string, at int, listed bool) {
	id, level := p.numID, p.level
	if id == "" {
		var by string
		var of int
		if id, of, by = s.styles.list(p.style); level == none {
			level = s.styleLevel(id, by, of)
		}
	}
	if id == "" || id == "0" {
		return "", 0, false
	}
	at = max(level, 0)
	if len(p.text.b) > 0 && !p.text.shown() {
		_, pattern := s.list(id)
		return "", at, pattern != nil
	}
	marker, listed = s.item(id, at)
	return marker, at, listed
}

// styleLevel is the level of a list that names the style as its own, else the level the style names.
func (s *story) styleLevel(id, style string, level int) int {
	if _, p := s.list(id); p != nil {
		for i := range p.levels {
			if p.levels[i].style == style {
				return i
			}
		}
	}
	return level
}

// caption gives a paragraph in the style of captions to the figure or table before it. It reports whether the figure
// holds the words from now on.
func (s *story) caption(b *doc.Block, style string) bool {
	if b.Type != doc.Text || len(s.blocks) == 0 || !s.styles.named(style, "caption") {
		return false
	}
	before := &s.blocks[len(s.blocks)-1]
	words := strings.Join(strings.Fields(doc.Shown(b.Text, b.Spans)), " ")
	switch {
	case before.Caption != "" || words == "":
	case before.Type == doc.Figure && len(b.Spans) == 0:
		before.Caption = words
		s.spend(len(words), 0)
		return true
	case before.Type == doc.TableBlock:
		before.Caption = words
	}
	return false
}
