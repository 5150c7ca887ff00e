package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// sector recognises a part of a disc, or of a ring: all points of its outline lie at one or two distances from a centre.
func sector(o outline, colour engine.Color, least float64) (wedge, bool) {
	if len(o.flat) < 5 {
		return wedge{}, false
	}
	for _, c := range centres(o) {
		if w, ok := sectorAround(o.flat, c, least); ok {
			w.colour = colour
			return w, true
		}
	}
	return wedge{}, false
}

// centres are the points that may be the centre of a sector: its corners, and those of the circles through parts of it.
func centres(o outline) []point {
	const most = 24
	var all []point
	for i := range min(len(o.ends), most) {
		all = append(all, o.ends[i])
	}
	n := len(o.flat)
	for _, from := range []int{0, n / 4, n / 2} {
		if c, ok := circle(o.flat[from%n], o.flat[(from+n/8+1)%n], o.flat[(from+n/4)%n]); ok {
			all = append(all, c)
		}
	}
	return append(all, around(o.flat).centre())
}

// circle is the centre of the circle through three points.
func circle(a, b, c point) (point, bool) {
	d := 2 * (a.x*(b.y-c.y) + b.x*(c.y-a.y) + c.x*(a.y-b.y))
	if math.Abs(d) < 1e-6 {
		return point{}, false
	}
	sq := func(p point) float64 { return p.x*p.x + p.y*p.y }
	out := point{
		(sq(a)*(b.y-c.y) + sq(b)*(c.y-a.y) + sq(c)*(a.y-b.y)) / d,
		(sq(a)*(c.x-b.x) + sq(b)*(a.x-c.x) + sq(c)*(b.x-a.x)) / d,
	}
	return out, finite(out.x, out.y)
}

func sectorAround(flat []point, c point, least float64) (wedge, bool) {
	radius := 0.0
	for _, p := range flat {
		radius = max(radius, math.Hypot(p.x-c.x, p.y-c.y))
	}
	if radius < least {
		return wedge{}, false
	}
	inner := -1.0 // radius of the hole of a ring
	var angles []float64
	for _, p := range flat {
		d := math.Hypot(p.x-c.x, p.y-c.y)
		switch {
		case d > 0.98*radius:
			angles = append(angles, math.Atan2(p.y-c.y, p.x-c.x))
		case d < 0.02*radius && inner <= 0:
			inner = 0
		case inner < 0:
			inner = d
		case math.Abs(d-inner) > 0.02*radius:
			return wedge{}, false
		}
	}
	if len(angles) < 4 {
		return wedge{}, false
	}
	from, to := sweep(angles)
	if inner < 0 && to-from < 2*math.Pi-0.8 {
		return wedge{}, false // a piece cut off a circle
	}
	if inner < 0 {
		to = from + 2*math.Pi
	}
	return wedge{centre: c, radius: radius, from: from, to: to}, true
}

// sweep is the smallest turn that holds all angles.
func sweep(angles []float64) (from, to float64) {
	slices.Sort(angles)
	gap, at := angles[0]+2*math.Pi-angles[len(angles)-1], 0
	for i := 1; i < len(angles); i++ {
		if d := angles[i] - angles[i-1]; d > gap {
			gap, at = d, i
		}
	}
	return angles[at], angles[at] + 2*math.Pi - gap
}
