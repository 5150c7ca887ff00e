package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// lines reads lines that cross at least a part of the plot; it reports whether there are any.
func (r *reading) lines(least float64) bool {
	inside := r.plot.grown(0.6 * r.em)
	some := false
	for i := range r.scene.lines {
		l := &r.scene.lines[i]
		b := around(l.points)
		if b.common(inside).width() < max(least*r.plot.width(), r.em) || !inside.holds(b.common(inside).centre()) || r.straight(l) {
			continue
		}
		points := r.vertices(l, inside)
		if len(points) < 2 || len(points) > maxPoints {
			r.left++
			continue
		}
		at := len(r.series)
		if k := r.continued(l.colour, points); k >= 0 {
			at = k
		} else {
			r.series = append(r.series, found{colour: l.colour, name: r.nameOf(l.colour)})
		}
		for _, p := range points {
			r.series[at].marks = append(r.series[at].marks, spot{at: p, x: r.along(p.x), y: r.y.value(p.y), line: true})
		}
		some = true
	}
	return some
}

// straight reports a level line of one step, which is grid, not data.
func (r *reading) straight(l *polyline) bool {
	b := around(l.points)
	return len(l.points) == 2 && (b.height() <= 0.02*r.em || b.width() <= 0.02*r.em)
}

// continued is the series whose line ended before these points begin, as one that is drawn in pieces does.
func (r *reading) continued(c engine.Color, points []point) int {
	for k := range r.series {
		s := &r.series[k]
		if last := len(s.marks) - 1; last >= 0 && s.marks[last].line && far(s.colour, c) <= sameColour &&
			s.marks[last].at.x < points[0].x && s.name == r.nameOf(c) {
			return k
		}
	}
	return -1
}

// vertices are the data points of a line from left to right: its markers where it has them, its corners otherwise.
func (r *reading) vertices(l *polyline, inside box) []point {
	points := slices.DeleteFunc(slices.Clone(l.points), func(p point) bool { return !inside.holds(p) })
	if len(points) > 1 && points[0].x > points[len(points)-1].x {
		slices.Reverse(points)
	}
	if marked := r.markers(l, points); marked != nil {
		return marked
	}
	out := points[:0]
	for _, p := range points {
		if n := len(out); n > 0 && near(out[n-1], p, r.grain/4) {
			continue
		}
		out = append(out, p)
	}
	if r.x == nil && len(r.cats) >= 2 && len(out) > 0 && (r.traced || len(out) > 2*len(r.cats)) {
		return r.sampled(out)
	}
	return out
}

// sampled takes a line of many steps at the places of the categories.
func (r *reading) sampled(points []point) []point {
	var out []point
	for _, c := range r.cats {
		y, ok := crossing(points, c.at, 0.1*r.step())
		for _, p := range points { // corners are more exact than steep lines
			if math.Abs(p.x-c.at) < 3*r.grain {
				y, ok = p.y, true
			}
		}
		if ok {
			out = append(out, point{c.at, y})
		}
	}
	return out
}

// crossing is the height of a line at a place.
func crossing(points []point, x, slack float64) (float64, bool) {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if a.x <= x && x <= b.x && b.x > a.x {
			return a.y + (b.y-a.y)*(x-a.x)/(b.x-a.x), true
		}
	}
	for _, p := range []point{points[0], points[len(points)-1]} {
		if math.Abs(p.x-x) <= slack {
			return p.y, true
		}
	}
	return 0, false
}

// markers are the dots in the colour of a line that stand on it, if they are fewer than its steps.
func (r *reading) markers(l *polyline, points []point) []point {
	if len(points) < 2 || len(r.dots) > maxPoints {
		return nil
	}
	var out []point
	for _, d := range r.dots {
		c := d.centre()
		if far(d.colour, l.colour) > sameColour {
			continue
		}
		if y, ok := crossing(points, c.x, 0.1*r.em); ok && math.Abs(y-c.y) < 0.25*r.em {
			out = append(out, c)
		}
	}
	if len(out) < 3 || len(out) >= len(points) {
		return nil
	}
	slices.SortFunc(out, func(a, b point) int { return compare(a.x, b.x) })
	return out
}

// along is what stands at a place of the axis across the values: a number, a time, or a category.
func (r *reading) along(x float64) any {
	if r.x != nil {
		return r.number(r.x, x)
	}
	if len(r.cats) == 0 {
		return nil
	}
	if i := r.nearest(x); math.Abs(r.cats[i].at-x) <= 0.25*r.step() {
		return r.catText(i)
	}
	return nil
}

// fewestDots of one kind make a series.
const fewestDots = 4

// looseDots are the dots of the plot, if most of them stand on no line.
func (r *reading) looseDots() []shape {
	inside := r.plot.grown(0.4 * r.em)
	var all []shape
	for _, d := range slices.Concat(r.dots, r.smallSquares()) {
		if inside.holds(d.centre()) {
			all = append(all, d)
		}
	}
	if len(all) < fewestDots || r.x == nil && len(r.cats) < 2 {
		return nil
	}
	on := 0
	for _, l := range r.scene.lines {
		if b := around(l.points); b.width() < 0.1*r.plot.width() || r.straight(&l) || len(l.points)+len(all) > maxPoints {
			continue
		}
		for _, p := range l.points {
			if slices.ContainsFunc(all, func(d shape) bool { return near(d.centre(), p, 0.2*r.em) }) {
				on++
			}
		}
	}
	if 2*on > len(all) {
		return nil
	}
	return all
}

// smallSquares are filled squares with the size of dots.
func (r *reading) smallSquares() []shape {
	var out []shape
	for _, b := range r.rects {
		if max(b.width(), b.height()) <= largeDot*r.em && math.Abs(b.width()-b.height()) < 0.1*r.em {
			out = append(out, b)
		}
	}
	return out
}

// scatter makes series of dots by colour. Those of unusual size are something else.
func (r *reading) scatter(dots []shape) {
	slices.SortStableFunc(dots, func(a, b shape) int { return compare(a.x0, b.x0) })
	sizes := make([]float64, len(dots))
	for i, d := range dots {
		sizes[i] = d.width() + d.height()
	}
	slices.Sort(sizes)
	usual := sizes[len(sizes)/2]
	for _, d := range dots {
		if math.Abs(d.width()+d.height()-usual) > 0.35*usual+4*r.grain || len(dots) > 4*maxPoints {
			r.left++
			continue
		}
		c := d.centre()
		r.add(d.colour, spot{at: c, x: r.along(c.x), y: r.y.value(c.y), line: true, ink: d.box})
	}
}

// areaMarks reads filled areas with a level lower bound.
func (r *reading) areaMarks() bool {
	inside := r.plot.grown(0.6 * r.em)
	for _, a := range r.areas {
		b := around(a.points)
		if !inside.holds(b.centre()) || b.width() < 0.3*r.plot.width() || len(a.points) < 5 || len(a.points) > maxPoints {
			continue
		}
		r.addArea(&a)
	}
	return len(r.series) > 0
}

// addArea reads the upper bound of an area, less its lower bound where that is another area's.
func (r *reading) addArea(a *polyline) {
	points := slices.Clone(a.points)
	slices.SortStableFunc(points, func(p, q point) int { return compare(p.x, q.x) })
	base := r.plot.y1
	if r.y.kind != Log {
		base = r.y.place(0)
	}
	f := found{colour: a.colour, name: r.nameOf(a.colour)}
	for i := 0; i < len(points); {
		k, top, low := i, points[i].y, points[i].y
		for ; k < len(points) && points[k].x-points[i].x <= 0.05*r.em; k++ {
			top, low = min(top, points[k].y), max(low, points[k].y)
		}
		sp := spot{at: point{points[i].x, top}, from: low, x: r.along(points[i].x), y: r.y.value(top), line: true}
		if k-i > 1 && math.Abs(low-base) > 0.1*r.em {
			sp.stack, sp.y = true, r.y.value(top)-r.y.value(low)
		}
		f.marks = append(f.marks, sp)
		i = k
	}
	r.series = append(r.series, f)
}
