package wire

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// EncodePage is a page as a message.
func (e *Encoder) EncodePage(p *engine.Page) [][]byte {
	e.Reset()
	e.Int(p.Number)
	e.Text(p.Label)
	e.Float(p.Width, p.Height)
	e.Int(p.Rotation)
	e.Int(p.Dropped)
	for _, n := range []int{len(p.Chars), len(p.Fonts), len(p.Elements)} {
		e.Int(n)
	}
	e.segments = e.segments[:0]
	for i := range p.Paths {
		e.segments = append(e.segments, bytesOf(p.Paths[i].Segments)...)
	}
	e.Int(len(e.segments) / segmentSize)
	list(e, p.Fonts, e.font)
	list(e, p.Elements, e.element)
	list(e, p.Paths, e.path)
	list(e, p.Images, e.image)
	list(e, p.Links, e.link)
	list(e, p.Annotations, e.annotation)
	list(e, p.Widgets, e.widget)
	return e.Parts(bytesOf(p.Chars), e.segments)
}

func list[T any](e *Encoder, all []T, add func(*T)) {
	e.Int(len(all))
	for i := range all {
		add(&all[i])
	}
}

// DecodePage reads a page. Nothing of it lies in the message any more.
func DecodePage(body []byte) (*engine.Page, error) {
	d := NewDecoder(body)
	p := &engine.Page{
		Number: d.Int(1, math.MaxInt32), Label: d.Text(),
		Width: max(d.Float(), 0), Height: max(d.Float(), 0),
		Rotation: d.Int(0, 270), Dropped: d.natural(),
	}
	if p.Rotation%90 != 0 {
		d.Refuse()
	}
	chars, fonts, elements := d.Int(0, math.MaxInt32), d.Int(0, math.MaxInt32), d.Int(0, math.MaxInt32)
	segments := d.Int(0, math.MaxInt32)
	p.Chars = d.chars(chars, fonts, elements)
	steps := d.segments(segments)

	p.Fonts = each(d, fontSize, d.font)
	p.Elements = each(d, elementSize, d.element)
	if len(p.Fonts) != fonts || len(p.Elements) != elements {
		d.Refuse()
	}
	for i := range p.Elements {
		if p.Elements[i].Parent >= i {
			d.Refuse()
		}
	}
	p.Paths = each(d, pathSize, func() engine.Path { return d.path(&steps, elements) })
	p.Images = each(d, imageSize, func() engine.Image { return d.image(elements) })
	p.Links = each(d, linkSize, d.link)
	p.Annotations = each(d, annotationSize, d.annotation)
	p.Widgets = each(d, widgetSize, d.widget)
	if len(steps) > 0 {
		d.Refuse()
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return p, nil
}

func each[T any](d *Decoder, size int, take func() T) []T {
	n := d.Count(size)
	if n == 0 {
		return nil
	}
	all := make([]T, n)
	for i := range all {
		all[i] = take()
	}
	return all
}
