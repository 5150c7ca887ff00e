package main

import (
	"slices"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// Flags of fields, as PDF defines them.
const (
	readOnly  = 1
	multiline = 1 << 12
	push      = 1 << 16
	comb      = 1 << 24
)

// flattened is a page of a fillable form as if its fields were drawn into it, empty, and what is known of them.
func flattened(p page.Page) (page.Page, []truth) {
	q := *p.Page
	var known []truth
	for i := range q.Widgets {
		w := &q.Widgets[i]
		kind := fieldType(w)
		if b := layout.Fraction(p.Page, w.Box); kind != "" && !w.Hidden && w.Flags&readOnly == 0 && b.Width > 0 && b.Height > 0 {
			known = append(known, truth{Label: w.Title, Near: w.Title, Page: q.Number, Type: kind, BBox: [4]float64{b.Left, b.Top, b.Width, b.Height}})
		}
	}
	q.Widgets = nil
	q.Chars = slices.DeleteFunc(slices.Clone(q.Chars), func(c engine.Char) bool { return c.Flags&engine.CharAnnotation != 0 })
	q.Paths = slices.Clone(q.Paths)
	for i := range q.Paths {
		q.Paths[i].Annotation = false
	}
	p.Page = &q
	return p, known
}

// fieldType is the type of a field as the set names it.
func fieldType(w *engine.Widget) string {
	switch w.Kind {
	case engine.WidgetCheckbox:
		return "checkbox"
	case engine.WidgetRadio:
		return "radio"
	case engine.WidgetCombo, engine.WidgetList:
		return "dropdown"
	case engine.WidgetText:
		switch {
		case w.Flags&comb != 0:
			return "comb"
		case w.Flags&multiline != 0:
			return "multiline"
		}
		return "text"
	}
	return ""
}
