package form

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/edit/page"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Flags of fields.
const (
	flagReadOnly = 1 << 0
	flagRequired = 1 << 1
	flagLines    = 1 << 12
	flagSecret   = 1 << 13
	flagRadio    = 1 << 15
	flagButton   = 1 << 16
	flagCombo    = 1 << 17
	flagEdit     = 1 << 18
	flagSeveral  = 1 << 21
	flagComb     = 1 << 24
)

// Flags of annotations.
const (
	annotHidden = 1 << 1
	annotPrint  = 1 << 2
	annotNoView = 1 << 5
)

// reading walks the tree of fields.
type reading struct {
	form  *Form
	seen  map[cos.Ref]bool
	shown map[cos.Ref]int // page of each widget, from 1
	order []cos.Ref
	below map[cos.Ref][]any // widgets of pages by the fields that they name as theirs
}

// show notes which page shows which widget.
func (r *reading) show() {
	for i, p := range r.form.pages {
		for _, v := range r.form.update.Array(p.Own["Annots"]) {
			ref, ok := v.(cos.Ref)
			if ok && r.shown[ref] == 0 && r.form.update.Dict(ref)["Subtype"] == cos.Name("Widget") {
				r.shown[ref] = i + 1
				r.order = append(r.order, ref)
				if parent, ok := r.form.update.Dict(ref)["Parent"].(cos.Ref); ok {
					r.below[parent] = append(r.below[parent], ref)
				}
			}
		}
	}
}

// handed are the entries that fields have from the fields above them.
var handed = []cos.Name{"FT", "Ff", "V", "DV", "MaxLen", "DA", "Q", "Opt", "TU", "AA"}

// top is the field at the top of the branch that an object is in. Some forms list the widgets of a field in its place.
func (r *reading) top(ref cos.Ref) cos.Ref {
	for range mostDepth {
		parent, ok := r.form.update.Dict(ref)["Parent"].(cos.Ref)
		if !ok || r.form.update.Dict(parent) == nil {
			break
		}
		ref = parent
	}
	return ref
}

// field takes over a field, or goes on with those below it.
func (r *reading) field(v any, above cos.Dict, name string, depth int) {
	ref, ok := v.(cos.Ref)
	own := r.form.update.Dict(v)
	if !ok || own == nil || depth > mostDepth || r.seen[ref] || len(r.form.Fields) >= mostFields {
		return
	}
	r.seen[ref] = true
	if t, ok := r.form.update.Value(own["T"]).(cos.Text); ok {
		if name != "" {
			name += "."
		}
		name += t.String()
	}
	full := cos.Dict{}
	for _, key := range handed {
		if v := above[key]; v != nil {
			full[key] = v
		}
	}
	for key, v := range own {
		full[key] = v
	}
	// Kids without a name of their own are the places where this field is seen.
	var below, widgets []any
	kids := r.form.update.Array(own["Kids"])
	if len(kids) == 0 && own["Subtype"] != cos.Name("Widget") {
		kids = r.below[ref]
	}
	for _, kid := range kids {
		if r.form.update.Dict(kid)["T"] != nil {
			below = append(below, kid)
		} else {
			widgets = append(widgets, kid)
		}
	}
	for _, kid := range below {
		r.field(kid, full, name, depth+1)
	}
	if len(below) > 0 {
		return
	}
	f := r.made(ref, full, name)
	if len(widgets) == 0 {
		widgets = []any{ref}
	} else {
		f.kids = true
	}
	for _, w := range widgets {
		r.widget(f, w)
	}
	f.settle(r.form.update)
	r.form.Fields = append(r.form.Fields, f)
}

// made is a field by its dictionary.
func (r *reading) made(ref cos.Ref, full cos.Dict, name string) *Field {
	u := r.form.update
	flags := int(u.Number(full["Ff"]))
	f := &Field{Name: name, ref: ref, dict: full, ReadOnly: flags&flagReadOnly != 0, Required: flags&flagRequired != 0}
	if t, ok := u.Value(full["TU"]).(cos.Text); ok {
		f.Label = t.String()
	}
	switch u.Value(full["FT"]) {
	case cos.Name("Btn"):
		f.Kind = Check
		if flags&flagButton != 0 {
			f.Kind = Button
		} else if flags&flagRadio != 0 {
			f.Kind = Radio
		}
	case cos.Name("Ch"):
		f.Kind = List
		if flags&flagCombo != 0 {
			f.Kind = Choice
		}
		f.Editable, f.Several = flags&flagCombo != 0 && flags&flagEdit != 0, flags&flagSeveral != 0
	case cos.Name("Sig"):
		f.Kind = Signature
		r.form.Signed = r.form.Signed || u.Value(full["V"]) != nil
	default:
		f.Lines, f.Secret = flags&flagLines != 0, flags&flagSecret != 0
		f.Length = max(0, int(u.Number(full["MaxLen"])))
		f.Comb = flags&flagComb != 0 && f.Length > 0 && !f.Lines && !f.Secret
	}
	return f
}

func (r *reading) widget(f *Field, v any) {
	u := r.form.update
	ref, ok := v.(cos.Ref)
	dict := u.Dict(v)
	if !ok || dict == nil || ref != f.ref && r.seen[ref] {
		return
	}
	r.seen[ref] = true
	flags := int(u.Number(dict["F"]))
	w := &Widget{Page: r.shown[ref], Hidden: flags&(annotHidden|annotNoView) != 0, ref: ref, rect: page.ReadRect(u, dict["Rect"])}
	w.On, w.Marked = onState(u, dict)
	if w.Page > 0 {
		w.Box = page.NewFrame(u, r.form.pages[w.Page-1].Full).Shown(w.rect)
	}
	f.Widgets = append(f.Widgets, w)
}

// orphans are widgets of pages that the tree of fields does not lead to. Readers show them and let people fill them.
func (r *reading) orphans() {
	for _, ref := range r.order {
		if r.seen[ref] {
			continue
		}
		top := r.top(ref)
		n := len(r.form.Fields)
		r.field(top, cos.Dict{"DA": r.form.dict["DA"], "Q": r.form.dict["Q"]}, "", 0)
		if len(r.form.Fields) > n {
			r.form.adopt(top)
		}
	}
}

// settle reads what a field says and may say.
func (f *Field) settle(u *cos.Update) {
	for _, v := range u.Array(f.dict["Opt"]) {
		switch v := u.Value(v).(type) {
		case cos.Text:
			f.Options = append(f.Options, Option{v.String(), v.String()})
		case []any:
			if len(v) == 2 {
				value, _ := u.Value(v[0]).(cos.Text)
				shown, _ := u.Value(v[1]).(cos.Text)
				f.Options = append(f.Options, Option{value.String(), shown.String()})
			}
		}
	}
	switch v := u.Value(f.dict["V"]).(type) {
	case cos.Text:
		f.Values = []string{v.String()}
	case cos.Name:
		if v != "Off" {
			f.Values = []string{string(v)}
		}
	case []any:
		for _, item := range v {
			if t, ok := u.Value(item).(cos.Text); ok {
				f.Values = append(f.Values, t.String())
			}
		}
	case cos.Stream:
		if data, ok := u.Data(v); ok {
			f.Values = []string{cos.Text(data).String()}
		}
	}
	f.Values = slices.DeleteFunc(f.Values, func(s string) bool { return s == "" })
}

// onState is the state of a mark that is not off.
func onState(u *cos.Update, widget cos.Dict) (string, bool) {
	for _, looks := range []cos.Name{"N", "D"} {
		states, _ := u.Value(u.Dict(widget["AP"])[looks]).(cos.Dict)
		var names []string
		for name := range states {
			if name != "Off" {
				names = append(names, string(name))
			}
		}
		if len(names) > 0 {
			return slices.Min(names), true
		}
	}
	return "", false
}
