package pptx

import (
	"strconv"
	"strings"
)

// marker writes the number of a list item as its kind says: arabicPeriod, romanUcParenR, alphaLcParenBoth.
func marker(kind string, n int) string {
	s := strconv.Itoa(n)
	switch {
	case strings.HasPrefix(kind, "alphaLc"):
		s = letters(n)
	case strings.HasPrefix(kind, "alphaUc"):
		s = strings.ToUpper(letters(n))
	case strings.HasPrefix(kind, "romanLc"):
		s = roman(n)
	case strings.HasPrefix(kind, "romanUc"):
		s = strings.ToUpper(roman(n))
	}
	switch {
	case strings.HasSuffix(kind, "ParenBoth"):
		return "(" + s + ")"
	case strings.HasSuffix(kind, "ParenR"):
		return s + ")"
	case strings.HasSuffix(kind, "Plain"):
		return s
	}
	return s + "."
}

// letters counts a to z, then aa, bb, as presentations do.
func letters(n int) string {
	if n < 1 {
		return ""
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), min((n-1)/26+1, 10))
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, step := range []struct {
		value int
		sign  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for ; n >= step.value; n -= step.value {
			b.WriteString(step.sign)
		}
	}
	return b.String()
}
