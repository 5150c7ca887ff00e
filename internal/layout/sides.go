package layout

import "github.com/octavo-dev/octavo/internal/engine"

// mostSides bounds how many short lines are put together to squares; hatching has more.
const mostSides = 2000

// boxed are the squares among the short lines of a page, whose four sides were drawn one by one.
func boxed(p *engine.Page, low, high float32) []engine.Box {
	level, upright := sides(p, low, high)
	if len(level) > mostSides || len(upright) > mostSides {
		return nil
	}
	var out []engine.Box
	for i, top := range level {
		side := top.X1 - top.X0
		slack := 0.1 * side
		for k, bottom := range level {
			b := union(top, bottom)
			h := b.Y1 - b.Y0
			if k == i || bottom.Y0 <= top.Y0 || abs(bottom.X0-top.X0) > slack || abs(bottom.X1-top.X1) > slack || max(side, h) > oblong*min(side, h) {
				continue
			}
			left, right := false, false
			for _, u := range upright {
				if abs(u.Y0-b.Y0) <= slack && abs(u.Y1-b.Y1) <= slack {
					left, right = left || abs(u.X0-b.X0) <= slack, right || abs(u.X1-b.X1) <= slack
				}
			}
			if left && right {
				out = append(out, b)
				break
			}
		}
	}
	return out
}

// sides are the straight lines of the page that are as long as those of a check box.
func sides(p *engine.Page, low, high float32) (level, upright []engine.Box) {
	add := func(b engine.Box) {
		w, h := b.X1-b.X0, b.Y1-b.Y0
		switch thin := 0.2 * low; {
		case h <= thin && w >= low && w <= high:
			level = append(level, b)
		case w <= thin && h >= low && h <= high:
			upright = append(upright, b)
		}
	}
	for i := range p.Paths {
		f := &p.Paths[i]
		switch {
		case f.Annotation || f.Fill&0xFF < 0x10 && f.Stroke&0xFF < 0x10:
		case f.Stroke&0xFF < 0x10:
			if f.Fill.Lightness() < 0.9 {
				add(f.Visible)
			}
		default:
			for at := 1; at < len(f.Segments); at++ {
				// A line by itself: it neither goes on nor follows another.
				alone := at+1 == len(f.Segments) || f.Segments[at+1].Kind == engine.Move
				if from, to := f.Segments[at-1], f.Segments[at]; from.Kind == engine.Move && to.Kind == engine.Line && alone {
					add(common(span(from.To, to.To), f.Visible))
				}
			}
		}
	}
	return level, upright
}

// span is the box between two points.
func span(a, b engine.Point) engine.Box {
	return engine.Box{X0: min(a.X, b.X), Y0: min(a.Y, b.Y), X1: max(a.X, b.X), Y1: max(a.Y, b.Y)}
}

// framing reports whether a path is drawn along the sides of a square, or around as a circle, and nowhere else.
func framing(f *engine.Path, b engine.Box, by float32) bool {
	if !same(f.Visible, b, by) && !borders(f.Visible, b, by) {
		return false
	}
	if _, ok := circleOf(f.Segments); ok {
		return true
	}
	var from, begin engine.Point
	for _, g := range f.Segments {
		switch g.Kind {
		case engine.Curve:
			return false
		case engine.Move:
			begin = g.To
		default:
			if !borders(span(from, g.To), b, by) {
				return false
			}
		}
		if from = g.To; g.Close && !borders(span(from, begin), b, by) {
			return false
		}
	}
	return true
}

// borders reports whether a line lies on a side of a box.
func borders(line, b engine.Box, by float32) bool {
	at := func(x, y float32) bool { return abs(x-y) <= by }
	return at(line.X0, b.X0) && at(line.X1, b.X0) || at(line.X0, b.X1) && at(line.X1, b.X1) ||
		at(line.Y0, b.Y0) && at(line.Y1, b.Y0) || at(line.Y0, b.Y1) && at(line.Y1, b.Y1)
}
