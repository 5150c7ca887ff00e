package edit

import "strings"

// before and behind are words around the label of a field that are no part of it.
var (
	articles   = set("the a an my our your his her its their this that")
	fieldHeads = set("the a an my our your his her its their this that value of for field fields box boxes checkbox checkboxes labelled labeled called named titled next to beside entry cell blank says saying marked following : option options radio button in")
	fieldTails = set("field fields box boxes checkbox checkboxes blank entry cell dropdown drop-down menu list listbox combobox button option options line")
)

// field is the label of a field without the words that only say that it is one.
func field(s *source, ts []token) string {
	if q := quoted(ts); len(q) == 1 && len(ts) <= 6 {
		return q[0].text
	}
	if head := without(ts, fieldHeads); len(head) > 0 {
		ts = head
	}
	if len(ts) > 2 && ts[len(ts)-2].is("check", "radio", "combo", "drop", "text", "input", "form", "list") && ts[len(ts)-1].is("box", "button", "down", "field", "list", "menu") {
		ts = ts[:len(ts)-2]
	}
	ts = trimmed(ts, fieldTails)
	if len(ts) > 1 && ts[len(ts)-1].is("text", "radio", "check", "form", "input") {
		ts = ts[:len(ts)-1]
	}
	return s.said(ts)
}

// connectors between a label and the value that follows it, and between a value and the label that follows it.
var (
	toValue = set("to with as = equals :")
	toLabel = set("in into for under inside")
	near    = set("for under")
)

// fill reads "set label to value" and its kin, one pair or several.
func fill(s *source, verb string, ts []token) []Action {
	if (verb == "fill" || verb == "write" || verb == "put" || verb == "type" || verb == "enter") && len(ts) > 0 && ts[0].is("in", "out", "down") && !ts[0].colon {
		ts = ts[1:]
	}
	if len(ts) < 2 {
		return nil
	}
	if found := markIn(s, ts); found != nil {
		return found
	}
	switch verb {
	case "add", "insert", "write", "use":
		return valueFirst(s, ts)
	case "set", "change", "update", "make", "populate", "complete":
		return labelFirst(s, ts)
	}
	a, b := index(ts[1:], toValue), last(ts[1:], toLabel)
	switch {
	case a < 0 || b >= 0 && b < a && verb != "fill" || backwards(ts, a+1):
		return valueFirst(s, ts)
	default:
		if found := labelFirst(s, ts); found != nil {
			return found
		}
		return valueFirst(s, ts)
	}
}

// markIn reads what asks for a mark beside a label: put an "X" next to Yes.
func markIn(s *source, ts []token) []Action {
	rest := without(ts, set("a an the"))
	n := 0
	for n < len(rest) && n < 3 && marks[strings.ToLower(rest[n].text)] {
		n++
	}
	if n == 0 || n+1 >= len(rest) || !rest[n].is("in", "into", "next", "beside", "on", "by", "for", "at") {
		return nil
	}
	label := box(s, rest[n+1:])
	if label == "" {
		return nil
	}
	return []Action{{Kind: Check, Label: label}}
}

var marks = set("x check checkmark check-mark mark tick tickmark cross ✓ ✔")

// backwards reports whether a value stands before "as" and its label behind it: enter "Ada" as the name.
func backwards(ts []token, at int) bool {
	if at <= 0 || at+1 >= len(ts) || !ts[at].is("as") {
		return false
	}
	behind := ts[at+1]
	return !articles[ts0(ts[:1])] && !behind.quoted && articles[behind.low]
}

// labelFirst reads "label to value, label to value and label to value".
func labelFirst(s *source, ts []token) []Action {
	at := connector(ts, 0)
	if at <= 0 || at+1 >= len(ts) {
		return nil
	}
	var out []Action
	label := ts[:at]
	for {
		value := ts[at+1:]
		if len(value) > 1 && value[0].is("be", "say", "read") {
			value = value[1:]
		}
		cut, next := elision(value)
		if cut < 0 {
			return appendFill(s, out, label, value)
		}
		out = appendFill(s, out, label, value[:cut])
		if out == nil {
			return nil
		}
		ts = value[next:]
		at = connector(ts, 0)
		label = ts[:at]
	}
}

// connector is the place of the word between a label and its value: the word itself, or one that a colon follows.
func connector(ts []token, from int) int {
	for i := from; i < len(ts); i++ {
		if i > 0 && ts[i].is("to", "with", "as", "=", "equals", "") && (ts[i].low != "" || ts[i].text == "=" || ts[i].text == ":") && !ts[i].quoted {
			return i
		}
	}
	return -1
}

func appendFill(s *source, out []Action, label, value []token) []Action {
	name, text := field(s, label), s.said(value)
	if name == "" || generic[name] {
		return nil
	}
	return append(out, Action{Kind: Fill, Label: name, Value: text})
}

// generic are words that name no field.
var generic = set("form document it file this everything all follows pdf")

// elision finds where a further pair begins in what follows a connector: behind a comma or "and", a few words and the
// connector again.
func elision(ts []token) (cut, next int) {
	const most = 4 // words of a label
	for i := 1; i < len(ts); i++ {
		at := i
		if ts[i].is("and", "&") {
			at++
		} else if !ts[i-1].comma {
			continue
		}
		rest := ts[at:]
		to := connector(rest[:min(len(rest), most+1)], 1)
		if to > 0 && index(rest[:to], set("and &")) >= 0 {
			continue
		}
		if to < 1 || to+1 >= len(rest) || rest[to-1].quoted && to > 1 || unready[rest[to-1].low] || rest[0].comma {
			continue
		}
		return i, at
	}
	return -1, -1
}

// unready are words that go together with "to" or "with" and are no labels.
var unready = set("next close up due according thanks prior subject back related relating contrary similar want wants need needs have has going able sent adjacent in out along together")

// valueFirst reads "value into label".
func valueFirst(s *source, ts []token) []Action {
	at := last(ts, set("in into inside"))
	if at <= 0 || at+1 >= len(ts) {
		at = last(ts, near)
	}
	if at <= 0 {
		at = index(ts, set("as"))
	}
	if at <= 0 || at+1 >= len(ts) {
		return nil
	}
	name, value := field(s, ts[at+1:]), s.said(without(ts[:at], set("value text")))
	if name == "" || generic[name] || value == "" || generic[ts0(without(ts[:at], articles))] {
		return nil
	}
	return []Action{{Kind: Fill, Label: name, Value: value}}
}
