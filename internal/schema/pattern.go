package schema

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// Bounds of patterns, in characters and in steps of the program that a pattern becomes. Matching takes time in
// proportion to steps × text, so these bound it too.
const (
	maxPattern      = 4_000
	maxPatternSteps = 20_000
	maxAllSteps     = 200_000
)

func (c *checker) pattern(v any, at *place) error {
	text, ok := v.(string)
	if !ok {
		return refuse(at, "pattern must be a string")
	}
	if len(text) > maxPattern {
		return refuse(at, "the pattern has more than %d characters", maxPattern)
	}
	tree, err := syntax.Parse(spelled(text), syntax.Perl)
	if err != nil {
		return refuse(at, "the pattern is not valid or uses what cannot be matched in linear time")
	}
	n := steps(tree)
	if n > maxPatternSteps {
		return refuse(at, "the pattern repeats too much")
	}
	return c.count(&c.patterns, n, maxAllSteps, "steps in all patterns together", at)
}

// compile makes the pattern that check has let pass.
func compile(text string) *regexp.Regexp {
	p, err := regexp.Compile(spelled(text))
	if err != nil {
		return nil
	}
	return p
}

// spelled writes the escapes of characters by number as Go spells them; \\u is a backslash and a letter.
func spelled(text string) string {
	if !strings.Contains(text, `\u`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		if text[i] == 'u' && i+4 < len(text) && !strings.ContainsAny(text[i+1:i+5], "{}") {
			b.WriteString(`\x{` + text[i+1:i+5] + `}`)
			i += 4
			continue
		}
		b.WriteByte('\\')
		b.WriteByte(text[i])
	}
	return b.String()
}

// steps is how large the program of a pattern becomes, repeats written out; no more than a little above
// maxPatternSteps.
func steps(re *syntax.Regexp) int {
	n := 1 + len(re.Rune) // the characters of a literal, or twice the ranges of a class
	for _, sub := range re.Sub {
		n += steps(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, 2*maxPatternSteps)
}
