package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// bars reads standing bars: equally wide, side by side, on each other, or both.
func (r *reading) bars() bool {
	inside := r.plot.grown(0.6 * r.em)
	var all []shape
	var widths []float64
	for _, b := range r.rects {
		if inside.holds(b.centre()) && b.width() < 0.9*r.plot.width() {
			all = append(all, b)
			if b.height() > hair*r.em {
				widths = append(widths, b.width())
			}
		}
	}
	width, n := common(widths, r.grain)
	if n < 2 || 2*n < len(widths) || len(all) > maxPoints {
		return false
	}
	bars := slices.DeleteFunc(slices.Clone(all), func(b shape) bool { return math.Abs(b.width()-width) > 0.04*width+2*r.grain })
	r.left += len(all) - len(bars)
	base, ok := r.base(bars)
	if !ok || r.cells(bars) {
		return false
	}
	r.placeBars(bars, base)
	return true
}

// base is the place where bars begin: that of zero where most of them touch it, else what most of them share. Bars that
// are all equally high show nothing.
func (r *reading) base(bars []shape) (float64, bool) {
	var ends []float64
	for _, b := range bars {
		ends = append(ends, b.y0, b.y1)
	}
	slack := 0.1*r.em + 2*r.grain
	touching := func(at float64) (n int) {
		for _, b := range bars {
			if math.Abs(b.y0-at) <= slack || math.Abs(b.y1-at) <= slack {
				n++
			}
		}
		return n
	}
	base, most := 0.0, 0
	slices.Sort(ends)
	last := math.Inf(-1)
	for _, e := range ends {
		if e-last < slack/2 {
			continue
		}
		last = e
		n := touching(e)
		if n > most || n == most && e > base {
			base, most = e, n
		}
	}
	if r.y.kind != Log {
		if zero := r.y.place(0); 2*touching(zero) >= most {
			base = zero
		}
	}
	// One column is no chart: flat parts of lines that lie over each other look like one.
	if n := columns(bars); n < 2 || 2*touching(base) < n {
		return base, false
	}
	first := bars[0]
	for _, b := range bars[1:] {
		if math.Abs(b.height()-first.height()) > slack {
			return base, true
		}
	}
	return base, false
}

// columns counts the places along x that bars stand at.
func columns(bars []shape) int {
	middles := make([]float64, len(bars))
	for i, b := range bars {
		middles[i] = b.centre().x
	}
	slices.Sort(middles)
	n := 0
	for i, m := range middles {
		if i == 0 || m-middles[i-1] > bars[0].width()/2 {
			n++
		}
	}
	return n
}

// cells reports rectangles that hold words, as those of tables and diagrams do.
func (r *reading) cells(bars []shape) bool {
	n := 0
	for _, b := range bars {
		for i := range r.labels {
			if l := &r.labels[i]; l.role == free && !l.number.ok && len(l.text) > 2 && b.holds(l.middle) {
				n++
				break
			}
		}
	}
	return 5*n > 2*len(bars)
}

// placeBars gives every bar its category and its value.
func (r *reading) placeBars(bars []shape, base float64) {
	slices.SortStableFunc(bars, func(a, b shape) int { return compare(a.x0, b.x0) })
	slots := r.slots(bars)
	slack := 0.1*r.em + 2*r.grain
	for i, b := range bars {
		low, high := b.y1, b.y0 // the end at the base, and the other
		if math.Abs(b.y0-base) < math.Abs(b.y1-base) {
			low, high = b.y0, b.y1
		}
		sp := spot{at: point{b.centre().x, high}, from: low, x: slots[i], ink: b.box}
		if sp.y = r.y.value(high); math.Abs(low-base) > slack {
			sp.stack, sp.y = true, r.y.value(high)-r.y.value(low)
		}
		r.add(b.colour, sp)
	}
	if len(r.legend) == 0 && len(r.series) > 1 && r.oneEach() {
		r.join()
	}
}

// oneEach reports whether no category has two bars: then colours are but colours.
func (r *reading) oneEach() bool {
	seen := map[any]bool{}
	for _, f := range r.series {
		for _, m := range f.marks {
			if m.x == nil || seen[m.x] || m.stack {
				return false
			}
			seen[m.x] = true
		}
	}
	return true
}

// join makes one series of all.
func (r *reading) join() {
	one := found{colour: r.series[0].colour}
	for _, f := range r.series {
		one.marks = append(one.marks, f.marks...)
	}
	slices.SortStableFunc(one.marks, func(a, b spot) int { return compare(a.at.x, b.at.x) })
	r.series = []found{one}
}

// add puts a mark to the series of its colour.
func (r *reading) add(c engine.Color, sp spot) {
	for i := range r.series {
		if far(r.series[i].colour, c) <= sameColour {
			r.series[i].marks = append(r.series[i].marks, sp)
			return
		}
	}
	r.series = append(r.series, found{colour: c, name: r.nameOf(c), marks: []spot{sp}})
}

// slots are the places of bars along x: the category whose label is nearest, or a number where labels are bounds of bars.
func (r *reading) slots(bars []shape) []any {
	out := make([]any, len(bars))
	if len(r.cats) >= 2 {
		owner := make([]int, len(bars))
		extent := map[int]box{}
		for i, b := range bars {
			owner[i] = r.nearest(b.centre().x)
			key := r.key(owner[i])
			if e, ok := extent[key]; ok {
				extent[key] = e.union(b.box)
			} else {
				extent[key] = b.box
			}
		}
		fits, step := 0, r.step()
		for key, e := range extent {
			if math.Abs(r.cats[key].at-e.centre().x) <= 0.3*step {
				fits++
			}
		}
		if r.x == nil || 5*fits >= 3*len(extent) {
			for i := range bars {
				out[i] = r.catText(owner[i])
			}
			r.x = nil
			return out
		}
	}
	if r.x != nil {
		for i, b := range bars {
			out[i] = r.number(r.x, b.centre().x)
		}
	}
	return out
}

// nearest is the category label that is nearest to a place.
func (r *reading) nearest(x float64) int {
	i, _ := slices.BinarySearchFunc(r.cats, x, func(c category, x float64) int { return compare(c.at, x) })
	switch {
	case i == 0:
		return 0
	case i == len(r.cats) || x-r.cats[i-1].at < r.cats[i].at-x:
		return i - 1
	}
	return i
}

// key is the first label of those at one place, as the lines of one name are.
func (r *reading) key(i int) int {
	for i > 0 && r.cats[i].at-r.cats[i-1].at < r.joined() {
		i--
	}
	return i
}

// joined is how near labels are that make one name. Lying bars have their names one above the other.
func (r *reading) joined() float64 {
	if r.lying {
		return 0.75 * min(r.step(), 1.6*r.em)
	}
	return 0.5 * r.em
}

// catText is the whole name at a label.
func (r *reading) catText(i int) string {
	first := r.key(i)
	parts := []int{first}
	for k := first + 1; k < len(r.cats) && r.cats[k].at-r.cats[k-1].at < r.joined(); k++ {
		parts = append(parts, k)
	}
	slices.SortStableFunc(parts, func(a, b int) int {
		return compare(r.labels[r.cats[a].label].middle.y, r.labels[r.cats[b].label].middle.y)
	})
	text := ""
	for _, k := range parts {
		if text != "" {
			text += " "
		}
		text += r.cats[k].text
	}
	return text
}

// step is the usual distance of categories.
func (r *reading) step() float64 {
	var gaps []float64
	for i := 1; i < len(r.cats); i++ {
		if d := r.cats[i].at - r.cats[i-1].at; d > 0.5*r.em {
			gaps = append(gaps, d)
		}
	}
	if len(gaps) == 0 {
		return r.plot.width()
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
