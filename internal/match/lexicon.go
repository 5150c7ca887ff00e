package match

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	words "github.com/octavo-dev/octavo/internal/term"
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
		head, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		c := &concept{}
		c.name, c.group, _ = strings.Cut(head, "/")
		c.name, c.generic = strings.CutSuffix(c.name, "*")
		c.name, c.meant = strings.CutSuffix(c.name, "!")
		c.name, c.repels = strings.CutSuffix(c.name, "~")
		for phrase := range strings.SplitSeq(list, ",") {
			tokens := words.Split(phrase)
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

// longestCompound is how many bytes of a word are taken apart: what a word without end costs is that of a long one.
const longestCompound = 64

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
		if c := l.words[words.Singular(key)]; c != nil {
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
	return []term{{name: words.Singular(token)}}
}

// last is the last part of a compound, which says what it is whatever stands before it: "Handelsrechnung".
func (l *lexicon) last(token string) *concept {
	const leastLast, leastFirst = 5, 3
	for i := max(leastFirst, len(token)-longestCompound); i+leastLast <= len(token); i++ {
		if c := l.parts[token[i:]]; c != nil && utf8.RuneStart(token[i]) {
			return c
		}
	}
	return nil
}

// compound takes a word apart into words of the lexicon: "rechnungsnummer", "lieferdatum". Nothing but the letters that
// German and its neighbours put between parts may be left over.
func (l *lexicon) compound(token string) []term {
	if len(token) > longestCompound {
		return nil
	}
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
