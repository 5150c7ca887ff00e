package edit

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
)

// Measures of text that is written on pages: points.
const (
	usualSize  = 10.0
	numberSize = 9.0
)

// about is what actions can be about. Pages are read only where they speak of fields or of words.
func (p *paper) about(ctx context.Context, actions []edit.Action) (edit.Document, error) {
	d := edit.Document{Pages: p.listing.Pages}
	if p.editor.request.FormSchema != nil || p.editor.lists() || slices.ContainsFunc(actions, edit.Action.Fields) {
		if err := p.fields(ctx, &d); err != nil {
			return d, err
		}
	}
	if !slices.ContainsFunc(actions, func(a edit.Action) bool { return a.Find != "" }) {
		return d, nil
	}
	var err error
	if d.Text, err = p.text(ctx); err != nil || !p.hidden(actions, d.Text) {
		return d, err
	}
	for n := 1; n <= p.listing.Pages; n++ {
		if err := p.deepen(ctx, n); err != nil {
			return d, err
		}
	}
	d.Text, err = p.text(ctx)
	return d, err
}

// whole is all that instructions can be about.
func (p *paper) whole(ctx context.Context) (edit.Document, error) {
	d := edit.Document{Pages: p.listing.Pages}
	if err := p.fields(ctx, &d); err != nil {
		return d, err
	}
	var err error
	d.Text, err = p.text(ctx)
	return d, err
}

// fields lists those whose values are to be looked for.
func (p *paper) fields(ctx context.Context, d *edit.Document) error {
	if err := p.find(ctx); err != nil {
		return err
	}
	for _, s := range p.slots {
		if !s.given {
			d.Fields = append(d.Fields, s.field)
		}
	}
	return nil
}

// text is the words of all pages.
func (p *paper) text(ctx context.Context) (string, error) {
	var b strings.Builder
	for n := 1; n <= p.listing.Pages; n++ {
		s, err := p.sheet(ctx, n)
		if err != nil {
			return "", err
		}
		b.WriteString(s.text + "\n")
	}
	return b.String(), nil
}

// hidden reports whether actions speak of a text that only pictures may show. What is to be removed must not stay in one.
func (p *paper) hidden(actions []edit.Action, text string) bool {
	return slices.ContainsFunc(actions, func(a edit.Action) bool {
		return a.Kind == edit.Remove || a.Find != "" && edit.NewFinder(a.Find, true).In(text) == nil
	})
}

// order puts actions into what a child process is told to do.
func (p *paper) order(ctx context.Context, actions []edit.Action) (*pdf.Order, *changed, error) {
	options := &p.editor.request.EditOptions
	o := &pdf.Order{Color: color(options.Color), Flatten: options.Flatten, Overflow: options.EnableOverflowPages}
	if options.FontSize != nil {
		o.Size = *options.FontSize
	}
	c := &changed{}
	p.assign(actions, c)
	for i := range p.slots {
		s := &p.slots[i]
		if s.value != nil {
			s.entry.Value = s.value
		}
		if s.entry.Value != nil || p.editor.request.FormSchema != nil {
			o.Entries = append(o.Entries, s.entry)
		}
	}
	for _, a := range actions {
		if a.Fields() {
			continue
		}
		steps, err := p.steps(ctx, a)
		if err != nil {
			return nil, nil, err
		}
		if len(steps) == 0 {
			c.left = append(c.left, edit.Left{Sentence: a.Source, Reason: edit.NotFound(a.Find)})
			continue
		}
		c.applied++
		o.Steps = append(o.Steps, steps...)
	}
	return o, c, nil
}

// assign gives slots the values that actions have for them.
func (p *paper) assign(actions []edit.Action, c *changed) {
	var fields []edit.Field
	for _, s := range p.slots {
		if !s.given {
			fields = append(fields, s.field)
		}
	}
	done, left := edit.Assign(actions, fields)
	for _, a := range done {
		i, err := strconv.Atoi(fields[a.Field].ID)
		if err != nil {
			continue
		}
		p.slots[i].value = &a.Value
		c.applied++
	}
	if len(p.slots) == 0 && p.listing.XFA {
		for i := range left {
			left[i].Reason = "the document is an XFA form without PDF fields, which only the program it was made for can fill"
		}
	}
	c.left = append(c.left, left...)
}

// steps are what one action does to pages; none where there is nothing it could be done to.
func (p *paper) steps(ctx context.Context, a edit.Action) ([]pdf.Step, error) {
	pages := a.Pages.Of(p.listing.Pages)
	switch a.Kind {
	case edit.Watermark:
		return []pdf.Step{{Kind: pdf.Watermark, Pages: pages, Text: a.Value}}, nil
	case edit.Stamp:
		return []pdf.Step{{Kind: pdf.Stamp, Pages: pages, Text: a.Value}}, nil
	case edit.Rotate:
		return []pdf.Step{{Kind: pdf.Turn, Pages: pages, Turn: a.Turn / 90}}, nil
	case edit.DeletePage:
		return []pdf.Step{{Kind: pdf.Drop, Pages: pages}}, nil
	case edit.NumberPages:
		return []pdf.Step{{Kind: pdf.Number, Pages: pages, Size: numberSize}}, nil
	case edit.Write:
		return p.written(a, pages), nil
	}
	return p.atText(ctx, a, pages)
}

// written puts text at the top or bottom of pages.
func (p *paper) written(a edit.Action, pages []int) []pdf.Step {
	box := doc.Box{Left: 0.06, Top: 0.012, Width: 0.88, Height: 0.035}
	if a.Place == edit.Bottom {
		box.Top = 0.95
	}
	s := pdf.Step{Kind: pdf.Write, Text: a.Value, Size: p.size(usualSize)}
	for _, n := range pages {
		s.Places = append(s.Places, pdf.Place{Page: n, Box: box})
	}
	return []pdf.Step{s}
}

// size is that of the options, else another.
func (p *paper) size(otherwise float64) float64 {
	if s := p.editor.request.EditOptions.FontSize; s != nil {
		return *s
	}
	return otherwise
}

// atText is what an action does wherever a text stands.
func (p *paper) atText(ctx context.Context, a edit.Action, pages []int) ([]pdf.Step, error) {
	var all []pdf.Place
	var writes []pdf.Step
	texts := map[string]bool{a.Find: true}
	find, err := p.finder(ctx, a, pages)
	if err != nil {
		return nil, err
	}
	for _, n := range pages {
		s, err := p.sheet(ctx, n)
		if err != nil {
			return nil, err
		}
		for _, f := range find.In(s.text) {
			texts[s.text[f.From:f.To]] = true
		}
		for _, h := range s.hits(find) {
			for _, box := range h.lines {
				all = append(all, pdf.Place{Page: n, Box: box})
				if (a.Kind == edit.Replace || a.Kind == edit.Remove) && s.recognised(h) { // there are no letters to take out, only pixels
					p.wiped[n] = append(p.wiped[n], box)
				}
			}
			if box, ok := s.beside(a, h); ok {
				writes = append(writes, pdf.Step{Kind: pdf.Write, Text: a.Value, Size: p.size(fontSize(s, h)), Places: []pdf.Place{{Page: n, Box: box}}})
			}
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	switch a.Kind {
	case edit.Replace, edit.Remove:
		erase := pdf.Step{Kind: pdf.Erase, Places: all}
		for t := range texts {
			erase.Texts = append(erase.Texts, t)
		}
		return append([]pdf.Step{erase}, writes...), nil
	case edit.Insert:
		return writes, nil
	}
	kind := map[edit.Kind]pdf.Kind{edit.Highlight: pdf.Highlight, edit.Underline: pdf.Underline, edit.Strike: pdf.Strike}[a.Kind]
	return []pdf.Step{{Kind: kind, Places: all}}, nil
}

// finder finds the text of an action as it is written, in other letters only where that is nowhere. What is to be removed
// goes in any letters.
func (p *paper) finder(ctx context.Context, a edit.Action, pages []int) (*edit.Finder, error) {
	exact := edit.NewFinder(a.Find, false)
	for _, n := range pages {
		s, err := p.sheet(ctx, n)
		if err != nil {
			return nil, err
		}
		if a.Kind != edit.Remove && exact.In(s.text) != nil {
			return exact, nil
		}
	}
	return edit.NewFinder(a.Find, true), nil
}

// fontSize is that of a text that was found, in points.
func fontSize(s *sheet, h hit) float64 {
	const share = 0.8 // of the height of a line
	return max(4, share*h.lines[0].Height*s.height)
}

// beside is where text goes that takes the place of another or stands before or after it.
func (s *sheet) beside(a edit.Action, h hit) (doc.Box, bool) {
	first, last := h.lines[0], h.lines[len(h.lines)-1]
	gap := 0.35 * last.Height * s.height / s.width
	switch {
	case a.Kind == edit.Replace && a.Value != "":
		first.Width = s.room(first)
		return first, true
	case a.Kind == edit.Insert && a.Place == edit.After:
		right := last.Left + last.Width
		free := last.Left + s.room(last) - right - 2*gap
		if free > float64(len([]rune(a.Value)))*gap*0.8 {
			return doc.Box{Left: right + gap, Top: last.Top, Width: free + gap, Height: last.Height}, true
		}
		return doc.Box{Left: last.Left, Top: last.Top + last.Height, Width: 0.96 - last.Left, Height: 0.7 * last.Height}, true
	case a.Kind == edit.Insert:
		return doc.Box{Left: first.Left, Top: max(0, first.Top-0.7*first.Height), Width: 0.96 - first.Left, Height: 0.7 * first.Height}, true
	}
	return doc.Box{}, false
}

// color reads "#RRGGBB".
func color(s string) (out [3]float64) {
	var r, g, b int
	if _, err := fmt.Sscanf(s, "#%02x%02x%02x", &r, &g, &b); err != nil {
		return out
	}
	return [3]float64{float64(r) / 255, float64(g) / 255, float64(b) / 255}
}
