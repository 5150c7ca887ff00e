package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/value"
)

// tally counts the values that stand where they are said to stand.
type tally struct {
	values, placed int
	together       int // of those that are, the ones that take several citations
}

func (t tally) String() string {
	share := 100.0
	if t.values > 0 {
		share = 100 * float64(t.placed) / float64(t.values)
	}
	return fmt.Sprintf("citations: %d values, %d stand in their boxes (%.2f %%), %d of them in several together", t.values, t.placed, share, t.together)
}

// check looks up every value of a document and names those that are not where they should be.
func (t *tally) check(d *doc.Document, found *record.Node) []string {
	words := cite.FromDocuments([]*doc.Document{d}).Words
	var lost []string
	found.Walk(func(path string, leaf *record.Node) {
		t.values++
		var all string
		for _, s := range leaf.Sources {
			text := inside(words, s)
			all += " " + text
			if holds(text, s.Text, leaf) {
				t.placed++
				return
			}
		}
		if len(leaf.Sources) > 1 && holds(all, joined(leaf.Sources), leaf) {
			t.placed, t.together = t.placed+1, t.together+1
			return
		}
		lost = append(lost, fmt.Sprintf("%s: %v is cited as %q, where %q stands", path, leaf.Value, joined(leaf.Sources), strings.TrimSpace(all)))
	})
	return lost
}

// inside is what the page says in a box: the words whose middle lies in it.
func inside(words []cite.Text, s record.Source) string {
	var out []string
	for _, w := range words {
		x, y := w.Box.Left+w.Box.Width/2, w.Box.Top+w.Box.Height/2
		if w.Original == s.Page && x >= s.Box.Left && x <= s.Box.Left+s.Box.Width && y >= s.Box.Top && y <= s.Box.Top+s.Box.Height {
			out = append(out, w.Text)
		}
	}
	return strings.Join(out, " ")
}

func joined(sources []record.Source) string {
	var out []string
	for _, s := range sources {
		out = append(out, s.Text)
	}
	return strings.Join(out, " ")
}

// holds reports whether a place says what is cited, and whether that says the value. A number and a date are written in
// many ways, but with the same digits; what a choice or a mark is made of cannot be seen in the value, and a code such as
// that of a currency may stand there as a sign.
func holds(place, cited string, leaf *record.Node) bool {
	if strings.TrimSpace(cited) == "" || !hasWords(place, cited) {
		return false
	}
	given := fmt.Sprint(leaf.Value)
	f := leaf.Field
	switch {
	case f != nil && (f.Enum != nil || f.Kind == schema.Boolean):
		return true
	case f != nil && (f.Kind == schema.Number || f.Kind == schema.Integer):
		return strings.Contains(digits(cited), strings.Trim(digits(given), "0"))
	case isDate(given):
		return strings.Contains(digits(cited), strings.TrimLeft(given[8:10], "0")) && strings.Contains(digits(cited), given[2:4])
	case strings.Contains(letters(cited), letters(given)):
		return true
	}
	for _, read := range value.Find(cited+" 1", f, value.Locale{}) { // some signs are signs only before an amount
		if fmt.Sprint(read.Value) == given {
			return true
		}
	}
	return false
}

// hasWords reports whether every word of a text stands in a place; other words may stand between them.
func hasWords(place, text string) bool {
	there := letters(place)
	for word := range strings.FieldsSeq(text) {
		if !strings.Contains(there, letters(word)) {
			return false
		}
	}
	return true
}

// isDate reports a date that was brought into one notation.
func isDate(s string) bool {
	return len(s) >= 10 && s[4] == '-' && s[7] == '-' && len(digits(s[:10])) == 8
}

// letters are what is left of a text without blanks, signs and case, as words may be cut in other places.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}
