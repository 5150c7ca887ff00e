package table

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// kind is what a region was found by.
type kind uint8

const (
	aligned kind = iota // text that stands in columns
	blocks              // paragraphs in rows and columns
	stacked             // rules above each other
	shaded              // painted areas that meet
	framed              // rules that meet
	tagged              // the file says so
)

type region struct {
	box   engine.Box
	kind  kind
	short bool // no rule inside runs far: it is a table only where rules enclose all its cells
}

// ruledRegions are the places that rules enclose: rules of both directions that meet, or level ones of one width above
// each other with rows between them.
func (s *sheet) ruledRegions() []region {
	sets := newSets(len(s.h) + len(s.v))
	tol := ruleTouch * s.em
	for j, v := range s.v {
		for i, h := range s.h {
			if h.pos > v.to+tol {
				break
			}
			if h.pos >= v.from-tol && v.pos >= h.from-tol && v.pos <= h.to+tol {
				sets.join(i, len(s.h)+j)
			}
		}
	}
	for i := range s.h {
		s.stack(sets, i)
	}
	return s.regionsOf(sets)
}

// drawnRegions are the ruled places that lines show, be they all around or only above and below.
func (s *sheet) drawnRegions() []region {
	return slices.DeleteFunc(s.ruledRegions(), func(r region) bool { return r.kind == shaded })
}

// stack joins a level rule with the next below that has the same ends, where the text between stands in columns.
func (s *sheet) stack(sets sets, i int) {
	a := s.h[i]
	for j := i + 1; j < len(s.h); j++ {
		b := s.h[j]
		if b.pos-a.pos < ruleSame*s.em {
			continue
		}
		if abs(b.from-a.from) > sameExtent*s.em || abs(b.to-a.to) > sameExtent*s.em {
			if b.from <= a.from+slant && b.to >= a.to-slant {
				return // a longer rule lies between
			}
			continue
		}
		if box := (engine.Box{X0: a.from, Y0: a.pos, X1: a.to, Y1: b.pos}); s.tabular(box) && !s.between(box) {
			sets.join(i, j)
		}
		return
	}
}

// between reports whether a box lies between two tables: vertical rules end at its top and begin at its bottom, none
// runs through it, and its lines leave much of it white.
func (s *sheet) between(box engine.Box) bool {
	above, below := false, false
	tol := ruleTouch * s.em
	for _, v := range s.v {
		if v.pos < box.X0-tol || v.pos > box.X1+tol || v.to < box.Y0-tol || v.from > box.Y1+tol {
			continue
		}
		if overlap(v.from, v.to, box.Y0, box.Y1) > 0.5*(box.Y1-box.Y0) {
			return false
		}
		above = above || v.to < (box.Y0+box.Y1)/2
		below = below || v.from > (box.Y0+box.Y1)/2
	}
	var ink, last float32
	from, to := s.rowsBetween(box.Y0, box.Y1)
	for _, r := range s.rows[from:to] {
		top := max(last, r.base-0.8*r.size)
		last = max(last, r.base+0.25*r.size)
		ink += max(0, last-top)
	}
	return above && below && box.Y1-box.Y0 > aloneBand*s.em && ink < looseBand*(box.Y1-box.Y0)
}

// stacks are the stretches of a region between rules from side to side whose text stands in columns: what is left of
// a region that is no table as a whole.
func (s *sheet) stacks(r region) []region {
	var rules []rule
	for _, h := range s.h {
		if h.pos >= r.box.Y0-slant && h.pos <= r.box.Y1+slant && overlap(h.from, h.to, r.box.X0, r.box.X1) > fullRule*(r.box.X1-r.box.X0) {
			rules = append(rules, h)
		}
	}
	var out []region
	open := false
	for i := 1; i < len(rules); i++ {
		band := engine.Box{X0: r.box.X0, Y0: rules[i-1].pos, X1: r.box.X1, Y1: rules[i].pos}
		switch {
		case !s.tabular(band):
			open = false
		case open:
			out[len(out)-1].box.Y1 = band.Y1
		default:
			out = append(out, region{box: band, kind: stacked})
			open = true
		}
	}
	return out
}

// tabular reports whether the lines in a box look like rows: several phrases apart, and not prose. A line alone, such
// as the heading of a group of rows, stands close to its rules.
func (s *sheet) tabular(box engine.Box) bool {
	g := s.newGrid(box)
	n := len(g.lines)
	if n == 0 {
		return false
	}
	apart, prose := 0, 0
	for i := range g.lines {
		l := &g.lines[i]
		if len(l.phrases) > 1 {
			apart++
		}
		for _, p := range l.phrases {
			if p.to-p.from >= proseWords && p.x1-p.x0 > proseWidth*g.em {
				prose++
				break
			}
		}
	}
	if apart == 0 {
		return n == 1 && box.Y1-box.Y0 < aloneBand*g.em
	}
	return apart*3 >= n && (prose*2 <= n || n == 1)
}

// regionsOf gives the boxes of the sets that may be tables.
func (s *sheet) regionsOf(sets sets) []region {
	type build struct {
		box   engine.Box
		h, v  int // rules that are drawn
		soft  int // edges of painted areas
		begun bool
	}
	builds := make([]build, len(sets))
	add := func(i int, b engine.Box, r rule, vertical bool) {
		k := &builds[sets.find(i)]
		if !k.begun {
			k.box, k.begun = b, true
		}
		k.box = union(k.box, b)
		switch {
		case r.soft:
			k.soft++
		case vertical:
			k.v++
		default:
			k.h++
		}
	}
	for i, h := range s.h {
		add(i, engine.Box{X0: h.from, Y0: h.pos, X1: h.to, Y1: h.pos}, h, false)
	}
	for j, v := range s.v {
		add(len(s.h)+j, engine.Box{X0: v.pos, Y0: v.from, X1: v.pos, Y1: v.to}, v, true)
	}
	var out []region
	inner := make([]bool, len(builds)) // whether some long rule lies inside the outermost
	for i, h := range s.h {
		k := sets.find(i)
		b := &builds[k].box
		inner[k] = inner[k] || h.pos > b.Y0+s.em && h.pos < b.Y1-s.em && h.length() > longRule*(b.X1-b.X0)
	}
	for j, v := range s.v {
		k := sets.find(len(s.h) + j)
		b := &builds[k].box
		inner[k] = inner[k] || v.pos > b.X0+s.em && v.pos < b.X1-s.em && v.length() > longRule*(b.Y1-b.Y0)
	}
	for i, b := range builds {
		switch {
		case !b.begun || b.box.Y1-b.box.Y0 < 1.5*s.em || b.box.X1-b.box.X0 < 3*s.em:
		case b.h >= 2 && b.v >= 1 && b.h+b.v >= 4 || b.v >= 2 && b.h >= 1:
			out = append(out, region{b.box, framed, !inner[i]})
		case !inner[i] && b.v+b.soft > 0:
		case b.soft > 4:
			out = append(out, region{box: b.box, kind: shaded})
		case b.h >= 2:
			out = append(out, region{box: b.box, kind: stacked})
		}
	}
	return merged(out)
}

// merged joins regions that overlap by most of the smaller, the larger first.
func merged(regions []region) []region {
	size := func(b engine.Box) float32 { return (b.X1 - b.X0) * (b.Y1 - b.Y0) }
	slices.SortStableFunc(regions, func(a, b region) int {
		return cmp.Or(cmp.Compare(order(a.short), order(b.short)), cmp.Compare(size(b.box), size(a.box)))
	})
	var out []region
next:
	for _, r := range regions {
		for i := range out {
			c := common(out[i].box, r.box)
			if c.X1 > c.X0 && c.Y1 > c.Y0 && size(c) > 0.5*min(size(r.box), size(out[i].box)) {
				if r.short != out[i].short {
					continue next
				}
				out[i].box = union(out[i].box, r.box)
				out[i].kind = max(out[i].kind, r.kind)
				continue next
			}
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b region) int {
		return cmp.Or(cmp.Compare(a.box.Y0, b.box.Y0), cmp.Compare(a.box.X0, b.box.X0))
	})
	return out
}
