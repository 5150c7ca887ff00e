package layout

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Letters that are drawn as outlines: heights in points, how many make a text, and how many of them stand on a line.
const (
	lowOutline    = 2.5
	highOutline   = 40
	fewOutlines   = 60
	onLine        = 5
	lineTolerance = 0.6 // points by which letters of one line differ
)

// outlined is where a page without text shows one all the same, because its letters are drawn as outlines: small filled
// shapes of which most stand side by side on lines. Drawings and maps have small shapes too, in no order.
func (t *Text) outlined(p *engine.Page) (engine.Box, bool) {
	var shapes []engine.Box
	for i := range p.Paths {
		s := &p.Paths[i]
		if h := s.Visible.Y1 - s.Visible.Y0; s.Fill&0xff == 0 || s.Annotation || h < lowOutline || h > highOutline || len(s.Segments) < 4 || rectangular(s) {
			continue
		}
		shapes = append(shapes, s.Visible)
	}
	if len(shapes) < fewOutlines || len(p.Chars)*5 > len(shapes) {
		return engine.Box{}, false
	}
	slices.SortFunc(shapes, func(a, b engine.Box) int { return cmp.Compare(a.Y1, b.Y1) })
	var text engine.Box
	lined := 0
	for from := 0; from < len(shapes); {
		to := from + 1
		for to < len(shapes) && shapes[to].Y1-shapes[to-1].Y1 < lineTolerance {
			to++
		}
		if to-from >= onLine {
			for _, s := range shapes[from:to] {
				if lined == 0 {
					text = s
				}
				text = union(text, s)
				lined++
			}
		}
		from = to
	}
	return text, lined*2 > len(shapes) && lined >= fewOutlines
}

// rectangular reports whether a path is a bar, a rule or the fill of a cell.
func rectangular(p *engine.Path) bool {
	for i := range p.Segments {
		to := p.Segments[i].To
		if p.Segments[i].Kind == engine.Curve || to.X > p.Box.X0+0.1 && to.X < p.Box.X1-0.1 && to.Y > p.Box.Y0+0.1 && to.Y < p.Box.Y1-0.1 {
			return false
		}
	}
	return true
}
