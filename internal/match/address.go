package match

import (
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/value"
)

// issuerAddress are the lines of an address at the top of a paper, under the name of who it is from.
func (r *reading) issuerAddress() []candidate {
	page := &r.view.pages[0]
	var run []*piece
	first, last := -1, -1
	for _, row := range page.rows {
		if len(run) > 12 || row.at.top > page.rows[0].at.top+0.5*page.height {
			break
		}
		run = append(run, row.pieces...)
	}
	for i, p := range run {
		s := value.AddressScore(p.text)
		if s >= 0.3 && !isContact(p.text) {
			if first < 0 {
				first = i
			}
			last = i
		} else if first >= 0 && i-last > 1 {
			break
		}
	}
	if first < 0 {
		return nil
	}
	// Its first line may be the name of a house, its last ones those of a place: all that stands between the name of who
	// it is from and what else is said.
	name := -1
	for i, p := range run[:first] {
		if t, _ := sender(p); r.nameScore(t) > 0.3 && (name < 0 || value.OrganisationScore(t) > 0) {
			name = i
		}
	}
	for first-1 > name && opensAddress(run[first-1].text) {
		first--
	}
	for n := 0; n < 2 && last+1 < len(run) && isPlace(run[last+1].text) && run[last+1].at.top-run[last].at.bottom < page.em; n++ {
		last++
	}
	var words []word
	var parts []string
	for _, p := range run[first : last+1] {
		if isContact(p.text) {
			continue
		}
		words, parts = append(words, p.words...), append(parts, p.text)
	}
	text := strings.Join(parts, " ")
	return []candidate{{value: text, words: words, text: text, score: 0.6}}
}

// opensAddress reports a line that can stand at the start of an address: the number of a house or lot, or part of it.
func opensAddress(text string) bool {
	if !isPlace(text) || registered.MatchString(" "+text) {
		return false
	}
	return value.AddressScore(text) > 0 || isDigit(text[0]) || strings.HasSuffix(text, ",")
}

// isPlace reports a line that can be part of an address: no label, no date, nothing about papers or ways to reach somebody.
func isPlace(text string) bool {
	if strings.ContainsAny(text, ":*=@") || isContact(text) || value.OrganisationScore(text) > 0 || len(strings.Fields(text)) > 8 {
		return false
	}
	letters := strings.IndexFunc(text, unicode.IsLetter) >= 0
	return letters && len(value.Dates(text, value.Locale{DayFirst: true})) == 0 && len(value.Times(text, value.Locale{})) == 0 && common(text) < 0.5
}

// isContact reports a line that says how to reach somebody, or how the law knows them, beside an address.
func isContact(text string) bool {
	for _, t := range terms(text) {
		switch t.name {
		case "phone", "email", "website", "registration", "vat", "date", "invoice", "iban":
			return true
		}
	}
	return false
}
