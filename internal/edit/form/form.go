// Package form reads, fills, makes and flattens the fields of PDF forms.
package form

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/page"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Kind is what a field takes.
type Kind int

// The kinds of fields.
const (
	Text      Kind = iota
	Check          // one mark, on or off
	Radio          // one of several marks
	Choice         // one of a list, or in an editable field any text
	List           // some of a list
	Button         // nothing
	Signature      // nothing that an edit may touch
)

// Field is one field of a form.
type Field struct {
	Name    string // full: those of the fields above it and its own, divided by full stops
	Label   string // what the file calls it for people; often empty
	Kind    Kind
	Options []Option // of Choice and List
	Values  []string // as the file has them: of marks the state that is on
	Widgets []*Widget

	ReadOnly   bool
	Required   bool
	Lines      bool // several lines of text
	Comb       bool // one letter a cell
	Secret     bool
	Editable   bool // Choice: any text
	Several    bool // List: more than one
	Calculated bool // a script of the file sets it
	Length     int  // most letters of Text, 0 for any
	Bars       bool // a Text that is shown as a barcode

	ref  cos.Ref
	dict cos.Dict // with what it has from above
	kids bool     // its widgets are objects of their own
}

// Option is one entry of a list.
type Option struct{ Value, Shown string }

// Widget is a place where a field is seen.
type Widget struct {
	Page   int     // from 1; 0 where no page shows it
	Box    doc.Box // in parts of the page as shown
	On     string  // the state of its mark when on
	Marked bool    // it has such a state; the name of one may be empty
	Hidden bool

	ref  cos.Ref
	rect page.Rect
}

// Form is the fields of a file.
type Form struct {
	Fields []*Field
	XFA    bool // the file has a second form that is no PDF form
	Signed bool // a signature covers what the file was before

	update *cos.Update
	pages  []cos.Page
	ref    cos.Ref // of the form; none where it stands in the catalog
	dict   cos.Dict
}

// Bounds of one form.
const (
	mostPages  = 20_000
	mostFields = 50_000
	mostDepth  = 32
)

// Read finds the fields of a file.
func Read(u *cos.Update) (*Form, error) {
	pages, ok := u.Pages(mostPages)
	if !ok {
		return nil, cos.ErrUnsound
	}
	_, root := u.Root()
	f := &Form{update: u, pages: pages, dict: u.Dict(root["AcroForm"])}
	f.ref, _ = root["AcroForm"].(cos.Ref)
	f.XFA = f.dict["XFA"] != nil
	r := &reading{form: f, seen: map[cos.Ref]bool{}, shown: map[cos.Ref]int{}, below: map[cos.Ref][]any{}}
	r.show()
	for _, v := range u.Array(f.dict["Fields"]) {
		if ref, ok := v.(cos.Ref); ok {
			v = r.top(ref)
		}
		r.field(v, cos.Dict{"DA": f.dict["DA"], "Q": f.dict["Q"]}, "", 0)
	}
	r.orphans()
	f.calculated()
	return f, nil
}

// calculated marks the fields that a script of the file sets.
func (f *Form) calculated() {
	order := map[cos.Ref]bool{}
	for _, v := range f.update.Array(f.dict["CO"]) {
		if ref, ok := v.(cos.Ref); ok {
			order[ref] = true
		}
	}
	for _, field := range f.Fields {
		actions := f.update.Dict(field.dict["AA"])
		field.Calculated = order[field.ref] || actions["C"] != nil
	}
}

// Find is the field of a name, nil for none.
func (f *Form) Find(name string) *Field {
	i := slices.IndexFunc(f.Fields, func(field *Field) bool { return field.Name == name })
	if i < 0 {
		return nil
	}
	return f.Fields[i]
}

// Pages is the number of pages.
func (f *Form) Pages() int { return len(f.pages) }

// Value is what a field says, for people; nothing where it is empty.
func (f *Field) Value() string { return strings.Join(f.Values, ", ") }
