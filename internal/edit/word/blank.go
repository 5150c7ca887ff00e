package word

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit"
)

var (
	// blank is a line to be written on: underscores or dots, with blanks between them or without.
	blank = regexp.MustCompile(`_{3,}(?:[ \t]*_{2,})*|(?:_ ){3,}_?|\.{5,}|…{2,}|(?:\. ){4,}\.?`)
	// tick is a box to be ticked.
	tick = regexp.MustCompile(`\[[ \x{00a0}xX✓✔]?\]|\( {1,3}\)|[☐☑☒□❏❑❒🗹]`)
)

// blanks finds lines to be written on and boxes to be ticked in running text.
func (s *survey) blanks() {
	for _, p := range s.paragraphs {
		if p.within("alt:Fallback") {
			continue
		}
		text := p.text()
		s.lines(p, text)
		s.ticks(p, text)
	}
}

// free reports whether a stretch of a paragraph belongs to no field yet.
func (s *survey) free(p *paragraph, from, to int) bool {
	for _, c := range p.shown() {
		if c.from < to && c.to() > from && s.owned(c.at) {
			return false
		}
	}
	return true
}

// stretch is a part of a paragraph's text.
type stretch struct{ from, to int }

func (s *survey) lines(p *paragraph, text string) {
	var all []stretch
	for _, m := range blank.FindAllStringIndex(text, maxInParagraph) {
		all = append(all, stretch{from: m[0], to: m[1]})
	}
	if len(all) == 0 {
		all = underlined(p)
	}
	at := 0
	for i, m := range all {
		if !s.free(p, m.from, m.to) {
			at = m.to
			continue
		}
		x := field{at: p.place(m.from), p: p, home: p}
		x.Kind = edit.TextField
		x.Label = label(text[at:m.from])
		if x.Label == "" {
			x.Label = s.beside(p.node)
		}
		if next := len(text); x.Label == "" { // a caption may stand behind or below the line
			if i+1 < len(all) {
				next = all[i+1].from
			}
			if x.Label = behind(strings.Trim(text[m.to:next], "() \t\n")); x.Label == "" {
				x.Label = caption(s.next[p.node])
			}
		}
		rule := strings.Contains(text[m.from:m.to], "_")
		x.cut = func(value string) cut { return s.f.written(m, rule, value) }
		at = m.to
		if x.Label != "" {
			s.add(x)
		}
	}
}

// written puts a value on a line, which stays one.
func (f *File) written(m stretch, rule bool, value string) cut {
	return cut{from: m.from, to: m.to, drop: true, put: func(l look) string {
		if rule {
			l = l.with("u", `<w:u w:val="single"/>`)
		}
		return f.run(l, value)
	}}
}

// place is where a place of the paragraph's text stands in the part.
func (p *paragraph) place(at int) int {
	for _, c := range p.shown() {
		if c.to() > at {
			return c.at.start
		}
	}
	return p.start
}

// underlined are stretches of white space that are underlined, which look like lines.
func underlined(p *paragraph) []stretch {
	var out []stretch
	for _, c := range p.shown() {
		u := c.run.child("w:rPr", "w:u")
		if u == nil || !u.on() || strings.TrimSpace(strings.Trim(c.text, "\u00a0\u2002\u2003")) != "" || c.text == "\n" {
			continue
		}
		if n := len(out); n > 0 && out[n-1].to == c.from {
			out[n-1].to = c.to()
			continue
		}
		out = append(out, stretch{c.from, c.to()})
	}
	kept := out[:0]
	for _, m := range out {
		const least = 4 // blanks of a line that is one
		if text := p.text()[m.from:m.to]; strings.Contains(text, "\t") || len([]rune(text)) >= least {
			kept = append(kept, m)
		}
	}
	return kept
}

func (s *survey) ticks(p *paragraph, text string) {
	all := tick.FindAllStringIndex(text, maxInParagraph)
	question := ""
	for i, m := range all {
		if !s.free(p, m[0], m[1]) {
			continue
		}
		next := len(text)
		if i+1 < len(all) {
			next = all[i+1][0]
		}
		after := behind(text[m[1]:next])
		if i == 0 {
			question = label(text[:m[0]])
		}
		x := field{at: p.place(m[0]), p: p, home: p}
		x.Kind, x.Section = edit.CheckBox, question
		if x.Label = after; x.Label == "" {
			x.Label, x.Section = question, ""
		}
		if x.asked = x.Section != ""; !x.asked {
			x.Section = s.beside(p.node)
		}
		if x.Label == "" {
			x.Label, x.Section = x.Section, ""
		}
		mark := text[m[0]:m[1]]
		x.Value = strconv.FormatBool(isTicked(mark))
		x.cut = func(value string) cut { return s.ticked(p, m[0], m[1], mark, value == "true") }
		if x.Label != "" {
			s.add(x)
		}
	}
}

func isTicked(mark string) bool { return strings.ContainsAny(mark, "xX✓✔☑☒🗹") }

// ticked is a box with its mark set or not.
func (s *survey) ticked(p *paragraph, from, to int, mark string, on bool) cut {
	by := "☐"
	switch {
	case strings.HasPrefix(mark, "[") && on:
		by = "[x]"
	case strings.HasPrefix(mark, "["):
		by = "[ ]"
	case strings.HasPrefix(mark, "(") && on:
		by = "(x)"
	case strings.HasPrefix(mark, "("):
		by = "( )"
	case on:
		by = "☒"
	}
	for _, c := range p.shown() {
		if c.from <= from && c.to() > from && c.at.name == "w:sym" {
			return cut{from: from, to: to, drop: true, put: func(l look) string {
				return "<w:r>" + s.f.inserted(l).xml() + c.at.set("w:", "char", boxCode(on)) + "</w:r>"
			}}
		}
	}
	return cut{from: from, to: to, drop: true, put: func(l look) string { return s.f.run(l, by) }}
}
