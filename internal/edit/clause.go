package edit

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
