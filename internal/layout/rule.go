package layout

import (
	"cmp"
	"slices"
	"sort"

	"github.com/octavo-dev/octavo/internal/engine"
)

// rules are the upright rules of a page, in the frame of one angle, from left to right.
type rules struct {
	page  *engine.Page
	ready bool
	angle float32
	all   []upright
}

// upright is a rule across the direction of writing.
type upright struct{ u, v0, v1 float32 }

// thickest is how thick a rule may be, in points: a thicker one is a bar or a box.
const thickest = 3

// turn lists the rules as they stand to text at an angle. Only quarters of a turn keep rules upright.
func (r *rules) turn(angle float32) {
	if r.ready && r.angle == angle {
		return
	}
	r.ready, r.angle, r.all = true, angle, r.all[:0]
	if angle != 0 && angle != 90 && angle != 180 && angle != 270 {
		return
	}
	for i := range r.page.Paths {
		r.add(&r.page.Paths[i])
	}
	r.join()
}

// add takes the rules of a path: a thin bar, or lines among its strokes.
func (r *rules) add(p *engine.Path) {
	u0, v0, u1, v1 := turned(r.angle, p.Visible)
	switch {
	case p.Fill&0xFF == 0 && p.Stroke&0xFF == 0 || v1 <= v0:
	case u1-u0 <= thickest:
		r.all = append(r.all, upright{(u0 + u1) / 2, v0, v1})
	case p.Stroke&0xFF != 0:
		var from, begin engine.Point
		for _, s := range p.Segments {
			if s.Kind == engine.Line {
				r.stroke(p, from, s.To)
			}
			if s.Kind == engine.Move {
				begin = s.To
			}
			if from = s.To; s.Close {
				r.stroke(p, from, begin)
			}
		}
	}
}

// stroke takes a straight line of a path if it stands upright.
func (r *rules) stroke(p *engine.Path, a, b engine.Point) {
	line := engine.Box{X0: min(a.X, b.X), Y0: min(a.Y, b.Y), X1: max(a.X, b.X), Y1: max(a.Y, b.Y)}
	if line.X1-line.X0 > 1 && line.Y1-line.Y0 > 1 || line.X1 < p.Visible.X0 || line.X0 > p.Visible.X1 || line.Y1 < p.Visible.Y0 || line.Y0 > p.Visible.Y1 {
		return
	}
	if u0, v0, u1, v1 := turned(r.angle, common(line, p.Visible)); u1-u0 <= 1 && v1 > v0 {
		r.all = append(r.all, upright{(u0 + u1) / 2, v0, v1})
	}
}

// join makes one rule of pieces that continue each other: the sides of cells that lie below one another.
func (r *rules) join() {
	const seam = 1
	slices.SortFunc(r.all, func(a, b upright) int {
		return cmp.Or(cmp.Compare(int(a.u), int(b.u)), cmp.Compare(a.v0, b.v0), cmp.Compare(a.v1, b.v1))
	})
	kept := r.all[:0]
	for _, p := range r.all {
		if n := len(kept) - 1; n >= 0 && abs(kept[n].u-p.u) <= seam && p.v0 <= kept[n].v1+seam {
			kept[n].v1 = max(kept[n].v1, p.v1)
			continue
		}
		kept = append(kept, p)
	}
	r.all = kept
	slices.SortFunc(r.all, func(a, b upright) int { return cmp.Or(cmp.Compare(a.u, b.u), cmp.Compare(a.v0, b.v0)) })
}

// tallEnough, in sizes of the font: what is lower than two lines may be a frame around a word.
const tallEnough = 2.5

// between reports whether a rule stands in the gap before a glyph.
func (r *rules) between(end float32, g *glyph) bool {
	n := sort.Search(len(r.all), func(i int) bool { return r.all[i].u > end-overhang*g.size })
	for ; n < len(r.all) && r.all[n].u <= g.u0; n++ {
		p := &r.all[n]
		middle := g.v - 0.3*g.size
		if p.v0 < middle && middle < p.v1 && p.v1-p.v0 >= tallEnough*g.size {
			return true
		}
	}
	return false
}

// Upright is a box as it lies for those who turn the page to read a line that runs at an angle of quarter turns: its top
// is where the letters have theirs. The angle that completes a full turn brings it back.
func Upright(angle float32, b engine.Box) engine.Box {
	u0, v0, u1, v1 := turned(angle, b)
	return engine.Box{X0: u0, Y0: v0, X1: u1, Y1: v1}
}

// turned gives a box in the frame of glyphs at an angle.
func turned(angle float32, b engine.Box) (u0, v0, u1, v1 float32) {
	switch angle {
	case 90:
		return b.Y0, -b.X1, b.Y1, -b.X0
	case 180:
		return -b.X1, -b.Y1, -b.X0, -b.Y0
	case 270:
		return -b.Y1, b.X0, -b.Y0, b.X1
	}
	return b.X0, b.Y0, b.X1, b.Y1
}
