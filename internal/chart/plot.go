package chart

import (
	"math"
	"slices"
)

// lyingBars reports whether more rectangles are equally high than are equally wide.
func (s *scene) lyingBars() bool {
	widths, heights := make([]float64, 0, len(s.rects)), make([]float64, 0, len(s.rects))
	for i := range s.rects {
		widths, heights = append(widths, s.rects[i].width()), append(heights, s.rects[i].height())
	}
	_, w := common(widths, s.grain)
	_, h := common(heights, s.grain)
	return h > w
}

// common is the value that most share, within 4 %, and how many do.
func common(values []float64, grain float64) (float64, int) {
	slices.Sort(values)
	best, most, from := 0.0, 0, 0
	for i, v := range values {
		for v-values[from] > 0.04*v+2*grain {
			from++
		}
		if i-from+1 > most {
			best, most = values[(i+from)/2], i-from+1
		}
	}
	return best, most
}

// findPlot finds the area between the axes.
func (r *reading) findPlot() bool {
	first, last := r.y.ticks[0].at, r.y.ticks[len(r.y.ticks)-1].at
	p := box{math.Inf(1), first, math.Inf(-1), last}
	for i := range r.rules {
		if u := &r.rules[i]; u.upright && u.height() >= (last-first)/2 && u.y0 < last && u.y1 > first && !r.border(u) {
			p.y0, p.y1 = min(p.y0, u.y0), max(p.y1, u.y1)
			p.x0, p.x1 = min(p.x0, u.x0), max(p.x1, u.x1)
		}
	}
	long := 0.3 * r.box.width()
	for i := range r.rules {
		if u := &r.rules[i]; !u.upright && u.width() >= long && u.at() > p.y0-r.em && u.at() < p.y1+r.em && !r.border(u) {
			p.x0, p.x1 = min(p.x0, u.x0), max(p.x1, u.x1)
		}
	}
	if r.x != nil {
		p.x0, p.x1 = min(p.x0, r.x.ticks[0].at), max(p.x1, r.x.ticks[len(r.x.ticks)-1].at)
	}
	if p.width() < long { // no line along x: what stands beside the labels
		for i := range r.rects {
			if b := r.rects[i]; b.y1 > p.y0-r.em && b.y0 < p.y1+r.em && !r.swatch(b) {
				p.x0, p.x1 = min(p.x0, b.x0), max(p.x1, b.x1)
			}
		}
		for i := range r.scene.lines {
			b := around(r.scene.lines[i].points)
			p.x0, p.x1 = min(p.x0, b.x0), max(p.x1, b.x1)
		}
	}
	// The labels of the axis stand outside.
	inner, outer := math.Inf(-1), math.Inf(1)
	for _, t := range r.y.ticks {
		l := &r.labels[t.label]
		inner, outer = max(inner, l.x1), min(outer, l.x0)
	}
	if inner < (p.x0+p.x1)/2 {
		p.x0 = max(p.x0, inner)
	} else if outer > (p.x0+p.x1)/2 {
		p.x1 = min(p.x1, outer)
	}
	r.plot = p
	return p.width() > 3*r.em && p.height() > 3*r.em
}

// border reports a line along an edge of a figure that holds the labels of its axis: it is around them, not around the
// plot.
func (r *reading) border(u *rule) bool {
	for _, t := range r.y.ticks {
		if !r.box.holds(r.labels[t.label].middle) {
			return false
		}
	}
	const all, edge = 0.95, 0.3
	if u.upright {
		return u.height() >= all*r.box.height() && min(u.at()-r.box.x0, r.box.x1-u.at()) <= edge*r.em
	}
	return u.width() >= all*r.box.width() && min(u.at()-r.box.y0, r.box.y1-u.at()) <= edge*r.em
}

// category is a name along an axis.
type category struct {
	at    float64
	text  string
	label int
}

// findCategories lists the labels on the far side of the axis across the values.
func (r *reading) findCategories() {
	below, above := r.row(func(l *label) float64 { return l.y0 - r.plot.y1 }), r.row(func(l *label) float64 { return r.plot.y0 - l.y1 })
	r.cats = below
	if len(above) > len(below) && (r.lying || len(below) == 0) {
		r.cats = above
	}
	slices.SortStableFunc(r.cats, func(a, b category) int { return compare(a.at, b.at) })
}

// Distances of category labels, in sizes of the font.
const (
	categoryReach = 3   // from the plot
	rowSlack      = 0.7 // of labels in one row
	tightRow      = 0.5 // between the lines of one label
)

// row lists the labels beside the plot: those nearest to it, and the lines right behind them.
func (r *reading) row(facing func(*label) float64) []category {
	var all []int
	nearest := math.Inf(1)
	for i := range r.labels {
		l := &r.labels[i]
		if d := facing(l); d > -0.4*r.em && r.free(l) && l.middle.x > r.plot.x0-2*r.em && l.middle.x < r.plot.x1+2*r.em {
			if r.lying && l.angle != 0 {
				continue
			}
			all, nearest = append(all, i), min(nearest, d)
		}
	}
	if len(all) == 0 || !r.lying && nearest > categoryReach*r.em {
		return nil
	}
	end := nearest + rowSlack*r.em // how far the rows taken so far begin
	deep := nearest
	var out []category
	for pass := 0; pass < 4; pass++ {
		var added []category
		for _, i := range all {
			if d := facing(&r.labels[i]); r.lying || d <= end && d > deep-1e-9 {
				added = append(added, category{r.anchor(&r.labels[i]), r.labels[i].text, i})
			}
		}
		if pass > 0 && len(added) < 2 {
			break
		}
		out = append(out, added...)
		if r.lying {
			break
		}
		deep = end + 1e-9
		end = 0
		for _, c := range added {
			l := &r.labels[c.label]
			end = max(end, facing(l)+l.height())
		}
		end += tightRow * r.em
	}
	return out
}

// free reports a label that is none of the axis of values nor of the legend.
func (r *reading) free(l *label) bool {
	if l.role == free {
		return true
	}
	if l.role != tickLabel || r.x == nil {
		return false
	}
	return slices.ContainsFunc(r.x.ticks, func(t tick) bool { return &r.labels[t.label] == l })
}

// anchor is the place along the axis that a label speaks of: its middle, or the upper end of one that is slanted.
func (r *reading) anchor(l *label) float64 {
	turn := math.Mod(l.angle+360, 180)
	switch {
	case r.lying || turn < 10 || turn > 170 || math.Abs(turn-90) < 10:
		return l.middle.x
	case turn > 90:
		return l.x1 - 0.3*l.size
	}
	return l.x0 + 0.3*l.size
}
