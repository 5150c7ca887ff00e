package stroke

import (
	"cmp"
	"math"
	"slices"
)

// Skew is the angle, in degrees clockwise, that most of the length of some strokes lies askew, and that length in
// points.
func Skew(level, upright []Stroke) (degrees float64, length float32) {
	type slope struct{ degrees, length float64 }
	var all []slope
	for _, s := range level {
		x, y := float64(s.To.X-s.From.X), float64(s.To.Y-s.From.Y)
		all = append(all, slope{math.Atan2(y, x) * 180 / math.Pi, x})
	}
	for _, s := range upright {
		x, y := float64(s.To.X-s.From.X), float64(s.To.Y-s.From.Y)
		all = append(all, slope{math.Atan2(-x, y) * 180 / math.Pi, y})
	}
	slices.SortFunc(all, func(a, b slope) int {
		return cmp.Or(cmp.Compare(a.degrees, b.degrees), cmp.Compare(a.length, b.length))
	})
	var whole, half float64
	for _, s := range all {
		whole += s.length
	}
	for _, s := range all {
		if half += s.length; 2*half >= whole {
			return s.degrees, float32(whole)
		}
	}
	return 0, 0
}
