package match

import words "github.com/octavo-dev/octavo/internal/term"

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
	tokens := words.Split(text)
	var out []term
	for i := 0; i < len(tokens); {
		n, c := l.phrase(tokens[i:])
		switch {
		case tokens[i] == "%" && i > 0 && words.Digits(tokens[i-1]): // a rate, not the word
		case c != nil:
			if c.name != "vat" || !afterTax(out) {
				out = append(out, term{c.name, c})
			}
			i += n
			continue
		case words.Idle(tokens[i]) || words.Digits(tokens[i]):
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
