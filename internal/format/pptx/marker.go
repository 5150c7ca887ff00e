package pptx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/format/numeral"
)

// marker writes the number of a list item as its kind says: arabicPeriod, romanUcParenR, alphaLcParenBoth.
func marker(kind string, n int) string {
	s := strconv.Itoa(n)
	switch {
	case strings.HasPrefix(kind, "alphaLc"):
		s = numeral.Repeated(n)
	case strings.HasPrefix(kind, "alphaUc"):
		s = strings.ToUpper(numeral.Repeated(n))
	case strings.HasPrefix(kind, "romanLc"):
		s = numeral.Roman(n)
	case strings.HasPrefix(kind, "romanUc"):
		s = strings.ToUpper(numeral.Roman(n))
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
