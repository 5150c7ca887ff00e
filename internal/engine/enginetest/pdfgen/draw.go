package pdfgen

import (
	"fmt"
	"strings"
)

// Line is text with its baseline at Y, in Courier, whose characters are all 0.6 sizes wide.
type Line struct {
	X, Y, Size float64
	Text       string
}

func (l Line) String() string {
	return fmt.Sprintf("BT /F4 %g Tf 1 0 0 1 %g %g Tm %s Tj ET ", l.Size, l.X, l.Y, Text(l.Text))
}

// Around is where a part of the line stands.
func (l Line) Around(part string) Rect {
	at := strings.Index(l.Text, part)
	x := l.X + 0.6*l.Size*float64(at)
	return Rect{x, l.Y - 0.25*l.Size, x + 0.6*l.Size*float64(len(part)), l.Y + 0.75*l.Size}
}

// Lines is lines below each other.
func Lines(x, y, size float64, texts ...string) []Line {
	out := make([]Line, len(texts))
	for i, t := range texts {
		out[i] = Line{x, y - 1.25*size*float64(i), size, t}
	}
	return out
}

// Rect is the corners of a rectangle.
type Rect [4]float64

// Annotation is the body of an annotation with more entries.
func Annotation(kind string, r Rect, more string) string {
	return fmt.Sprintf("<</Type/Annot/Subtype/%s/Rect[%g %g %g %g]/F 4%s>>", kind, r[0], r[1], r[2], r[3], more)
}

// Markup is the body of an annotation that marks the text in rectangles.
func Markup(kind, more string, rects ...Rect) string {
	quads, around := "", rects[0]
	for _, r := range rects {
		quads += fmt.Sprintf("%g %g %g %g %g %g %g %g ", r[0], r[3], r[2], r[3], r[0], r[1], r[2], r[1])
		around = Rect{min(around[0], r[0]), min(around[1], r[1]), max(around[2], r[2]), max(around[3], r[3])}
	}
	return Annotation(kind, around, "/QuadPoints["+quads+"]"+more)
}
