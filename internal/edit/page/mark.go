package page

import (
	"fmt"
	"maps"

	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Mark is how a text is marked.
type Mark string

// The marks.
const (
	Highlight Mark = "Highlight"
	Underline Mark = "Underline"
	Strike    Mark = "StrikeOut"
)

// Mark adds an annotation over boxes, one for each line of a text. It is drawn for readers that do not do that.
func (k *Ink) Mark(p cos.Page, mark Mark, boxes []Rect, note string) {
	if len(boxes) == 0 {
		return
	}
	around := boxes[0]
	var quads []any
	var b []byte
	for _, r := range boxes {
		around = Rect{min(around.Left, r.Left), min(around.Bottom, r.Bottom), max(around.Right, r.Right), max(around.Top, r.Top)}
		quads = append(quads, r.Left, r.Top, r.Right, r.Top, r.Left, r.Bottom, r.Right, r.Bottom)
		b = append(b, k.stroke(mark, r)...)
	}
	resources := cos.Dict{}
	if mark == Highlight {
		resources["ExtGState"] = cos.Dict{"Over": cos.Dict{"BM": cos.Name("Multiply")}}
		b = append([]byte("/Over gs\n"), b...)
	}
	looks := k.Update.Add(cos.Stream{
		Dict: cos.Dict{"Type": cos.Name("XObject"), "Subtype": cos.Name("Form"), "BBox": around.Array(), "Resources": resources},
		Data: b,
	})
	annot := k.Update.Add(cos.Dict{
		"Type": cos.Name("Annot"), "Subtype": cos.Name(mark), "Rect": around.Array(), "QuadPoints": quads, "F": 4, "P": p.Ref,
		"C": []any{k.Color[0], k.Color[1], k.Color[2]}, "Contents": cos.Doc(note), "AP": cos.Dict{"N": looks},
	})
	own := maps.Clone(k.Update.Dict(p.Ref))
	annots := k.Update.Array(own["Annots"])
	own["Annots"] = append(annots[:len(annots):len(annots)], annot)
	k.Update.Set(p.Ref, own)
}

// stroke draws a mark over one line. A highlight is pale, so that the words can be read through it in any color.
func (k *Ink) stroke(mark Mark, r Rect) []byte {
	c := k.Color
	if mark == Highlight {
		const pale = 0.6
		for i := range c {
			c[i] = pale + (1-pale)*c[i]
		}
		return fmt.Appendf(nil, "%s %s %s rg %s %s %s %s re f\n", num(c[0]), num(c[1]), num(c[2]), num(r.Left), num(r.Bottom), num(r.Width()), num(r.Height()))
	}
	y := r.Bottom + 0.08*r.Height()
	if mark == Strike {
		y = r.Bottom + 0.42*r.Height()
	}
	return fmt.Appendf(nil, "%s %s %s RG %s w %s %s m %s %s l S\n", num(c[0]), num(c[1]), num(c[2]), num(max(0.5, 0.07*r.Height())), num(r.Left), num(y), num(r.Right), num(y))
}
