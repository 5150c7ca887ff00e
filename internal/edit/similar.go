package edit

import (
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/term"
)

// Enough is how similar the words of a label must be to those of a field.
const Enough = 0.6

// alike are words that labels use for one thing.
var alike = func() map[string]string {
	out := map[string]string{}
	for _, group := range []string{
		"number no nr num #", "phone telephone tel mobile cell", "zip postcode postal", "surname lastname", "firstname forename", "birthday birthdate dob", "mail email",
		"street str", "gender sex", "company organisation organization employer",
	} {
		words := strings.Fields(group)
		for _, w := range words {
			out[w] = words[0]
		}
	}
	return out
}()

// together are words that stand for one thing, folded.
var together = strings.NewReplacer(
	" e mail ", " email ", " date of birth ", " birthday ", " birth date ", " birthday ", " last name ", " surname ", " family name ", " surname ",
	" first name ", " firstname ", " given name ", " firstname ", " zip code ", " zip ", " postal code ", " zip ", " post code ", " zip ",
)

// key are the words of a label that tell it apart.
func key(text string) []string {
	all := strings.Fields(together.Replace(" " + strings.Join(term.Split(text), " ") + " "))
	var out []string
	for _, w := range all {
		if term.Idle(w) && len(all) > 1 {
			continue
		}
		if same, ok := alike[w]; ok {
			w = same
		}
		out = append(out, term.Singular(w))
		if len(out) == maxWords {
			break
		}
	}
	if len(out) == 0 {
		return all[:min(len(all), maxWords)]
	}
	return out
}

// maxWords bounds the words of a label that are looked at.
const maxWords = 40

// similarity is how much two lists of words have in common: twice the words that both have, of the words of both.
func similarity(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if initials(a, b) || initials(b, a) {
		return 0.95
	}
	used := make([]bool, len(b))
	sum := 0.0
	for _, w := range a {
		best, at := 0.0, -1
		for i, v := range b {
			if s := same(w, v); !used[i] && s > best {
				best, at = s, i
			}
		}
		if at >= 0 {
			used[at] = true
			sum += best
		}
	}
	return 2 * sum / float64(len(a)+len(b))
}

// same is how surely two words are one: written alike, with a slip, or shortened.
func same(a, b string) float64 {
	switch {
	case a == b:
		return 1
	case term.Digits(a) || term.Digits(b):
		return 0
	case len(a) > len(b):
		a, b = b, a
	}
	switch {
	case utf8.RuneCountInString(a) >= 3 && strings.HasPrefix(b, a) && len(b) > len(a):
		return 0.8
	case utf8.RuneCountInString(a) >= 5 && slip(a, b):
		return 0.9
	}
	return 0
}

// slip reports whether two words differ in one letter: one more, another, or two in each other's place.
func slip(short, long string) bool {
	a, b := []rune(short), []rune(long)
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return string(a[i:]) == string(b[i+1:])
	}
	if i == len(a) || string(a[i+1:]) == string(b[i+1:]) {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && string(a[i+2:]) == string(b[i+2:])
}

// initials reports whether one word is made of the first letters of several: SSN, social security number.
func initials(one, many []string) bool {
	if len(one) != 1 || len(many) < 2 || utf8.RuneCountInString(one[0]) != len(many) {
		return false
	}
	i := 0
	for _, r := range one[0] {
		if first, _ := utf8.DecodeRuneInString(many[i]); first != r {
			return false
		}
		i++
	}
	return true
}
