package table

import "github.com/octavo-dev/octavo/internal/engine"

// mostFills is how many painted areas are looked at; pictures made of more are no tables.
const mostFills = 600

// paper is the colour under everything that is painted.
const paper engine.Color = 0xFFFFFFFF

// shades adds the edges of painted areas as rules, where the colour changes.
func (s *sheet) shades() {
	if len(s.fills) > mostFills {
		return
	}
	page := s.page.Width * s.page.Height
	for i := range s.fills {
		b := s.fills[i].box
		w, h := b.X1-b.X0, b.Y1-b.Y0
		if h < s.em || w < 2*s.em && !s.pale || w*h > 0.6*page {
			continue
		}
		x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
		if !s.painted(i, x, b.Y0-slant) {
			s.h = append(s.h, rule{pos: b.Y0, from: b.X0, to: b.X1, soft: true})
		}
		if !s.painted(i, x, b.Y1+slant) {
			s.h = append(s.h, rule{pos: b.Y1, from: b.X0, to: b.X1, soft: true})
		}
		if !s.painted(i, b.X0-slant, y) {
			s.v = append(s.v, rule{pos: b.X0, from: b.Y0, to: b.Y1, soft: true})
		}
		if !s.painted(i, b.X1+slant, y) {
			s.v = append(s.v, rule{pos: b.X1, from: b.Y0, to: b.Y1, soft: true})
		}
	}
}

// painted reports whether a place has the colour of a fill: no edge is seen there.
func (s *sheet) painted(i int, x, y float32) bool {
	top := engine.Color(0)
	if s.pale {
		top = paper
	}
	for k := range s.fills {
		if k != i && inside(s.fills[k].box, x, y) {
			top = s.fills[k].color
		}
	}
	return top == s.fills[i].color
}
