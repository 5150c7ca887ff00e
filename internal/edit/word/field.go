package word

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/edit"
)

// field is a field of the document and how it is filled: by a change to its paragraph, or by patches.
type field struct {
	edit.Field
	part    string
	at      int        // in its part
	home    *paragraph // that it stands in; nil where it holds paragraphs itself
	asked   bool       // words of its own paragraph say what it answers
	p       *paragraph // that the cut is about
	cut     func(value string) cut
	patches func(value string) []patch
}

// maxFields bounds the fields of a document.
const maxFields = 10_000

// Fields are the fields of the document in its order: content controls, form fields of the older kind, empty cells beside
// a label, blanks and boxes to be ticked.
func (f *File) Fields() ([]edit.Field, error) {
	all, err := f.fields()
	out := make([]edit.Field, len(all))
	for i := range all {
		out[i] = all[i].Field
	}
	return out, err
}

func (f *File) fields() ([]field, error) {
	var out []field
	for _, name := range f.stories() {
		root, err := f.root(name)
		if root == nil || err != nil {
			return nil, err
		}
		s := newSurvey(f, name, root)
		out = append(out, s.fields()...)
	}
	out = out[:min(len(out), maxFields)]
	for i := range out {
		out[i].ID = fmt.Sprintf("w%d", i+1)
	}
	return out, nil
}

// fill carries out all actions that are about fields.
func (f *File) fill(actions []edit.Action, r *Report) error {
	if !slices.ContainsFunc(actions, edit.Action.Fields) {
		return nil
	}
	fields, err := f.fields()
	if err != nil {
		return err
	}
	known := make([]edit.Field, len(fields))
	for i := range fields {
		known[i] = fields[i].Field
	}
	done, left := edit.Assign(actions, known)
	r.Left = append(r.Left, left...)
	cuts := map[*paragraph][]cut{}
	patches := map[string][]patch{}
	var divided []*field
	for _, d := range done {
		at := &fields[d.Field]
		r.Done = append(r.Done, actions[d.Action])
		if at.cut == nil {
			patches[at.part] = append(patches[at.part], at.patches(d.Value)...)
			continue
		}
		if d.Value == "" && at.Kind == edit.TextField {
			continue // a line with nothing on it is clear
		}
		if cuts[at.p] == nil {
			divided = append(divided, at)
		}
		cuts[at.p] = append(cuts[at.p], at.cut(d.Value))
	}
	for _, at := range divided {
		more, err := at.p.cuts(cuts[at.p])
		if err != nil {
			return err
		}
		patches[at.part] = append(patches[at.part], more...)
	}
	for name, list := range patches {
		if err := f.patch(name, list); err != nil {
			return err
		}
	}
	return nil
}

// survey looks for the fields of one story.
type survey struct {
	f          *File
	part       string
	root       *node
	paragraphs []*paragraph
	of         map[*node]*paragraph
	heads      []head
	taken      map[*node]bool       // elements whose text belongs to a field
	prev, next map[*node]*paragraph // beside a paragraph
	said       map[*node]string     // by cells
	found      []field
}

// head is a heading and where it stands.
type head struct {
	at   int
	text string
}

func newSurvey(f *File, part string, root *node) *survey {
	s := &survey{f: f, part: part, root: root, paragraphs: root.paragraphs(), of: map[*node]*paragraph{}, taken: map[*node]bool{},
		prev: map[*node]*paragraph{}, next: map[*node]*paragraph{}, said: map[*node]string{}}
	for i, p := range s.paragraphs {
		s.of[p.node] = p
		if i > 0 && s.paragraphs[i-1].up == p.up {
			s.prev[p.node], s.next[s.paragraphs[i-1].node] = s.paragraphs[i-1], p
		}
		if text := label(p.text()); text != "" && heading(p) {
			s.heads = append(s.heads, head{p.start, text})
		}
	}
	return s
}

func (s *survey) fields() []field {
	s.controls()
	s.oldFields()
	s.cells()
	s.blanks()
	slices.SortStableFunc(s.found, func(a, b field) int { return cmp.Compare(a.at, b.at) })
	for i := 1; i < len(s.found); i++ { // boxes one below the other answer one question
		x, before := &s.found[i], &s.found[i-1]
		if x.Kind == edit.CheckBox && !x.asked && before.Kind == edit.CheckBox && before.Section != "" && x.home != nil && s.prev[x.home.node] == before.home {
			x.Section = before.Section
		}
	}
	return s.found
}

func (s *survey) add(x field) {
	if len(s.found) >= maxFields {
		return
	}
	x.part = s.part
	if x.Section == "" || x.Section == x.Label {
		x.Section = s.section(x.at)
	}
	s.found = append(s.found, x)
}

// section is the heading before a place.
func (s *survey) section(at int) string {
	i, _ := slices.BinarySearchFunc(s.heads, at, func(h head, at int) int { return cmp.Compare(h.at, at) })
	if i == 0 {
		return ""
	}
	return s.heads[i-1].text
}
