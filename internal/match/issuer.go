package match

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/value"
)

// issuer is who a paper is from: a name at its top, larger than the rest or with the form of a company, or in the line
// of the sender.
func (r *reading) issuer() []candidate {
	var out []candidate
	page := &r.view.pages[0]
	for i, p := range r.lines(0.4) {
		if r.stopped() {
			return nil
		}
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
	if len(r.view.pages) == 0 {
		return nil
	}
	page := &r.view.pages[0]
	var out []candidate
	for i, p := range r.lines(0.5) {
		if r.stopped() {
			return nil
		}
		if r.nameScore(p.text) < 0.2 || hasValue(page, p.row, p) {
			continue
		}
		lines := below(page, p)
		postal := 0.0
		for _, q := range lines {
			postal = max(postal, value.AddressScore(q.text))
		}
		if len(lines) == 0 || postal < 0.4 || len(lines) > tallestAddress {
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

// tallestAddress is how many lines an address has under its name at most.
const tallestAddress = 6

// below are the lines under a piece that begin where it does, without a gap, as far as they can be an address.
func below(page *sheetPage, p *piece) []*piece {
	var out []*piece
	last := p
	for r := p.row + 1; r < len(page.rows) && len(out) <= tallestAddress; r++ {
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
