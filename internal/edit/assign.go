package edit

import (
	"fmt"
	"slices"
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
	all     []int
	index   map[string][]int // fields by words of theirs; nil where all are looked at
}

func newMatcher(actions []Action, fields []Field) *matcher {
	m := &matcher{actions: actions, fields: fields, names: make([]names, len(fields)), unfit: map[int]string{}}
	for i := range fields {
		m.names[i] = namesOf(&fields[i])
		m.all = append(m.all, i)
	}
	if len(actions)*len(fields) > maxPairs {
		m.index = indexed(fields, m.names)
	}
	return m
}

// maxPairs is how many pairs of actions and fields are compared word by word.
const maxPairs = 500_000

// indexed are the fields by their words, IDs and names.
func indexed(fields []Field, all []names) map[string][]int {
	out := map[string][]int{}
	add := func(word string, i int) {
		if list := out[word]; len(list) == 0 || list[len(list)-1] != i {
			out[word] = append(list, i)
		}
	}
	for i := range fields {
		for _, words := range slices.Concat(all[i].own, all[i].options, [][]string{all[i].section, {all[i].full, all[i].id, fields[i].ID}}) {
			for _, w := range words {
				add(w, i)
			}
		}
	}
	return out
}

// near are the fields that an action may mean: all of them, or, where those are too many, a bounded number that share a word
// with it.
func (m *matcher) near(a Action, q *asked) []int {
	if m.index == nil {
		return m.all
	}
	const most = 200 // of a word
	var out []int
	for _, w := range slices.Concat(q.whole, q.own, q.value, []string{q.full, a.Field}) {
		list := m.index[w]
		out = append(out, list[:min(len(list), most)]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
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
		for _, k := range m.near(a, &q) {
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
