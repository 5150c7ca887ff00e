package edit

import (
	"strings"
)

// Read reads instructions in the grammar of the interface, in their order. Sentences that ask for nothing it knows are
// skipped.
func Read(instructions string) (actions []Action, skipped []string) {
	r := &reading{source: newSource(instructions)}
	for _, part := range objects(instructions) {
		if part.object {
			r.actions = append(r.actions, part.actions...)
			continue
		}
		r.part(part.from, part.to)
	}
	return r.actions, r.skipped
}

// Bounds of what one text asks for.
const (
	maxActions      = 5000
	longestSentence = 3000 // words
)

// reading is the state between the sentences of one text.
type reading struct {
	*source
	actions []Action
	skipped []string
	section string  // the heading that the labels of the lines below it belong to
	carry   []token // what the items of a list below are to be done with
	line    int     // of the last sentence
	open    bool    // the last action takes the rest of its line as part of its value
}

// part reads what stands between two objects.
func (r *reading) part(from, to int) {
	all := r.sentences(from, to)
	r.section, r.carry, r.line, r.open = "", nil, -1, false
	for i, s := range all {
		if len(r.actions) >= maxActions {
			r.skip(s)
			continue
		}
		if s.line > r.line+1 { // an empty line ends a list
			r.section, r.carry = "", nil
		}
		r.open = r.open && s.line == r.line
		r.line = s.line
		r.sentence(s, i+1 < len(all) || to < len(r.text))
	}
}

// sentence reads one sentence; more reports whether something follows it.
func (r *reading) sentence(s sentence, more bool) {
	if strings.HasPrefix(r.text[s.from:], "```") { // the fence around an object
		return
	}
	ts := r.words(s)
	switch {
	case len(ts) == 0 || more && r.leads(ts):
		return
	case len(ts) > longestSentence:
		r.skip(s)
		return
	}
	if found := r.clauses(ts); len(found) > 0 {
		r.take(found, s)
		return
	}
	if label, value, ok := r.pair(ts); ok {
		r.pairs(label, value, s)
		return
	}
	switch {
	case r.open:
		r.prolong(s)
	case r.carry != nil:
		if found := r.clauses(append(append([]token(nil), r.carry...), ts...)); len(found) > 0 {
			r.take(found, s)
			return
		}
		r.skip(s)
	default:
		r.skip(s)
	}
}

func (r *reading) take(found []Action, s sentence) {
	for _, a := range found {
		a.Source = r.text[s.from:s.to]
		r.actions = append(r.actions, a)
	}
	r.open = false
}

func (r *reading) skip(s sentence) {
	if text := r.text[s.from:s.to]; strings.Trim(text, " .,;:!?-–—*•\"'`)(]}[{") != "" {
		r.skipped = append(r.skipped, text)
	}
}

// prolong gives the value that was read last one more sentence of its line.
func (r *reading) prolong(s sentence) {
	a := &r.actions[len(r.actions)-1]
	at := strings.LastIndex(r.text[:s.to], a.Source)
	whole := r.text[at:s.to]
	from := strings.LastIndex(a.Source, a.Value)
	a.Source, a.Value = whole, ended(whole[from:])
}

// leads reports whether words only announce what follows, and remembers what the items below are to be done with or the
// section that they belong to.
func (r *reading) leads(ts []token) bool {
	end := ts[len(ts)-1]
	if !end.colon {
		return false
	}
	r.section, r.carry = "", nil
	switch first := ts[0]; {
	case first.quoted || !verbs[first.low]:
		if len(ts) <= longestLabel {
			r.section = r.said(ts)
		}
	default:
		r.carry = trimmed(ts, announcing)
	}
	return true
}

// announcing are words that stand for what follows.
var announcing = set("the following these as follows boxes checkboxes fields items options texts text words phrases names terms values below in form document this out with details information")
