package table

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// rule is a straight line: pos is its height if it is horizontal, its x if it is vertical.
type rule struct {
	pos, from, to float32
	soft          bool // the edge of a painted area
}

func (r rule) length() float32 { return r.to - r.from }

// fill is a painted rectangle.
type fill struct {
	box   engine.Box
	color engine.Color
}

// mostPaths is how many drawn lines a page may have to be searched; maps and plots have more.
const mostPaths = 30000

// findRules collects the rules, fills and drawings of the page.
func (s *sheet) findRules(o Options) {
	s.drawnRules()
	s.seenRules(o)
	s.h, s.v = joined(s.h, s.em), joined(s.v, s.em)
	s.h = slices.DeleteFunc(s.h, s.marks)
	s.v = slices.DeleteFunc(s.v, func(r rule) bool { return r.length() < shortRule*s.em })
}

// drawnRules collects what the file draws.
func (s *sheet) drawnRules() {
	n := 0
	for i := range s.page.Paths {
		n += len(s.page.Paths[i].Segments)
	}
	if n > mostPaths {
		return
	}
	for i := range s.page.Paths {
		p := &s.page.Paths[i]
		if p.Visible.X1 >= p.Visible.X0 && p.Visible.Y1 >= p.Visible.Y0 && !p.Annotation {
			s.path(p)
		}
	}
	for i := range s.page.Images {
		if v := s.page.Images[i].Visible; min(v.X1-v.X0, v.Y1-v.Y0) < ruleThick*s.em {
			s.bar(v)
		}
	}
	s.shades()
}

// path takes a path apart into rules, fills and what is neither.
func (s *sheet) path(p *engine.Path) {
	filled, stroked := p.Fill&0xFF > 0x10, p.Stroke&0xFF > 0x10
	for from := 0; from < len(p.Segments); {
		to := from + 1
		for to < len(p.Segments) && p.Segments[to].Kind != engine.Move {
			to++
		}
		part := p.Segments[from:to]
		from = to
		box, straight := outline(part)
		box = common(box, p.Visible)
		if s.ticks(box) {
			continue
		}
		switch {
		case !straight:
			s.art = append(s.art, box)
		case filled && min(box.X1-box.X0, box.Y1-box.Y0) < ruleThick*s.em:
			s.bar(box)
		case filled && s.pale && hollowed(part):
			s.strokes(part, p.Visible)
		case filled && (s.pale || p.Fill>>8 != 0xFFFFFF):
			s.fills = append(s.fills, fill{box, p.Fill})
			if stroked {
				s.strokes(part, p.Visible)
			}
		case stroked:
			s.strokes(part, p.Visible)
		}
	}
}

// ticks reports whether something is drawn for a check box, which is a word of the text.
func (s *sheet) ticks(b engine.Box) bool {
	return slices.ContainsFunc(s.boxes, func(c engine.Box) bool {
		return inside(c, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2) && b.X1-b.X0 < 2*(c.X1-c.X0) && b.Y1-b.Y0 < 2*(c.Y1-c.Y0)
	})
}

// outline is the box of a piece of a path, and whether it runs along the axes only.
func outline(part []engine.Segment) (engine.Box, bool) {
	a := part[0].To
	b := engine.Box{X0: a.X, Y0: a.Y, X1: a.X, Y1: a.Y}
	straight := true
	for _, g := range part[1:] {
		if g.Kind == engine.Curve || abs(g.To.X-a.X) > slant && abs(g.To.Y-a.Y) > slant {
			straight = false
		}
		a = g.To
		b = union(b, engine.Box{X0: a.X, Y0: a.Y, X1: a.X, Y1: a.Y})
	}
	return b, straight
}

// hollowed reports whether a filled outline encloses next to nothing of its box: it is drawn around strokes.
func hollowed(part []engine.Segment) bool {
	var inner float32
	box := engine.Box{X0: part[0].To.X, Y0: part[0].To.Y, X1: part[0].To.X, Y1: part[0].To.Y}
	for i, g := range part {
		next := part[(i+1)%len(part)].To
		inner += g.To.X*next.Y - next.X*g.To.Y
		box = union(box, engine.Box{X0: g.To.X, Y0: g.To.Y, X1: g.To.X, Y1: g.To.Y})
	}
	return abs(inner)/2 < hollowShare*(box.X1-box.X0)*(box.Y1-box.Y0)
}

// hollowShare is the part of its box that a frame covers at most.
const hollowShare = 0.3

// slant, in points, is what a level line may deviate by: an epsilon of drawing.
const slant = 0.5

func (s *sheet) strokes(part []engine.Segment, visible engine.Box) {
	for i := 1; i < len(part); i++ {
		s.stroke(part[i-1].To, part[i].To, visible)
		if part[i].Close {
			s.stroke(part[i].To, part[0].To, visible)
		}
	}
}

func (s *sheet) stroke(a, b engine.Point, visible engine.Box) {
	s.bar(common(engine.Box{X0: min(a.X, b.X), Y0: min(a.Y, b.Y), X1: max(a.X, b.X), Y1: max(a.Y, b.Y)}, visible))
}

// bar adds a thin box as a rule.
func (s *sheet) bar(b engine.Box) {
	w, h := b.X1-b.X0, b.Y1-b.Y0
	switch {
	case w < 0 || h < 0:
	case w > h:
		s.h = append(s.h, rule{pos: (b.Y0 + b.Y1) / 2, from: b.X0, to: b.X1})
	case h > w:
		s.v = append(s.v, rule{pos: (b.X0 + b.X1) / 2, from: b.Y0, to: b.Y1})
	}
}

// common is what two boxes share; a side may come out negative.
func common(a, b engine.Box) engine.Box {
	return engine.Box{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}
}

// joined puts the pieces of rules together: dashes, the segments of single cells, double rules.
func joined(rules []rule, em float32) []rule {
	slices.SortFunc(rules, func(a, b rule) int { return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.from, b.from)) })
	var out []rule
	for i := 0; i < len(rules); {
		n := i + 1
		for n < len(rules) && rules[n].pos-rules[n-1].pos < ruleSame*em/2 && rules[n].pos-rules[i].pos < ruleSame*em {
			n++
		}
		same := rules[i:n]
		i = n
		slices.SortFunc(same, func(a, b rule) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.pos, b.pos)) })
		at := same[0]
		for _, r := range same[1:] {
			if r.from-at.to <= ruleJoin*em {
				at.to = max(at.to, r.to)
				at.soft = at.soft && r.soft
				continue
			}
			out = append(out, at)
			at = r
		}
		out = append(out, at)
	}
	return out
}

// marks reports whether a horizontal rule is no border: too short, or it underlines words.
func (s *sheet) marks(h rule) bool {
	if h.length() < shortRule*s.em {
		return true
	}
	from, to := s.rowsBetween(h.pos-1.2*s.em, h.pos)
	for _, r := range s.rows[from:to] {
		if d := h.pos - r.base; d > underline*r.size || d < -0.1*r.size {
			continue
		}
		var covered float32
		loose := false
		for _, w := range s.words[r.from:r.to] {
			if c := min(w.box.X1, h.to) - max(w.box.X0, h.from); c > 0 {
				covered += c
				loose = loose || w.box.X0 < h.from-0.5*r.size || w.box.X1 > h.to+0.5*r.size
			}
		}
		if covered > 0.75*h.length() && !loose && h.length()-covered < 3*r.size {
			return true
		}
	}
	return false
}
