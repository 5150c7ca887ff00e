package blank

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

func common(a, b engine.Box) engine.Box {
	return engine.Box{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}
}

func area(b engine.Box) float32 { return max(0, b.X1-b.X0) * max(0, b.Y1-b.Y0) }

// overlap is how much two stretches share; the distance between them where it is negative.
func overlap(a0, a1, b0, b1 float32) float32 { return min(a1, b1) - max(a0, b0) }

func holds(b engine.Box, x, y float32) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }

func union(a, b engine.Box) engine.Box {
	return engine.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}

func abs(x float32) float32 { return max(x, -x) }

func wide(b engine.Box) float32 { return b.X1 - b.X0 }
func high(b engine.Box) float32 { return b.Y1 - b.Y0 }

func middle(b engine.Box) (x, y float32) { return (b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2 }

func size(b doc.Box) float64 { return b.Width * b.Height }

// both is how much two boxes share.
func both(a, b doc.Box) float64 {
	w := min(a.Left+a.Width, b.Left+b.Width) - max(a.Left, b.Left)
	h := min(a.Top+a.Height, b.Top+b.Height) - max(a.Top, b.Top)
	return max(0, w) * max(0, h)
}
