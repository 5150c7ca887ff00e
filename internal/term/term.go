// Package term folds texts of many languages into the words they are made of, so that they can be compared.
package term

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Split folds a text into words: small letters without accents; letters and digits apart from each other, and the words
// of camelCase.
func Split(text string) []string {
	var out []string
	var open strings.Builder
	flush := func() {
		if open.Len() > 0 {
			out = append(out, open.String())
			open.Reset()
		}
	}
	last := rune(0)
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case r == '#' || r == '%':
			flush()
			out = append(out, string(r))
		case r == '°':
			open.WriteByte('o') // as in n°
		case r == 'ß':
			open.WriteString("ss")
		case unicode.IsLetter(r), unicode.IsDigit(r):
			if unicode.IsDigit(r) != unicode.IsDigit(last) || unicode.IsUpper(r) && unicode.IsLower(last) {
				flush()
			}
			open.WriteRune(unicode.ToLower(r))
		default:
			if r != '.' || !unicode.IsLetter(last) || open.Len() > 1 { // "e.K." and "U.S." are one word
				flush()
			}
		}
		last = r
	}
	flush()
	return out
}

// Digits reports whether a word is a number.
func Digits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// Singular is a word without the ending of its plural.
func Singular(s string) string {
	if n := len(s); n > 3 && s[n-1] == 's' && s[n-2] != 's' {
		return s[:n-1]
	}
	return s
}

// Idle reports whether a word says nothing about what a text means.
func Idle(word string) bool { return idle[word] }

// idle are words that say nothing about what a text means.
var idle = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`the of a an as or and is are to by for in on with at it its this that which if
		your our their his her be was were has have had not no any all each into whose who
		der die das den dem des ein eine einer und oder fur mit ist im am zu zur zum ihr ihre ihren unser auf aus bei nach
		de la le les du des et ou un une votre notre vos nos pour sur en au aux l d
		el los las y o su del para con por il lo gli e di da per con
		het een van voor op uw onze met
		printed exactly shown name only nett e.g eg leave out document yyyy mm dd null`) {
		m[w] = true
	}
	delete(m, "no") // the abbreviation of number in labels
	delete(m, "name")
	return m
}()
