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

// thinnest is how thick a rule may be, in points: a thicker one is a bar or a box.
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
		p := &r.page.Paths[i]
		if p.Fill&0xFF == 0 && p.Stroke&0xFF == 0 {
			continue
		}
		u0, v0, u1, v1 := turned(angle, p.Visible)
		if v1 <= v0 {
			continue
		}
		if u1-u0 <= thickest {
			r.all = append(r.all, upright{(u0 + u1) / 2, v0, v1})
		} else if p.Stroke&0xFF != 0 && p.Fill&0xFF == 0 && rectangle(p) {
			r.all = append(r.all, upright{u0, v0, v1}, upright{u1, v0, v1})
		}
	}
	r.join()
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
