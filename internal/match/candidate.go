package match

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/value"
)

// candidate is a value that a field may take.
type candidate struct {
	value any
	words []word
	page  int
	text  string
	score float64
}

// key tells the places of two candidates apart: one place gives its value to one field.
type key struct {
	page              int
	left, middle, end int32 // tenths of a point
}

func (c *candidate) key() key {
	if len(c.words) == 0 {
		return key{}
	}
	first, last := c.words[0].at, c.words[len(c.words)-1].at
	return key{c.page, int32(10 * first.left), int32(10 * first.middle()), int32(10 * last.right)}
}

// least is the score below which a value is not given: nothing is better than something wrong.
const least = 0.3

// candidates are the values that a field may take, best first.
func (r *reading) candidates(w *want, about subject) []candidate {
	if w.field.Kind == schema.Null {
		return nil
	}
	type scored struct {
		m     *mention
		score float64
	}
	var found []scored
	for _, m := range r.mentions(w.kind) {
		if m.mask&w.mask == 0 {
			continue
		}
		if r.stopped() {
			return nil
		}
		best := 0.0
		for _, l := range m.labels {
			best = max(best, w.affinity(l, m.around, about))
		}
		if best < least/2 {
			continue
		}
		if best *= w.fitness(m); best < least/2 || !w.field.Accepts(m.value) {
			continue
		}
		// What comes earlier is meant more often.
		best *= 1 - 0.1*float64(m.text.page)/float64(max(len(r.view.pages), 4))
		found = append(found, scored{m, best})
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []candidate
	for _, f := range found[:min(mostScored, len(found))] {
		if c := r.candidate(f.m, f.m.value, f.score); len(c.words) > 0 {
			out = append(out, c)
		}
	}
	more := r.unlabelled(w, about)
	if w.field.Kind == schema.String && (w.kind == kindEnum || w.kind == kindText) {
		more = append(more, joinedTicks(r.ticked(w, about))...)
	}
	for _, c := range more {
		if w.field.Accepts(c.value) {
			out = append(out, c)
		}
	}
	out = rank(out)
	return out
}

// fitness is how well the form of a value fits what the field asks for.
func (w *want) fitness(m *mention) float64 {
	text, _ := m.value.(string)
	switch w.kind {
	case kindMoney:
		if m.unit == "%" {
			return 0.1
		}
		if n, ok := m.value.(json.Number); ok && w.has("total") && !w.has("vat") && strings.Trim(n.String(), "-0.") == "" {
			return 0.5 // nobody writes a paper about nothing
		}
		s := m.text.text[m.start:m.end]
		if !strings.ContainsAny(s, ".,") && m.unit == "" {
			return 0.55
		}
	case kindNumber:
		if m.unit == "%" && !w.has("percent") {
			return 0.2
		}
	case kindID:
		return idFitness(m.text.text, text, m.start, m.end)
	case kindName, kindText, kindAddress:
		if m.fit < 0 {
			m.fit = textFitness(w.kind, text)
		}
		return m.fit
	}
	return 1
}

// textFitness is how well a text fits what is written in it.
func textFitness(k kind, text string) float64 {
	switch k {
	case kindName:
		return 0.75 + 0.25*value.OrganisationScore(text) - nameless(text) - 0.6*value.AddressScore(text) - numeric(text)
	case kindText:
		return 1 - nameless(text)
	case kindAddress:
		return 0.5 + 0.5*value.AddressScore(text)
	}
	return 1
}

// idFitness is how much a text looks like a number that somebody gave to something: long, and no date, amount or remark.
func idFitness(whole, id string, start, end int) float64 {
	fit := 1.0
	if digits := len(strings.Map(digit, id)); digits < 3 {
		fit *= 0.2 + 0.2*float64(digits)
	}
	if start > 0 && whole[start-1] == '(' && end < len(whole) && whole[end] == ')' {
		fit *= 0.4
	}
	if len(value.Dates(id, value.Locale{DayFirst: true})) > 0 || decimals.MatchString(id) {
		fit *= 0.3
	}
	return fit
}

var decimals = regexp.MustCompile(`^-?\d{1,3}([.,]?\d{3})*[.,]\d\d$`)

// numeric is what is taken off a name for its digits.
func numeric(text string) float64 {
	digits := len(strings.Map(digit, text))
	return min(0.7, 2*float64(digits)/float64(len(text)))
}

func digit(r rune) rune {
	if unicode.IsDigit(r) {
		return '0'
	}
	return -1
}

// nameless is what is taken off for a text that is rather a label, a number or a sentence than a name.
func nameless(text string) float64 {
	words := strings.Fields(text)
	off := 0.0
	if len(words) > 10 {
		off += 0.4
	}
	known, specific := 0, 0
	for _, t := range terms(text) {
		if t.concept != nil {
			known++
		} else {
			specific++
		}
	}
	if known > 0 && specific == 0 {
		off += 0.6
	}
	if strings.HasSuffix(text, ":") {
		off += 0.5
	}
	return off
}

// rank sorts candidates and joins those that say the same: a value found twice is surer.
func rank(all []candidate) []candidate {
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var out []candidate
	seen := map[string]int{}
	places := map[key]bool{}
	for _, c := range all {
		if k := c.key(); places[k] {
			continue
		} else {
			places[k] = true
		}
		same := strings.ToLower(fmt.Sprint(c.value))
		if i, ok := seen[same]; ok {
			out[i].score = min(1, out[i].score+0.1*c.score)
			continue
		}
		if seen[same] = len(out); len(out) < mostCandidates {
			out = append(out, c)
		} else {
			delete(seen, same)
		}
	}
	return out
}

// mostScored is how many mentions are looked at for what they have in common, mostCandidates how many values stay.
const (
	mostScored     = 60
	mostCandidates = 12
)
