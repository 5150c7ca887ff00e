package chart

import (
	"math"
	"slices"
)

// tick is a place on an axis with its number.
type tick struct {
	at    float64
	value float64
	label int // in scene.labels
}

// scale turns places along an axis into values.
type scale struct {
	kind       string
	slope, add float64 // value, or its logarithm, = slope × place + add
	ticks      []tick
	unit       string
	years      bool
	row        []int // the labels that its ticks are of, and those that do not fit
}

func (s *scale) value(at float64) float64 {
	v := s.slope*at + s.add
	if s.kind == Log {
		return math.Pow(10, v)
	}
	return v
}

func (s *scale) place(value float64) float64 {
	if s.kind == Log {
		value = math.Log10(max(value, 1e-300))
	}
	return (value - s.add) / s.slope
}

// Bounds of axes, lengths in sizes of the font.
const (
	fewestTicks = 3
	tickSlack   = 0.4  // of a label from its place on the axis
	aligned     = 0.35 // of labels in a row or column
	mostTicks   = 60
	ruleReach   = 0.75 // of a tick mark from the middle of its label
)

// axes finds the axes of numbers in one direction, the best supported first.
func (s *scene) axes(upright bool) []scale {
	var found []scale
	for _, edge := range edges(upright) {
		for _, row := range s.rows(edge) {
			if sc, ok := s.fit(row, upright); ok {
				found = append(found, sc)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b scale) int { return len(b.ticks) - len(a.ticks) })
	return s.distinct(found)
}

// edges are the measures by which the labels of an axis are aligned.
func edges(upright bool) []func(*label) float64 {
	if !upright {
		return []func(*label) float64{func(l *label) float64 { return l.middle.y }}
	}
	return []func(*label) float64{
		func(l *label) float64 { return l.x1 },
		func(l *label) float64 { return l.x0 },
		func(l *label) float64 { return l.middle.x },
	}
}

// distinct leaves out axes that share labels with a better one.
func (s *scene) distinct(all []scale) []scale {
	var out []scale
	taken := map[int]bool{}
	for _, sc := range all {
		if slices.ContainsFunc(sc.ticks, func(t tick) bool { return taken[t.label] }) {
			continue
		}
		for _, t := range sc.ticks {
			taken[t.label] = true
		}
		out = append(out, sc)
	}
	return out
}

// rows groups labels of numbers and dates that are aligned.
func (s *scene) rows(edge func(*label) float64) [][]int {
	var all []int
	for i := range s.labels {
		l := &s.labels[i]
		if _, date := parseDate(l.text); l.role == free && (l.number.ok || date) {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(a, b int) int {
		return compare(edge(&s.labels[a]), edge(&s.labels[b]))
	})
	var rows [][]int
	for len(all) > 0 {
		n := 1
		for n < len(all) && edge(&s.labels[all[n]])-edge(&s.labels[all[n-1]]) <= aligned*s.em && n < mostTicks {
			n++
		}
		if n >= fewestTicks {
			rows = append(rows, all[:n])
		}
		all = all[n:]
	}
	return rows
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// fit finds the line through most of the labels of a row: numbers as they stand, with the other separator, their
// logarithms, or dates.
func (s *scene) fit(row []int, upright bool) (scale, bool) {
	readings := []struct {
		kind string
		of   func(*label) (float64, bool)
	}{
		{Linear, func(l *label) (float64, bool) { return l.number.value, l.number.ok }},
		{Linear, func(l *label) (float64, bool) { return l.number.other, l.number.ok }},
		{Log, func(l *label) (float64, bool) {
			return math.Log10(max(l.number.value, 1e-300)), l.number.ok && l.number.value > 0
		}},
		{Time, func(l *label) (float64, bool) { return parseDate(l.text) }},
	}
	var best scale
	for _, r := range readings {
		var ticks []tick
		for _, i := range row {
			if v, ok := r.of(&s.labels[i]); ok {
				ticks = append(ticks, tick{s.middleAlong(&s.labels[i], upright), v, i})
			}
		}
		if in := agree(ticks, tickSlack*s.em); len(in) > len(best.ticks) && 5*len(in) >= 3*len(row) {
			best = scale{kind: r.kind, ticks: in, row: row}
		}
	}
	if len(best.ticks) < fewestTicks {
		return best, false
	}
	s.snap(&best, upright)
	best.regress()
	s.name(&best)
	return best, best.slope != 0 && finite(best.slope, best.add)
}

func (s *scene) middleAlong(l *label, upright bool) float64 {
	if upright {
		return l.middle.y
	}
	return l.middle.x
}

// agree returns the most ticks that lie on one line, from pairs of them.
func agree(ticks []tick, slack float64) []tick {
	var best []tick
	for i := range ticks {
		for j := i + 1; j < len(ticks); j++ {
			a, b := ticks[i], ticks[j]
			if a.value == b.value || math.Abs(a.at-b.at) <= 2*slack {
				continue
			}
			slope := (b.value - a.value) / (b.at - a.at)
			on := func(t tick) bool { return math.Abs((t.value-a.value)/slope+a.at-t.at) <= slack }
			n := 0
			for _, t := range ticks {
				if on(t) {
					n++
				}
			}
			if n <= len(best) {
				continue
			}
			in := slices.DeleteFunc(slices.Clone(ticks), func(t tick) bool { return !on(t) })
			if apart(in, 2*slack) {
				best = in
			}
		}
	}
	return best
}

// apart reports whether ticks stand at different places.
func apart(ticks []tick, least float64) bool {
	slices.SortFunc(ticks, func(a, b tick) int { return compare(a.at, b.at) })
	for i := 1; i < len(ticks); i++ {
		if ticks[i].at-ticks[i-1].at < least {
			return false
		}
	}
	return true
}

// snap moves ticks from the middles of their labels to the marks or grid lines beside them, where most have one.
func (s *scene) snap(sc *scale, upright bool) {
	var places []float64
	for i := range s.rules {
		if s.rules[i].upright != upright {
			places = append(places, s.rules[i].at())
		}
	}
	slices.Sort(places)
	type pair struct {
		tick  int
		place float64
	}
	var offsets []float64
	var pairs []pair
	for i, t := range sc.ticks {
		from, _ := slices.BinarySearch(places, t.at-ruleReach*s.em)
		last := math.Inf(-1)
		for _, p := range places[from:] {
			if p > t.at+ruleReach*s.em {
				break
			}
			if p-last < 0.05*s.em {
				continue
			}
			last = p
			offsets, pairs = append(offsets, p-t.at), append(pairs, pair{i, p})
		}
	}
	best, support := 0.0, 0
	for _, o := range offsets {
		n := 0
		for _, q := range offsets {
			if math.Abs(q-o) <= aligned*s.em/3 {
				n++
			}
		}
		if n > support || n == support && math.Abs(o) < math.Abs(best) {
			best, support = o, n
		}
	}
	if 5*support < 3*len(sc.ticks) {
		return
	}
	moved := make([]bool, len(sc.ticks))
	for i, p := range pairs {
		if math.Abs(offsets[i]-best) <= aligned*s.em/3 {
			sc.ticks[p.tick].at, moved[p.tick] = p.place, true
		}
	}
	for i := range sc.ticks {
		if !moved[i] {
			sc.ticks[i].at += best
		}
	}
}

// regress fits the scale to its ticks.
func (s *scale) regress() {
	var n, x, y, xx, xy float64
	mid := s.ticks[len(s.ticks)/2]
	for _, t := range s.ticks {
		dx, dy := t.at-mid.at, t.value-mid.value
		n, x, y, xx, xy = n+1, x+dx, y+dy, xx+dx*dx, xy+dx*dy
	}
	s.slope = (n*xy - x*y) / (n*xx - x*x)
	s.add = (y-s.slope*x)/n + mid.value - s.slope*mid.at
}

// name finds the unit of an axis and whether its numbers are years.
func (s *scene) name(sc *scale) {
	units := map[string]int{}
	sc.years = sc.kind == Linear
	for _, t := range sc.ticks {
		l := &s.labels[t.label]
		units[l.number.unit]++
		if sc.years = sc.years && year(t.value) && len(l.text) == 4; units[l.number.unit]*2 > len(sc.ticks) {
			sc.unit = l.number.unit
		}
	}
	if sc.years {
		sc.kind = Time
	}
}
