package layout

import (
	"cmp"
	"slices"
)

// A gutter parts columns of prose. Widths are in sizes of the font, shares of the lines on a side.
const (
	narrowestGutter = 0.8
	fewestRows      = 3   // on each side
	fullLine        = 0.6 // of the width of its column
	mostlyFull      = 0.5 // share of lines that are full in prose; cells of tables are shorter
	narrowestColumn = 5
	loosestPitch    = 2 // between most lines; rows of tables may stand farther apart
)

// Order gives the places of level lines in the order of reading: down each column between lines that span the columns.
// Rows of tables stay together. Lines at other angles keep their places at the end.
func Order(lines []Line) []int {
	var level, turned []int
	for i := range lines {
		if lines[i].Angle == 0 {
			level = append(level, i)
		} else {
			turned = append(turned, i)
		}
	}
	o := orderer{lines: lines}
	o.read(level, 0)
	return append(o.out, turned...)
}

type orderer struct {
	lines []Line
	out   []int
}

// deepest is how many columns may lie inside each other.
const deepestColumn = 8

// read writes a region: what stands over the first gutter, its left side, its right side, and what stands below.
func (o *orderer) read(region []int, depth int) {
	if x, top, bottom, ok := o.gutter(region); ok && depth < deepestColumn {
		var above, left, right, below []int
		for _, i := range region {
			l := &o.lines[i]
			switch {
			case l.Baseline < top:
				above = append(above, i)
			case l.Baseline > bottom:
				below = append(below, i)
			case l.Box.X1 <= x:
				left = append(left, i)
			default:
				right = append(right, i)
			}
		}
		for _, part := range [][]int{above, left, right, below} {
			o.read(part, depth+1)
		}
		return
	}
	o.out = append(o.out, region...)
}

// gutter finds the tallest stretch of white between two columns of prose: where it stands, and the baselines between
// which no line crosses it.
func (o *orderer) gutter(region []int) (x, top, bottom float32, ok bool) {
	tried := map[int]bool{}
	best := 0
	for _, i := range region {
		at := o.lines[i].Box.X0 - 0.1*o.lines[i].Size
		if tried[int(at)] {
			continue
		}
		tried[int(at)] = true
		for _, band := range o.bands(region, at) {
			if len(band) > best && o.columns(band, at) {
				best, ok = len(band), true
				x, top, bottom = at, o.lines[band[0]].Baseline, o.lines[band[0]].Baseline
				for _, j := range band {
					top, bottom = min(top, o.lines[j].Baseline), max(bottom, o.lines[j].Baseline)
				}
			}
		}
	}
	return x, top, bottom, ok
}

// bands are the stretches of lines from the top down that do not cross a place.
func (o *orderer) bands(region []int, x float32) [][]int {
	sorted := slices.Clone(region)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(o.lines[a].Baseline, o.lines[b].Baseline) })
	var bands [][]int
	from := 0
	for n, i := range sorted {
		if l := &o.lines[i]; l.Box.X0 < x && l.Box.X1 > x {
			bands = append(bands, sorted[from:n])
			from = n + 1
		}
	}
	return append(bands, sorted[from:])
}

// columns reports whether lines are prose on both sides of a place.
func (o *orderer) columns(band []int, x float32) bool {
	var left, right []int
	for _, i := range band {
		if o.lines[i].Box.X1 <= x {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	if len(left) < fewestRows || len(right) < fewestRows {
		return false
	}
	l, r := o.side(left), o.side(right)
	size := o.lines[left[0]].Size
	return l.prose && r.prose && r.from-l.to >= narrowestGutter*size && min(l.bottom, r.bottom)-max(l.top, r.top) > fewestRows*size
}

type side struct {
	from, to, top, bottom float32
	prose                 bool
}

// side measures the lines on one side of a gutter, which are given from the top down.
func (o *orderer) side(lines []int) side {
	first := &o.lines[lines[0]]
	s := side{first.Box.X0, first.Box.X1, first.Box.Y0, first.Box.Y1, false}
	for _, i := range lines {
		b := &o.lines[i].Box
		s.from, s.to, s.top, s.bottom = min(s.from, b.X0), max(s.to, b.X1), min(s.top, b.Y0), max(s.bottom, b.Y1)
	}
	full, near := 0, 0
	for n, i := range lines {
		if b := &o.lines[i].Box; b.X1-b.X0 >= fullLine*(s.to-s.from) {
			full++
		}
		if n > 0 && o.lines[i].Baseline-o.lines[lines[n-1]].Baseline <= loosestPitch*o.lines[i].Size {
			near++
		}
	}
	most := mostlyFull * float32(len(lines))
	s.prose = float32(full) >= most && float32(near+1) >= most && s.to-s.from > narrowestColumn*first.Size
	return s
}
