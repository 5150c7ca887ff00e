package value

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexeme is a stretch of text of one kind.
type lexeme struct {
	kind       kind
	start, end int
	r          rune // first character
}

type kind uint8

const (
	end    kind = iota // before the first and after the last
	word               // letters
	digits             // 0 to 9
	blank              // white space of any width
	mark               // any other single character
)

// scan is a text cut into lexemes. Those that belong to a value of a telling form are taken, so that no part of it is
// read as something else.
type scan struct {
	text  string
	loc   Locale
	lex   []lexeme // with an end on either side
	taken []bool
	loose bool // nothing but one amount stands here: blanks inside it are noise
}

// maxScan bounds what is looked at: values stand in lines and cells.
const maxScan = 1 << 20

func newScan(text string, loc Locale) *scan {
	if len(text) > maxScan {
		text = text[:maxScan]
	}
	s := &scan{text: text, loc: loc, lex: make([]lexeme, 1, len(text)/3+4)}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		k := kindOf(r)
		last := &s.lex[len(s.lex)-1]
		if k != mark && last.kind == k {
			last.end = i + n
		} else {
			s.lex = append(s.lex, lexeme{k, i, i + n, r})
		}
		i += n
	}
	s.lex = append(s.lex, lexeme{end, len(text), len(text), 0})
	s.taken = make([]bool, len(s.lex))
	s.loose = s.amountOnly()
	return s
}

func kindOf(r rune) kind {
	switch {
	case r >= '0' && r <= '9':
		return digits
	case unicode.IsLetter(r) || unicode.IsMark(r):
		if r == 'º' || r == 'ª' {
			return mark
		}
		return word
	case unicode.IsSpace(r) || r == '\u200b' || r == '\u2060':
		return blank
	}
	return mark
}

// at is a lexeme; beside the text there are only ends.
func (s *scan) at(i int) lexeme {
	if i < 0 || i >= len(s.lex) {
		return lexeme{start: len(s.text), end: len(s.text)}
	}
	return s.lex[i]
}

func (s *scan) str(i int) string { l := s.at(i); return s.text[l.start:l.end] }

// lower is a word in small letters; empty where there is none.
func (s *scan) lower(i int) string {
	if s.at(i).kind != word {
		return ""
	}
	return strings.ToLower(s.str(i))
}

// is reports whether a lexeme is one of some marks.
func (s *scan) is(i int, marks string) bool {
	l := s.at(i)
	return l.kind == mark && strings.ContainsRune(marks, l.r)
}

// past is the index after a blank, where there is one.
func (s *scan) past(i int) int {
	if s.at(i).kind == blank {
		return i + 1
	}
	return i
}

// short is the value of up to four digits, -1 where there is something else.
func (s *scan) short(i, least, most int) int {
	l := s.at(i)
	if n := l.end - l.start; l.kind != digits || n < least || n > most {
		return -1
	}
	v := 0
	for _, c := range s.text[l.start:l.end] {
		v = v*10 + int(c-'0')
	}
	return v
}

// open reports whether a value may begin at i: nothing that continues to the left stands before it.
func (s *scan) open(i int) bool {
	l := s.at(i - 1)
	if l.kind == word || l.kind == digits {
		return false
	}
	return l.kind != mark || s.at(i-2).kind != digits && s.at(i-2).kind != word || !strings.ContainsRune(".-/_:", l.r)
}

// free reports whether no lexeme from i up to j is taken.
func (s *scan) free(i, j int) bool { return !slices.Contains(s.taken[i:j], true) }

func (s *scan) take(i, j int) {
	for ; i < j; i++ {
		s.taken[i] = true
	}
}

// found makes a value of the lexemes from i up to j.
func (s *scan) found(v any, i, j int) Found {
	return Found{Value: v, Start: s.at(i).start, End: s.at(j - 1).end}
}

// amountOnly reports whether the text holds digits and what amounts are written with, and nothing else.
func (s *scan) amountOnly() bool {
	has := false
	for i := 1; i < len(s.lex)-1; i++ {
		switch l := s.at(i); l.kind {
		case digits:
			has = true
		case word:
			if _, n := s.currency(i); n == 0 {
				return false
			}
		case mark:
			if !strings.ContainsRune(".,'’´`-−–+()%*", l.r) && currencySigns[l.r] == "" {
				return false
			}
		}
	}
	return has
}
