package wire

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// The fewest bytes that one of these takes among the values of a message.
const (
	boxSize     = 16
	fontSize    = 4 + 4 + 4 + 6
	elementSize = 8 * 4
	pathSize    = 2*boxSize + 4 + 4 + 4 + 4 + 4 + 4 + 1
	imageSize   = 2*boxSize + 4 + 4 + 4 + 4 + 4 + 4 + 4 + 1
)

func (e *Encoder) box(b engine.Box) { e.Float(b.X0, b.Y0, b.X1, b.Y1) }

func (d *Decoder) box() engine.Box {
	b := engine.Box{X0: d.Float(), Y0: d.Float(), X1: d.Float(), Y1: d.Float()}
	upright(&b)
	return b
}

func (e *Encoder) font(f *engine.Font) {
	e.Text(f.Name, f.Family)
	e.Int(f.Weight)
	for _, is := range []bool{f.Bold, f.Italic, f.Fixed, f.Serif, f.Symbolic, f.Embedded} {
		e.Bool(is)
	}
}

func (d *Decoder) font() engine.Font {
	return engine.Font{
		Name: d.Text(), Family: d.Text(), Weight: d.whole(),
		Bold: d.Bool(), Italic: d.Bool(), Fixed: d.Bool(), Serif: d.Bool(), Symbolic: d.Bool(), Embedded: d.Bool(),
	}
}

func (e *Encoder) element(m *engine.Element) {
	e.Text(m.Kind, m.Title, m.Alt, m.Text, m.Language)
	e.Int(m.Parent)
	e.Int(m.RowSpan)
	e.Int(m.ColSpan)
}

func (d *Decoder) element() engine.Element {
	return engine.Element{
		Kind: d.Text(), Title: d.Text(), Alt: d.Text(), Text: d.Text(), Language: d.Text(),
		Parent: d.Int(-1, math.MaxInt32), RowSpan: d.natural(), ColSpan: d.natural(),
	}
}

func (e *Encoder) path(p *engine.Path) {
	e.box(p.Box)
	e.box(p.Visible)
	e.Int(len(p.Segments))
	e.Uint32(uint32(p.Fill))
	e.Uint32(uint32(p.Stroke))
	e.Float(p.Width)
	e.Int(int(p.Object))
	e.Int(int(p.Element))
	e.Bool(p.Annotation)
}

// path cuts its segments off those of the page.
func (d *Decoder) path(steps *[]engine.Segment, elements int) engine.Path {
	p := engine.Path{Box: d.box(), Visible: d.box()}
	n := d.Int(0, len(*steps))
	p.Segments, *steps = (*steps)[:n:n], (*steps)[n:]
	p.Fill, p.Stroke, p.Width = engine.Color(d.Uint32()), engine.Color(d.Uint32()), d.Float()
	p.Object, p.Element, p.Annotation = d.object(), d.place(elements), d.Bool()
	return p
}

func (e *Encoder) image(i *engine.Image) {
	e.box(i.Box)
	e.box(i.Visible)
	e.Int(int(i.Width))
	e.Int(int(i.Height))
	e.Float(i.DPIX, i.DPIY, i.Angle)
	e.Int(int(i.Object))
	e.Int(int(i.Element))
	e.Bool(i.Annotation)
}

func (d *Decoder) image(elements int) engine.Image {
	return engine.Image{
		Box: d.box(), Visible: d.box(), Width: int32(d.natural()), Height: int32(d.natural()),
		DPIX: d.Float(), DPIY: d.Float(), Angle: d.Float(),
		Object: d.object(), Element: d.place(elements), Annotation: d.Bool(),
	}
}

func (d *Decoder) whole() int { return d.Int(math.MinInt32, math.MaxInt32) }

// natural takes a number that a file may give and that leads nowhere by itself; what is below 0 counts as 0.
func (d *Decoder) natural() int { return max(d.whole(), 0) }

func (d *Decoder) object() int32 { return int32(d.Int(-1, math.MaxInt32)) }

// place is that of an element of the page, from 1, or 0.
func (d *Decoder) place(elements int) uint16 { return uint16(d.Int(0, min(elements, math.MaxUint16))) }
