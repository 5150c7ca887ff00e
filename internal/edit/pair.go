package edit

import (
	"strings"
	"unicode"
)

// longestLabel is how many words a label has at most.
const longestLabel = 12

// labelled reports whether a sentence that opens with a verb is a label with its value all the same: "Check number: 12".
func (r *reading) labelled(ts []token) bool {
	if ts[0].colon {
		return ts[0].is("mark", "number", "set", "put", "enter", "type", "select", "show", "use", "fill", "place", "display", "print")
	}
	const most = 4
	for i, t := range ts[:min(len(ts), most)] {
		switch {
		case t.quoted, t.is("the", "a", "an", "following", "says", "saying", "watermark", "stamp", "text", "to", "with", "page", "pages", "every", "all", "these", "this", "in", "out"):
			return false
		case t.colon && i+1 < len(ts):
			return !fillers[ts[0].low]
		}
	}
	return false
}

// pair reads "label: value" or "label = value".
func (r *reading) pair(ts []token) (label, value []token, ok bool) {
	for i := range ts[:min(len(ts), longestLabel)] {
		if ts[i].quoted {
			if ts[i].colon && i+1 < len(ts) {
				return ts[:i+1], ts[i+1:], true
			}
			continue
		}
		at, size := r.separator(ts[i])
		if at < 0 {
			continue
		}
		label = ts[:i]
		if at > ts[i].from {
			left := ts[i]
			left.to = at
			left.text = r.text[left.from:at]
			left.low = strings.ToLower(strings.Trim(left.text, ",.;:!?()"))
			label = append(append([]token(nil), label...), left)
		}
		if at+size < ts[i].to {
			right := ts[i]
			right.from = at + size
			right.text = r.text[right.from:right.to]
			right.low = strings.ToLower(strings.Trim(right.text, ",.;:!?()"))
			value = append(value, right)
		}
		value = append(value, ts[i+1:]...)
		return label, value, len(value) > 0 && r.names(label)
	}
	return nil, nil, false
}

// separator is the place of a colon or an equals sign in a word that divides a label from its value, -1 where there is
// none: those of times, addresses of the web and folders divide nothing.
func (r *reading) separator(t token) (at, size int) {
	for i, c := range t.text {
		if !strings.ContainsRune(":=：＝", c) {
			continue
		}
		left, right := t.text[:i], t.text[i+len(string(c)):]
		size := len(string(c))
		if c == ':' && strings.HasPrefix(right, "=") {
			right, size = right[1:], size+1
		}
		if strings.HasPrefix(right, "//") || strings.HasPrefix(right, `\`) || endsInDigit(left) && startsWithDigit(right) ||
			strings.Contains(left, "://") || strings.EqualFold(left, "mailto") {
			return -1, 0
		}
		return t.from + i, size
	}
	return -1, 0
}

func endsInDigit(s string) bool { return s != "" && unicode.IsDigit(rune(s[len(s)-1])) }

func startsWithDigit(s string) bool { return s != "" && unicode.IsDigit(rune(s[0])) }

// names reports whether words can be a label.
func (r *reading) names(ts []token) bool {
	return len(ts) > 0 && strings.IndexFunc(r.said(ts), func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) >= 0
}

// pairs takes a label with its value, and those that follow behind commas: "Name: Ada, City: London".
func (r *reading) pairs(label, value []token, s sentence) {
	if n := announced(label); n == len(label) { // "Fill in the form: Name: Ada"
		if l, v, ok := r.pair(value); ok {
			r.pairs(l, v, s)
			return
		}
		if found := r.clauses(value); len(found) > 0 {
			r.take(found, s)
			return
		}
	} else {
		label = label[n:] // "Fill in the form with Name: Ada"
	}
	rest, more := []token(nil), false
	for i := range value {
		if !value[i].comma && !(value[i].is("and") && i > 0 && value[i-1].quoted) || i+1 >= len(value) {
			continue
		}
		next := without(value[i+1:], set("and"))
		if nl, _, ok := r.pair(next); ok && len(nl) <= 4 && !r.breaks(nl) {
			rest, more = next, true
			value = value[:i+1]
			if value[i].is("and") {
				value = value[:i]
			}
			break
		}
	}
	r.fillPair(label, value, s)
	if more {
		nl, nv, _ := r.pair(rest)
		r.pairs(nl, nv, s)
	}
}

// breaks reports whether words hold a comma, so that they are no label.
func (r *reading) breaks(ts []token) bool {
	for _, t := range ts[:len(ts)-1] {
		if t.comma {
			return true
		}
	}
	return false
}

// announced is how many words at the front of a label only say that values follow.
func announced(ts []token) int {
	if ts[0].quoted || !fillers[ts[0].low] && !ts[0].is("values", "data", "information", "details", "here") {
		return 0
	}
	if len(ts) == 1 {
		return 1
	}
	return last(ts, set("follows following form document these values information details fields data below with")) + 1
}

func (r *reading) fillPair(label, value []token, s sentence) {
	if fillers[ts0(label)] && len(label) > 1 {
		label = label[1:]
	}
	a := Action{Kind: Fill, Label: field(r.source, label), Value: r.said(value)}
	if r.section != "" {
		a.Label = dotted(r.section, a.Label)
	}
	r.take([]Action{a}, s)
	r.open = len(value) > 0 && !value[len(value)-1].quoted
}

func ts0(ts []token) string {
	if len(ts) == 0 || ts[0].quoted {
		return ""
	}
	return ts[0].low
}
