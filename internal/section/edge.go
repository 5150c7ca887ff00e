package section

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// edge is a line at an edge of a page: its words, without figures and marks.
type edge struct {
	words []string
	low   bool
}

// edgesOf are the lines at the edges of a page, where what runs through a document stands.
func edgesOf(lines []line) []edge {
	var out []edge
	for i := range lines {
		if i >= edgeLines && i < len(lines)-edgeLines {
			continue
		}
		if words := plainWords(lines[i].text); len(words) > 0 {
			out = append(out, edge{words, i >= edgeLines})
		}
	}
	return out
}

// plainWords are the words of a line in small letters, sorted; those of one or two letters are noise on scans.
func plainWords(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 })
	slices.Sort(words)
	return slices.Compact(words)
}

// alikeWords is the share of words that two lines have in common from which on they are the same line, read twice.
const alikeWords = 0.6

func (e *edge) same(f *edge) bool {
	n := 0
	for _, w := range e.words {
		if _, ok := slices.BinarySearch(f.words, w); ok {
			n++
		}
	}
	return float64(n) >= alikeWords*float64(max(len(e.words), len(f.words)))
}

// repeated is the share of the edges of the page with fewer of them that the other one has as well.
func repeated(a, b []edge) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	n := 0
	for i := range a {
		if slices.ContainsFunc(b, func(f edge) bool { return f.low == a[i].low && a[i].same(&f) }) {
			n++
		}
	}
	return float64(n) / float64(len(a))
}

// id is something on a page that looks like a number by which a document is known.
type id struct {
	text string
	x, y float64 // its middle, as a share of the page
}

var (
	idForm     = regexp.MustCompile(`^[#(]?[A-Za-z0-9][A-Za-z0-9._/-]{3,30}$`)
	dateForm   = regexp.MustCompile(`^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$`)
	amountForm = regexp.MustCompile(`^[\d.,]*[.,]\d\d?$`)
	hourForm   = regexp.MustCompile(`^\d{1,2}[:.]\d\d`)
)

// idsOf are the identifiers in the upper half of a page, where documents are named.
func idsOf(one *doc.Document) []id {
	var out []id
	for _, w := range one.Pages[0].Words {
		if len(out) >= mostIDs {
			break
		}
		if w.Box.Top > 0.5 || w.Rotation != 0 {
			continue
		}
		text := strings.Trim(w.Text, "#:,.()")
		if digits(text) < 4 || !idForm.MatchString(text) || dateForm.MatchString(text) || amountForm.MatchString(text) || hourForm.MatchString(text) {
			continue
		}
		out = append(out, id{text, w.Box.Left + w.Box.Width/2, w.Box.Top + w.Box.Height/2})
	}
	return out
}

func digits(text string) int {
	n := 0
	for _, r := range text {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// near is how far apart, in shares of the page, two words may stand to count as in the same place.
const near = 0.015

// held tells whether identifiers in the same place stay the same from one page to the next, or change.
func held(a, b []id) (same, changed int) {
	for _, x := range a {
		for _, y := range b {
			if abs(x.x-y.x) < 2*near && abs(x.y-y.y) < near {
				if x.text == y.text {
					same++
				} else {
					changed++
				}
			}
		}
	}
	return same, changed
}

// kept is whether any identifier of a page stands on the other, wherever.
func kept(a, b []id) bool {
	for _, x := range a {
		for _, y := range b {
			if x.text == y.text && len(x.text) >= 5 {
				return true
			}
		}
	}
	return false
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
