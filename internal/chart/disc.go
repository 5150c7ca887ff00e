package chart

import (
	"math"
	"slices"
)

// addDisc finds a disc of large areas of different colours and reads its sectors by their pixels.
func (s *scene) addDisc(pic *picture) {
	const most = 12
	whole := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	type part struct {
		colour uint8
		c      component
	}
	var parts, small []part
	for i := range pic.palette {
		for _, c := range pic.components(uint8(i + 1)) {
			switch large := float64(len(c.pixels)) > leastPie*leastPie*pic.em*pic.em; {
			case large && len(parts) < 4*most:
				parts = append(parts, part{uint8(i + 1), c})
				whole = whole.union(box{float64(c.x0), float64(c.y0), float64(c.x1), float64(c.y1)})
			case len(c.pixels) >= leastPixels && len(small) < maxShapes:
				small = append(small, part{uint8(i + 1), c})
			}
		}
	}
	r := (whole.width() + whole.height()) / 4
	if len(parts) < 2 || len(parts) > most || r < leastPie*pic.em || math.Abs(whole.width()-whole.height()) > 0.05*r {
		return
	}
	centre := whole.centre()
	for _, p := range small {
		if len(parts) < most && pic.slice(p.c, centre, r) {
			parts = append(parts, p)
		}
	}
	inside, area := 0, 0
	for _, p := range parts {
		for _, i := range p.c.pixels {
			x, y := float64(int(i)%pic.width)+0.5-centre.x, float64(int(i)/pic.width)+0.5-centre.y
			if math.Hypot(x, y) <= r+1 {
				inside++
			}
		}
		area += len(p.c.pixels)
	}
	if float64(inside) < 0.99*float64(area) || math.Abs(float64(area)/(math.Pi*r*r)-1) > 0.15 {
		return
	}
	at := point{pic.origin.x + centre.x*pic.scale, pic.origin.y + centre.y*pic.scale}
	var covered turns
	for _, p := range parts {
		hit := turnsOf(pic, p.c, centre, r)
		w, ok := hit.sector()
		if !ok {
			return
		}
		covered.add(&hit)
		w.centre, w.radius, w.colour = at, r*pic.scale, pic.palette[p.colour-1]
		half := math.Pi * float64(len(p.c.pixels)) / float64(area)
		if math.Abs(w.to-w.from-2*half) > 2*shareSlack/100*2*math.Pi {
			s.blank++ // as large as its pixels, or as its turn
		}
		middle := (w.from + w.to) / 2
		w.from, w.to = middle-half, middle+half
		s.wedges = append(s.wedges, w)
	}
	s.blank += covered.gaps(max(thinSlice*pic.em, 3) / r)
	disc := box{at.x, at.y, at.x, at.y}.grown(r * pic.scale)
	s.rects = slices.DeleteFunc(s.rects, func(b shape) bool { return disc.holds(b.centre()) })
}

// slice reports pixels that reach from near the centre of a disc to its rim and get wider on the way, as lines do not.
func (pic *picture) slice(c component, centre point, r float64) bool {
	near, far, outer := math.Inf(1), 0.0, 0
	for _, i := range c.pixels {
		d := math.Hypot(float64(int(i)%pic.width)+0.5-centre.x, float64(int(i)/pic.width)+0.5-centre.y)
		near, far = min(near, d), max(far, d)
		if d > 0.6*r {
			outer++
		}
	}
	if near > 0.4*r || far < 0.9*r || far > r+1 || 5*outer < 3*len(c.pixels) {
		return false
	}
	hit := turnsOf(pic, c, centre, r)
	w, ok := hit.sector()
	return ok && (w.to-w.from)*r > thinSlice*pic.em && 2*float64(len(c.pixels)) > 0.6*(w.to-w.from)*r*r
}

// thinSlice is how wide, in sizes of the font, a sector is at the rim that is more than a line between two.
const thinSlice = 0.25

// turns are the directions from a centre in which something is seen, in equal steps.
type turns [720]bool

// turnsOf are the directions in which pixels of a disc lie. Those near its centre tell little.
func turnsOf(pic *picture, c component, centre point, radius float64) turns {
	var hit turns
	for _, i := range c.pixels {
		x, y := float64(int(i)%pic.width)+0.5-centre.x, float64(int(i)/pic.width)+0.5-centre.y
		if math.Hypot(x, y) < radius/3 {
			continue
		}
		a := math.Mod(math.Atan2(y, x)+2*math.Pi, 2*math.Pi)
		hit[min(int(a/(2*math.Pi)*float64(len(hit))), len(hit)-1)] = true
	}
	return hit
}

func (t *turns) add(o *turns) {
	for i, h := range o {
		t[i] = t[i] || h
	}
}

// sector is the turn that all of them lie in.
func (t *turns) sector() (wedge, bool) {
	var angles []float64
	for i, h := range t {
		if h {
			angles = append(angles, (float64(i)+0.5)*2*math.Pi/float64(len(t)))
		}
	}
	if len(angles) == 0 {
		return wedge{}, false
	}
	from, to := sweep(angles)
	return wedge{from: from, to: to}, true
}

// gaps counts the stretches, wider than least, in which nothing is seen.
func (t *turns) gaps(least float64) int {
	start := slices.Index(t[:], true)
	n, run := 0, 0
	for i := range t {
		if t[(start+1+i)%len(t)] {
			if float64(run)*2*math.Pi/float64(len(t)) > least {
				n++
			}
			run = 0
			continue
		}
		run++
	}
	return n
}
