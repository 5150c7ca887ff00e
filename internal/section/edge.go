package section

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// runningOf are the lines at the edges of a page with figures taken out, so that those that stand on every page of a
// document are alike.
func runningOf(lines []line) map[string]bool {
	out := map[string]bool{}
	for i := range lines {
		if i >= edgeLines && i < len(lines)-edgeLines {
			continue
		}
		if s := fold(lines[i].text); letters(s) >= 4 {
			out[s] = true
		}
	}
	return out
}

// fold makes lines alike that differ in figures, spaces and marks only.
func fold(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		if unicode.IsLetter(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// shared is the share of the smaller of two sets that both have.
func shared(a, b map[string]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	n := 0
	for s := range a {
		if b[s] {
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
