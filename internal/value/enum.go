package value

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/schema"
)

// fold is a text without case and blanks, and without what joins words in names: "short_form" is "Short Form".
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '_' || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// choice is a value of an enum and how documents may write it.
type choice struct {
	value          any
	exact, written string
}

// choices are the values of an enum that a document can write.
func choices(f *schema.Field) []choice {
	var out []choice
	for _, v := range f.Enum {
		if s := spelled(v); fold(s) != "" {
			out = append(out, choice{v, s, fold(s)})
		}
	}
	return out
}

// member is the value of an enum that a text is: exactly, else whatever its case and blanks.
func (w Target) member(text string) (any, bool) {
	for _, c := range w.enum {
		if c.exact == text {
			return c.value, w.Field.Accepts(c.value)
		}
	}
	folded := fold(text)
	for _, c := range w.enum {
		if c.written == folded && w.Field.Accepts(c.value) {
			return c.value, true
		}
	}
	return nil, false
}

// spelled is a value as a document would write it; empty for those that none does.
func spelled(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return string(v)
	}
	return ""
}

// members are the places where values of an enum stand in a text as whole words, of several at one place the longest.
func (w Target) members(text string) []Found {
	folded, at := folding(text[:min(len(text), maxScan)])
	var out []Found
	for _, c := range w.enum {
		for from := 0; ; {
			i := strings.Index(folded[from:], c.written)
			if i < 0 {
				break
			}
			i += from
			from = i + len(c.written)
			start, end := at[i], at[from-1]+width(text[at[from-1]:])
			if !inWord(text, start, end) {
				out = append(out, Found{Value: c.value, Start: start, End: end})
			}
		}
	}
	return longest(out)
}

// folding is fold with the place in the text of every byte.
func folding(text string) (string, []int) {
	var b strings.Builder
	var at []int
	for i, r := range text {
		n, _ := b.WriteString(fold(string(r)))
		for range n {
			at = append(at, i)
		}
	}
	return b.String(), at
}

func width(text string) int {
	_, n := utf8.DecodeRuneInString(text)
	return n
}

// inWord reports whether letters or digits go on before or after a place.
func inWord(text string, start, end int) bool {
	before, after := lastRune(text[:start]), firstRune(text[end:])
	alnum := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return alnum(before) && alnum(firstRune(text[start:])) || alnum(after) && alnum(lastRune(text[:end]))
}

func firstRune(s string) rune {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ' '
	}
	return r
}

func lastRune(s string) rune {
	r, n := utf8.DecodeLastRuneInString(s)
	if n == 0 {
		return ' '
	}
	return r
}

// longest puts values in the order of the text and leaves out those inside longer ones.
func longest(list []Found) []Found {
	slices.SortStableFunc(list, func(a, b Found) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	var out []Found
	for _, f := range list {
		if n := len(out); n > 0 && f.End <= out[n-1].End && (f.Start != out[n-1].Start || f.End != out[n-1].End) {
			continue
		}
		out = append(out, f)
	}
	return out
}
