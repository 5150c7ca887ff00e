package pdf

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/form"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

var kinds = map[form.Kind]string{
	form.Text: "text", form.Check: "checkbox", form.Radio: "radio", form.Choice: "dropdown", form.List: "list", form.Button: "button", form.Signature: "signature",
}

// list describes the form of a file.
func list(u *cos.Update) (*Listing, error) {
	f, err := form.Read(u)
	if err != nil {
		return nil, err
	}
	out := &Listing{Pages: f.Pages(), XFA: f.XFA, Signed: f.Signed}
	for _, field := range f.Fields {
		d := Field{
			Name: field.Name, Label: field.Label, Kind: kinds[field.Kind], Free: field.Editable, Lines: field.Lines, Length: field.Length,
			Closed: field.ReadOnly || field.Calculated,
		}
		if len(field.Values) > 0 {
			v := field.Value()
			d.Value = &v
		}
		for _, o := range field.Options {
			d.Options = append(d.Options, Option{o.Value, o.Shown})
		}
		for _, w := range field.Widgets {
			d.Widgets = append(d.Widgets, Widget{Place{w.Page, w.Box}, w.On, w.Hidden})
		}
		out.Fields = append(out.Fields, d)
	}
	return out, nil
}

// At is the field and the widget that are seen in a box, -1 for none: those that share most of it, at least half of both
// together.
func (l *Listing) At(page int, box doc.Box) (field, widget int) {
	const least = 0.5
	field, widget = -1, -1
	best := least
	for i := range l.Fields {
		for k, w := range l.Fields[i].Widgets {
			if share := overlap(w.Box, box); w.Page == page && share >= best {
				field, widget, best = i, k, share
			}
		}
	}
	return field, widget
}

// overlap is the share of two boxes that both cover.
func overlap(a, b doc.Box) float64 {
	w := min(a.Left+a.Width, b.Left+b.Width) - max(a.Left, b.Left)
	h := min(a.Top+a.Height, b.Top+b.Height) - max(a.Top, b.Top)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h / (a.Width*a.Height + b.Width*b.Height - w*h)
}
