package section

import (
	"regexp"
	"slices"
	"strings"
)

// rules are what is understood of what a caller says about a division as a whole.
type rules struct {
	about [][]string // of each section, the sentences that speak of it alone
	rest  int        // the section that takes what fits no other; -1 for none
	alone bool       // no page may be shared
}

var (
	restForm  = regexp.MustCompile(`(?i)\b(everything else|anything else|(?:(?:all|any|every) )?(?:other|remaining|leftover) (?:pages?|documents?|content|material)|the rest of|miscellaneous|none of the (?:above|other)|(?:does|do|did) not (?:fit|match|belong)|doesn't (?:fit|match|belong)|not covered)\b`)
	aloneForm = regexp.MustCompile(`(?i)\b((?:exactly|only) one (?:section|category)|(?:must|may|should|can|do|does) ?not (?:share|overlap)|never (?:share|overlap)|no (?:overlap|shared pages))`)
	shareForm = regexp.MustCompile(`(?i)\b(share|sharing|overlap)\b`) // which speaks of all sections, one named "Other" or not
	denyForm  = regexp.MustCompile(`(?i)\b(not|never|no|except|unless|without|exclude|excluding)\b`)
)

// readRules understands sentences that name one section, sentences that say which one takes the rest, and those that
// forbid to share pages. The descriptions of sections may say that they take the rest as well.
func readRules(text string, wants []Want) rules {
	r := rules{about: make([][]string, len(wants)), rest: -1}
	names := make([][]string, len(wants))
	for i, w := range wants {
		names[i] = stems(w.Name)
		if r.rest < 0 && restForm.MatchString(w.Description) {
			r.rest = i
		}
	}
	for _, sentence := range sentences(clip(text, mostRules)) {
		r.alone = r.alone || aloneForm.MatchString(sentence)
		of := namedIn(sentence, names)
		switch {
		case of < 0, shareForm.MatchString(sentence):
		case restForm.MatchString(sentence):
			r.rest = of
		case !denyForm.MatchString(sentence):
			r.about[of] = append(r.about[of], sentence)
		}
	}
	return r
}

// mostRules is how much of the rules is read, in bytes.
const mostRules = 1 << 16

func sentences(text string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == ';' || r == '\n' || r == '!' }),
		func(s string) bool { return strings.TrimSpace(s) == "" })
}

// namedIn is the only section that a sentence names, -1 where it names none or several.
func namedIn(sentence string, names [][]string) int {
	said := stems(sentence)
	of := -1
	for i, name := range names {
		if !within(said, name) {
			continue
		}
		if of >= 0 {
			return -1
		}
		of = i
	}
	return of
}

// within reports whether words stand in a text one after the other.
func within(text, words []string) bool {
	if len(words) == 0 {
		return false
	}
	for i := range len(text) - len(words) + 1 {
		if slices.Equal(text[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
