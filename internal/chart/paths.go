package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Sizes of outlines, in sizes of the font.
const (
	hair      = 0.12 // thickness of a line that is drawn as a rectangle
	largeDot  = 1.3
	smallDot  = 0.12
	thickLine = 0.6 // a stroke this wide is a bar
	leastPie  = 1.5 // radius
	fullRect  = 0.9 // part of its box that a bar with round corners fills
)

// outline is one run of a path without a jump.
type outline struct {
	ends   []point // of its steps
	flat   []point // ends, and points on its curves
	closed bool
}

// addPaths tells what the outlines inside a figure are.
func (s *scene) addPaths(p *engine.Page) {
	s.grain = 0.02 * s.em
	var loose []polyline // single steps
	segments := 0
	reach := s.box.grown(0.5 * s.em)
	for i := range p.Paths {
		path := &p.Paths[i]
		b := boxOf(path.Box)
		if path.Annotation || !finite(b.x0, b.y0, b.x1, b.y1) || !reach.holds(b.centre()) || !visible(path.Fill) && !visible(path.Stroke) {
			continue
		}
		if segments += len(path.Segments); segments > maxSegments || len(s.rects)+len(s.dots)+len(s.rules)+len(loose) > maxShapes {
			break
		}
		for _, o := range s.unring(outlines(path.Segments), path) {
			loose = s.addOutline(o, path, loose)
		}
	}
	s.chain(loose)
}

// unring takes lines around rectangles, which are filled between two outlines, out of the outlines of a path.
func (s *scene) unring(all []outline, path *engine.Path) []outline {
	if !visible(path.Fill) || visible(path.Stroke) {
		return all
	}
	out := all[:0]
	for i := 0; i < len(all); i++ {
		if i+1 < len(all) && s.ring(&all[i], &all[i+1]) {
			s.addEdges(around(all[i].ends).union(around(all[i+1].ends)), path.Fill)
			i++
			continue
		}
		out = append(out, all[i])
	}
	return out
}

// ring reports two rectangles, one close inside the other.
func (s *scene) ring(one, other *outline) bool {
	a, b := around(one.ends), around(other.ends)
	if surface(one.ends) < 0.99*a.area() || surface(other.ends) < 0.99*b.area() {
		return false
	}
	gaps := []float64{b.x0 - a.x0, b.y0 - a.y0, a.x1 - b.x1, a.y1 - b.y1}
	least, most := slices.Min(gaps), slices.Max(gaps)
	return least*most > 0 && max(math.Abs(least), math.Abs(most)) <= hair*s.em
}

// outlines cuts a path at its jumps.
func outlines(segments []engine.Segment) []outline {
	var all []outline
	var o outline
	flush := func() {
		if len(o.ends) > 1 {
			all = append(all, o)
		}
		o = outline{}
	}
	for i := 0; i < len(segments); i++ {
		seg := segments[i]
		to := point{float64(seg.To.X), float64(seg.To.Y)}
		if !finite(to.x, to.y) {
			o = outline{}
			continue
		}
		switch {
		case seg.Kind == engine.Move:
			flush()
			o.ends, o.flat = []point{to}, []point{to}
		case seg.Kind == engine.Curve && i+2 < len(segments) && len(o.ends) > 0:
			i = o.curve(segments, i)
			seg = segments[i]
		case len(o.ends) > 0:
			o.ends, o.flat = append(o.ends, to), append(o.flat, to)
		}
		if seg.Close {
			o.closed = true
			flush()
		}
	}
	flush()
	return all
}

// curve adds a curve, whose three points begin at i, and returns the place of its last.
func (o *outline) curve(segments []engine.Segment, i int) int {
	at := func(k int) point { return point{float64(segments[i+k].To.X), float64(segments[i+k].To.Y)} }
	a, b, c, d := o.ends[len(o.ends)-1], at(0), at(1), at(2)
	if !finite(b.x, b.y, c.x, c.y, d.x, d.y) {
		return i + 2
	}
	const steps = 8
	for k := 1; k <= steps; k++ {
		t := float64(k) / steps
		u := 1 - t
		mix := func(a, b, c, d float64) float64 { return u*u*u*a + 3*u*u*t*b + 3*u*t*t*c + t*t*t*d }
		o.flat = append(o.flat, point{mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y)})
	}
	o.ends = append(o.ends, d)
	return i + 2
}

// addOutline sorts an outline into its kind; single steps that are neither level nor upright are returned with loose.
func (s *scene) addOutline(o outline, path *engine.Path, loose []polyline) []polyline {
	b := around(o.flat)
	filled := visible(path.Fill) && !white(path.Fill)
	stroke := path.Stroke
	upright := isRect(o.ends)
	switch {
	case upright && filled:
		s.addRect(b, path.Fill)
	case upright && visible(stroke):
		s.addFrame(b, stroke)
	case upright:
	case !filled && visible(stroke) && len(o.ends) == 2:
		return s.addStep(o, path, loose)
	case !filled && visible(stroke) && !o.closed && o.ends[0] != o.ends[len(o.ends)-1]:
		s.addLineOf(o, path)
	default:
		s.addClosed(o, b, path, filled)
	}
	return loose
}

func isRect(p []point) bool {
	if len(p) == 5 && near(p[0], p[4], 1e-3) {
		p = p[:4]
	}
	if len(p) != 4 {
		return false
	}
	b := around(p)
	slack := 1e-3 * (b.width() + b.height())
	for i := range p {
		q := p[(i+1)%4]
		if math.Abs(p[i].x-q.x) > slack && math.Abs(p[i].y-q.y) > slack {
			return false
		}
	}
	return b.width() > 0 || b.height() > 0
}

func near(p, q point, within float64) bool {
	return math.Abs(p.x-q.x) <= within && math.Abs(p.y-q.y) <= within
}

// surface is the area inside a closed line.
func surface(points []point) float64 {
	sum := 0.0
	for i, p := range points {
		q := points[(i+1)%len(points)]
		sum += p.x*q.y - q.x*p.y
	}
	return math.Abs(sum) / 2
}

// addRect takes a filled rectangle: a mark, a line, or the ground of the plot.
func (s *scene) addRect(b box, colour engine.Color) {
	w, h := b.width(), b.height()
	if b.area() > 0.45*s.box.area() {
		s.addFrame(b, colour)
		return
	}
	if min(w, h) <= hair*s.em {
		s.rules = append(s.rules, rule{b, colour, h > w})
	}
	if max(w, h) > hair*s.em && min(w, h) > 0 {
		s.rects = append(s.rects, shape{b, colour})
	}
}

// addFrame takes the outline of a rectangle: four lines, or a hollow mark.
func (s *scene) addFrame(b box, colour engine.Color) {
	if max(b.width(), b.height()) <= largeDot*s.em {
		s.dots = append(s.dots, shape{b, colour})
		return
	}
	s.addEdges(b, colour)
}

// addEdges takes the sides of a rectangle for lines.
func (s *scene) addEdges(b box, colour engine.Color) {
	s.rules = append(s.rules,
		rule{box{b.x0, b.y0, b.x1, b.y0}, colour, false}, rule{box{b.x0, b.y1, b.x1, b.y1}, colour, false},
		rule{box{b.x0, b.y0, b.x0, b.y1}, colour, true}, rule{box{b.x1, b.y0, b.x1, b.y1}, colour, true})
}

// addStep takes a stroke from one point to another.
func (s *scene) addStep(o outline, path *engine.Path, loose []polyline) []polyline {
	b, wide := around(o.ends), float64(path.Width)
	slack := 0.01 * s.em
	level, upright := b.height() <= slack, b.width() <= slack
	switch {
	case (level || upright) && wide > thickLine*s.em && finite(wide):
		if level {
			s.addRect(box{b.x0, b.y0 - wide/2, b.x1, b.y1 + wide/2}, path.Stroke)
		} else {
			s.addRect(box{b.x0 - wide/2, b.y0, b.x1 + wide/2, b.y1}, path.Stroke)
		}
	case level || upright:
		s.rules = append(s.rules, rule{b, path.Stroke, upright && !level})
		fallthrough
	default:
		loose = append(loose, polyline{o.ends, path.Stroke, wide})
	}
	return loose
}

// addLineOf takes an open line. Corners of axes are lines of their own.
func (s *scene) addLineOf(o outline, path *engine.Path) {
	slack, square := 0.01*s.em, true
	for i := 1; i < len(o.ends); i++ {
		square = square && (math.Abs(o.ends[i].x-o.ends[i-1].x) <= slack || math.Abs(o.ends[i].y-o.ends[i-1].y) <= slack)
	}
	b := around(o.ends)
	if len(o.flat) != len(o.ends) {
		square = false
	}
	if square && len(o.ends) <= 4 && b.width() > slack && b.height() > slack {
		for i := 1; i < len(o.ends); i++ {
			step := around(o.ends[i-1 : i+1])
			s.rules = append(s.rules, rule{step, path.Stroke, step.height() > step.width()})
		}
		return
	}
	if max(b.width(), b.height()) <= largeDot*s.em {
		s.dots = append(s.dots, shape{b, path.Stroke})
		return
	}
	s.lines = append(s.lines, polyline{o.flat, path.Stroke, float64(path.Width)})
}

// addClosed takes a closed outline that is no rectangle.
func (s *scene) addClosed(o outline, b box, path *engine.Path, filled bool) {
	colour := path.Fill
	if !filled {
		colour = path.Stroke
	}
	if !visible(colour) || white(colour) {
		return
	}
	w, h := b.width(), b.height()
	switch {
	case max(w, h) <= largeDot*s.em && min(w, h) >= smallDot*s.em:
		s.dots = append(s.dots, shape{b, colour})
	case filled && surface(o.flat) > fullRect*w*h:
		s.addRect(b, colour)
	case filled:
		if found, ok := sector(o, colour, leastPie*s.em); ok {
			s.wedges = append(s.wedges, found)
		} else if w > 3*s.em {
			s.areas = append(s.areas, polyline{o.ends, colour, 0})
		}
	}
}
