package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of what is drawn again, lengths in sizes of the font.
const (
	sketchCells  = 400    // along the longer side of the plot
	sketchMost   = 20_000 // steps of lines
	sketchPen    = 0.3
	sketchMarker = 0.75 // half a marker on a line
	inkShare     = 0.05 // of a colour that may be left over
)

// sketch is the plot in small squares, with those that the reading explains.
type sketch struct {
	plot box
	cell float64
	w, h int
	on   []bool
}

// drawn is the marks of a reading drawn again; nil where there are too many.
func (r *reading) drawn(kind string) *sketch {
	cell := max(r.plot.width(), r.plot.height()) / sketchCells
	d := &sketch{plot: r.plot, cell: cell, w: int(r.plot.width()/cell) + 1, h: int(r.plot.height()/cell) + 1}
	d.on = make([]bool, d.w*d.h)
	steps := 0
	for _, f := range r.series {
		for i := range f.marks {
			m := &f.marks[i]
			if m.ink.area() > 0 {
				d.fill(m.ink.grown(0.15*r.em + 2*r.grain))
				continue
			}
			if steps++; steps > sketchMost {
				return nil
			}
			d.fill(box{m.at.x, m.at.y, m.at.x, m.at.y}.grown(sketchMarker * r.em))
			if i > 0 && f.marks[i-1].ink.area() <= 0 {
				r.stroke(d, &f.marks[i-1], m, kind == Area)
			}
		}
	}
	return d
}

func (d *sketch) fill(b box) {
	x0, y0 := max(int((b.x0-d.plot.x0)/d.cell), 0), max(int((b.y0-d.plot.y0)/d.cell), 0)
	x1, y1 := min(int((b.x1-d.plot.x0)/d.cell), d.w-1), min(int((b.y1-d.plot.y0)/d.cell), d.h-1)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			d.on[y*d.w+x] = true
		}
	}
}

// stroke draws from one mark to the next; below it too where areas are filled.
func (r *reading) stroke(d *sketch, a, b *spot, filled bool) {
	n := int(max(math.Abs(a.at.x-b.at.x), math.Abs(a.at.y-b.at.y))/d.cell) + 1
	for k := range min(n, 4*sketchCells) + 1 {
		t := float64(k) / float64(n)
		p := point{a.at.x + t*(b.at.x-a.at.x), a.at.y + t*(b.at.y-a.at.y)}
		pen := box{p.x, p.y, p.x, p.y}
		if filled {
			pen.y1 = max(p.y, a.from+t*(b.from-a.from))
			if r.y.kind != Log && !a.stack && !b.stack {
				pen.y1 = max(pen.y1, r.y.place(0))
			}
		}
		d.fill(pen.grown(sketchPen * r.em))
	}
}

// explains reports whether something of the reading is drawn at a place, or the place is outside.
func (d *sketch) explains(p point) bool {
	x, y := int((p.x-d.plot.x0)/d.cell), int((p.y-d.plot.y0)/d.cell)
	return p.x < d.plot.x0 || p.y < d.plot.y0 || x >= d.w || y >= d.h || d.on[y*d.w+x]
}

// inkLeft reports a colour of which more is drawn in the plot than the reading explains.
func (r *reading) inkLeft(kind string) bool {
	d := r.drawn(kind)
	if d == nil {
		return true
	}
	if r.pic != nil {
		return r.pixelsLeft(d)
	}
	all, left := map[engine.Color]int{}, map[engine.Color]int{}
	count := func(b box, c engine.Color, points ...point) {
		if white(c) || dark(c) && !r.colours(c) || min(b.width(), b.height()) <= hair*r.em { // lines of the grid may be shapes
			return
		}
		for _, p := range points {
			if all[c]++; !d.explains(p) {
				left[c]++
			}
		}
	}
	for _, b := range r.rects {
		if r.plot.holds(b.centre()) && b.width() < 0.9*r.plot.width() && b.height() < 0.9*r.plot.height() {
			count(b.box, b.colour, b.centre(), point{(3*b.x0 + b.x1) / 4, (3*b.y0 + b.y1) / 4}, point{(b.x0 + 3*b.x1) / 4, (b.y0 + 3*b.y1) / 4})
		}
	}
	for _, b := range r.dots {
		count(b.box, b.colour, b.centre())
	}
	for i := range r.scene.lines {
		l := &r.scene.lines[i]
		count(around(l.points), l.colour, l.points...)
	}
	for _, a := range r.areas {
		b := around(a.points)
		count(b, a.colour, append(slices.Clone(a.points), b.centre())...)
	}
	for c, n := range left {
		if float64(n) > inkShare*float64(all[c]) {
			return true
		}
	}
	return false
}

// colours reports whether a series has a colour.
func (r *reading) colours(c engine.Color) bool {
	for _, f := range r.series {
		if far(f.colour, c) <= sameColour {
			return true
		}
	}
	return false
}

// pixelsLeft is inkLeft of a picture. Words are no ink, whatever their colour.
func (r *reading) pixelsLeft(d *sketch) bool {
	pic := r.pic
	words := make([]bool, len(pic.colour))
	cover := func(b box) {
		p := pic.pixels(b)
		for y := max(p[1], 0); y < min(p[3], pic.height); y++ {
			for x := max(p[0], 0); x < min(p[2], pic.width); x++ {
				words[y*pic.width+x] = true
			}
		}
	}
	for i := range r.labels {
		if b := r.labels[i].box; r.lying {
			cover(b.swapped())
		} else {
			cover(b)
		}
	}
	for _, e := range r.legend {
		cover(e.box.grown(0.3 * r.em))
	}
	inner := r.plot.grown(-0.4 * r.em) // ticks and the ends of axes are at its edge
	all, left := make([]int, len(pic.palette)), make([]int, len(pic.palette))
	for i, c := range pic.colour {
		if c == 0 || c == unsure || words[i] {
			continue
		}
		p := pic.box(i%pic.width, i/pic.width, i%pic.width+1, i/pic.width+1).centre()
		if r.lying {
			p = point{p.y, p.x}
		}
		if !inner.holds(p) {
			continue
		}
		if all[c-1]++; !d.explains(p) {
			left[c-1]++
		}
	}
	for i, n := range left {
		if float64(n) > inkShare*float64(all[i]) && n > max(leastPixels, int(2*pic.em)) {
			return true
		}
	}
	return false
}
