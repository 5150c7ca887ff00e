package markup

import "strings"

// role is the part an element plays in a choice between alternatives. Such elements are not seen by the caller.
type role uint8

const (
	ordinary    role = iota
	alternates       // holds the alternatives
	alternative      // the one that was taken
)

// Names of the elements of markup compatibility; the caller's table must call that namespace "mc".
const (
	alternateContent = "mc:AlternateContent"
	choice           = "mc:Choice"
	fallback         = "mc:Fallback"
)

// choose keeps the stack of elements and hides all but one of several alternatives. It returns false for what the caller
// does not see.
func (r *Reader) choose(kind Kind) (Kind, bool) {
	switch kind {
	case Start:
		return kind, r.enter()
	case End:
		e := r.open[len(r.open)-1]
		r.open = r.open[:len(r.open)-1]
		r.release(e.binds)
		return kind, e.role == ordinary
	case Text:
		return kind, len(r.open) > 0 && r.open[len(r.open)-1].role != alternates
	}
	return 0, false
}

func (r *Reader) enter() bool {
	at := len(r.open) - 1
	e := &r.open[at]
	if at > 0 && r.open[at-1].role == alternates {
		up := &r.open[at-1]
		if up.chosen || e.name != fallback && (e.name != choice || !r.understood(r.Attr("Requires"))) {
			r.skip()
			return false
		}
		up.chosen, e.role = true, alternative
		return false
	}
	if e.name == alternateContent {
		e.role = alternates
		return false
	}
	return true
}

// understood reports whether all prefixes of a list stand for namespaces that the caller understands.
func (r *Reader) understood(prefixes string) bool {
	for prefix := range strings.FieldsSeq(prefixes) {
		if known, _ := r.bound(prefix); !r.names.Understood[known] {
			return false
		}
	}
	return true
}

// skip passes over the element that began last.
func (r *Reader) skip() {
	for depth := len(r.open); len(r.open) >= depth && r.err == nil; {
		kind, err := r.token()
		if err != nil {
			r.err = err
			return
		}
		if kind == End {
			r.release(r.open[len(r.open)-1].binds)
			r.open = r.open[:len(r.open)-1]
		}
	}
}
