package block

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/layout"
)

// textOf is the text of a piece with its marker.
func (s *sheet) textOf(p *piece) string {
	var b strings.Builder
	n := 0
	for _, part := range p.parts {
		words := s.words(part)
		for i := range words {
			n += len(words[i].Text) + 1
		}
	}
	b.Grow(n)
	for i, part := range p.parts {
		if i > 0 && !(i == 1 && p.capital) {
			b.WriteByte(' ')
		}
		writeWords(&b, s.words(part))
	}
	return b.String()
}

func writeWords(b *strings.Builder, words []layout.Word) {
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[i].Text)
	}
}

// bold reports whether most characters of a piece are bold.
func (s *sheet) bold(p *piece) bool {
	yes, all := 0, 0
	for _, part := range p.parts {
		words := s.words(part)
		for i := range words {
			n := len(words[i].Text)
			all += n
			if words[i].Bold {
				yes += n
			}
		}
	}
	return yes*10 > all*9
}

// divided reports whether a text ends in a word that a hyphen divides, and what stands before the hyphen.
func divided(text string) (string, bool) {
	stem, ok := strings.CutSuffix(text, "-")
	if !ok {
		stem, ok = strings.CutSuffix(text, "\u2010")
	}
	if !ok {
		return text, false
	}
	r, _ := utf8.DecodeLastRuneInString(stem)
	word := stem[strings.LastIndexByte(stem, ' ')+1:]
	return stem, unicode.IsLower(r) && !strings.ContainsAny(word, "-/@")
}

// unspaced reports whether nothing stands between two lines of one text: their script puts no spaces between words.
func unspaced(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return layout.Ideographic(last) && layout.Ideographic(first)
}

// endsSentence reports whether a text ends as a sentence does.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, "”’\"')]0123456789*†‡ ")
	return strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, ":") || strings.HasSuffix(s, ";")
}

// capitals reports whether all letters of a text are capitals.
func capitals(s string) bool {
	letters := 0
	for _, r := range s {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			letters++
		}
	}
	return letters > 1
}
