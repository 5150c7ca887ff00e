// Package order puts boxes of text on an upright page into the order in which they are read.
package order

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// What makes two columns of running text, in multiples of the usual height of a box.
const (
	minRows    = 3   // on each side
	minProse   = 8.0 // width of a row of running text; prices and dates are narrower
	minFill    = 0.7 // how much of a row is text
	minGap     = 0.6 // between two columns
	maxDepth   = 6
	maxCrosses = 0.25 // share of boxes that may reach across, such as headings
)

// Block is a part of a page that is read from its top to its end: rows of boxes, each row from left to right.
type Block [][]int

// Rows gives all boxes of a page row by row.
func Rows(boxes []engine.Box) [][]int { return slices.Concat(Blocks(boxes)...) }

// Blocks gives the blocks of a page in order, one after the other where running text stands in columns.
func Blocks(boxes []engine.Box) []Block {
	all := make([]int, len(boxes))
	for i := range all {
		all[i] = i
	}
	p := page{boxes: boxes, height: medianHeight(boxes)}
	return p.read(all, maxDepth)
}

type page struct {
	boxes  []engine.Box
	height float64
}

func medianHeight(boxes []engine.Box) float64 {
	if len(boxes) == 0 {
		return 1
	}
	heights := make([]float64, len(boxes))
	for i, b := range boxes {
		heights[i] = float64(b.Y1 - b.Y0)
	}
	slices.Sort(heights)
	return max(heights[len(heights)/2], 1)
}

func (p page) read(set []int, depth int) []Block {
	if len(set) == 0 {
		return nil
	}
	x, ok := p.gutter(set)
	if !ok || depth == 0 {
		return []Block{p.rows(set)}
	}
	left, right, across := p.part(set, x)
	slices.SortFunc(across, func(a, b int) int { return cmp.Compare(p.middle(a), p.middle(b)) })
	var out []Block
	take := func(from *[]int, above float64) []int {
		var taken []int
		*from = slices.DeleteFunc(*from, func(i int) bool {
			if p.middle(i) < above {
				taken = append(taken, i)
				return true
			}
			return false
		})
		return taken
	}
	joined := false // the last block is of rows that reach across
	for _, row := range p.rows(across) {
		above := p.middle(row[0])
		beside := append(p.read(take(&left, above), depth-1), p.read(take(&right, above), depth-1)...)
		if len(beside) == 0 && joined {
			out[len(out)-1] = append(out[len(out)-1], row)
			continue
		}
		out = append(append(out, beside...), Block{row})
		joined = true
	}
	out = append(out, p.read(left, depth-1)...)
	return append(out, p.read(right, depth-1)...)
}

func (p page) middle(i int) float64 { return float64(p.boxes[i].Y0+p.boxes[i].Y1) / 2 }

// rows gathers boxes that share a height.
func (p page) rows(set []int) [][]int {
	set = slices.Clone(set)
	slices.SortFunc(set, func(a, b int) int { return cmp.Compare(p.middle(a), p.middle(b)) })
	var rows [][]int
	for _, i := range set {
		at := -1
		for r := len(rows) - 1; r >= 0 && r >= len(rows)-4; r-- {
			if p.shares(rows[r], i) {
				at = r
				break
			}
		}
		if at < 0 {
			rows = append(rows, []int{i})
		} else {
			rows[at] = append(rows[at], i)
		}
	}
	for _, row := range rows {
		slices.SortFunc(row, func(a, b int) int { return cmp.Compare(p.boxes[a].X0, p.boxes[b].X0) })
	}
	return rows
}

// shares reports whether a box stands beside the nearest box of a row: their heights meet by half and neither covers
// the other.
func (p page) shares(row []int, i int) bool {
	b := p.boxes[i]
	near, distance := -1, float32(0)
	for _, k := range row {
		o := p.boxes[k]
		d := max(o.X0-b.X1, b.X0-o.X1)
		if near < 0 || d < distance {
			near, distance = k, d
		}
	}
	o := p.boxes[near]
	meet := min(o.Y1, b.Y1) - max(o.Y0, b.Y0)
	if meet < 0.5*min(o.Y1-o.Y0, b.Y1-b.Y0) {
		return false
	}
	return distance > -0.5*min(o.X1-o.X0, b.X1-b.X0)
}

func (p page) part(set []int, x float32) (left, right, across []int) {
	for _, i := range set {
		switch b := p.boxes[i]; {
		case b.X1 <= x:
			left = append(left, i)
		case b.X0 >= x:
			right = append(right, i)
		default:
			across = append(across, i)
		}
	}
	return left, right, across
}

// gutter finds the white strip between two columns of running text.
func (p page) gutter(set []int) (float32, bool) {
	best, at := 0.0, float32(0)
	for _, i := range set {
		x := p.boxes[i].X0 - float32(p.height)*0.05 // a column begins where one of its boxes begins
		left, right, across := p.part(set, x)
		if len(across) > int(maxCrosses*float64(len(set))) {
			continue
		}
		if score := p.columns(left, right); score > best {
			best, at = score, x
		}
	}
	return at, best > 0
}

// columns tells how well two sets of boxes look like columns side by side; 0 is not at all.
func (p page) columns(left, right []int) float64 {
	if len(left) < minRows || len(right) < minRows {
		return 0
	}
	l, r := p.bounds(left), p.bounds(right)
	beside := min(l.Y1, r.Y1) - max(l.Y0, r.Y0)
	if float64(beside) < float64(minRows)*p.height {
		return 0
	}
	nl, wl := p.prose(left, r.Y0, r.Y1)
	nr, wr := p.prose(right, l.Y0, l.Y1)
	if min(nl, nr) < minRows || min(wl, wr) < minProse*p.height {
		return 0
	}
	gap := float64(r.X0) - p.reach(left)
	if gap < minGap*p.height {
		return 0
	}
	return float64(min(nl, nr)) * min(gap/p.height, 4)
}

// reach is where the rows of a column usually end at the latest.
func (p page) reach(set []int) float64 {
	ends := make([]float64, len(set))
	for k, i := range set {
		ends[k] = float64(p.boxes[i].X1)
	}
	slices.Sort(ends)
	return ends[len(ends)*9/10]
}

func (p page) bounds(set []int) engine.Box {
	b := p.boxes[set[0]]
	for _, i := range set[1:] {
		o := p.boxes[i]
		b.X0, b.Y0, b.X1, b.Y1 = min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)
	}
	return b
}

// prose counts the rows between two heights and gives the usual width of those that are filled with text.
func (p page) prose(set []int, from, to float32) (rows int, width float64) {
	var widths []float64
	for _, row := range p.rows(set) {
		b := p.bounds(row)
		if b.Y1 < from || b.Y0 > to {
			continue
		}
		rows++
		text := 0.0
		for _, i := range row {
			text += float64(p.boxes[i].X1 - p.boxes[i].X0)
		}
		if whole := float64(b.X1 - b.X0); text >= minFill*whole {
			widths = append(widths, whole)
		} else {
			widths = append(widths, 0)
		}
	}
	if rows == 0 {
		return 0, 0
	}
	slices.Sort(widths)
	return rows, widths[len(widths)/2]
}
