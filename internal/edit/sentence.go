package edit

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// source is a text of instructions with its quotations.
type source struct {
	text   string
	quotes []quotation // in order
}

func newSource(text string) *source { return &source{text, quotations(text)} }

// quoteAt is the quotation that begins at a place.
func (s *source) quoteAt(at int) (quotation, bool) {
	i := sort.Search(len(s.quotes), func(i int) bool { return s.quotes[i].from >= at })
	if i < len(s.quotes) && s.quotes[i].from == at {
		return s.quotes[i], true
	}
	return quotation{}, false
}

func (s *source) quoteStarts(at int) bool {
	_, ok := s.quoteAt(at)
	return ok
}

// sentence is a part of the instructions that may ask for something.
type sentence struct {
	from, to int
	line     int // of the text; several sentences may stand on one
}

// sentences divides a part of the text: at line ends, at semicolons, and at the signs that end a sentence unless they are
// part of a value.
func (s *source) sentences(from, to int) []sentence {
	var out []sentence
	line, start := 0, from
	add := func(end, next int) {
		a, b := start, end
		for a < b && strings.ContainsRune(" \t\r\n", rune(s.text[a])) {
			a++
		}
		for b > a && strings.ContainsRune(" \t\r\n", rune(s.text[b-1])) {
			b--
		}
		if a < b {
			out = append(out, sentence{a, b, line})
		}
		start = next
	}
	for at := from; at < to; {
		if q, ok := s.quoteAt(at); ok && q.to <= to {
			at = q.to
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[at:])
		next := at + size
		switch {
		case r == '\n':
			add(at, next)
			line++
		case strings.ContainsRune("。！？；", r):
			add(next, next)
		case r == ';' && s.blank(next, to):
			add(at, next)
		case strings.ContainsRune(".!?", r) && s.blank(next, to) && s.ends(at, next, to):
			add(next, next)
		}
		at = next
	}
	add(to, to)
	return out
}

// blank reports whether white space or nothing follows.
func (s *source) blank(at, to int) bool {
	return at >= to || strings.ContainsRune(" \t\r\n", rune(s.text[at]))
}

// ends reports whether the sign at a place ends a sentence, by what stands before and behind it.
func (s *source) ends(at, next, to int) bool {
	rest := strings.TrimLeft(s.text[next:min(to, next+maxAhead)], " \t\r")
	if rest == "" || rest[0] == '\n' {
		return true
	}
	first, _ := utf8.DecodeRuneInString(rest)
	if s.text[at] == '.' {
		word := lastWord(s.text[:at])
		switch {
		case titles[strings.ToLower(word)]:
			return false
		case abbreviated(s.text[:at]):
			return beginsInstruction(rest)
		case numbering(s.text[:at]):
			return false
		}
	}
	return unicode.IsUpper(first) || closers[first] != "" || beginsInstruction(rest)
}

// maxAhead is how far a sentence is looked at to tell whether it is one.
const maxAhead = 200

// beginsInstruction reports whether a text begins with a word that asks for something, or with a label and its colon.
func beginsInstruction(rest string) bool {
	line, _, _ := strings.Cut(rest, "\n")
	s := newSource(line)
	ts := s.tokens(0, len(line))
	if ts = polite(ts); len(ts) < 2 || ts[0].quoted {
		return false
	}
	if verbs[ts[0].low] {
		return true
	}
	first, _ := utf8.DecodeRuneInString(ts[0].text)
	for _, t := range ts[:min(len(ts), 4)] {
		if t.colon && len(strings.Trim(t.text, ":=")) > 0 {
			return unicode.IsUpper(first)
		}
	}
	return false
}

// lastWord is the word a text ends with.
func lastWord(text string) string {
	i := strings.LastIndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' })
	if i >= 0 {
		_, n := utf8.DecodeRuneInString(text[i:])
		return text[i+n:]
	}
	return text
}

// abbreviated reports whether a text ends in an abbreviation, whose full stop ends no sentence.
func abbreviated(text string) bool {
	word := strings.ToLower(lastWord(text))
	if word == "" {
		return false
	}
	return utf8.RuneCountInString(word) == 1 || strings.Contains(word, ".") && len(word) <= 6 || titles[word] || abbreviations[word]
}

var (
	// titles stand before a name and end nothing.
	titles = set("mr mrs ms dr prof st. messrs mme mlle hr fr sra")
	// abbreviations may be the last word of a value.
	abbreviations = set(`st ave rd blvd str inc ltd co corp llc no nr jr sr apt ste dept est approx etc vs tel ext bldg hwy ln pl sq ct pkwy mt ft
		jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun vol ed fig pp gmbh e.v bros assn univ gov gen col sgt capt rev hon esq`)
)

// numbering reports whether a text ends in the number of an item at the start of its line.
func numbering(text string) bool {
	const most = 4 // digits and the line end before them
	tail := text[max(0, len(text)-most):]
	i := strings.LastIndexByte(tail, '\n')
	if i < 0 && len(tail) < len(text) {
		return false
	}
	item := strings.TrimSpace(tail[i+1:])
	return item != "" && strings.Trim(item, "0123456789") == ""
}
