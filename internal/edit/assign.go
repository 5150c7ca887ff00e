package edit

import (
	"fmt"
	"slices"
	"strings"
)

// Assignment is a value for a field: a text, an option's value, or "true" and "false" for a box.
type Assignment struct {
	Action int // index among the actions
	Field  int // index among the fields
	Value  string
}

// Assign finds the fields that actions speak of, one field for each action and one action for each field: the surest come
// first. Actions that are not about fields are passed over; Left are those for which there is no field, or none that
// takes the value.
func Assign(actions []Action, fields []Field) (done []Assignment, left []Left) {
	m := newMatcher(actions, fields)
	taken, served := map[int]bool{}, map[int]bool{}
	for _, c := range m.candidates() {
		if taken[c.field] || served[c.action] {
			continue
		}
		taken[c.field], served[c.action] = true, true
		done = append(done, Assignment{c.action, c.field, c.value})
	}
	slices.SortFunc(done, func(a, b Assignment) int { return a.Action - b.Action })
	for i, a := range actions {
		if a.Fields() && !served[i] {
			left = append(left, Left{a.Source, m.why(i)})
		}
	}
	return done, left
}

type matcher struct {
	actions []Action
	fields  []Field
	names   []names
	unfit   map[int]string // actions for which a field was found that does not take the value
}

func newMatcher(actions []Action, fields []Field) *matcher {
	m := &matcher{actions: actions, fields: fields, names: make([]names, len(fields)), unfit: map[int]string{}}
	for i := range fields {
		m.names[i] = namesOf(&fields[i])
	}
	return m
}

// why says why an action has no field.
func (m *matcher) why(i int) string {
	if why := m.unfit[i]; why != "" {
		return why
	}
	name := m.actions[i].Label
	if name == "" {
		name = m.actions[i].Value
	}
	return fmt.Sprintf("the document has no field like %q", shorten(name))
}

// candidates are all fields that fit an action well enough and take its value, the surest first.
func (m *matcher) candidates() []candidate {
	var out []candidate
	for i, a := range m.actions {
		if !a.Fields() {
			continue
		}
		q := askedOf(a)
		for k := range m.fields {
			c, ok := m.candidate(a, &q, k)
			if !ok || c.score < Enough {
				continue
			}
			value, why := m.fields[k].accepts(a, c.value)
			if why != "" {
				m.unfit[i] = why
				continue
			}
			c.action, c.field, c.value = i, k, value
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, order)
	return out
}

// candidate weighs one field for one action.
func (m *matcher) candidate(a Action, q *asked, k int) (candidate, bool) {
	f, n := &m.fields[k], &m.names[k]
	if f.Kind == Signature {
		return candidate{}, false
	}
	if a.Field != "" {
		return candidate{score: 1, context: 1, value: a.Value}, a.Field == f.ID
	}
	score, context := q.fits(n)
	c := candidate{score: score, context: context, value: a.Value}
	switch {
	case f.Kind == CheckBox && (a.Kind == Fill || a.Kind == Select):
		// One box of several that answer a question: the question is asked about, the box is its answer.
		group := similarity(q.whole, n.section)
		if a.Kind == Select && a.Label == "" {
			group = 1
		}
		answer := 0.0
		for _, own := range n.own {
			answer = max(answer, similarity(q.value, own))
		}
		if g := min(group, answer); g > score || g >= Enough && !isBool(a.Value) {
			c.score, c.value = g, "true"
		}
	case (f.Kind == Radio || f.Kind == Dropdown || f.Kind == ListBox) && (a.Kind == Check || a.Kind == Select && a.Label == ""):
		// The name of an option is enough.
		words := q.own
		if a.Kind == Select {
			words = q.value
		}
		for i, o := range n.options {
			if s := similarity(words, o); s > c.score || s == c.score && s > 0 {
				c.score, c.context, c.value = s, max(similarity(q.context, n.section), context), f.Options[i/2].Value
			}
		}
	}
	return c, true
}

func isBool(value string) bool {
	_, known := Bool(value)
	return known
}

// accepts is the value that a field gets for what an action gives it, or why it takes none.
func (f *Field) accepts(a Action, value string) (string, string) {
	switch f.Kind {
	case CheckBox:
		switch a.Kind {
		case Check:
			return "true", ""
		case Uncheck:
			return "false", ""
		}
		if on, known := Bool(value); known {
			return fmt.Sprint(on), ""
		}
		return "", fmt.Sprintf("the box %q is either checked or not", shorten(f.called()))
	case Radio, Dropdown, ListBox:
		return f.option(a, value)
	}
	switch a.Kind {
	case Uncheck:
		return "", ""
	case Check:
		return "X", ""
	}
	return strings.Join(Values(value), ", "), ""
}

// option is the option that a value names.
func (f *Field) option(a Action, value string) (string, string) {
	if a.Kind == Uncheck {
		return "", ""
	}
	if f.Kind == ListBox {
		var out []string
		for _, v := range Values(value) {
			o, ok := f.Choose(v)
			if !ok {
				return "", f.offers(v)
			}
			out = append(out, o.Value)
		}
		if len(out) == 1 {
			return out[0], ""
		}
		return List(out), ""
	}
	if o, ok := f.Choose(value); ok {
		return o.Value, ""
	}
	if o, ok := f.resembling(value); ok {
		return o.Value, ""
	}
	if f.Free {
		return value, ""
	}
	return "", f.offers(value)
}

// resembling is the only option whose words are similar to a value.
func (f *Field) resembling(value string) (Option, bool) {
	words, best := key(value), -1
	score := Enough
	for i, o := range f.Options[:min(len(f.Options), maxOptions)] {
		if s := max(similarity(words, key(o.Label)), similarity(words, key(o.Value))); s > score {
			best, score = i, s
		}
	}
	if best < 0 {
		return Option{}, false
	}
	return f.Options[best], true
}

func (f *Field) offers(value string) string {
	return fmt.Sprintf("%q is no option of %q", shorten(value), shorten(f.called()))
}

// called is what a reader calls the field.
func (f *Field) called() string {
	for _, name := range []string{f.Label, f.Name, f.Section} {
		if name != "" {
			return name
		}
	}
	return f.ID
}
