package pdf

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/form"
	"github.com/octavo-dev/octavo/internal/edit/page"
	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/fault"
)

// mostPages is how many pages of one file are followed.
const mostPages = 20_000

// carrier carries out one order.
type carrier struct {
	order  *Order
	update *cos.Update
	pages  []cos.Page
	ink    *page.Ink
	pen    *form.Pen
	report Report
}

// carry carries out an order on a file that is open for changes.
func carry(u *cos.Update, fonts *typeface.Case, o *Order) (*Report, error) {
	pages, ok := u.Pages(mostPages)
	if !ok || len(pages) == 0 {
		return nil, cos.ErrUnsound
	}
	f, err := form.Read(u)
	if err != nil {
		return nil, err
	}
	use := typeface.NewUse(u)
	c := &carrier{order: o, update: u, pages: pages, ink: &page.Ink{Update: u, Fonts: fonts, Use: use, Color: o.Color}}
	var over *overflow
	var rest form.Overflow
	if o.Overflow {
		over = &overflow{ink: c.ink, like: pages[0]}
		rest = over
	}
	c.pen = form.NewPen(f, fonts, use, rest)
	c.report.Signed = f.Signed
	if err := c.fill(); err != nil {
		return nil, err
	}
	if o.Flatten {
		c.pen.Flatten()
	}
	if err := c.steps(); err != nil {
		return nil, err
	}
	if over != nil {
		c.report.Overflow = over.close()
	}
	c.pen.Close()
	use.Embed()
	return &c.report, nil
}

// fill fills and makes the fields.
func (c *carrier) fill() error {
	fields := c.pen.Fields
	for _, e := range c.order.Entries {
		style := form.Style{Color: c.order.Color, Size: c.order.Size}
		if e.Size > 0 {
			style.Size = e.Size
		}
		f, err := c.field(&e, fields, style)
		if err != nil {
			return err
		}
		if e.Value == nil {
			c.report.Values = append(c.report.Values, nil)
			continue
		}
		value := *e.Value
		if on, _ := edit.Bool(value); on && f.Kind == form.Radio && e.Mark < len(f.Widgets) && !f.Has(value) {
			value = f.Widgets[e.Mark].On // the mark itself was meant
		}
		err = c.pen.Fill(f, value, style)
		switch {
		case err != nil && e.Strict:
			return err
		case err != nil:
			c.report.Left = append(c.report.Left, err.Error())
			c.report.Values = append(c.report.Values, nil)
		default:
			c.report.Values = append(c.report.Values, e.Value)
		}
	}
	return nil
}

// field is the field of an entry.
func (c *carrier) field(e *Entry, fields []*form.Field, style form.Style) (*form.Field, error) {
	if e.Field >= 0 {
		if e.Field >= len(fields) {
			return nil, fmt.Errorf("the order names field %d of %d", e.Field, len(fields))
		}
		return fields[e.Field], nil
	}
	if e.Page < 1 || e.Page > len(c.pages) || !sound(e.Box) {
		return nil, fault.New(fault.InvalidConfig, "the widget %q stands on page %d of %d or has a box that is empty or outside of the page", e.Label, e.Page, len(c.pages)).Typed("invalid_widget")
	}
	spec := form.Spec{Page: e.Page, Box: e.Box, Label: e.Label}
	switch e.Kind {
	case "checkbox":
		spec.Kind = form.Check
	case "radio":
		spec.Kind = form.Radio
	case "dropdown":
		spec.Kind = form.Choice
	case "barcode":
		spec.Bars = true
	}
	if e.Value != nil {
		spec.Value = *e.Value
	}
	return c.pen.Create(spec, style), nil
}

// sound reports whether a box has a size and lies on its page.
func sound(b doc.Box) bool {
	const slack = 0.001
	return b.Width > 0 && b.Height > 0 && b.Left >= -slack && b.Top >= -slack && b.Left+b.Width <= 1+slack && b.Top+b.Height <= 1+slack
}

// steps changes the pages. Pages go last, so that the others keep their numbers until then.
func (c *carrier) steps() error {
	gone := map[cos.Ref]bool{}
	without := map[int]bool{}
	for i := range c.order.Steps {
		if s := &c.order.Steps[i]; s.Kind == Drop {
			for _, n := range s.Pages {
				if n >= 1 && n <= len(c.pages) {
					gone[c.pages[n-1].Ref], without[n] = true, true
				}
			}
		}
	}
	if len(gone) == len(c.pages) {
		return fault.New(fault.FormFillFailed, "a document must keep at least one page")
	}
	for i := range c.order.Steps {
		erased, err := c.step(&c.order.Steps[i], without)
		if err != nil {
			return err
		}
		c.report.Erased = append(c.report.Erased, erased)
	}
	if len(gone) > 0 {
		c.pen.Leave(without)
		page.Drop(c.update, gone)
	}
	return nil
}

func (c *carrier) step(s *Step, without map[int]bool) (erased int, err error) {
	switch s.Kind {
	case Erase:
		return c.erase(s)
	case Write:
		for _, p := range s.Places {
			if on, ok := c.page(p.Page); ok {
				align := page.Left
				if s.Center {
					align = page.Center
				}
				c.ink.Write(on, p.Box, s.Text, s.Size, align)
			}
		}
	case Highlight, Underline, Strike:
		c.mark(s)
	}
	n := 0
	for i, on := range c.pages {
		if without[i+1] {
			continue
		}
		n++
		if s.Pages != nil && !slices.Contains(s.Pages, i+1) {
			continue
		}
		switch s.Kind {
		case Watermark:
			c.ink.Watermark(on, s.Text)
		case Stamp:
			c.ink.Stamp(on, s.Text)
		case Turn:
			page.Turn(c.update, on, s.Turn)
		case Number:
			c.ink.Write(on, doc.Box{Left: 0.3, Top: 0.955, Width: 0.4, Height: 0.02}, strconv.Itoa(n), s.Size, page.Center)
		}
	}
	return 0, nil
}

func (c *carrier) page(n int) (cos.Page, bool) {
	if n < 1 || n > len(c.pages) {
		return cos.Page{}, false
	}
	return c.pages[n-1], true
}

// byPage are the boxes of places, in the units of their pages.
func (c *carrier) byPage(places []Place) map[int][]page.Rect {
	out := map[int][]page.Rect{}
	for _, p := range places {
		if on, ok := c.page(p.Page); ok {
			out[p.Page] = append(out[p.Page], page.NewFrame(c.update, on.Full).Within(p.Box))
		}
	}
	return out
}

// erase takes letters out of the pages, and the texts out of everything else that the file says.
func (c *carrier) erase(s *Step) (erased int, err error) {
	boxes := c.byPage(s.Places)
	for i, on := range c.pages {
		count, err := page.Erase(c.update, c.ink.Fonts, on, boxes[i+1], s.Texts)
		if err != nil {
			return 0, err
		}
		erased += count
	}
	for _, f := range c.pen.Fields {
		if clean := page.Without(f.Value(), s.Texts); f.Kind == form.Text && clean != f.Value() {
			c.pen.Write(f, clean, form.Style{Color: c.order.Color, Size: c.order.Size})
		}
	}
	page.Scrub(c.update, s.Texts)
	return erased, nil
}

func (c *carrier) mark(s *Step) {
	marks := map[Kind]page.Mark{Highlight: page.Highlight, Underline: page.Underline, Strike: page.Strike}
	boxes := c.byPage(s.Places)
	for i, on := range c.pages {
		c.ink.Mark(on, marks[s.Kind], boxes[i+1], s.Text)
	}
}
