package wire

import "github.com/octavo-dev/octavo/internal/engine"

const (
	linkSize       = boxSize + 4 + 4
	quadSize       = 8 * 4
	annotationSize = boxSize + 8*4 + 4 + 4 + 1 + 4 + 4
	widgetSize     = 1 + boxSize + 4*4 + 3 + 4 + 4 + 4 + 4
	optionSize     = 4 + 1
)

func (e *Encoder) link(l *engine.Link) {
	e.box(l.Box)
	e.Text(l.URI)
	e.Int(l.Page)
}

func (d *Decoder) link() engine.Link {
	return engine.Link{Box: d.box(), URI: d.Text(), Page: d.natural()}
}

func (e *Encoder) quad(q *engine.Quad) {
	for _, p := range q {
		e.Float(p.X, p.Y)
	}
}

func (d *Decoder) quad() (q engine.Quad) {
	for i := range q {
		q[i] = engine.Point{X: d.Float(), Y: d.Float()}
	}
	return q
}

func (e *Encoder) annotation(a *engine.Annotation) {
	e.Text(a.Kind)
	e.box(a.Box)
	list(e, a.Quads, e.quad)
	e.Uint32(uint32(a.Color))
	e.Text(a.Contents, a.Author, a.Subject, a.Name, a.Created, a.Modified, a.State)
	e.Bool(a.Hidden)
	e.Int(a.Index)
	e.Int(a.ReplyTo)
}

func (d *Decoder) annotation() engine.Annotation {
	return engine.Annotation{
		Kind: d.Text(), Box: d.box(), Quads: each(d, quadSize, d.quad), Color: engine.Color(d.Uint32()),
		Contents: d.Text(), Author: d.Text(), Subject: d.Text(), Name: d.Text(), Created: d.Text(), Modified: d.Text(), State: d.Text(),
		Hidden: d.Bool(), Index: d.natural(), ReplyTo: max(d.whole(), -1),
	}
}

func (e *Encoder) widget(w *engine.Widget) {
	e.Byte(uint8(w.Kind))
	e.box(w.Box)
	e.Text(w.Name, w.Title, w.Value, w.Export)
	e.Bool(w.Checked)
	e.Bool(w.Signed)
	e.Bool(w.Hidden)
	e.Uint32(w.Flags)
	e.Float(w.Size)
	list(e, w.Options, e.option)
	e.Int(w.Index)
}

func (d *Decoder) widget() engine.Widget {
	return engine.Widget{
		Kind: engine.WidgetKind(d.Byte(uint8(engine.WidgetSignature))), Box: d.box(),
		Name: d.Text(), Title: d.Text(), Value: d.Text(), Export: d.Text(),
		Checked: d.Bool(), Signed: d.Bool(), Hidden: d.Bool(), Flags: d.Uint32(), Size: d.Float(),
		Options: each(d, optionSize, d.option), Index: d.natural(),
	}
}

func (e *Encoder) option(o *engine.Option) {
	e.Text(o.Label)
	e.Bool(o.Selected)
}

func (d *Decoder) option() engine.Option { return engine.Option{Label: d.Text(), Selected: d.Bool()} }
