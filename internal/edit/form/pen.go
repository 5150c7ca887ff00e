package form

import (
	"maps"

	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Pen fills the fields of a form.
type Pen struct {
	*Form
	fonts    *typeface.Case
	use      *typeface.Use
	overflow Overflow
	labels   map[*Widget]string // what stands beside a mark
	filled   map[*Field]bool
	made     bool // fields were made
}

// Overflow takes the texts that do not fit into their fields and tells the page where they begin.
type Overflow interface {
	Add(label, text string) (page int)
}

// NewPen fills a form. Without an overflow, what does not fit is clipped.
func NewPen(f *Form, fonts *typeface.Case, use *typeface.Use, overflow Overflow) *Pen {
	return &Pen{Form: f, fonts: fonts, use: use, overflow: overflow, labels: map[*Widget]string{}, filled: map[*Field]bool{}}
}

// Call tells what stands beside the mark of a widget, by which people choose it.
func (p *Pen) Call(w *Widget, label string) { p.labels[w] = label }

// Close leaves the file in a state that every reader shows alike: what was drawn here is not to be drawn anew, and a
// second form of another kind, which would go on showing the old values, is gone.
func (p *Pen) Close() {
	if len(p.filled) == 0 && !p.made {
		return
	}
	dict := maps.Clone(p.dict)
	delete(dict, "XFA")
	delete(dict, "NeedAppearances")
	p.store(dict)
}

// store writes the dictionary of the form.
func (f *Form) store(dict cos.Dict) {
	f.dict = dict
	ref, root := f.update.Root()
	if f.ref != (cos.Ref{}) {
		f.update.Set(f.ref, dict)
		return
	}
	root = maps.Clone(root)
	f.ref = f.update.Add(dict)
	root["AcroForm"] = f.ref
	f.update.Set(ref, root)
}

// adopt takes a field into the list of the form that was missing there.
func (f *Form) adopt(ref cos.Ref) {
	dict := maps.Clone(f.dict)
	if dict == nil {
		dict = cos.Dict{}
	}
	fields := f.update.Array(dict["Fields"])
	dict["Fields"] = append(fields[:len(fields):len(fields)], ref)
	f.store(dict)
}
