package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// component is a group of pixels of one colour that touch.
type component struct {
	x0, y0, x1, y1 int // ends exclusive
	pixels         []int32
}

// components groups the pixels of a colour. Rules are not among them: see addLong.
func (pic *picture) components(number uint8) []component {
	seen := make([]bool, len(pic.colour))
	var all []component
	var stack []int32
	for i, c := range pic.colour {
		if c != number || seen[i] {
			continue
		}
		one := component{x0: pic.width, y0: pic.height}
		stack = append(stack[:0], int32(i))
		seen[i] = true
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			one.pixels = append(one.pixels, at)
			x, y := int(at)%pic.width, int(at)/pic.width
			one.x0, one.y0, one.x1, one.y1 = min(one.x0, x), min(one.y0, y), max(one.x1, x+1), max(one.y1, y+1)
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					nx, ny := x+dx, y+dy
					if nx < 0 || ny < 0 || nx >= pic.width || ny >= pic.height {
						continue
					}
					if n := ny*pic.width + nx; !seen[n] && pic.colour[n] == number {
						seen[n] = true
						stack = append(stack, int32(n))
					}
				}
			}
		}
		all = append(all, one)
		if len(all) > maxShapes {
			break
		}
	}
	return all
}

// addColour tells what the pixels of one colour are: bars, dots, a line.
func (s *scene) addColour(pic *picture, number uint8) {
	colour := pic.palette[number-1]
	var rest []int32
	all := pic.components(number)
	parts := pic.parts(all)
	for i, c := range all {
		w, h := c.x1-c.x0, c.y1-c.y0
		full := float64(len(c.pixels)) / float64(w*h)
		b := pic.box(c.x0, c.y0, c.x1, c.y1)
		switch {
		case parts[i]:
			rest = append(rest, c.pixels...) // of a line that another one crosses
		case full > 0.9 && min(w, h) >= 3 && max(w, h) >= 6 && b.area() < 0.45*s.box.area():
			s.rects = append(s.rects, shape{b.grown(0.25 * pic.scale), colour})
		case float64(max(w, h)) <= largeDot*pic.em && full > 0.55 && min(w, h) >= 3:
			s.dots = append(s.dots, shape{b, colour})
		default:
			rest = append(rest, c.pixels...)
		}
	}
	if len(rest) > 0 && (!dark(colour) || !pic.coloured()) {
		s.trace(pic, rest, number)
	}
}

// mostParts is how many pieces a line may be in: dashes and dots are more.
const mostParts = 100

// parts says which level pieces go on from a line that is not level, or from such a piece.
func (pic *picture) parts(all []component) []bool {
	out := make([]bool, len(all))
	if len(all) > mostParts {
		return out
	}
	for found := true; found; {
		found = false
		for i, c := range all {
			if out[i] || !pic.flat(c) {
				continue
			}
			for k, o := range all {
				if (out[k] || !pic.flat(o)) && pic.meets(c, o) {
					out[i], found = true, true
					break
				}
			}
		}
	}
	return out
}

// flat reports pixels as a level part of a line has them: as thick as one and much longer.
func (pic *picture) flat(c component) bool {
	w, h := c.x1-c.x0, c.y1-c.y0
	return float64(h) <= 0.4*pic.em && w >= 4*h
}

// meets reports whether one part of a line goes on where another ends, but for the gap of a line that crosses.
func (pic *picture) meets(a, b component) bool {
	gap := int(pic.em)
	near := func(x, y int) bool { return abs(x-y) <= gap }
	beside := near(a.x1, b.x0) || near(b.x1, a.x0)
	return beside && a.y0 <= b.y1+gap && b.y0 <= a.y1+gap
}

// coloured reports whether anything in the picture has a colour: then grey is axes and grid.
func (pic *picture) coloured() bool {
	return slices.ContainsFunc(pic.palette, func(c engine.Color) bool { return !dark(c) })
}

// trace follows the pixels of a line from left to right.
func (s *scene) trace(pic *picture, pixels []int32, number uint8) {
	slices.SortFunc(pixels, func(a, b int32) int {
		if d := int(a)%pic.width - int(b)%pic.width; d != 0 {
			return d
		}
		return int(a) - int(b)
	})
	var columns []box
	for i := 0; i < len(pixels); {
		x, k := int(pixels[i])%pic.width, i
		for k < len(pixels) && int(pixels[k])%pic.width == x {
			k++
		}
		columns = append(columns, pic.box(x, int(pixels[i])/pic.width, x+1, int(pixels[k-1])/pic.width+1))
		i = k
	}
	// Gaps end a line where they are longer than those of dashes or of another line that crosses.
	from := 0
	for i := 1; i <= len(columns); i++ {
		if i < len(columns) && columns[i].x0-columns[i-1].x1 <= 1.5*s.em {
			continue
		}
		if piece := columns[from:i]; len(piece) >= 8 {
			s.lines = append(s.lines, polyline{corners(piece, pic.scale), pic.palette[number-1], pic.scale})
		}
		from = i
	}
}

// corners makes a line of its columns of pixels. Where it turns back, the middle of a column lies inside the corner, and
// its end is meant.
func corners(columns []box, pixel float64) []point {
	middle, thick := make([]point, len(columns)), make([]float64, len(columns))
	for i, c := range columns {
		middle[i], thick[i] = c.centre(), c.height()
	}
	slices.Sort(thick)
	half := thick[len(thick)/8] / 2
	out := simplify(middle, 1.2*pixel)
	at := func(i int) float64 { return out[min(max(i, 0), len(out)-1)].y }
	moved := make([]point, len(out))
	for i, p := range out {
		before, after := at(i-1)-p.y, at(i+1)-p.y
		k, _ := slices.BinarySearchFunc(middle, p.x, func(q point, x float64) int { return compare(q.x, x) })
		for _, c := range columns[max(k-1, 0):min(k+2, len(columns))] {
			switch {
			case before >= 0 && after >= 0 && before+after > 4*pixel:
				p.y = min(p.y, c.y0+half)
			case before <= 0 && after <= 0 && before+after < -4*pixel:
				p.y = max(p.y, c.y1-half)
			}
		}
		moved[i] = p
	}
	return moved
}

// simplify keeps the corners of a line: no point left out is farther from it than slack.
func simplify(points []point, slack float64) []point {
	keep := make([]bool, len(points))
	keep[0], keep[len(points)-1] = true, true
	type span struct{ from, to int }
	stack := []span{{0, len(points) - 1}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		a, b := points[at.from], points[at.to]
		worst, k := slack, -1
		length := math.Hypot(b.x-a.x, b.y-a.y) + 1e-9
		for i := at.from + 1; i < at.to; i++ {
			if d := math.Abs((b.x-a.x)*(a.y-points[i].y)-(a.x-points[i].x)*(b.y-a.y)) / length; d > worst {
				worst, k = d, i
			}
		}
		if k >= 0 {
			keep[k] = true
			stack = append(stack, span{at.from, k}, span{k, at.to})
		}
	}
	var out []point
	for i, p := range points {
		if keep[i] {
			out = append(out, p)
		}
	}
	return out
}
