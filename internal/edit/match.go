package edit

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// names are the ways in which a field may be called, folded once.
type names struct {
	full    string     // its name and ID as written, in small letters
	id      string     //
	own     [][]string // its label and name
	section []string
	options [][]string
}

func namesOf(f *Field) names {
	n := names{full: strings.ToLower(f.Name), id: strings.ToLower(f.ID), section: key(f.Section)}
	for _, text := range []string{f.Label, withoutAsides(f.Label), f.Name, lastPart(f.Name), f.Section + " " + f.Label} {
		if k := key(text); len(k) > 0 && strings.IndexFunc(text, unicode.IsLetter) >= 0 && !containsKey(n.own, k) {
			n.own = append(n.own, k)
		}
	}
	for _, o := range f.Options[:min(len(f.Options), maxOptions)] {
		n.options = append(n.options, key(o.Label), key(o.Value))
	}
	return n
}

// maxOptions bounds the options of a field that are looked at.
const maxOptions = 500

func containsKey(all [][]string, k []string) bool {
	return slices.ContainsFunc(all, func(o []string) bool { return slices.Equal(o, k) })
}

// withoutAsides is a label without what stands in brackets.
func withoutAsides(text string) string {
	from := strings.IndexAny(text, "([")
	if from <= 0 {
		return text
	}
	return text[:from]
}

// lastPart is the part of a name with dots that is the field's own.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// asked is what an action calls the field it wants.
type asked struct {
	full    string
	whole   []string // all words of the label
	own     []string // those of its last part
	context []string // those of the parts before it
	value   []string
}

func askedOf(a Action) asked {
	q := asked{full: strings.ToLower(strings.TrimSpace(a.Label)), whole: key(a.Label), value: key(a.Value)}
	q.own = q.whole
	if i := dot(a.Label); i > 0 {
		q.own, q.context = key(a.Label[i+1:]), key(a.Label[:i])
	}
	return q
}

// dot is the place of the last dot that divides a label into section and field, -1 where there is none: one that letters
// or digits stand on both sides of, and no single ones.
func dot(label string) int {
	for i := strings.LastIndexByte(label, '.'); i > 0; i = strings.LastIndexByte(label[:i], '.') {
		if i+1 < len(label) && label[i+1] != ' ' && label[i-1] != ' ' && label[i-1] != '.' && (i < 2 || label[i-2] != '.') && (i+2 >= len(label) || label[i+2] != '.') {
			return i
		}
	}
	return -1
}

// fits is how well a field fits the label, 0 to 1, and how well what stands around it fits the rest of the label.
func (q *asked) fits(n *names) (score, context float64) {
	if q.full != "" && (q.full == n.full || q.full == n.id) {
		return 1, 1
	}
	for _, own := range n.own {
		score = max(score, similarity(q.own, own), similarity(q.whole, own))
	}
	return score, similarity(q.context, n.section)
}

// Match finds the field that a label names best. It must be similar enough; of several that are equally so, the one whose
// section the label speaks of wins, and then the first.
func Match(label string, fields []Field) (at int, score float64, ok bool) {
	q := askedOf(Action{Label: label})
	best, near := 0.0, 0.0
	at = -1
	for i := range fields {
		n := namesOf(&fields[i])
		s, c := q.fits(&n)
		if s > best+tie || s > best-tie && c > near+tie {
			at, best, near = i, s, c
		}
	}
	if best < Enough {
		return -1, best, false
	}
	return at, best, true
}

// tie is a difference that decides nothing.
const tie = 1e-6

// candidate is a field that an action may mean.
type candidate struct {
	action, field  int
	score, context float64
	value          string // to be written into it
}

// order puts the surest first: better, in the right section, earlier asked for, earlier in the document.
func order(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.context, a.context), cmp.Compare(a.action, b.action), cmp.Compare(a.field, b.field))
}
