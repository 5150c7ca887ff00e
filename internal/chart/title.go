package chart

import (
	"math"
	"slices"
	"strings"
)

// nameAxes finds the words along the axes.
func (r *reading) nameAxes(c *Chart) {
	below, beside := -1, -1
	for i := range r.labels {
		l := &r.labels[i]
		if !r.naming(l) {
			continue
		}
		level := l.angle < 5 || l.angle > 355
		switch {
		case level && l.y0 > c.plot.y1 && math.Abs(l.middle.x-c.plot.centre().x) < 0.25*c.plot.width():
			if below < 0 || l.y0 < r.labels[below].y0 {
				below = i
			}
		case !level && (l.x1 < c.plot.x0 || l.x0 > c.plot.x1) && l.height() > l.width():
			if beside < 0 || math.Abs(l.middle.x-c.plot.x0) < math.Abs(r.labels[beside].middle.x-c.plot.x0) {
				beside = i
			}
		}
	}
	r.nameAxis(c.X, below)
	r.nameAxis(c.Y, beside)
}

// naming reports a label that may be the name of something: words that are no category and inside the figure.
func (r *reading) naming(l *label) bool {
	return l.role == free && !l.number.ok && r.box.grown(0.2*r.em).holds(l.middle) &&
		!slices.ContainsFunc(r.cats, func(c category) bool { return &r.labels[c.label] == l || r.labels[c.label].text == l.text })
}

func (r *reading) nameAxis(a *Axis, i int) {
	if a == nil || i < 0 {
		return
	}
	a.Label = r.labels[i].text
	r.labels[i].role = otherLabel
	if a.Unit == "" {
		a.Unit = unitOf(a.Label)
	}
}

// unitOf is what stands in brackets at the end of a name.
func unitOf(name string) string {
	for _, pair := range []string{"()", "[]"} {
		if i := strings.LastIndex(name, pair[:1]); i > 0 && strings.HasSuffix(name, pair[1:]) && len(name)-i <= 20 {
			return name[i+1 : len(name)-1]
		}
	}
	return ""
}

// title is the largest line above the plot; one that has to stand out is larger or bolder than the other labels.
func (r *reading) title(out bool) string {
	best := -1
	weight := func(l *label) float64 {
		w := l.size
		if l.bold {
			w *= 1.1
		}
		return w
	}
	for i := range r.labels {
		l := &r.labels[i]
		reach := 0.3 * r.em // into the plot
		if weight(l) > 1.2*r.em {
			reach = max(reach, 0.4*l.height()) // the boxes of large words are more than their ink
		}
		if !r.naming(l) || l.y1 > r.plot.y0+reach || l.angle > 5 && l.angle < 355 || l.x1 < r.plot.x0 || l.x0 > r.plot.x1 || len(l.text) < 3 {
			continue
		}
		if best < 0 || weight(l) > weight(&r.labels[best])+0.01 {
			best = i
		}
	}
	if best < 0 || out && weight(&r.labels[best]) < 1.05*r.large(best) {
		return ""
	}
	r.labels[best].role = otherLabel
	text, last := r.labels[best].text, r.labels[best]
	first := best
	for i := 0; i >= 0; { // lines before it, which a figure may cut off
		i = slices.IndexFunc(r.labels, func(l label) bool {
			return l.role == free && math.Abs(l.size-last.size) < 0.01*r.em && l.bold == last.bold && l.y1 < r.labels[first].middle.y &&
				r.together(&l, &r.labels[first])
		})
		if i >= 0 {
			r.labels[i].role = otherLabel
			text, first = r.labels[i].text+" "+text, i
		}
	}
	r.cut = r.goesOn(first)
	for i := range r.labels { // lines of the same title
		l := &r.labels[i]
		if l.size == last.size && l.bold == last.bold && l.y0 > last.y0 && l.y0-last.y1 < 0.5*last.size && l.y1 <= r.plot.y0 &&
			l.x0 < last.x1 && l.x1 > last.x0 && r.naming(l) {
			l.role = otherLabel
			text, last = text+" "+l.text, *l
		}
	}
	return text
}

// goesOn reports a line right above a title that may be its beginning.
func (r *reading) goesOn(first int) bool {
	t := &r.labels[first]
	return slices.ContainsFunc(r.labels, func(l label) bool {
		gap := t.y0 - l.y1
		return l.role == free && l.says() && math.Abs(l.size-t.size) < 0.05*r.em && gap > -lineShift*r.em && gap <= nextLine*r.em &&
			l.middle.y < t.y0 && l.x0 < t.x1 && t.x0 < l.x1
	})
}

// large is the size that three of four labels do not exceed, but for one of them: recognition tells sizes by the boxes of
// words, and those differ.
func (r *reading) large(but int) float64 {
	sizes := make([]float64, 0, len(r.labels))
	for i := range r.labels {
		if l := &r.labels[i]; i != but && r.box.holds(l.middle) {
			sizes = append(sizes, l.size)
		}
	}
	if len(sizes) == 0 {
		return r.em
	}
	slices.Sort(sizes)
	return max(sizes[len(sizes)*3/4], r.em)
}
