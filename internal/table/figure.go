package table

import (
	"cmp"
	"slices"
)

// drawn reports whether curves and slanted lines take up a good part of the region.
func (g *grid) drawn() bool {
	n, area := 0, float32(0)
	for _, b := range g.s.art {
		if c := common(b, g.box); c.X1 > c.X0 && c.Y1 > c.Y0 {
			n++
			area = max(area, (c.X1-c.X0)*(c.Y1-c.Y0))
		}
	}
	return n > 2*len(g.lines) || area > 0.15*(g.box.X1-g.box.X0)*(g.box.Y1-g.box.Y0)
}

// struck counts the words that a rule runs through: the lines of a chart, not of a table.
func (g *grid) struck() int {
	n := 0
	for i := range g.lines {
		l := &g.lines[i]
		for _, h := range g.h {
			if h.pos < l.base-0.6*l.size || h.pos > l.base-0.15*l.size {
				continue
			}
			for _, p := range l.phrases {
				if overlap(p.x0, p.x1, h.from, h.to) > 0.5*(p.x1-p.x0) {
					n += int(p.to - p.from)
				}
			}
		}
	}
	return n
}

// leastBars is how many painted areas with one edge in common and of different lengths make a chart.
const leastBars = 5

// bars reports whether painted areas in the region are the bars of a chart: they stand on one line, and their lengths
// differ.
func (g *grid) bars() bool {
	var upright, lying [][2]float32 // the common edge, and the length
	for i := range g.s.fills {
		b := g.s.fills[i].box
		if !inside(g.box, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2) {
			continue
		}
		upright = append(upright, [2]float32{b.Y1, b.Y1 - b.Y0})
		lying = append(lying, [2]float32{b.X0, b.X1 - b.X0})
	}
	return g.graph(upright) || g.graph(lying)
}

// graph reports whether enough lengths on one edge all differ.
func (g *grid) graph(areas [][2]float32) bool {
	slices.SortFunc(areas, func(a, b [2]float32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for i := 0; i < len(areas); {
		n := i + 1
		for n < len(areas) && areas[n][0]-areas[i][0] < 0.1*g.em {
			n++
		}
		lengths := make([]float32, 0, n-i)
		for _, a := range areas[i:n] {
			lengths = append(lengths, a[1])
		}
		slices.Sort(lengths)
		different := 1
		for k := 1; k < len(lengths); k++ {
			if lengths[k]-lengths[k-1] > 0.1*g.em {
				different++
			}
		}
		if different >= leastBars && different*3 > n-i {
			return true
		}
		i = n
	}
	return false
}

// pictured reports whether one picture takes up a good part of the region.
func (g *grid) pictured() bool {
	size := (g.box.X1 - g.box.X0) * (g.box.Y1 - g.box.Y0)
	for i := range g.s.page.Images {
		v := g.s.page.Images[i].Visible
		if (v.X1-v.X0)*(v.Y1-v.Y0) > 0.5*g.s.page.Width*g.s.page.Height {
			continue
		}
		if c := common(v, g.box); c.X1 > c.X0 && (c.X1-c.X0)*(c.Y1-c.Y0) > 0.25*size {
			return true
		}
	}
	return false
}
