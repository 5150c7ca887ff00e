package typeface

import (
	"slices"
	"unicode"
)

// Visual is a line of text with its letters in the order in which they stand from left to right: words that are read from
// the right are turned round, with all between them but numbers.
func Visual(line string) string {
	letters := []rune(line)
	for at := 0; at < len(letters); at++ {
		if !fromRight(letters[at]) {
			continue
		}
		end := at
		for k := at; k < len(letters) && !(unicode.IsLetter(letters[k]) && !fromRight(letters[k])); k++ {
			if fromRight(letters[k]) {
				end = k
			}
		}
		span := letters[at : end+1]
		slices.Reverse(span)
		for k := 0; k < len(span); k++ {
			n := k
			for n < len(span) && unicode.IsDigit(span[n]) {
				n++
			}
			slices.Reverse(span[k:n])
			k = max(k, n-1)
		}
		at = end
	}
	return string(letters)
}

func fromRight(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana)
}
