package edit

import (
	"context"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/blank"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
)

// slot is a place that a value can go: a widget of the form, a blank of the page, or one that the caller describes.
type slot struct {
	entry pdf.Entry
	field edit.Field
	given bool // by the caller: its value is not to be looked for
	value *string
}

// find lists the slots of the document.
func (p *paper) find(ctx context.Context) error {
	if p.slots != nil {
		return nil
	}
	switch {
	case p.editor.request.FormSchema != nil:
		p.described()
		return nil
	case p.fillable():
		return p.widgets(ctx)
	}
	return p.blanks(ctx)
}

// fillable reports whether the form has a field for people.
func (p *paper) fillable() bool {
	for i := range p.listing.Fields {
		if open(&p.listing.Fields[i]) {
			return true
		}
	}
	return false
}

// open reports a field that takes values.
func open(f *pdf.Field) bool {
	return f.Kind != "signature" && f.Kind != "button" && len(f.Widgets) > 0
}

var fieldKinds = map[string]edit.FieldKind{
	"text": edit.TextField, "checkbox": edit.CheckBox, "radio": edit.Radio, "dropdown": edit.Dropdown, "list": edit.ListBox, "barcode": edit.Barcode,
}

// described are the widgets of the request, those that stand where the form has a field as that field.
func (p *paper) described() {
	p.slots = []slot{}
	for _, w := range p.editor.request.FormSchema {
		box := doc.Box{Left: w.BBox.Left, Top: w.BBox.Top, Width: w.BBox.Width, Height: w.BBox.Height}
		s := slot{given: !w.Fill || w.Value != nil, entry: pdf.Entry{Field: -1, Page: w.BBox.Page, Box: box, Label: w.Description, Kind: w.Type, Strict: w.Fill && w.Value != nil}}
		if w.FontSize != nil {
			s.entry.Size = *w.FontSize
		}
		if w.Fill {
			s.entry.Value = w.Value
		}
		s.field = edit.Field{Label: w.Description, Kind: fieldKinds[w.Type], Page: w.BBox.Page, Free: true}
		if field, mark := p.listing.At(w.BBox.Page, box); field >= 0 {
			s.entry.Field, s.entry.Mark = field, mark
			s.field = asked(&p.listing.Fields[field], w.Description)
		}
		p.slots = append(p.slots, s)
	}
	p.number()
}

// number gives the fields of slots their names among each other.
func (p *paper) number() {
	for i := range p.slots {
		p.slots[i].field.ID = strconv.Itoa(i)
	}
}

// asked is a field of a form as instructions speak of it.
func asked(f *pdf.Field, label string) edit.Field {
	out := edit.Field{Name: f.Name, Label: label, Kind: fieldKinds[f.Kind], Free: f.Free, Page: f.Widgets[0].Page}
	if f.Value != nil {
		out.Value = *f.Value
	}
	for _, o := range f.Options {
		out.Options = append(out.Options, edit.Option{Value: o.Value, Label: o.Shown})
	}
	return out
}

// widgets are the fields of the form, by what the file or the page calls them.
func (p *paper) widgets(ctx context.Context) error {
	p.slots = []slot{}
	words, err := p.labels(ctx)
	if err != nil {
		return err
	}
	for i := range p.listing.Fields {
		f := &p.listing.Fields[i]
		if !open(f) {
			continue
		}
		first := words[place{i, 0}]
		s := slot{given: f.Closed, field: asked(f, first.Label), entry: pdf.Entry{Field: i, Page: f.Widgets[0].Page, Box: f.Widgets[0].Box, Kind: f.Kind}}
		s.field.Section = first.Section
		if f.Kind == "radio" {
			s.field.Options, s.field.Label = nil, first.Group
			for k, w := range f.Widgets {
				s.field.Options = append(s.field.Options, edit.Option{Value: w.On, Label: words[place{i, k}].Label})
			}
		} else if s.field.Label == "" {
			s.field.Label = first.Group
		} else if first.Group != "" {
			s.field.Section = strings.TrimSpace(s.field.Section + " " + first.Group)
		}
		if s.entry.Label = s.field.Label; s.entry.Label == "" { // a name is better than nothing to tell it by
			s.entry.Label = f.Name
		}
		p.slots = append(p.slots, s)
	}
	p.number()
	return nil
}

// place is a widget by the numbers of its field and its own.
type place struct{ field, widget int }

// labels are what the pages print around the widgets of the form.
func (p *paper) labels(ctx context.Context) (map[place]blank.Words, error) {
	type asks struct {
		at     []place
		fields []blank.Field
	}
	byPage := map[int]*asks{}
	for i := range p.listing.Fields {
		f := &p.listing.Fields[i]
		if !open(f) {
			continue
		}
		for k, w := range f.Widgets {
			if byPage[w.Page] == nil {
				byPage[w.Page] = &asks{}
			}
			a := byPage[w.Page]
			a.at = append(a.at, place{i, k})
			a.fields = append(a.fields, blank.Field{Box: w.Box, Kind: blankKind(f), Tip: f.Label})
		}
	}
	out := map[place]blank.Words{}
	for n, a := range byPage {
		if n < 1 || n > p.listing.Pages {
			continue
		}
		page, err := p.laid(ctx, n)
		if err != nil {
			return nil, err
		}
		for i, words := range blank.Describe(page, a.fields) {
			out[a.at[i]] = words
		}
	}
	return out, nil
}

func blankKind(f *pdf.Field) blank.Kind {
	switch {
	case f.Kind == "checkbox" || f.Kind == "radio":
		return blank.Check
	case f.Lines:
		return blank.Lines
	}
	return blank.Text
}

// blanks are the places of flat pages that wait for something.
func (p *paper) blanks(ctx context.Context) error {
	p.slots = []slot{}
	for n := 1; n <= p.listing.Pages; n++ {
		page, err := p.laid(ctx, n)
		if err != nil {
			return err
		}
		for _, b := range blank.Find(page) {
			kind := api.WidgetText
			if b.Kind == blank.Check {
				kind = api.WidgetCheckbox
			}
			label := b.Label
			if label == "" {
				label = b.Group
			}
			p.slots = append(p.slots, slot{
				entry: pdf.Entry{Field: -1, Page: n, Box: b.Box, Kind: kind, Label: label},
				field: edit.Field{Label: label, Section: strings.TrimSpace(b.Section + " " + b.Group), Kind: fieldKinds[kind], Page: n, Free: true},
			})
		}
	}
	p.number()
	return nil
}
