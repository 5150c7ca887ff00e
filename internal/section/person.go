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

// person is the name that heads a document which is about somebody: without a label, in the largest letters of its page.
func (u *unit) person() string {
	lines := linesOf(u.one)
	best := -1
	for i := range lines {
		if best < 0 || lines[i].height() > lines[best].height() {
			best = i
		}
	}
	if best < 0 || best >= personLines || value.PersonScore(lines[best].text) < 0.5 {
		return ""
	}
	for i := range lines {
		if i != best && lines[i].height() > 0.95*lines[best].height() {
			return ""
		}
	}
	return lines[best].text
}
