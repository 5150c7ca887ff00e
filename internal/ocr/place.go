package ocr

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// NewLine makes a line of words; its box is around theirs and its confidence is their mean by length.
func NewLine(words []Word, angle float64) Line {
	l := Line{Words: words, Box: words[0].Box, Angle: math.Mod(math.Mod(angle, 360)+360, 360)}
	sum, n := 0.0, 0.0
	for _, w := range words {
		b := w.Box
		l.Box = engine.Box{X0: min(l.Box.X0, b.X0), Y0: min(l.Box.Y0, b.Y0), X1: max(l.Box.X1, b.X1), Y1: max(l.Box.Y1, b.Y1)}
		length := float64(len([]rune(w.Text)))
		sum, n = sum+w.Confidence*length, n+length
	}
	l.Confidence = sum / max(n, 1)
	return l
}

// Inside keeps a box within an image.
func Inside(b engine.Box, m pixel.Image) engine.Box {
	w, h := float32(m.Width), float32(m.Height)
	hold := func(v, top float32) float32 { return min(max(v, 0), top) }
	return engine.Box{X0: hold(b.X0, w), Y0: hold(b.Y0, h), X1: hold(b.X1, w), Y1: hold(b.Y1, h)}
}

// Moved gives the box around a box whose corners a plane moves.
func Moved(b engine.Box, p pixel.Plane) engine.Box {
	r := pixel.Rect{
		X: float64(b.X0+b.X1) / 2, Y: float64(b.Y0+b.Y1) / 2,
		Width: float64(b.X1 - b.X0), Height: float64(b.Y1 - b.Y0),
	}
	return p.Rect(r).Bounds()
}
