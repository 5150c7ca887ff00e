package match

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/octavo-dev/octavo/internal/value"
)

//go:embed places.txt
var placesText string

// places are the names of states and countries by their first word, the longer ones first.
var places = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(placesText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for name := range strings.SplitSeq(line, ",") {
			name = strings.TrimSpace(name)
			first, _, _ := strings.Cut(name, " ")
			m[first] = append(m[first], name)
		}
	}
	for _, names := range m {
		slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	}
	return m
})

// placesIn are the states and countries that a text names.
func placesIn(text string) []value.Found {
	var out []value.Found
	for i := 0; i < len(text); {
		end := len(text)
		if n := strings.IndexFunc(text[i:], func(r rune) bool { return !unicode.IsLetter(r) }); n >= 0 {
			end = i + n
		}
		if end == i {
			i++
			continue
		}
		next := end
		for _, name := range places()[text[i:end]] {
			if strings.HasPrefix(text[i:], name) && !continued(text[i+len(name):]) {
				out = append(out, value.Found{Value: name, Start: i, End: i + len(name)})
				next = i + len(name)
				break
			}
		}
		i = next
	}
	return out
}

// continued reports whether a word goes on.
func continued(rest string) bool {
	for _, r := range rest {
		return unicode.IsLetter(r)
	}
	return false
}
