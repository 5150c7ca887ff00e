package match

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

//go:embed lexicon.txt
var lexiconText string

// concept is what words of several languages stand for.
type concept struct {
	name    string
	generic bool   // says what kind of value follows
	group   string // of concepts that exclude each other
	meant   bool   // where none of its group is named
	repels  bool   // a label that speaks of it is that of no field that does not
}

// lexicon knows the words of all concepts.
type lexicon struct {
	words   map[string]*concept // words and phrases, folded, words of a phrase divided by blanks
	longest int                 // words in the longest phrase
	parts   map[string]*concept // words that compounds are made of
}

var lexical = sync.OnceValue(func() *lexicon { return readLexicon(lexiconText) })

func readLexicon(text string) *lexicon {
	l := &lexicon{words: map[string]*concept{}, parts: map[string]*concept{}}
	for line := range strings.Lines(text) {
		head, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		c := &concept{}
		c.name, c.group, _ = strings.Cut(head, "/")
		c.name, c.generic = strings.CutSuffix(c.name, "*")
		c.name, c.meant = strings.CutSuffix(c.name, "!")
		c.name, c.repels = strings.CutSuffix(c.name, "~")
		for phrase := range strings.SplitSeq(words, ",") {
			tokens := split(phrase)
			key := strings.Join(tokens, " ")
			if l.words[key] == nil {
				l.words[key] = c
			}
			l.longest = max(l.longest, len(tokens))
			if len(tokens) == 1 && len(key) >= leastPart && l.parts[key] == nil {
				l.parts[key] = c
			}
		}
	}
	return l
}

// leastPart is the least length of a part of a compound: shorter ones are found everywhere by chance.
const leastPart = 3

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

// torn reports whether two tokens are one word of the lexicon that a file has a gap in.
func (l *lexicon) torn(a, b string) bool {
	return len(a) > 2 && len(b) > 2 && l.words[b] == nil && (l.words[a+b] != nil || l.compound(a) == nil && l.compound(a+b) != nil)
}

// phrase is the longest phrase of the lexicon at the start of tokens.
func (l *lexicon) phrase(tokens []string) (int, *concept) {
	for n := min(l.longest, len(tokens)); n > 0; n-- {
		key := strings.Join(tokens[:n], " ")
		if c := l.words[key]; c != nil {
			return n, c
		}
		if c := l.words[singular(key)]; c != nil {
			return n, c
		}
	}
	return 0, nil
}

// word is the parts of a compound, or the word itself.
func (l *lexicon) word(token string) []term {
	if c := l.words[token]; c != nil {
		return []term{{c.name, c}}
	}
	if parts := l.compound(token); parts != nil {
		return parts
	}
	if c := l.last(token); c != nil {
		return []term{{c.name, c}}
	}
	return []term{{name: singular(token)}}
}

// last is the last part of a compound, which says what it is whatever stands before it: "Handelsrechnung".
func (l *lexicon) last(token string) *concept {
	const leastLast, leastFirst = 5, 3
	for i := leastFirst; i+leastLast <= len(token); i++ {
		if c := l.parts[token[i:]]; c != nil && utf8.RuneStart(token[i]) {
			return c
		}
	}
	return nil
}

// compound takes a word apart into words of the lexicon: "rechnungsnummer", "lieferdatum". Nothing but the letters that
// German and its neighbours put between parts may be left over.
func (l *lexicon) compound(token string) []term {
	for n := len(token) - leastPart + 1; n >= leastPart; n-- {
		c := l.parts[token[:min(n, len(token))]]
		if c == nil || n > len(token) {
			continue
		}
		for _, link := range []string{"", "s", "es", "n", "en", "e"} {
			rest, ok := strings.CutPrefix(token[n:], link)
			if !ok || rest == "" {
				continue
			}
			if last := l.ending(rest); last != nil {
				return append([]term{{c.name, c}}, last...)
			}
		}
	}
	return nil
}

// ending is the last part of a compound, which may be short: "nr", or one more compound.
func (l *lexicon) ending(rest string) []term {
	if c := l.words[rest]; c != nil && len(rest) > 1 {
		return []term{{c.name, c}}
	}
	return l.compound(rest)
}

func singular(s string) string {
	if n := len(s); n > 3 && s[n-1] == 's' && s[n-2] != 's' {
		return s[:n-1]
	}
	return s
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
