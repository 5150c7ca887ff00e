package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// entry is a line of a legend.
type entry struct {
	colour engine.Color
	name   string
	box    box // of the swatch
}

// Sizes of swatches, in sizes of the font.
const (
	highSwatch = 1.6
	wideSwatch = 4.5
	swatchGap  = 1.5
)

// findLegend pairs small equal samples of different colours with the words to the right of them.
func (s *scene) findLegend() []entry {
	var samples []entry
	add := func(b box, c engine.Color) {
		if b.width() <= wideSwatch*s.em && b.height() <= highSwatch*s.em && len(samples) < maxShapes {
			samples = append(samples, entry{colour: c, box: b})
		}
	}
	for _, r := range s.rects {
		add(r.box, r.colour)
	}
	for _, r := range s.rules {
		if !r.upright && r.width() > 0.8*s.em {
			add(r.box, r.colour)
		}
	}
	for _, d := range s.dots {
		add(d.box, d.colour)
	}
	for _, l := range s.lines {
		add(around(l.points), l.colour)
	}
	return s.choose(s.named(samples))
}

// named gives samples the label that begins right of them.
func (s *scene) named(samples []entry) []entry {
	byLine := slices.Clone(s.labels)
	index := make([]int, len(byLine))
	for i := range index {
		index[i] = i
	}
	slices.SortFunc(index, func(a, b int) int { return compare(byLine[a].middle.y, byLine[b].middle.y) })
	var out []entry
	for _, e := range samples {
		c := e.box.centre()
		from, _ := slices.BinarySearchFunc(index, c.y-0.7*s.em, func(i int, y float64) int { return compare(byLine[i].middle.y, y) })
		best := -1
		for _, i := range index[from:] {
			l := &byLine[i]
			if l.middle.y > c.y+0.7*s.em {
				break
			}
			if gap := l.x0 - e.box.x1; gap > -0.2*s.em && gap < swatchGap*s.em && (best < 0 || l.x0 < byLine[best].x0) {
				best = i
			}
		}
		if best >= 0 {
			e.name = byLine[best].text
			out = append(out, e)
		}
	}
	return out
}

// choose keeps the samples that are alike in size, different in colour, and stand in a row or column.
func (s *scene) choose(all []entry) []entry {
	var best []entry
	const most = 200 // groups are compared pairwise
	if len(all) > most {
		all = all[:most]
	}
	for _, first := range all {
		var group []entry
		for _, e := range all {
			alike := math.Abs(e.box.width()-first.box.width()) <= 0.1*s.em && math.Abs(e.box.height()-first.box.height()) <= 0.25*s.em
			placed := math.Abs(e.box.x0-first.box.x0) <= 0.3*s.em || math.Abs(e.box.centre().y-first.box.centre().y) <= 0.3*s.em
			if !alike || !placed {
				continue
			}
			switch same := slices.IndexFunc(group, func(g entry) bool { return far(g.colour, e.colour) <= sameColour }); {
			case same < 0:
				group = append(group, e)
			case group[same].name != e.name:
				group = nil
			}
			if group == nil {
				break
			}
		}
		if len(group) > len(best) {
			best = group
		}
	}
	if len(best) < 2 {
		return nil
	}
	slices.SortStableFunc(best, func(a, b entry) int {
		if p, q := a.box.centre(), b.box.centre(); math.Abs(p.y-q.y) > 0.5*s.em {
			return compare(p.y, q.y)
		}
		return compare(a.box.x0, b.box.x0)
	})
	heads := make([]int, len(best)) // the labels that names begin with
	for k, e := range best {
		heads[k] = -1
		for i := range s.labels {
			if l := &s.labels[i]; l.text == e.name && math.Abs(l.middle.y-e.box.centre().y) < s.em && l.x0 > e.box.x0 {
				l.role, heads[k] = legendLabel, i
			}
		}
	}
	s.wholeNames(best, heads, all)
	s.drop(best)
	return best
}

// drop takes the samples of the legend out of the marks.
func (s *scene) drop(legend []entry) {
	sample := func(b box) bool {
		return slices.ContainsFunc(legend, func(e entry) bool { return e.box.grown(0.3*s.em).holds(b.centre()) && b.width() <= e.box.width()+s.em })
	}
	s.rects = slices.DeleteFunc(slices.Clone(s.rects), func(r shape) bool { return sample(r.box) })
	s.dots = slices.DeleteFunc(slices.Clone(s.dots), func(d shape) bool { return sample(d.box) })
	s.lines = slices.DeleteFunc(slices.Clone(s.lines), func(l polyline) bool { return sample(around(l.points)) })
	s.rules = slices.DeleteFunc(slices.Clone(s.rules), func(r rule) bool { return sample(r.box) })
}

// sameColour is how far parts of one colour may differ.
const sameColour = 8

func (r *reading) nameOf(c engine.Color) string {
	for _, e := range r.legend {
		if far(e.colour, c) <= sameColour {
			return e.name
		}
	}
	return ""
}

// swatch reports a rectangle with the size of a sample of colour.
func (r *reading) swatch(b shape) bool {
	return slices.ContainsFunc(r.legend, func(e entry) bool { return e.box == b.box })
}
