package form

import (
	"bytes"
	"fmt"
	"maps"

	"github.com/octavo-dev/octavo/internal/edit/page"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// look is the appearance of a widget while it is drawn: from its lower left corner, upright as its field is read.
type look struct {
	pen    *Pen
	field  *Field
	style  Style
	script *script
	width  float64
	height float64
	border float64
	out    []byte
	fonts  cos.Dict
}

// draw gives a widget a new appearance.
func (p *Pen) draw(f *Field, w *Widget, s Style, content func(*look)) {
	widget := maps.Clone(p.update.Dict(w.ref))
	turn := int(p.update.Number(p.update.Dict(widget["MK"])["R"])/90) % 4
	turn = (turn + 4) % 4
	width, height := w.rect.Width(), w.rect.Height()
	matrix := []any{1, 0, 0, 1, 0, 0}
	switch turn {
	case 1:
		matrix = []any{0, 1, -1, 0, width, 0}
	case 2:
		matrix = []any{-1, 0, 0, -1, width, height}
	case 3:
		matrix = []any{0, -1, 1, 0, 0, height}
	}
	if turn%2 == 1 {
		width, height = height, width
	}
	l := &look{pen: p, field: f, style: s, width: width, height: height, fonts: cos.Dict{}}
	l.script = p.script(f, widget)
	before, after, resources := p.frame(widget, l)
	l.out = append(l.out, before...)
	l.out = append(l.out, "/Tx BMC\nq\n"...)
	inset := max(1, l.border)
	l.out = fmt.Appendf(l.out, "%s %s %s %s re W n\n", num(inset), num(inset), num(max(0, width-2*inset)), num(max(0, height-2*inset)))
	content(l)
	l.out = append(l.out, "Q\nEMC\n"...)
	l.out = append(l.out, after...)
	resources["Font"] = merged(p.update.Dict(resources["Font"]), l.fonts)
	normal := p.update.Add(cos.Stream{
		Dict: cos.Dict{
			"Type": cos.Name("XObject"), "Subtype": cos.Name("Form"), "FormType": 1,
			"BBox": []any{0, 0, width, height}, "Matrix": matrix, "Resources": resources,
		},
		Data: l.out,
	})
	widget["AP"] = cos.Dict{"N": normal}
	widget["DA"] = cos.Text(l.script.appearance(s))
	p.update.Set(w.ref, widget)
}

func merged(a, b cos.Dict) cos.Dict {
	out := maps.Clone(a)
	if out == nil {
		out = cos.Dict{}
	}
	maps.Copy(out, b)
	return out
}

func num(v float64) string { return string(cos.Append(nil, v)) }

// frame is what a widget's appearance has around its text: background and border as the file drew them, where it did in
// the way that readers agree on, else as its dictionary describes them.
func (p *Pen) frame(widget cos.Dict, l *look) (before, after []byte, resources cos.Dict) {
	looks := p.update.Dict(widget["MK"])
	l.border = p.edge(widget, looks)
	old, ok := p.update.Value(p.update.Dict(widget["AP"])["N"]).(cos.Stream)
	if ok {
		data, readable := p.update.Data(old)
		box := page.ReadRect(p.update, old.Dict["BBox"])
		same := abs(box.Width()-l.width) < 1 && abs(box.Height()-l.height) < 1 && abs(box.Left) < 0.1 && abs(box.Bottom) < 0.1
		start, end := bytes.Index(data, []byte("/Tx BMC")), bytes.LastIndex(data, []byte("EMC"))
		if readable && same && start >= 0 && end > start {
			return data[:start], data[end+len("EMC"):], merged(p.update.Dict(old.Dict["Resources"]), nil)
		}
	}
	if c := p.paint(looks["BG"], "g", "rg", "k"); c != "" {
		before = fmt.Appendf(before, "q %s 0 0 %s %s re f Q\n", c, num(l.width), num(l.height))
	}
	if c := p.paint(looks["BC"], "G", "RG", "K"); c != "" && l.border > 0 {
		half := l.border / 2
		before = fmt.Appendf(before, "q %s %s w %s %s %s %s re S Q\n", c, num(l.border), num(half), num(half), num(l.width-l.border), num(l.height-l.border))
	}
	return before, nil, cos.Dict{}
}

func abs(v float64) float64 { return max(v, -v) }

// edge is how wide the border of a widget is.
func (p *Pen) edge(widget, looks cos.Dict) float64 {
	if len(p.update.Array(looks["BC"])) == 0 {
		return 0
	}
	style := p.update.Dict(widget["BS"])
	width := 1.0
	if w, ok := p.update.Value(style["W"]).(float64); ok {
		width = min(max(w, 0), 10)
	}
	if kind := p.update.Value(style["S"]); kind == cos.Name("B") || kind == cos.Name("I") {
		width *= 2
	}
	return width
}

// paint is the operator that takes a color.
func (p *Pen) paint(v any, grey, rgb, cmyk string) string {
	all := p.update.Array(v)
	operator := map[int]string{1: grey, 3: rgb, 4: cmyk}[len(all)]
	if operator == "" {
		return ""
	}
	var b []byte
	for _, c := range all {
		b = append(append(b, num(min(max(p.update.Number(c), 0), 1))...), ' ')
	}
	return string(b) + operator
}
