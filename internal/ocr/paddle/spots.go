package paddle

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// heat is the detector's map: how likely each pixel belongs to text.
type heat struct {
	p             []float32
	width, height int
}

// findSpots turns the map into rectangles: connected pixels, the smallest rectangle around them, grown by what the
// detector was taught to shrink.
func findSpots(h heat) []Spot {
	var spots []Spot
	seen := make([]bool, len(h.p))
	var stack []int
	for start, p := range h.p {
		if p <= inkThreshold || seen[start] {
			continue
		}
		var outline []point
		outline, stack = h.component(start, seen, stack[:0])
		r, ok := smallest(hull(outline))
		if !ok || min(r.Width, r.Height) < minSide {
			continue
		}
		score := h.mean(r)
		if score < boxThreshold {
			continue
		}
		grow := r.Width * r.Height * unclip / (2 * (r.Width + r.Height))
		r.Width, r.Height = r.Width+2*grow, r.Height+2*grow
		if min(r.Width, r.Height) < minSide+2 {
			continue
		}
		spots = append(spots, Spot{r, score})
		if len(spots) == maxSpots {
			break
		}
	}
	return spots
}

type point struct{ x, y float64 }

// component collects the connected pixels around start and gives the ends of their rows, which hold their hull.
func (h heat) component(start int, seen []bool, stack []int) ([]point, []int) {
	left, right := map[int]int{}, map[int]int{}
	seen[start] = true
	stack = append(stack, start)
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		x, y := i%h.width, i/h.width
		if l, ok := left[y]; !ok || x < l {
			left[y] = x
		}
		if r, ok := right[y]; !ok || x > r {
			right[y] = x
		}
		for ny := max(y-1, 0); ny <= min(y+1, h.height-1); ny++ {
			for nx := max(x-1, 0); nx <= min(x+1, h.width-1); nx++ {
				if n := ny*h.width + nx; !seen[n] && h.p[n] > inkThreshold {
					seen[n] = true
					stack = append(stack, n)
				}
			}
		}
	}
	points := make([]point, 0, 4*len(left))
	for y, l := range left {
		r := right[y]
		points = append(points, point{float64(l), float64(y)}, point{float64(l), float64(y + 1)},
			point{float64(r + 1), float64(y)}, point{float64(r + 1), float64(y + 1)})
	}
	return points, stack
}

// hull is the convex hull of points, counter-clockwise.
func hull(points []point) []point {
	slices.SortFunc(points, func(a, b point) int {
		if a.x != b.x {
			return int(math.Copysign(1, a.x-b.x))
		}
		if a.y != b.y {
			return int(math.Copysign(1, a.y-b.y))
		}
		return 0
	})
	points = slices.Compact(points)
	if len(points) < 3 {
		return points
	}
	half := func(points []point) []point {
		var out []point
		for _, p := range points {
			for len(out) >= 2 && cross(out[len(out)-2], out[len(out)-1], p) <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p)
		}
		return out[:len(out)-1]
	}
	lower := half(points)
	slices.Reverse(points)
	return append(lower, half(points)...)
}

func cross(a, b, c point) float64 { return (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x) }

// smallest is the rectangle of least area around a convex hull; one of its sides lies on a side of the hull. Its width
// is the longer side, its angle is between -90° and 90°.
func smallest(hull []point) (pixel.Rect, bool) {
	if len(hull) < 3 {
		return pixel.Rect{}, false
	}
	best, found := pixel.Rect{}, false
	for i, a := range hull {
		b := hull[(i+1)%len(hull)]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		ux, uy := (b.x-a.x)/length, (b.y-a.y)/length
		minU, maxU, minV, maxV := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
		for _, p := range hull {
			u, v := p.x*ux+p.y*uy, p.y*ux-p.x*uy
			minU, maxU, minV, maxV = min(minU, u), max(maxU, u), min(minV, v), max(maxV, v)
		}
		w, h := maxU-minU, maxV-minV
		if found && w*h >= best.Width*best.Height {
			continue
		}
		u, v := (minU+maxU)/2, (minV+maxV)/2
		best = pixel.Rect{X: u*ux - v*uy, Y: u*uy + v*ux, Width: w, Height: h, Angle: math.Atan2(uy, ux)}
		found = true
	}
	if best.Height > best.Width {
		best.Width, best.Height = best.Height, best.Width
		best.Angle += math.Pi / 2
	}
	best.Angle = math.Remainder(best.Angle, math.Pi)
	return best, found
}

// mean is the average of the map inside a rectangle.
func (h heat) mean(r pixel.Rect) float64 {
	sin, cos := math.Sincos(r.Angle)
	b := r.Bounds()
	sum, n := 0.0, 0
	for y := max(int(b.Y0), 0); y <= min(int(b.Y1), h.height-1); y++ {
		for x := max(int(b.X0), 0); x <= min(int(b.X1), h.width-1); x++ {
			dx, dy := float64(x)+0.5-r.X, float64(y)+0.5-r.Y
			if math.Abs(dx*cos+dy*sin) <= r.Width/2 && math.Abs(dy*cos-dx*sin) <= r.Height/2 {
				sum += float64(h.p[y*h.width+x])
				n++
			}
		}
	}
	return sum / float64(max(n, 1))
}
