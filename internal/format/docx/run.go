package docx

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// inline reads an element inside a paragraph.
func (s *story) inline(name string) {
	switch name {
	case "w:r":
		s.run()
	case "w:hyperlink":
		before := s.base.link
		if target := s.target(); target != "" {
			s.base.link = target
		}
		s.inlines()
		s.base.link = before
	case "w:ins", "w:moveTo", "w:del", "w:moveFrom":
		s.changed(name, s.inlines)
	case "w:sdt":
		s.control(s.inlines)
	case "w:fldSimple":
		before := s.base.link
		if target := linkField(s.r.Attr("w:instr")); target != "" {
			s.base.link = target
		}
		s.inlines()
		s.base.link = before
	case "w:smartTag", "w:customXml", "w:sdtContent", "w:bdo", "w:dir", "w:rubyBase":
		s.inlines()
	case "m:oMath", "m:oMathPara":
		s.formula(name)
	}
}

func (s *story) inlines() {
	for name := range s.r.Children() {
		s.inline(name)
	}
}

// target is where a hyperlink leads, empty for places in the document itself.
func (s *story) target() string {
	to, ok := s.relations[s.r.Attr("r:id")]
	if !ok || !to.External {
		return ""
	}
	target := to.Target
	if anchor := s.r.Attr("w:anchor"); anchor != "" && !strings.Contains(target, "#") {
		target += "#" + anchor
	}
	return reachable(target)
}

// reachable is a target unless it is one that no reader can follow.
func reachable(target string) string {
	target = strings.TrimSpace(target)
	lower := strings.ToLower(target)
	if strings.HasPrefix(target, "#") || strings.HasPrefix(lower, "javascript:") || strings.HasPrefix(lower, "data:") {
		return ""
	}
	return target
}

// look is how a run is to be shown.
type look struct {
	hidden, lit bool
	shift       doc.SpanKind // Raised, Lowered or nothing
	font        string
}

// run reads a run: text that looks the same throughout.
func (s *story) run() {
	l := look{hidden: s.p.hidden}
	for name := range s.r.Children() {
		if name == "w:rPr" {
			s.look(&l)
			continue
		}
		s.piece(name, l)
	}
}

func (s *story) look(l *look) {
	for name := range s.r.Children() {
		switch name {
		case "w:rStyle":
			l.hidden = l.hidden || s.styles.hidden(s.r.Attr("w:val"))
		case "w:vanish":
			l.hidden = on(s.r)
		case "w:highlight":
			l.lit = on(s.r)
		case "w:shd":
			l.lit = l.lit || shaded(s.r.Attr("w:fill"), s.r.Attr("w:val"))
		case "w:vertAlign":
			l.shift = shifts[s.r.Attr("w:val")]
		case "w:rFonts":
			l.font = strings.ToLower(s.r.Attr("w:ascii"))
		}
	}
}

// shifts are the values of vertAlign that move text off its line.
var shifts = map[string]doc.SpanKind{"superscript": doc.Raised, "subscript": doc.Lowered}

// shaded reports whether a shading is seen on white paper.
func shaded(fill, pattern string) bool {
	return pattern != "nil" && fill != "" && !strings.EqualFold(fill, "auto") && !strings.EqualFold(fill, "FFFFFF")
}

// piece reads one element of a run.
func (s *story) piece(name string, l look) {
	switch name {
	case "w:fldChar":
		s.fieldChar(l)
		return
	case "w:instrText", "w:delInstrText":
		s.instruction()
		return
	case "w:commentReference":
		if s.p != nil {
			s.p.comments = append(s.p.comments, s.r.Attr("w:id"))
		}
		return
	}
	if l.hidden || !s.visible() {
		return
	}
	switch name {
	case "w:t", "w:delText":
		s.words(l)
	case "w:tab", "w:ptab":
		s.write("\t", l)
	case "w:br", "w:cr":
		s.write("\n", l)
	case "w:noBreakHyphen":
		s.write("\u2011", l)
	case "w:sym":
		s.symbol(l)
	case "w:ruby":
		for inner := range s.r.Children() {
			s.inline(inner)
		}
	case "w:footnoteReference":
		s.note(&s.footnotes, l)
	case "w:endnoteReference":
		s.note(&s.endnotes, l)
	case "w:drawing", "w:pict", "w:object":
		s.drawing(name)
	}
}

// words writes the text of a run. White space at its ends counts only where it says so.
func (s *story) words(l look) {
	if s.tick != "" {
		s.write(s.tick, l)
		s.tick = ""
		return
	}
	keep := s.r.Attr("xml:space") == "preserve"
	s.r.Chars(func(b []byte) {
		if !keep {
			b = bytes.Trim(b, " \t\n")
		}
		t := strings.ReplaceAll(string(b), "\u00ad", "") // soft hyphens are not seen
		if symbolFont(l.font) {
			t = strings.Map(func(r rune) rune { return private(l.font, r) }, t)
		}
		s.write(t, l)
	})
}

// write adds text to the paragraph.
func (s *story) write(t string, l look) {
	if s.p == nil {
		return
	}
	m := s.base
	m.lit, m.shift = l.lit, l.shift
	if link := s.fieldLink(); link != "" {
		m.link = link
	}
	s.spend(len(t), 0)
	s.p.text.write(t, m)
}

// symbol writes a character of a symbol font.
func (s *story) symbol(l look) {
	code, err := strconv.ParseUint(s.r.Attr("w:char"), 16, 32)
	if err != nil {
		return
	}
	s.write(symbol(strings.ToLower(s.r.Attr("w:font")), rune(code)), l)
}
