package chart

import "math"

// How well a chart has to agree with itself to be called verified.
const (
	placedShare = 0.95 // of the points that fall on their marks
	placedSlack = 0.02 // of the plot
	leftShare   = 0.1  // of marks that were not understood
)

// verify places the points by their numbers alone and compares with the marks.
func (r *reading) verify() bool {
	all, good := 0, 0
	for _, f := range r.series {
		seen := map[any]bool{} // two marks of a series in one category are not told apart
		for i := range f.marks {
			all++
			again := seen[f.marks[i].x]
			if _, category := f.marks[i].x.(string); category {
				seen[f.marks[i].x] = true
			}
			if !again && r.placed(&f.marks[i]) {
				good++
			}
		}
	}
	for _, sc := range []*scale{r.x, r.y} {
		if sc != nil && !r.ticksFit(sc) {
			return false
		}
	}
	return all > 0 && float64(good) >= placedShare*float64(all) && float64(r.left) <= leftShare*float64(all)
}

func (r *reading) placed(m *spot) bool {
	y := r.y.place(m.y)
	if m.stack {
		y = r.y.place(r.y.value(m.from) + m.y)
	}
	if !(math.Abs(y-m.at.y) <= placedSlack*r.plot.height()) {
		return false
	}
	switch x := m.x.(type) {
	case float64:
		return math.Abs(r.x.place(x)-m.at.x) <= placedSlack*r.plot.width()
	case string:
		return x != ""
	}
	return false
}

// ticksFit reports whether the ticks of an axis stand where its scale puts them.
func (r *reading) ticksFit(sc *scale) bool {
	most := placedSlack * r.plot.height()
	if sc == r.x {
		most = placedSlack * r.plot.width()
	}
	for _, i := range sc.row { // a number that stands among the others and contradicts them
		if l := &r.labels[i]; l.role == free || len(l.text) > 1 && l.text[0] == '0' && l.text[1] >= '0' && l.text[1] <= '9' {
			return false
		}
	}
	for _, t := range sc.ticks {
		if !(math.Abs((t.value-sc.add)/sc.slope-t.at) <= most) {
			return false
		}
	}
	return true
}
