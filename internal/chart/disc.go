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
	var parts []part
	for i := range pic.palette {
		for _, c := range pic.components(uint8(i + 1)) {
			if float64(len(c.pixels)) > leastPie*leastPie*pic.em*pic.em && len(parts) < 4*most {
				parts = append(parts, part{uint8(i + 1), c})
				whole = whole.union(box{float64(c.x0), float64(c.y0), float64(c.x1), float64(c.y1)})
			}
		}
	}
	r := (whole.width() + whole.height()) / 4
	if len(parts) < 2 || len(parts) > most || r < leastPie*pic.em || math.Abs(whole.width()-whole.height()) > 0.05*r {
		return
	}
	centre := whole.centre()
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
	for _, p := range parts {
		w, ok := sectorOf(pic, p.c, centre)
		if !ok {
			return
		}
		w.centre, w.radius, w.colour = at, r*pic.scale, pic.palette[p.colour-1]
		middle, half := (w.from+w.to)/2, math.Pi*float64(len(p.c.pixels))/float64(area)
		w.from, w.to = middle-half, middle+half
		s.wedges = append(s.wedges, w)
	}
	disc := box{at.x, at.y, at.x, at.y}.grown(r * pic.scale)
	s.rects = slices.DeleteFunc(s.rects, func(b shape) bool { return disc.holds(b.centre()) })
}

// sectorOf is the turn that pixels cover around a centre.
func sectorOf(pic *picture, c component, centre point) (wedge, bool) {
	const steps = 720
	var hit [steps]bool
	for _, i := range c.pixels {
		x, y := float64(int(i)%pic.width)+0.5-centre.x, float64(int(i)/pic.width)+0.5-centre.y
		if math.Hypot(x, y) < 0.2*pic.em {
			continue
		}
		a := math.Mod(math.Atan2(y, x)+2*math.Pi, 2*math.Pi)
		hit[min(int(a/(2*math.Pi)*steps), steps-1)] = true
	}
	var angles []float64
	for i, h := range hit {
		if h {
			angles = append(angles, (float64(i)+0.5)*2*math.Pi/steps)
		}
	}
	if len(angles) == 0 {
		return wedge{}, false
	}
	from, to := sweep(angles)
	return wedge{from: from, to: to}, true
}
