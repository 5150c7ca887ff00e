package pdf

import (
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
