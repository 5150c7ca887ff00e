package edit

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
)

// tell lists the widgets with what was written into them, and what the caller should know.
func (p *paper) tell(c *changed, r *pdf.Report) {
	c.schema = []api.EditWidget{}
	at := 0
	given, derived := map[int]bool{}, map[int]bool{}
	for i := range p.slots {
		s := &p.slots[i]
		var value *string
		if s.entry.Value != nil || p.editor.request.FormSchema != nil {
			value = r.Values[at]
			at++
		} else if s.field.Value != "" {
			value = &s.field.Value
		}
		if s.given {
			given[s.entry.Page] = true
		} else {
			derived[s.entry.Page] = true
		}
		if p.editor.request.FormSchema != nil && value != nil {
			c.applied++
		}
		c.schema = append(c.schema, p.told(s, i, value)...)
	}
	for n := range given {
		if !derived[n] && p.editor.request.FormSchema != nil {
			c.prefilled++
		}
	}
	c.notes = append(c.notes, r.Left...)
	if r.Signed {
		c.notes = append(c.notes, "the document was signed; the signature does not cover this edit")
	}
}

// told is a slot as the caller sees it: as described, or every widget that it is seen at.
func (p *paper) told(s *slot, i int, value *string) []api.EditWidget {
	if schema := p.editor.request.FormSchema; schema != nil {
		w := schema[i]
		w.Value, w.Options = value, choices(s, s.entry.Mark)
		return []api.EditWidget{w}
	}
	kind := s.entry.Kind
	if kind == "list" {
		kind = api.WidgetDropdown
	}
	widget := func(n int, b doc.Box, label string) api.EditWidget {
		return api.EditWidget{
			BBox:        api.BoundingBox{Left: b.Left, Top: b.Top, Width: b.Width, Height: b.Height, Page: n},
			Description: label, Type: kind, Fill: true, Value: value,
		}
	}
	if s.entry.Field < 0 {
		return []api.EditWidget{widget(s.entry.Page, s.entry.Box, s.entry.Label)}
	}
	var out []api.EditWidget
	for k, w := range p.listing.Fields[s.entry.Field].Widgets {
		label, options := s.entry.Label, choices(s, k)
		if kind == api.WidgetRadio && len(options) == 1 && options[0].Label != "" {
			label = strings.TrimPrefix(label+": "+options[0].Label, ": ")
		}
		one := widget(w.Page, w.Box, label)
		one.Options = options
		out = append(out, one)
	}
	return out
}

// choices are what can be chosen at a widget of a slot: of radio marks the one that it is.
func choices(s *slot, widget int) []api.WidgetOption {
	all := s.field.Options
	if s.field.Kind == edit.Radio {
		if widget >= len(all) {
			return nil
		}
		all = all[widget : widget+1]
	}
	var out []api.WidgetOption
	for _, o := range all {
		out = append(out, api.WidgetOption{Value: o.Value, Label: o.Label})
	}
	return out
}
