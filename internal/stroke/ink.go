package stroke

import (
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Ink tells the pixels of a picture that are darker than what is around them.
type Ink struct {
	width, height int
	dpi           float64
	dark          []bool
}

// InkOf looks for the ink in a picture. A picture in which nothing can be told has none.
func InkOf(r *engine.Raster) *Ink {
	m := pixel.Of(r)
	if m.Empty() || !(r.DPI >= lowestDPI && r.DPI <= highestDPI) {
		return &Ink{}
	}
	out := inkOf(m.ToGrey(), int(mostSide*r.DPI))
	out.dpi = r.DPI
	return out
}

// inkOf compares every pixel with the mean of those within a distance of it, row by row with running sums.
func inkOf(m pixel.Image, reach int) *Ink {
	out := &Ink{width: m.Width, height: m.Height, dark: make([]bool, len(m.Pix))}
	contrast := leastContrast(m)
	sums := make([]int, m.Width) // of the columns, over the rows in reach
	rows := 0
	take := func(y, sign int) {
		for x, v := range m.Pix[y*m.Width : (y+1)*m.Width] {
			sums[x] += sign * int(v)
		}
		rows += sign
	}
	for y := range min(reach, m.Height) {
		take(y, 1)
	}
	for y := range m.Height {
		if y+reach < m.Height {
			take(y+reach, 1)
		}
		if y-reach-1 >= 0 {
			take(y-reach-1, -1)
		}
		sum, columns := 0, 0
		for x := range min(reach, m.Width) {
			sum += sums[x]
			columns++
		}
		for x := range m.Width {
			if x+reach < m.Width {
				sum += sums[x+reach]
				columns++
			}
			if x-reach-1 >= 0 {
				sum -= sums[x-reach-1]
				columns--
			}
			at := y*m.Width + x
			out.dark[at] = int(m.Pix[at]) < sum/(rows*columns)-contrast
		}
	}
	return out
}

// at reports whether a pixel is dark; outside there is paper.
func (k *Ink) at(x, y int) bool {
	return x >= 0 && y >= 0 && x < k.width && y < k.height && k.dark[y*k.width+x]
}

// share is the part of a rectangle, its ends included, that is dark.
func (k *Ink) share(x0, y0, x1, y1 int) float64 {
	n, all := 0, 0
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			all++
			if k.at(x, y) {
				n++
			}
		}
	}
	return float64(n) / float64(max(all, 1))
}

// Bounds of what Snug cuts off, in parts of the height: a gap inside letters, such as that below a dot, and most of it.
const (
	innerGap = 0.12
	mostCut  = 0.5
)

// Snug is the box of a line of text in points, level or on its side, without the room above and below its letters. What
// reaches into it from other lines is cut off with that room.
func (k *Ink) Snug(b engine.Box, side bool) engine.Box {
	if side {
		return flipped(snug(flipped(b), k.dpi, func(x, y int) bool { return k.at(y, x) }))
	}
	return snug(b, k.dpi, k.at)
}

// flipped is a box with its rows for columns.
func flipped(b engine.Box) engine.Box { return engine.Box{X0: b.Y0, Y0: b.X0, X1: b.Y1, Y1: b.X1} }

// snug looks from the middle of a level line up and down for the ends of its ink.
func snug(b engine.Box, dpi float64, dark func(x, y int) bool) engine.Box {
	scale := float32(dpi / 72)
	if scale == 0 {
		return b
	}
	x0, x1 := int(b.X0*scale), int(b.X1*scale)
	top, bottom := int(b.Y0*scale), int(b.Y1*scale)
	gap := int(innerGap * float64(bottom-top))
	inked := func(y int) bool {
		n := 0
		for x := x0; x <= x1 && n < 2; x++ {
			if dark(x, y) {
				n++
			}
		}
		return n == 2
	}
	end := func(step, limit int) int {
		last := (top + bottom) / 2
		for y := last; y != limit+step && (y-last)*step <= gap+1; y += step {
			if inked(y) {
				last = y
			}
		}
		return last
	}
	from, to := end(-1, top), end(1, bottom)
	if float64(to-from+1) < (1-mostCut)*float64(bottom-top+1) {
		return b
	}
	b.Y0, b.Y1 = max(b.Y0, float32(from)/scale), min(b.Y1, float32(to+1)/scale)
	return b
}
