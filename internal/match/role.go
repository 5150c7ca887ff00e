package match

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/value"
)

// unlabelled are the values that a field may take from where they stand alone: who a paper is from and to, what its
// currency is, what its title is.
func (r *reading) unlabelled(w *want, about subject) []candidate {
	if len(r.view.pages) == 0 || r.view.doc.Kind == doc.Sheet {
		return nil
	}
	switch w.kind {
	case kindCurrency:
		return r.currency()
	case kindName:
		switch {
		case w.has("customer"):
			return r.recipient()
		case w.speaks("seller") || w.has("company"):
			return r.issuer()
		}
	case kindAddress:
		if !grouped(w.name, "party") || w.has("seller") {
			return r.issuerAddress()
		}
	case kindDate:
		return r.bareDate(w, about)
	case kindEnum:
		return r.mentioned(w.field)
	case kindText:
		if w.has("title") {
			return r.title()
		}
	}
	return nil
}

// currency is the one most amounts are in.
func (r *reading) currency() []candidate {
	count := map[any]int{}
	var first []*mention // of each
	all := r.mentions(kindCurrency)
	for _, m := range all {
		if count[m.value]++; count[m.value] == 1 {
			first = append(first, m)
		}
	}
	var out []candidate
	for _, m := range first {
		share := float64(count[m.value]) / float64(len(all))
		out = append(out, r.candidate(m, m.value, 0.35+0.4*share))
	}
	return out
}

func (r *reading) candidate(m *mention, v any, score float64) candidate {
	return candidate{value: v, words: m.words(), page: m.text.page, text: m.text.text[m.start:m.end], score: score}
}

// lines are the pieces of the first page down to a part of its height, from top to bottom.
func (r *reading) lines(part float64) []*piece {
	page := &r.view.pages[0]
	top, bottom := page.height, 0.0
	for _, row := range page.rows {
		top, bottom = min(top, row.at.top), max(bottom, row.at.bottom)
	}
	var out []*piece
	for _, row := range page.rows {
		if row.at.top <= top+part*(bottom-top) {
			out = append(out, row.pieces...)
		}
	}
	return out
}

// issuer is who a paper is from: a name at its top, larger than the rest or with the form of a company, or in the line
// of the sender.
func (r *reading) issuer() []candidate {
	var out []candidate
	page := &r.view.pages[0]
	for i, p := range r.lines(0.4) {
		if hasValue(page, p.row, p) && p.place+1 < len(page.rows[p.row].pieces) {
			continue
		}
		text, words := sender(p)
		if q := aligned(page, p.row+1, p, page.width); q != nil && isTail(text, q) {
			text, words = text+" "+trimmed(q.text), append(words[:len(words):len(words)], q.words...)
		}
		score := r.nameScore(text) + 0.25*max(0, 1-float64(i)/8)
		score += min(0.15, 0.15*max(0, p.at.height()/page.em-1.15))
		around := r.view.around(&passage{piece: p})
		if grouped(around, "party") && !contains(around, "seller") {
			score -= 0.3
		}
		if score < least {
			continue
		}
		out = append(out, candidate{value: text, words: words, text: text, score: score})
	}
	return out
}

// nameScore is how much a line looks like the name of a company or person.
func (r *reading) nameScore(text string) float64 {
	letters := 0
	for _, c := range text {
		if unicode.IsLetter(c) {
			letters++
		}
	}
	if letters < 3 || strings.ContainsAny(text, ":@?") || strings.Contains(text, "www.") || strings.Contains(text, "http") {
		return 0
	}
	return 0.3 + 0.35*value.OrganisationScore(text) - nameless(text) - 0.5*value.AddressScore(text) - numeric(text) - 0.5*common(text)
}

// common is the share of words of a text that are written small or speak of papers: those of names are not.
func common(text string) float64 {
	words := strings.Fields(text)
	n := 0
	for _, w := range words {
		if c, _ := utf8.DecodeRuneInString(w); unicode.IsLower(c) {
			n++
		}
	}
	for _, t := range terms(text) {
		if t.concept != nil && t.concept.group == "doc" {
			n++
		}
	}
	return float64(n) / float64(max(len(words), 1))
}

// sender is the name in a line that may go on with an address or a number under which the law knows it.
func sender(p *piece) (string, []word) {
	text := p.text
	for _, sep := range []string{" - ", " – ", " · ", " • ", " | ", " − ", ", "} {
		if name, rest, ok := strings.Cut(text, sep); ok && value.AddressScore(rest) > 0.3 {
			text = name
			break
		}
	}
	text = trimmed(text)
	return text, (&passage{words: p.words}).between(0, len(text))
}

// registered is a number that stands behind a name.
var registered = regexp.MustCompile(`[\s(\[]+(?:(?i:co|reg|company|roc)[. ]*(?i:no|nr)[.: ]*)?[A-Z]{0,3}\d[\dA-Z]{3,}(?:[- ]?[A-Z0-9])?[)\]]*\s*$`)

func trimmed(text string) string {
	return strings.Trim(registered.ReplaceAllString(text, ""), " *,;_-~")
}

// isTail reports a line that only ends the name above it: the form of a company.
func isTail(name string, q *piece) bool {
	tail := trimmed(q.text)
	return value.OrganisationScore(name) == 0 && value.OrganisationScore(tail) > 0 && len(strings.Fields(tail)) <= 4 && value.AddressScore(tail) == 0
}

// recipient is who a paper is addressed to: the first line of an address that is not that of the sender.
func (r *reading) recipient() []candidate {
	page := &r.view.pages[0]
	var out []candidate
	for i, p := range r.lines(0.5) {
		if r.nameScore(p.text) < 0.2 || hasValue(page, p.row, p) {
			continue
		}
		lines := below(page, p)
		postal := 0.0
		for _, q := range lines {
			postal = max(postal, value.AddressScore(q.text))
		}
		if len(lines) == 0 || postal < 0.4 || len(lines) > 6 {
			continue
		}
		if up := above(page, p); up != nil && r.nameScore(up.text) > 0.2 {
			continue // in the middle of an address
		}
		score := 0.3 + 0.1*postal + 0.5*(r.nameScore(p.text)-0.35)
		if i > 3 {
			score += 0.1
		}
		around := r.view.around(&passage{piece: p})
		if contains(around, "seller") {
			score -= 0.3
		}
		out = append(out, candidate{value: p.text, words: p.words, text: p.text, score: score})
	}
	return out
}

// below are the lines under a piece that begin where it does, without a gap.
func below(page *sheetPage, p *piece) []*piece {
	var out []*piece
	last := p
	for r := p.row + 1; r < len(page.rows); r++ {
		q := aligned(page, r, last, 0.8*page.em)
		if q == nil {
			if page.rows[r].at.top-last.at.bottom > 1.2*page.em {
				break
			}
			continue
		}
		if q.at.top-last.at.bottom > 1.2*page.em {
			break
		}
		out, last = append(out, q), q
	}
	return out
}

func above(page *sheetPage, p *piece) *piece {
	for r := p.row - 1; r >= 0; r-- {
		if p.at.top-page.rows[r].at.bottom > 0.9*page.em {
			return nil
		}
		if q := aligned(page, r, p, 0.8*page.em); q != nil {
			return q
		}
	}
	return nil
}

// aligned is the piece of a row that begins where another does, or is set about the same middle.
func aligned(page *sheetPage, r int, p *piece, off float64) *piece {
	if r >= len(page.rows) {
		return nil
	}
	for _, q := range page.rows[r].pieces {
		if abs(q.at.left-p.at.left) < min(off, 0.8*page.em) || off > page.em && abs(q.at.left+q.at.right-p.at.left-p.at.right) < 3*page.em {
			return q
		}
	}
	return nil
}

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

// bareDate is a date without a label, where the paper can have no other: its own.
func (r *reading) bareDate(w *want, about subject) []candidate {
	for _, t := range w.name {
		if !t.generic() && !about[t.name] {
			return nil
		}
	}
	var out []candidate
	for _, m := range r.mentions(kindDate) {
		if m.text.page == 0 && m.text.piece != nil && len(out) < 4 {
			out = append(out, r.candidate(m, m.value, 0.45-0.03*float64(len(out))))
		}
	}
	return out
}

// mentioned is the value of a list that a document speaks of most prominently: in its headings, then at its top.
func (r *reading) mentioned(f *schema.Field) []candidate {
	var out []candidate
	for _, allowed := range f.Enum {
		name, ok := allowed.(string)
		if !ok {
			continue
		}
		want := terms(name)
		best := candidate{}
		for i, p := range r.lines(1) {
			ts := terms(p.text)
			hit := 0
			for _, t := range want {
				if contains(ts, t.name) {
					hit++
				}
			}
			if len(want) == 0 || hit < len(want) {
				continue
			}
			score := 0.6*float64(len(want))/float64(max(len(ts), len(want))) + 0.3*max(0, 1-float64(i)/30)
			if p.block >= 0 && r.view.doc.Blocks[p.block].IsHeading() {
				score += 0.2
			}
			if score > best.score {
				best = candidate{value: name, words: p.words, text: p.text, score: min(score, 0.9)}
			}
		}
		if best.score > 0 {
			out = append(out, best)
		}
	}
	return out
}

// title is that of the document: the first title, else the largest line of the first page.
func (r *reading) title() []candidate {
	var best *piece
	score := 0.5
	for _, p := range r.lines(0.6) {
		if p.block >= 0 && r.view.doc.Blocks[p.block].Type == doc.Title {
			best, score = p, 0.8
			break
		}
		if best == nil || p.at.height() > best.at.height()*1.05 {
			best = p
		}
	}
	if best == nil {
		return nil
	}
	return []candidate{{value: best.text, words: best.words, text: best.text, score: score}}
}
