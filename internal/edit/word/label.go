package word

import (
	"sort"
	"strings"
)

// longestLabel is how many words of a text can be a label.
const longestLabel = 12

// label is the words before a field that say what it is.
func label(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.Trim(text, " :.,;*_…-–—\u2002")
	words := strings.Fields(text)
	if len(words) > longestLabel {
		words = words[len(words)-longestLabel:]
	}
	return strings.Join(words, " ")
}

// behind is the words behind a box that say what it is.
func behind(text string) string {
	if i := strings.IndexAny(text, "\n\t"); i >= 0 && strings.TrimSpace(text[:i]) != "" {
		text = text[:i]
	}
	words := strings.Fields(strings.Trim(text, " \t\n:.,;_…\u2002"))
	return strings.Join(words[:min(len(words), 2*longestLabel)], " ")
}

// heading reports whether a paragraph heads what follows: by its style, or because all of it is bold.
func heading(p *paragraph) bool {
	style := strings.ToLower(p.child("w:pPr", "w:pStyle").attrOr("w:val", ""))
	if strings.HasPrefix(style, "heading") || strings.HasPrefix(style, "title") || strings.HasPrefix(style, "berschrift") || strings.HasPrefix(style, "titre") ||
		p.child("w:pPr", "w:outlineLvl") != nil {
		return true
	}
	if p.within("w:tc") {
		return false
	}
	shown := p.shown()
	for _, c := range shown {
		if strings.TrimSpace(c.text) != "" && !c.run.child("w:rPr", "w:b").on() {
			return false
		}
	}
	return len(shown) > 0 && len(strings.Fields(p.text())) <= longestLabel
}

// around is the paragraph that an element stands in, nil where it stands in none.
func (s *survey) around(n *node) *paragraph {
	for up := n.up; up != nil; up = up.up {
		if up.name == "w:p" {
			return s.of[up]
		}
	}
	return nil
}

// maxInParagraph is how many blanks and boxes of one paragraph are looked at.
const maxInParagraph = 300

// from is the first piece of a paragraph that begins at a place of the part or behind it.
func (p *paragraph) from(at int) int {
	return sort.Search(len(p.read), func(i int) bool { return p.read[i].at.start >= at })
}

// before is the text of a paragraph before a place of the part, back to the field before it.
func (s *survey) before(p *paragraph, at int) string {
	end := p.from(at)
	first := end
	for first > 0 && !s.owned(p.read[first-1].at) {
		first--
	}
	return afterBlank(joinedText(p.read[first:end]))
}

// after is the text of a paragraph behind a place, up to the next field.
func (s *survey) after(p *paragraph, at int) string {
	first := p.from(at)
	end := first
	for end < len(p.read) && !s.owned(p.read[end].at) {
		end++
	}
	text := joinedText(p.read[first:end])
	if m := blank.FindStringIndex(text); m != nil {
		text = text[:m[0]]
	}
	if m := tick.FindStringIndex(text); m != nil {
		text = text[:m[0]]
	}
	return text
}

func joinedText(pieces []piece) string {
	var b strings.Builder
	for i := range pieces {
		b.WriteString(pieces[i].text)
	}
	return b.String()
}

// owned reports whether an element belongs to a field.
func (s *survey) owned(n *node) bool {
	for up := n; up != nil; up = up.up {
		if s.taken[up] {
			return true
		}
	}
	return false
}

// afterBlank is what follows the last blank or box of a text.
func afterBlank(text string) string {
	if all := blank.FindAllStringIndex(text, -1); len(all) > 0 {
		text = text[all[len(all)-1][1]:]
	}
	return text
}

// beside labels a field that no words of its paragraph label: the cell to its left or above it, or the paragraph before.
func (s *survey) beside(n *node) string {
	if tc := n.child("w:sdtContent", "w:tc"); tc != nil { // a control around a cell
		name, _ := s.cellLabel(tc)
		return name
	}
	if n.name == "w:sdt" && n.up != nil {
		for i, k := range n.up.kids {
			if k == n && i > 0 {
				if text := caption(s.of[n.up.kids[i-1]]); text != "" {
					return text
				}
			}
		}
	}
	for up := n; up != nil; up = up.up {
		if up.name == "w:tc" {
			name, _ := s.cellLabel(up)
			return name
		}
		if text := caption(s.prev[up]); text != "" {
			return text
		}
	}
	return ""
}

// caption is the text of a paragraph that may label a field beside it: it is short and has no field of its own.
func caption(p *paragraph) string {
	if p == nil {
		return ""
	}
	text := p.text()
	if len(strings.Fields(text)) > longestLabel || blank.MatchString(text) || tick.MatchString(text) {
		return ""
	}
	filled := false
	p.each(func(k *node) bool {
		filled = filled || k.name == "w:sdt" || k.name == "w:fldChar"
		return !filled
	})
	if filled {
		return ""
	}
	return label(text)
}
