package block

import "github.com/octavo-dev/octavo/internal/engine"

// Bounds of axes.
const (
	fewestBars = 3   // shapes that stand on one
	mostAxes   = 256 // strokes looked at, and shapes: maps and technical drawings have thousands, and hang together anyway
)

// axes are the long strokes that hold the shapes of a chart together: those that several shapes stand on, which are apart
// from each other, and those that meet one of them.
func (s *sheet) axes(shapes, strokes []engine.Box) []engine.Box {
	if len(shapes) > mostAxes || len(strokes) > mostAxes {
		return nil
	}
	seam := ruleThickness * s.em
	var out, others []engine.Box
	for _, b := range strokes {
		n := 0
		for _, o := range shapes {
			if stands(o, b, seam) {
				n++
			}
		}
		if n >= fewestBars && !s.inTable(b) {
			out = append(out, b)
		} else {
			others = append(others, b)
		}
	}
	for _, b := range others {
		for _, a := range out {
			if level(a) != level(b) && touches(grown(a, seam), b) {
				out = append(out, b)
				break
			}
		}
	}
	return out
}

// stands reports whether a shape ends at a stroke.
func stands(shape, stroke engine.Box, seam float32) bool {
	if !touches(grown(stroke, seam), shape) {
		return false
	}
	if level(stroke) {
		return absolute(shape.Y1-stroke.Y0) <= seam || absolute(shape.Y0-stroke.Y1) <= seam
	}
	return absolute(shape.X0-stroke.X1) <= seam || absolute(shape.X1-stroke.X0) <= seam
}

func level(b engine.Box) bool { return b.X1-b.X0 > b.Y1-b.Y0 }
