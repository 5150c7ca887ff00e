package edit

import (
	"regexp"
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

var bullet = regexp.MustCompile(`^(?:[-*•·‣▪–—+]\s+|\(?(?:\d{1,3}|[a-zA-Z])[.)]\s+|\[[ xX]?\]\s+)+`)

// words are the words of a sentence without the mark of an item and without courtesies.
func (r *reading) words(s sentence) []token {
	mark := bullet.FindString(r.text[s.from:s.to])
	return fronted(polite(r.tokens(s.from+len(mark), s.to)))
}

// polite leaves out the words before what is asked for: courtesies, and those that only say what comes next.
func polite(ts []token) []token {
	rest := ts
	for again := true; again; {
		again = false
		for _, phrase := range openings {
			if n := len(phrase); len(rest) > n && starts(rest, phrase) && !rest[n-1].colon {
				rest, again = rest[n:], true
				break
			}
		}
	}
	if len(rest) < len(ts) && (verbs[ts0(rest)] || rest[0].is("on", "at") || ts[0].is("please", "kindly")) {
		return rest
	}
	return ts
}

func starts(ts []token, words []string) bool {
	for i, w := range words {
		if i >= len(ts) || !ts[i].is(w) {
			return false
		}
	}
	return true
}

var openings = func() [][]string {
	var out [][]string
	for _, p := range []string{
		"please", "kindly", "now", "then", "also", "next", "finally", "lastly", "first", "firstly", "second", "secondly", "third", "additionally", "afterwards",
		"and", "i want you to", "i would like you to", "i'd like you to", "i need you to", "i want to", "i would like to", "i'd like to", "we need to",
		"can you", "could you", "would you", "will you", "you should", "you must", "make sure to", "be sure to", "go ahead and", "let's", "you need to",
	} {
		out = append(out, strings.Fields(p))
	}
	return out
}()

// fronted moves what stands before the verb behind it: "On page 2, replace …".
func fronted(ts []token) []token {
	if len(ts) < 4 || !ts[0].is("on", "at", "in", "for", "to", "under") {
		return ts
	}
	for i, t := range ts[:len(ts)-2] {
		if next := polite(ts[i+1:]); !t.quoted && t.comma && verbs[next[0].low] && !next[0].quoted {
			return append(append([]token(nil), next...), ts[:i+1]...)
		}
	}
	return ts
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

// clauses reads a sentence that asks for one thing or for several, one after the other.
func (r *reading) clauses(ts []token) []Action {
	if !verbs[ts[0].low] || r.labelled(ts) {
		return nil
	}
	var out []Action
	from, failed := 0, 0
	for i := 1; i < len(ts) && failed < maxJoins; i++ {
		at := r.next(ts, i)
		if at < 0 || len(r.clause(ts[at:r.until(ts, at)])) == 0 {
			continue
		}
		if now := r.clause(ts[from:i]); len(now) > 0 {
			out, from = append(out, now...), at
		} else {
			failed++
		}
	}
	return append(out, r.clause(ts[from:])...)
}

// maxJoins is how often the words before a further clause may make no clause before the sentence is given up.
const maxJoins = 16

// next is where a further clause begins if the words from i on join one; -1 where they do not.
func (r *reading) next(ts []token, i int) int {
	joined := ts[i-1].comma
	at := i
	for at < len(ts) && at < i+3 && ts[at].is("and", "then", "also", "&") {
		at, joined = at+1, true
	}
	if !joined {
		return -1
	}
	rest := polite(ts[at:])
	at = len(ts) - len(rest)
	if len(rest) < 2 || rest[0].quoted || !verbs[rest[0].low] {
		return -1
	}
	return at
}

// until is where the clause that begins at a place ends at the latest.
func (r *reading) until(ts []token, at int) int {
	for i := at + 1; i < len(ts); i++ {
		if r.next(ts, i) >= 0 {
			return i
		}
	}
	return len(ts)
}

// clause reads one thing that is asked for; nil where it is nothing we know.
func (r *reading) clause(ts []token) []Action {
	if len(ts) == 0 || ts[0].quoted {
		return nil
	}
	verb, rest := ts[0], ts[1:]
	for _, p := range patterns {
		if p.verbs[verb.low] {
			if found := p.read(r.source, verb.low, rest); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// pattern is one form of an instruction: the verbs that open it, and the reading of what follows.
type pattern struct {
	verbs map[string]bool
	read  func(s *source, verb string, ts []token) []Action
}

// patterns are tried in order: the narrow ones come first.
var patterns = []pattern{
	{set("add insert put apply place include create draw give overlay stamp watermark set use show print"), watermark},
	{set("add insert put apply place include stamp mark"), stamp},
	{set("add insert put include show number paginate place print display"), numbers},
	{set("rotate turn flip"), rotate},
	{set("delete remove drop erase"), deletePages},
	{set("replace substitute change swap correct exchange"), replace},
	{set("delete remove redact erase black blackout censor strip"), remove},
	{set("highlight underline strike cross strikethrough strike-through"), emphasise},
	{set("add insert append prepend put write place type print"), insert},
	{set("write add insert put place type print append prepend"), write},
	{set("uncheck untick unmark clear deselect unselect un-check"), uncheck},
	{set("check tick mark"), check},
	{set("select choose pick"), choose},
	{fillers, fill},
}

// fillers are the verbs that put a value into a field.
var fillers = set("set fill put enter type input change update make complete write add insert use populate fill-in fill-out")

// verbs are the words that open an instruction.
var verbs = func() map[string]bool {
	out := map[string]bool{}
	for _, p := range []string{
		"add insert put apply place include create draw give overlay stamp watermark show print number paginate display rotate turn flip delete remove drop",
		"erase replace substitute change swap correct exchange redact black blackout censor strip highlight underline strike cross strikethrough strike-through",
		"append prepend write type uncheck untick unmark clear deselect unselect un-check check tick mark select choose pick",
		"set fill enter input update make complete use populate fill-in fill-out",
	} {
		for w := range set(p) {
			out[w] = true
		}
	}
	return out
}()
