package edit

import (
	"fmt"
	"slices"
)

// Document is what an instruction can be about.
type Document struct {
	Fields []Field
	Text   string // all that can be read in it
	Pages  int    // 0 where it has none of its own
	Kinds  []Kind // what can be done to it; nil for everything
}

// Sift keeps the actions that can be carried out on a document and says why others cannot.
func Sift(actions []Action, d Document) (kept []Action, dropped []Left) {
	for _, a := range actions {
		if why := d.refuses(a); why != "" {
			dropped = append(dropped, Left{a.Source, why})
			continue
		}
		kept = append(kept, a)
	}
	return kept, dropped
}

// refuses says why an action cannot be carried out; empty where it can.
func (d *Document) refuses(a Action) string {
	switch {
	case !slices.Contains(Kinds, a.Kind):
		return fmt.Sprintf("%q is no action", shorten(string(a.Kind)))
	case d.Kinds != nil && !slices.Contains(d.Kinds, a.Kind):
		return fmt.Sprintf("documents of this type know no %s", a.Kind)
	case d.Pages > 0 && !a.Pages.Fit(d.Pages):
		return fmt.Sprintf("the document has %d pages", d.Pages)
	}
	switch a.Kind {
	case Fill, Check, Uncheck, Select:
		return d.refusesField(a)
	case Replace, Remove, Highlight, Underline, Strike:
		return d.refusesText(a.Find)
	case Insert:
		if a.Place != Before && a.Place != After {
			return "a text is inserted before or after another"
		}
		if why := d.refusesText(a.Find); why != "" {
			return why
		}
	case Write:
		if a.Place != Top && a.Place != Bottom {
			return "a text is written at the top or at the bottom"
		}
	case Rotate:
		if a.Turn != 90 && a.Turn != 180 && a.Turn != 270 {
			return "pages are turned by 90, 180 or 270 degrees"
		}
	case DeletePage:
		if d.Pages > 0 && len(a.Pages.Of(d.Pages)) == d.Pages {
			return "no page would be left"
		}
	}
	switch a.Kind {
	case Insert, Write, Watermark, Stamp:
		if a.Value == "" {
			return "there is no text to write"
		}
	}
	return ""
}

func (d *Document) refusesField(a Action) string {
	if a.Field != "" && !slices.ContainsFunc(d.Fields, func(f Field) bool { return f.ID == a.Field }) {
		return fmt.Sprintf("the document has no field %q", shorten(a.Field))
	}
	if a.Field == "" && a.Label == "" && a.Kind != Select {
		return "no field is named"
	}
	return ""
}

func (d *Document) refusesText(find string) string {
	if NewFinder(find, true).In(d.Text) == nil {
		return NotFound(find)
	}
	return ""
}

// NotFound is why nothing was done about a text.
func NotFound(find string) string {
	return fmt.Sprintf("the document does not say %q", shorten(find))
}
