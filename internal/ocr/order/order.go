// Package order puts boxes of text on an upright page into the order in which they are read.
package order

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Block is a part of a page that is read from its top to its end: rows of boxes, each row from left to right.
type Block [][]int

// Rows gives all boxes of a page row by row.
func Rows(boxes []engine.Box) [][]int { return slices.Concat(Blocks(boxes)...) }

// Blocks gives the blocks of a page in order, one after the other where running text stands in columns.
func Blocks(boxes []engine.Box) []Block {
	if len(boxes) == 0 {
		return nil
	}
	all := make([]int, len(boxes))
	for i := range all {
		all[i] = i
	}
	p := page{boxes: boxes, height: medianHeight(boxes)}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(p.middle(a), p.middle(b)) })
	return p.read(all, maxDepth)
}

// page is the boxes of a page; sets of them are sorted by height.
type page struct {
	boxes  []engine.Box
	height float64 // the usual one of a box
}

func medianHeight(boxes []engine.Box) float64 {
	heights := make([]float64, len(boxes))
	for i, b := range boxes {
		heights[i] = float64(b.Y1 - b.Y0)
	}
	slices.Sort(heights)
	return max(heights[len(heights)/2], 1)
}

func (p page) middle(i int) float64 { return float64(p.boxes[i].Y0+p.boxes[i].Y1) / 2 }

// maxDepth bounds columns inside columns.
const maxDepth = 6

// read puts a set in order: where it stands in columns, what is above them, the columns and what is below.
func (p page) read(set []int, depth int) []Block {
	if len(set) == 0 {
		return nil
	}
	bands := p.divide(set)
	if depth == 0 || !slices.ContainsFunc(bands, func(b band) bool { return b.right != nil }) {
		return []Block{p.rows(set)}
	}
	var out []Block
	for _, b := range bands {
		out = append(out, p.read(b.left, depth-1)...)
		out = append(out, p.read(b.right, depth-1)...)
	}
	return out
}

// rows gathers boxes that share a height.
func (p page) rows(set []int) Block {
	var rows Block
	for _, i := range set {
		at := -1
		for r := len(rows) - 1; r >= max(len(rows)-4, 0) && at < 0; r-- {
			if p.shares(rows[r], i) {
				at = r
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
