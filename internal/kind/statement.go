package kind

import (
	"math"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/term"
)

// statement is something said about a kind, taken apart: words that may stand on its pages, genres, and what they look like.
type statement struct {
	asks   []ask
	looks  []look
	genres []tie
}

// ask is a word, or two that follow each other, and how much it tells kinds apart.
type ask struct {
	stem   string // two are divided by a blank
	shown  string
	weight float64
}

// tie is a genre that is named.
type tie struct {
	genre   int
	covered int // words of the name
	not     bool
}

// longStatement is how many bytes of a statement are read.
const longStatement = 4000

// read takes a statement apart. What is denied counts against it: up to the end of the sentence, or to what is held
// against it.
func read(text string) statement {
	var s statement
	text = strings.ToValidUTF8(text[:min(len(text), longStatement)], "")
	for sentence := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '.' }) {
		s.sentence(sentence)
	}
	s.acronyms(text)
	return s
}

func (s *statement) sentence(text string) {
	var words []string
	denied := -1
	flush := func() {
		s.words(words, denied)
		words, denied = nil, -1
	}
	tokens := term.Split(text)
	for i, token := range tokens {
		switch {
		case contrary[token]:
			flush()
			continue
		case denies(tokens, i):
			if denied < 0 {
				denied = len(words)
			}
			continue
		case term.Idle(token):
			continue
		}
		words = append(words, token)
	}
	flush()
}

// words takes in words that follow each other; those from denied on are denied, none where it is negative.
func (s *statement) words(words []string, denied int) {
	k := known()
	stems, single := folded(words, term.Stem), folded(words, term.Singular)
	said, named := 0, 0 // where the last phrases end
	for i, word := range words {
		not := denied >= 0 && i >= denied
		if p := k.spoken.at(single[i:]); p >= 0 && i >= said {
			for _, c := range k.spoken.phrases[p].means {
				s.looks = append(s.looks, look{c, not})
			}
			said = i + len(k.spoken.phrases[p].words)
		}
		if p := k.names.at(single[i:]); p >= 0 && i >= named && !(descriptive[word] && len(k.names.phrases[p].words) == 1) {
			for _, g := range k.names.phrases[p].means {
				s.genres = append(s.genres, tie{g, len(k.names.phrases[p].words), not})
			}
			named = i + len(k.names.phrases[p].words)
		}
		if not || descriptive[word] {
			continue
		}
		weight := 1.0
		if common[word] || common[single[i]] {
			weight = 0.4
		}
		s.asks = append(s.asks, ask{stems[i], word, weight})
		if i > 0 && !descriptive[words[i-1]] {
			s.asks = append(s.asks, ask{stems[i-1] + " " + stems[i], words[i-1] + " " + word, 1})
		}
	}
}

// acronyms asks for the initials of names of several words: "Foreign Agents Registration Act".
func (s *statement) acronyms(text string) {
	var initials []rune
	flush := func() {
		if len(initials) >= 3 {
			a := strings.ToLower(string(initials))
			s.asks = append(s.asks, ask{term.Stem(a), a, 1})
		}
		initials = nil
	}
	for word := range strings.FieldsSeq(text) {
		first := []rune(word)[0]
		switch {
		case unicode.IsUpper(first):
			initials = append(initials, first)
		case !term.Idle(word):
			flush()
		}
		if strings.ContainsAny(word, ",.;:") {
			flush()
		}
	}
	flush()
}

// denies reports whether a word denies what follows it.
func denies(tokens []string, i int) bool {
	if tokens[i] == "no" { // which may be the abbreviation of number
		return i == 0 || descriptive[tokens[i-1]] || term.Idle(tokens[i-1])
	}
	return denying[tokens[i]] || tokens[i] == "rather" && i+1 < len(tokens) && tokens[i+1] == "than" || tokens[i] == "other" && i+1 < len(tokens) && tokens[i+1] == "than"
}

// rarity weighs what a statement asks for: what many kinds ask for tells little.
func (s *statement) rarity(use map[string]int, kinds int) {
	for i := range s.asks {
		a := &s.asks[i]
		a.weight *= math.Log(1+float64(kinds)/float64(use[a.stem])) / math.Log(1+float64(kinds))
	}
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

var (
	denying  = set(`not without neither nor never except unlike little kein keine keinen keiner nicht ohne statt wenig pas sans jamais peu sin ni nunca poco senza geen niet zonder sem nao`)
	contrary = set(`but sondern aber mais sino pero ma maar`)

	// descriptive are words that descriptions are made of and that say nothing about what stands on a page.
	descriptive = set(`is are has have had contains contain containing includes include including included names lists list shows show describes describe
		consists consist usually mostly often typically generally such like looks look similar page pages document documents file files about between one two
		first last kind kinds type types sort mentions mention provides provide gives give comes come written used uses use per example instance
		may can must should will would could other others some many few several various certain specific related relating regarding concerning
		states state indicates indicate refers refer reports defines define explains explain presents present cites cite category there these those both than then also only
		large small big long main mainly primarily where when what how who whom whose
		ist sind hat haben enthalt enthalten zeigt zeigen nennt nennen listet beschreibt besteht meist oft typischerweise seite seiten dokument dokumente wie etwa uber zwischen
		est sont contient contiennent montre liste decrit souvent comme page entre es son contiene contienen muestra describe lista suele como pagina entre
		sono ha contiene mostra descrive spesso come pagina tra bevat toont vaak`)

	// common are words that stand on documents of all kinds.
	common = set(`number date name total information time data person people item figure section title product system service company address
		day year month form part general group order use user state country public account note service period result value line amount
		government national region regional social development law article source report female male sector program method information
		box example version file option open tool reference present present summary subject general high low new work local
		nummer datum zeit summe firma adresse jahr monat tag numero fecha nombre total direccion nom adresse annee jour data nome indirizzo anno`)
)
