package section

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/term"
)

// quoteBytes is how long a quote is at most.
const quoteBytes = 160

// evidence is a line of a unit that speaks for its section; where no line does, why it goes with its neighbours.
func (b *book) evidence(u int) string {
	s, at := b.steps[u], &b.units[u]
	if at.blank() {
		return "blank page"
	}
	wanted := map[string]bool{}
	for _, w := range stems(b.wants[s.kind].Name) {
		wanted[w] = true
	}
	if quote := at.quote(wanted); quote != "" {
		return quote
	}
	for _, w := range stems(b.wants[s.kind].Description) {
		wanted[w] = true
	}
	if quote := at.quote(wanted); quote != "" {
		return quote
	}
	if u > 0 && !s.starts && b.steps[u-1].kind == s.kind {
		return fmt.Sprintf("goes on from page %d", b.units[u-1].page)
	}
	return at.first()
}

// quote is the line that says most of some words in the fewest, empty where none says any.
func (u *unit) quote(wanted map[string]bool) string {
	best, most := "", 0.0
	for _, l := range linesOf(u.one) {
		said := map[string]bool{}
		words := 0
		for _, w := range term.Split(l.text) {
			words++
			if s := term.Stem(w); wanted[s] {
				said[s] = true
			}
		}
		if score := float64(len(said)) - 0.02*float64(words); len(said) > 0 && score > most {
			best, most = l.text, score
		}
	}
	return short(best)
}

// first is the first line of a unit that says something.
func (u *unit) first() string {
	for _, l := range linesOf(u.one) {
		if letters(l.text) >= 4 {
			return short(l.text)
		}
	}
	return ""
}

// short cuts a quote at a word.
func short(text string) string {
	if len(text) <= quoteBytes {
		return text
	}
	text = clip(text, quoteBytes)
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		text = text[:i]
	}
	return text
}
