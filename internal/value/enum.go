package value

import (
	"encoding/json"
	"strings"
	"unicode"

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

// member is the value of an enum that a text is: exactly, else whatever its case and blanks.
func member(text string, f *schema.Field) (any, bool) {
	for _, exact := range []bool{true, false} {
		for _, v := range f.Enum {
			s := spelled(v)
			if s != "" && (s == text || !exact && fold(s) == fold(text)) && f.Accepts(v) {
				return v, true
			}
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
func members(text string, f *schema.Field) []Found {
	folded, at := folding(text)
	var out []Found
	for _, v := range f.Enum {
		want := fold(spelled(v))
		if want == "" {
			continue
		}
		for from := 0; ; {
			i := strings.Index(folded[from:], want)
			if i < 0 {
				break
			}
			i += from
			from = i + len(want)
			start, end := at[i], at[from-1]+width(text, at[from-1])
			if !inWord(text, start, end) {
				out = append(out, Found{Value: v, Start: start, End: end})
			}
		}
	}
	return longest(ordered(out))
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

func width(text string, i int) int {
	for j := range text[i:] {
		if j > 0 {
			return j
		}
	}
	return len(text) - i
}

// inWord reports whether letters or digits go on before or after a place.
func inWord(text string, start, end int) bool {
	before, after := lastRune(text[:start]), firstRune(text[end:])
	alnum := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return alnum(before) && alnum(firstRune(text[start:])) || alnum(after) && alnum(lastRune(text[:end]))
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return ' '
}

func lastRune(s string) rune {
	r := []rune(s[max(0, len(s)-4):])
	if len(r) == 0 {
		return ' '
	}
	return r[len(r)-1]
}

// longest leaves out values inside longer ones.
func longest(list []Found) []Found {
	var out []Found
	for i, a := range list {
		inside := false
		for j, b := range list {
			inside = inside || i != j && b.Start <= a.Start && a.End <= b.End && (b.End-b.Start > a.End-a.Start)
		}
		if !inside {
			out = append(out, a)
		}
	}
	return out
}
