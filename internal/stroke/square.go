package stroke

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Square is a small hollow square that stands by itself, in points of the page, and whether something is in it.
type Square struct {
	Box    engine.Box
	Marked bool
}

// Bounds of squares, in inches.
const (
	leastSide = 0.08
	mostSide  = 0.28
	sideSlack = 0.012 // how far ends of sides may lie apart
)

// Bounds of squares, in parts.
const (
	oblong      = 1.25 // longer to shorter side
	wholeSide   = 0.9  // of a side is drawn
	wholeCorner = 0.6  // of a corner is
	clearing    = 0.22 // of a side: the strip around a square with nothing in it
	strayInk    = 0.04 // of that strip: dust
	markedStray = 0.25 // of it: ends of a mark
	leastMark   = 0.03 // of what is inside
	blackened   = 0.5  // of it
	apart       = 1    // sides between squares of one height: what is nearer are places for letters
)

// Bounds of the search.
const (
	mostBars    = 20000
	mostSquares = 500
)

// Squares gives the squares of a picture that stand by themselves, from the top down. Cells, whose sides go on, and letters
// are none.
func (k *Ink) Squares() []Square { return alone(k.squares(false)) }

// Frames gives all squares of a picture from the top down, those close to lines and to each other among them: on a form
// these are places for marks and letters.
func (k *Ink) Frames() []Square { return k.squares(true) }

// squares gives the squares of a picture; crowded ones may have something above and below them.
func (k *Ink) squares(crowded bool) []Square {
	if k.dpi == 0 {
		return nil
	}
	f := &frames{Ink: k, slack: max(1, int(math.Round(sideSlack*k.dpi)))}
	bars := f.bars(int(leastSide*k.dpi), int(mostSide*k.dpi), max(2, int(math.Ceil(thickest*k.dpi))))
	if len(bars) > mostBars {
		return nil
	}
	points := float32(72 / k.dpi)
	var out []Square
	for i, top := range bars {
		for _, bottom := range bars[i+1:] {
			if bottom.y0-top.y0 > int(oblong*float64(top.x1-top.x0))+1 {
				break
			}
			if marked, ok := f.square(top, bottom, crowded); ok {
				out = append(out, Square{engine.Box{
					X0: float32(top.x0) * points, Y0: float32(top.y0) * points, X1: float32(top.x1+1) * points, Y1: float32(bottom.y1+1) * points,
				}, marked})
				break
			}
		}
	}
	if len(out) > mostSquares {
		return nil
	}
	return out
}

// frames looks for squares in ink.
type frames struct {
	*Ink
	slack int
}

// level is a short level line in pixels; ends belong to it.
type level struct{ x0, x1, y0, y1 int }

// bars gives the short level lines from the top down. Two rows are looked at together: a thin line that lies a little
// askew changes its row.
func (f *frames) bars(low, high, thick int) []level {
	var out, open []level
	dark := make([]bool, f.width)
	for y := 0; y+1 < f.height && len(out) <= mostBars; y++ {
		for x := range dark {
			dark[x] = f.at(x, y) || f.at(x, y+1)
		}
		var next []level
		for x := 0; x < len(dark); x++ {
			from := x
			for x < len(dark) && dark[x] {
				x++
			}
			if n := x - from; n < low || n > high {
				continue
			}
			b := level{from, x - 1, y, y + 1}
			if i := slices.IndexFunc(open, func(o level) bool { return f.near(o.x0, b.x0) && f.near(o.x1, b.x1) }); i >= 0 {
				b = level{min(open[i].x0, b.x0), max(open[i].x1, b.x1), open[i].y0, b.y1}
				open = slices.Delete(open, i, i+1)
			}
			next = append(next, b)
		}
		out, open = append(out, thin(open, thick)...), next
	}
	out = append(out, thin(open, thick)...)
	slices.SortStableFunc(out, func(a, b level) int { return a.y0 - b.y0 })
	return out
}

// thin keeps lines and leaves out areas.
func thin(bars []level, thick int) []level {
	return slices.DeleteFunc(bars, func(b level) bool { return b.y1-b.y0 > thick })
}

func (f *frames) near(a, b int) bool { return a-b <= f.slack && b-a <= f.slack }

// square reports whether two level lines are the top and the bottom of a square that stands by itself, or between lines
// where it may be crowded, and whether something is in it.
func (f *frames) square(top, bottom level, crowded bool) (marked, ok bool) {
	wide, high := float64(top.x1-top.x0+1), float64(bottom.y1-top.y0)
	if !f.near(top.x0, bottom.x0) || !f.near(top.x1, bottom.x1) || max(wide, high) > oblong*min(wide, high) {
		return false, false
	}
	if !f.upright(min(top.x0, bottom.x0), top.y1, bottom.y0) || !f.upright(max(top.x1, bottom.x1), top.y1, bottom.y0) || !f.cornered(top, bottom) {
		return false, false
	}
	inset := max(top.y1-top.y0, bottom.y1-bottom.y0) + f.slack
	marked = f.share(top.x0+inset, top.y0+inset, top.x1-inset, bottom.y1-inset) >= leastMark
	if marked && f.barred(top, bottom, inset) {
		return false, false
	}
	clear, ends := strayInk, strayInk
	if marked { // a tick ends above, or to the right of the upper half
		clear, ends = 2*strayInk, markedStray
	}
	above, below := ends, clear
	if crowded {
		above, below, clear, ends = 1, 1, markedStray, markedStray
	}
	near, far := 2, 2+max(3, int(clearing*wide))
	middle := (top.y0 + bottom.y1) / 2
	for _, strip := range []struct {
		level
		most float64
	}{
		{level{top.x0 - far, top.x1 + far, top.y0 - far, top.y0 - near}, above},
		{level{top.x0 - far, top.x1 + far, bottom.y1 + near, bottom.y1 + far}, below},
		{level{top.x0 - far, top.x0 - near, top.y0, bottom.y1}, clear},
		{level{top.x1 + near, top.x1 + far, top.y0, middle}, ends},
		{level{top.x1 + near, top.x1 + far, middle, bottom.y1}, clear},
	} {
		if f.share(strip.x0, strip.y0, strip.x1, strip.y1) > strip.most {
			return false, false
		}
	}
	return marked, true
}

// barred reports whether a level line joins the sides of a square, as in letters. It is looked for from side to side: the
// strokes of a mark meet in a blot that fills the middle of a small square. What is blackened is marked all the same.
func (f *frames) barred(top, bottom level, inset int) bool {
	if f.share(top.x0+inset, top.y0+inset, top.x1-inset, bottom.y1-inset) >= blackened {
		return false
	}
	for y := top.y0 + inset; y <= bottom.y1-inset; y++ {
		if f.share(top.x0+f.slack, y, top.x1-f.slack, y) >= wholeSide {
			return true
		}
	}
	return false
}

// cornered reports whether the four corners are drawn: those of letters are round or open. A corner is a little larger
// than the lines that meet in it are wide.
func (f *frames) cornered(top, bottom level) bool {
	y0, y1 := top.y0+1, bottom.y1-1 // rows were looked at in pairs
	n := max(1, min(top.y1-top.y0, bottom.y1-bottom.y0)-1)
	for _, c := range [4][2]int{{top.x0, y0}, {top.x1 - n, y0}, {bottom.x0, y1 - n}, {bottom.x1 - n, y1 - n}} {
		if f.share(c[0], c[1], c[0]+n, c[1]+n) < wholeCorner {
			return false
		}
	}
	return true
}

// upright reports whether a side stands near x between two heights.
func (f *frames) upright(x, y0, y1 int) bool {
	n := 0
	for y := y0; y <= y1; y++ {
		for dx := -f.slack; dx <= f.slack; dx++ {
			if f.at(x+dx, y) {
				n++
				break
			}
		}
	}
	return y1 > y0 && float64(n) >= wholeSide*float64(y1-y0+1)
}

// alone keeps the squares that have no other one close beside them: what is written into those is a letter each.
func alone(squares []Square) []Square {
	var out []Square
	for i, s := range squares {
		side := s.Box.X1 - s.Box.X0
		if !slices.ContainsFunc(squares, func(o Square) bool {
			gap := max(s.Box.X0-o.Box.X1, o.Box.X0-s.Box.X1)
			return o.Box != s.Box && min(s.Box.Y1, o.Box.Y1)-max(s.Box.Y0, o.Box.Y0) > side/2 && gap < apart*side
		}) && !slices.ContainsFunc(squares[:i], func(o Square) bool { return o.Box == s.Box }) {
			out = append(out, s)
		}
	}
	return out
}
