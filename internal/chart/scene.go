package chart

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// scene is what is drawn in a figure, told by outlines or by pixels, in points of the page. The solver sees only this.
type scene struct {
	box    box
	em     float64 // size of most of the text
	grain  float64 // how exactly places are known
	traced bool    // lines were followed in pixels: their corners are not the points of the data
	labels []label
	rects  []shape    // filled upright rectangles
	dots   []shape    // small closed shapes
	lines  []polyline // open lines of several steps
	areas  []polyline // large filled polygons
	wedges []wedge
	rules  []rule // level and upright lines: axes, ticks, grid

	pic    *picture // nil where outlines tell
	blank  int      // stretches of a disc that no sector covers
	unread int      // words in the picture that were not recognised
}

// Bounds of one figure.
const (
	maxLabels   = 1500
	maxShapes   = 20_000
	maxSegments = 300_000
	maxPoints   = 2_000 // of one series
)

type point struct{ x, y float64 }

// shape is a mark with its extent.
type shape struct {
	box
	colour engine.Color
}

// polyline is a line through points.
type polyline struct {
	points []point
	colour engine.Color
	width  float64
}

// wedge is a sector of a circle. Angles are radians clockwise from three o'clock, from < to.
type wedge struct {
	centre   point
	radius   float64
	from, to float64
	colour   engine.Color
}

// rule is a level or upright line.
type rule struct {
	box
	colour  engine.Color
	upright bool
}

// at is the place of the line across its direction.
func (r *rule) at() float64 {
	if r.upright {
		return (r.x0 + r.x1) / 2
	}
	return (r.y0 + r.y1) / 2
}

// box is an upright rectangle.
type box struct{ x0, y0, x1, y1 float64 }

func boxOf(b engine.Box) box {
	return box{float64(b.X0), float64(b.Y0), float64(b.X1), float64(b.Y1)}
}

func (b box) width() float64  { return b.x1 - b.x0 }
func (b box) height() float64 { return b.y1 - b.y0 }
func (b box) area() float64   { return max(b.width(), 0) * max(b.height(), 0) }
func (b box) centre() point   { return point{(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2} }

func (b box) holds(p point) bool { return p.x >= b.x0 && p.x <= b.x1 && p.y >= b.y0 && p.y <= b.y1 }

func (b box) grown(by float64) box { return box{b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by} }

func (b box) common(o box) box {
	return box{max(b.x0, o.x0), max(b.y0, o.y0), min(b.x1, o.x1), min(b.y1, o.y1)}
}

func (b box) union(o box) box {
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)}
}

// swapped exchanges the axes, so that lying bars are read as standing ones.
func (b box) swapped() box { return box{b.y0, b.x0, b.y1, b.x1} }

// around is the box around points.
func around(points []point) box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range points {
		b = b.union(box{p.x, p.y, p.x, p.y})
	}
	return b
}

// Parts of a colour.
func rgb(c engine.Color) (r, g, b int) { return int(c >> 24), int(c >> 16 & 0xFF), int(c >> 8 & 0xFF) }

func visible(c engine.Color) bool { return c&0xFF >= 8 }

// white is what paints nothing to be seen on paper.
func white(c engine.Color) bool {
	r, g, b := rgb(c)
	return min(r, g, b) > 247
}

// far is the distance of two colours along their most different part.
func far(a, b engine.Color) int {
	r, g, bl := rgb(a)
	r2, g2, b2 := rgb(b)
	return max(abs(r-r2), abs(g-g2), abs(bl-b2))
}

func abs(n int) int { return max(n, -n) }
