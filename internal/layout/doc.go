package layout

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// Doc gives the words and lines that are seen as the document model has them, what is apart from the text last.
func (t *Text) Doc(p *engine.Page) ([]doc.Word, []doc.Line) {
	all := t.Lines
	if len(t.Apart) > 0 {
		all = slices.Concat(t.Lines, t.Apart)
	}
	n := 0
	for i := range all {
		n += len(all[i].Words)
	}
	words, lines := make([]doc.Word, 0, n), make([]doc.Line, 0, len(all))
	for i := range all {
		l := &all[i]
		var sum float64
		for j := range l.Words {
			w := &l.Words[j]
			sum += float64(w.Confidence)
			words = append(words, doc.Word{
				Text: w.Text, Box: Fraction(p, w.Box), Confidence: float64(w.Confidence), Rotation: rotation(w.Angle),
			})
		}
		lines = append(lines, doc.Line{
			Text: l.String(), Box: Fraction(p, l.Box), Confidence: sum / float64(len(l.Words)), Rotation: rotation(l.Angle),
		})
	}
	return words, lines
}

// Fraction measures a box in parts of the page, of which it keeps what lies on it.
func Fraction(p *engine.Page, b engine.Box) doc.Box {
	part := func(x, of float32) float64 {
		if !(of > 0) {
			return 0
		}
		return min(max(float64(x)/float64(of), 0), 1)
	}
	left, top := part(b.X0, p.Width), part(b.Y0, p.Height)
	return doc.Box{Left: left, Top: top, Width: part(b.X1, p.Width) - left, Height: part(b.Y1, p.Height) - top}
}

// rotation turns degrees clockwise into whole degrees counterclockwise.
func rotation(clockwise float32) int {
	return (720 - int(math.Round(float64(clockwise)))) % 360
}
