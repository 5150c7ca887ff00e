package value

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/ocr/language"
)

// Locale is how a document writes dates and numbers. The zero Locale knows nothing: days come first, a point is the
// decimal sign.
type Locale struct {
	DayFirst      bool
	DayFirstKnown bool   // by dates that can only be read one way
	Comma         bool   // decimal comma
	CommaKnown    bool   // by numbers that can only be read one way
	Spaces        bool   // thousands are separated by blanks
	Language      string // "de"; "en-US" for the English of the United States; empty where it is not known
}

func (l Locale) dayFirst() bool {
	if l.DayFirstKnown {
		return l.DayFirst
	}
	return l.Language != "en-US"
}

func (l Locale) comma() bool {
	if l.CommaKnown {
		return l.Comma
	}
	return l.Language != "" && !strings.HasPrefix(l.Language, "en")
}

// languages are the ones whose notations are known, as Tesseract spells them and as others do.
var languages = map[string]string{"eng": "en", "deu": "de", "fra": "fr", "spa": "es", "ita": "it", "nld": "nl", "por": "pt"}

// Survey settles how a document writes dates and numbers from those of its texts that can only be read one way.
// The language may be given; it is guessed otherwise.
func Survey(texts []string, hint string) Locale {
	loc := Locale{Language: known(hint)}
	all := sample(texts)
	if loc.Language == "" {
		loc.Language = guess(all)
	}
	if loc.Language == "en" && american(all) {
		loc.Language = "en-US"
	}
	var v votes
	trial := loc
	trial.Spaces = true
	for _, t := range texts {
		v.count(newScan(t, trial))
	}
	if v.dayFirst != v.monthFirst {
		loc.DayFirst, loc.DayFirstKnown = v.dayFirst > v.monthFirst, true
	} else {
		loc.DayFirst = loc.dayFirst()
	}
	if v.comma != v.point {
		loc.Comma, loc.CommaKnown = v.comma > v.point, true
	} else {
		loc.Comma = loc.comma()
	}
	loc.Spaces = v.spaces > v.tight
	return loc
}

// maxSample bounds the text that a language is guessed from.
const maxSample = 50_000

func sample(texts []string) string {
	var b strings.Builder
	for _, t := range texts {
		if b.Len()+len(t) > maxSample {
			break
		}
		b.WriteString(t)
		b.WriteByte('\n')
	}
	return b.String()
}

func known(hint string) string {
	hint = strings.ToLower(strings.ReplaceAll(hint, "_", "-"))
	if iso := languages[hint]; iso != "" {
		return iso
	}
	if hint == "en-us" {
		return "en-US"
	}
	base, _, _ := strings.Cut(hint, "-")
	if len(base) == 2 {
		return base
	}
	return ""
}

func guess(text string) string {
	j := language.NewJudge([]string{"eng", "deu", "fra", "spa", "ita", "nld", "por"})
	g := j.Guess(text)
	if len(g) == 0 || len(g) > 1 && g[0].Score == g[1].Score {
		return ""
	}
	return languages[g[0].Language]
}

// votes are what single dates and numbers say of how the document writes them.
type votes struct {
	dayFirst, monthFirst int
	comma, point         int
	spaces, tight        int
}

func (v *votes) count(s *scan) {
	s.contacts()
	for i := 1; i < len(s.lex)-1; i++ {
		if s.at(i).kind != digits || !s.free(i, i+1) || !s.open(i) {
			continue
		}
		if d, ok := s.numeric(i); ok {
			v.date(s, d)
			i = d.j - 1
			continue
		}
		a := amount{i: i, j: i}
		s.chain(&a)
		if a.interpret(s.loc) && s.at(a.j).kind != word {
			_, after := s.currency(s.past(a.j))
			v.amount(a, after > 0 || s.ends(i, 1) > 0 || s.at(i-1).kind == blank && s.ends(i-1, 1) > 0)
		}
		i = a.j - 1
	}
}

// date counts a date in figures whose day can be told from its month.
func (v *votes) date(s *scan, d day) {
	first := s.short(d.i, 1, 2)
	switch {
	case first < 0 || d.date == d.month:
	case first > 12:
		v.dayFirst++
	case d.date > 12:
		v.monthFirst++
	}
}

// amount counts a number whose decimal sign can be told: two kinds of signs, or not three figures after a single one.
// "5.2018" and "3.1" may be parts of dates and headings; money has two.
// Blanks separate thousands where a currency shows that all of it is one amount.
func (v *votes) amount(a amount, priced bool) {
	n := len(a.seps)
	if n == 0 {
		return
	}
	last, sep := a.groups[n], a.seps[n-1]
	money := len(last) == 2 && (sep == ',' || sep == '.')
	if n > 1 && a.seps[n-2] != sep || n == 1 && money {
		if sep == ',' {
			v.comma++
		} else if sep == '.' {
			v.point++
		}
	}
	for k, sep := range a.seps {
		if len(a.groups[k+1]) == 3 {
			if sep == ' ' && priced {
				v.spaces++
			} else if sep != ' ' && n > 1 {
				v.tight++
			}
		}
	}
}
