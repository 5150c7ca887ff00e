package match

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// term is a concept, or a word that stands for itself.
type term struct {
	name    string
	concept *concept // nil for a plain word
}

func (t term) generic() bool { return t.concept != nil && t.concept.generic }

// weight is how much a term tells apart.
func (t term) weight() float64 {
	switch {
	case t.name == "total":
		return 0.7
	case t.generic():
		return 0.4
	}
	return 1
}

// mask holds terms as bits: two texts that share none have nothing in common, and need no closer look.
type mask uint64

func maskOf(ts []term) mask {
	var m mask
	for _, t := range ts {
		m |= maskOfName(t.name)
	}
	return m
}

func maskOfName(name string) mask {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return 1 << (h >> 26)
}

// terms are what a text speaks of, in order, without the words that say nothing.
func terms(text string) []term {
	l := lexical()
	tokens := split(text)
	var out []term
	for i := 0; i < len(tokens); {
		n, c := l.phrase(tokens[i:])
		switch {
		case tokens[i] == "%" && i > 0 && isDigits(tokens[i-1]): // a rate, not the word
		case c != nil:
			if c.name != "vat" || !afterTax(out) {
				out = append(out, term{c.name, c})
			}
			i += n
			continue
		case idle[tokens[i]] || isDigits(tokens[i]):
		case i+1 < len(tokens) && l.torn(tokens[i], tokens[i+1]):
			out = append(out, l.word(tokens[i]+tokens[i+1])...)
			i++
		default:
			out = append(out, l.word(tokens[i])...)
		}
		i++
	}
	return out
}

// afterTax reports whether terms end in a word that a tax only completes: "including VAT", "excl. GST".
func afterTax(ts []term) bool {
	return len(ts) > 0 && (ts[len(ts)-1].name == "gross" || ts[len(ts)-1].name == "net")
}

func isDigits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// split folds a text into words: small letters without accents; letters and digits apart from each other, and the words
// of camelCase.
func split(text string) []string {
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

// idle are words that say nothing about what a label means.
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
