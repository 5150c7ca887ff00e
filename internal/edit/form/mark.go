package form

import (
	"fmt"
	"maps"

	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// marks draws the appearances of a mark that the file has none of: a cross for a check box, a dot for a radio button.
func (p *Pen) marks(f *Field, w *Widget, widget cos.Dict, on cos.Name, s Style) cos.Dict {
	l := &look{pen: p, field: f, style: s, width: w.rect.Width(), height: w.rect.Height(), fonts: cos.Dict{}}
	before, after, resources := p.frame(widget, l)
	stream := func(content []byte) cos.Ref {
		return p.update.Add(cos.Stream{
			Dict: cos.Dict{
				"Type": cos.Name("XObject"), "Subtype": cos.Name("Form"), "FormType": 1,
				"BBox": []any{0, 0, l.width, l.height}, "Resources": resources,
			},
			Data: append(append(append([]byte{}, before...), content...), after...),
		})
	}
	drawn := cross(l.width, l.height, s)
	if f.Kind == Radio {
		drawn = dot(l.width, l.height, s)
	}
	dict := maps.Clone(widget)
	dict["AP"] = cos.Dict{"N": cos.Dict{on: stream(drawn), "Off": stream(nil)}}
	return dict
}

// mute reports whether the mark of a state is a letter of a font that its appearance does not have, so that no reader can
// show it.
func (p *Pen) mute(widget cos.Dict, state cos.Name) bool {
	s, ok := p.update.Value(p.update.Dict(p.update.Dict(widget["AP"])["N"])[state]).(cos.Stream)
	if !ok {
		return true
	}
	data, ok := p.update.Data(s)
	if !ok {
		return false
	}
	fonts := p.update.Dict(p.update.Dict(s.Dict["Resources"])["Font"])
	known, shown, missing := false, false, false
	cos.Operations(data, func(o cos.Operation) {
		switch o.Operator {
		case "Tf":
			var name cos.Name
			if len(o.Operands) > 0 {
				name, _ = o.Operands[0].(cos.Name)
			}
			known = fonts[name] != nil
		case "Tj", "TJ", "'", "\"":
			shown, missing = shown || known, missing || !known
		}
	})
	return missing && !shown
}

// cross is drawn from corner to corner of a square in the middle of a box.
func cross(width, height float64, s Style) []byte {
	const share = 0.32 // of the smaller side, to each side of the middle
	r := share * min(width, height)
	x, y := width/2, height/2
	return fmt.Appendf(nil, "q %s %s %s RG %s w 1 J %s %s m %s %s l %s %s m %s %s l S Q\n", num(s.Color[0]), num(s.Color[1]), num(s.Color[2]), num(max(0.7, r/3)),
		num(x-r), num(y-r), num(x+r), num(y+r), num(x-r), num(y+r), num(x+r), num(y-r))
}

// dot is a disc in the middle of a box.
func dot(width, height float64, s Style) []byte {
	const share, bend = 0.25, 0.5523
	r := share * min(width, height)
	x, y, k := width/2, height/2, bend*r
	b := fmt.Appendf(nil, "q %s %s %s m\n", ink(s), num(x+r), num(y))
	for _, c := range [][6]float64{
		{x + r, y + k, x + k, y + r, x, y + r}, {x - k, y + r, x - r, y + k, x - r, y},
		{x - r, y - k, x - k, y - r, x, y - r}, {x + k, y - r, x + r, y - k, x + r, y},
	} {
		for _, v := range c {
			b = append(append(b, num(v)...), ' ')
		}
		b = append(b, "c\n"...)
	}
	return append(b, "f Q\n"...)
}
