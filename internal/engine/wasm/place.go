package wasm

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// matrix maps points as PDF does: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float32 }

// rect is a rectangle of page space, where y grows upwards.
type rect struct{ left, top, right, bottom float32 }

// farthest bounds coordinates, so that no infinity and no NaN leaves the package.
const farthest = 1e7

func sound(value float64) float32 {
	if value > -farthest {
		return float32(min(value, farthest))
	}
	return -farthest // also for what is not a number
}

// display maps page space, where nothing is turned yet, to the page as it is shown. One unit of page space is u points;
// PDFium takes all units for points.
func display(box rect, quarterTurns int, u float32) matrix {
	switch quarterTurns {
	case 1:
		return matrix{0, u, u, 0, -box.bottom * u, -box.left * u}
	case 2:
		return matrix{-u, 0, 0, u, box.right * u, -box.bottom * u}
	case 3:
		return matrix{0, -u, -u, 0, box.top * u, box.right * u}
	default:
		return matrix{u, 0, 0, -u, -box.left * u, box.top * u}
	}
}

// then is the matrix that does first m, then n.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d, m.c*n.a + m.d*n.c,
		m.c*n.b + m.d*n.d, m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (m matrix) at(x, y float64) engine.Point {
	return engine.Point{
		X: sound(float64(m.a)*x + float64(m.c)*y + float64(m.e)),
		Y: sound(float64(m.b)*x + float64(m.d)*y + float64(m.f)),
	}
}

// place is the upright box around a rectangle.
func (m matrix) place(left, bottom, right, top float64) engine.Box {
	box := nothing
	for _, p := range [...]engine.Point{m.at(left, bottom), m.at(right, top), m.at(left, top), m.at(right, bottom)} {
		box = stretch(box, p)
	}
	return box
}

func (m matrix) rect(r rect) engine.Box {
	return m.place(float64(r.left), float64(r.bottom), float64(r.right), float64(r.top))
}

// angle is that of what was level before, in degrees clockwise, because y grows downwards.
func (m matrix) angle() float32 {
	degrees := math.Atan2(float64(m.b), float64(m.a)) * 180 / math.Pi
	if degrees < 0 {
		degrees += 360
	}
	if degrees > 0.005 && degrees < 359.995 {
		return float32(degrees)
	}
	return 0
}

// scale is how much longer what was level and what was upright become.
func (m matrix) scale() (across, up float64) {
	return math.Hypot(float64(m.a), float64(m.b)), math.Hypot(float64(m.c), float64(m.d))
}

var infinite = float32(math.Inf(1))

// nothing holds no point, everything all.
var (
	nothing    = engine.Box{X0: infinite, Y0: infinite, X1: -infinite, Y1: -infinite}
	everything = engine.Box{X0: -infinite, Y0: -infinite, X1: infinite, Y1: infinite}
)

// stretch makes a box hold a point.
func stretch(b engine.Box, p engine.Point) engine.Box {
	return engine.Box{X0: min(b.X0, p.X), Y0: min(b.Y0, p.Y), X1: max(b.X1, p.X), Y1: max(b.Y1, p.Y)}
}

// cut keeps what two boxes share; nothing shared leaves a box without area inside the first.
func cut(a, b engine.Box) engine.Box {
	c := engine.Box{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}
	if c.X1 < c.X0 {
		c.X0 = min(max(c.X0, a.X0), a.X1)
		c.X1 = c.X0
	}
	if c.Y1 < c.Y0 {
		c.Y0 = min(max(c.Y0, a.Y0), a.Y1)
		c.Y1 = c.Y0
	}
	return c
}

func apart(a, b engine.Box) bool { return a.X1 < b.X0 || b.X1 < a.X0 || a.Y1 < b.Y0 || b.Y1 < a.Y0 }
