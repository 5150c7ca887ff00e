package section

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/value"
)

// Words of keys that ask for the name of a person, and of those that ask for something else.
var (
	personWords = stems("name person candidate applicant employee patient student author")
	otherWords  = stems("number no id identifier code date file company organisation organization vendor supplier product")
)

// asksPerson reports whether a key asks who a document is about.
func asksPerson(key string) bool {
	said := stems(key)
	has := func(words []string) bool {
		return slices.ContainsFunc(said, func(w string) bool { return slices.Contains(words, w) })
	}
	return has(personWords) && !has(otherWords)
}

// personLines is how far down a page its person is looked for.
const personLines = 12

// person is the name that heads a document which is about somebody: without a label, in larger letters than what follows.
func (u *unit) person() string {
	best, most := "", 0.0
	for i, l := range linesOf(u.one) {
		if i >= personLines {
			break
		}
		if h := l.height() / u.em; value.PersonScore(l.text) >= 0.5 && h > 1.15 && h > most {
			best, most = l.text, h
		}
	}
	return best
}
