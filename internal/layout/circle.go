package layout

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// circleOf is the box of a closed outline that runs around its middle in curves.
func circleOf(part []engine.Segment) (engine.Box, bool) {
	const arc = 3 // points of a curve, the last of which lies on it
	if n := len(part) - 1; n < 4*arc || n%arc != 0 && !(n%arc == 1 && part[n].Kind == engine.Line) || part[0].Kind != engine.Move {
		return engine.Box{}, false
	}
	b := span(part[0].To, part[0].To)
	for i, g := range part[1:] {
		if g.Kind != engine.Curve && i+2 < len(part) {
			return b, false
		}
		if i%arc == arc-1 {
			b = union(b, span(g.To, g.To))
		}
	}
	x, y, r := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2, (b.X1-b.X0)/2
	for i := 0; i < len(part); i += arc {
		away := math.Hypot(float64(part[i].To.X-x), float64(part[i].To.Y-y))
		if abs(float32(away)-r) > 0.05*r {
			return b, false
		}
	}
	return b, abs(b.X1-b.X0-b.Y1+b.Y0) <= 0.1*r
}

// choiceGap, in sides, is how far apart circles on one height are at most that are choices of one question.
const choiceGap = 15

// buttons keeps the circles that are choices. Circles are bullets as well: beside a filled one of their size, or on one
// height with another, they are not. They are marks of a chart where most have no label.
func (t *Text) buttons(circles []checkbox) []checkbox {
	labelled := 0
	for i := range circles {
		if t.beside(&circles[i]) >= 0 {
			labelled++
		}
	}
	if 3*labelled < 2*len(circles) {
		return nil
	}
	var out []checkbox
	for i := range circles {
		b := circles[i].box
		if slices.ContainsFunc(circles, func(o checkbox) bool {
			level := abs(o.box.Y0-b.Y0) < 0.25*(b.X1-b.X0)
			gap := max(b.X0-o.box.X1, o.box.X0-b.X1)
			return o.box != b && lined(o.box, b) && (o.checked || circles[i].checked || level && gap < choiceGap*(b.X1-b.X0))
		}) {
			out = append(out, circles[i])
		}
	}
	return out
}
