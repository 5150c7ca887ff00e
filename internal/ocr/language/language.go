// Package language guesses in which language a stretch of text is written, so that the right recognition pack is used.
package language

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Guess is a language and how much speaks for it.
type Guess struct {
	Language string // as Tesseract spells it
	Score    float64
}

// Judge knows some languages.
type Judge struct {
	weight  map[string]map[string]float64 // of a word for a language
	letters map[string]string
}

// NewJudge knows those of the given languages that it has words for.
func NewJudge(languages []string) *Judge {
	j := &Judge{weight: map[string]map[string]float64{}, letters: map[string]string{}}
	in := map[string]int{}
	for _, l := range languages {
		for _, w := range unique(frequent[l]) {
			in[w]++
		}
	}
	for _, l := range languages {
		if frequent[l] == "" {
			continue
		}
		j.letters[l] = letters[l]
		for _, w := range unique(frequent[l]) {
			if j.weight[w] == nil {
				j.weight[w] = map[string]float64{}
			}
			// A word that many languages have tells little, and so does a very short one, which may be noise.
			j.weight[w][l] = min(float64(len(w)), 3) / float64(in[w])
		}
	}
	return j
}

func unique(list string) []string {
	words := strings.Fields(list)
	slices.Sort(words)
	return slices.Compact(words)
}

// Guess gives the languages that the text may be in, the likeliest first; none when nothing speaks for any.
func (j *Judge) Guess(text string) []Guess {
	scores := map[string]float64{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		for l, v := range j.weight[Plain(w)] {
			scores[l] += v
		}
		for l, special := range j.letters {
			for _, r := range w {
				if r > 127 && strings.ContainsRune(special, r) {
					scores[l] += 0.5
				}
			}
		}
	}
	var out []Guess
	for _, l := range slices.Sorted(maps.Keys(scores)) {
		out = append(out, Guess{l, scores[l]})
	}
	slices.SortStableFunc(out, func(a, b Guess) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// Plain takes the accents off letters.
func Plain(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		switch r {
		case 'ł':
			r = 'l'
		case 'ı':
			r = 'i'
		case 'ø':
			r = 'o'
		case 'đ':
			r = 'd'
		}
		if !unicode.IsMark(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}
