package chart

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// chart writes what was read as numbers and words.
func (r *reading) chart(kind string) *Chart {
	r.valueLabels()
	c := &Chart{Kind: kind, plot: r.plot}
	r.orderSeries()
	for _, f := range r.series {
		s := Series{Name: f.name}
		for _, m := range f.marks {
			p := Point{X: m.x, Y: m.y, Label: m.label}
			if r.y.kind == Time {
				p.Y = r.when(r.y, m.y)
			}
			if r.lying {
				p.X, p.Y = p.Y, p.X
			}
			s.Points = append(s.Points, p)
		}
		c.Series = append(c.Series, s)
	}
	across := &Axis{Type: Category}
	if r.x != nil {
		across.Type, across.Unit = r.x.kind, r.x.unit
	}
	c.X, c.Y = across, &Axis{Type: r.y.kind, Unit: r.y.unit}
	for _, f := range r.series {
		for _, m := range f.marks {
			if r.lying {
				m.at = point{m.at.y, m.at.x}
			}
			c.marks = append(c.marks, m)
			c.stacked = c.stacked || m.stack
		}
	}
	upright := r
	if r.lying {
		c.X, c.Y, c.plot = c.Y, c.X, c.plot.swapped()
		back := *r
		back.scene, back.plot = r.turned(), c.plot
		upright = &back
	}
	upright.nameAxes(c)
	c.Title = upright.title(false)
	c.Verified = r.verify() && r.accounted(kind) && c.legible() && !upright.cut && !upright.cutNames(c)
	return c
}

// orderSeries puts series into the order of the legend and rounds their values.
func (r *reading) orderSeries() {
	place := func(f found) int {
		return slices.IndexFunc(r.legend, func(e entry) bool { return e.name == f.name && f.name != "" })
	}
	slices.SortStableFunc(r.series, func(a, b found) int { return place(a) - place(b) })
	for _, f := range r.series {
		for k := range f.marks {
			m := &f.marks[k]
			if m.label == "" {
				m.y = r.rounded(r.y, m.y)
			}
		}
	}
}

// rounded leaves of a value what the drawing can tell: a ten-thousandth of the axis, or four figures on a logarithmic one.
func (r *reading) rounded(sc *scale, v float64) float64 {
	if sc.kind == Log {
		return round(v, math.Pow(10, math.Floor(math.Log10(math.Abs(v)+1e-300))-3))
	}
	span := math.Abs(sc.slope) * r.plot.height()
	if sc == r.x {
		span = math.Abs(sc.slope) * r.plot.width()
	}
	return round(v, math.Pow(10, math.Floor(math.Log10(span+1e-300))-3))
}

// round gives the nearest multiple of a power of ten, as it is written.
func round(v, unit float64) float64 {
	if !(unit > 0) || math.IsInf(unit, 0) {
		return v
	}
	if unit < 1 {
		per := math.Round(1 / unit)
		return math.Round(v*per)/per + 0 // no negative zero
	}
	return math.Round(v/unit)*unit + 0
}

// number is the value of a place on an axis, or the time.
func (r *reading) number(sc *scale, at float64) any {
	v := sc.value(at)
	if sc.kind == Time {
		return r.when(sc, v)
	}
	return r.rounded(sc, v)
}

// when writes a time as a year, a month or a day.
func (r *reading) when(sc *scale, v float64) string {
	if !finite(v) {
		return ""
	}
	if sc.years {
		whole := math.Round(v)
		if math.Abs(v-whole) < 0.05 {
			return fmt.Sprintf("%.0f", whole)
		}
		start := time.Date(int(math.Floor(v)), 1, 1, 0, 0, 0, 0, time.UTC)
		return start.AddDate(0, 0, int((v-math.Floor(v))*365)).Format(time.DateOnly)
	}
	return time.Unix(int64(math.Round(v)*86400), 0).UTC().Format(time.DateOnly)
}

// valueLabels gives marks the numbers that are written at them. A number that agrees with the place of its mark is
// what the chart says.
func (r *reading) valueLabels() {
	inside := r.plot.grown(1.5 * r.em)
	span := math.Abs(r.y.value(r.plot.y0) - r.y.value(r.plot.y1))
	for i := range r.labels {
		l := &r.labels[i]
		if l.role != free || !l.number.ok || !inside.holds(l.middle) {
			continue
		}
		best, away := (*spot)(nil), 2.2*r.em
		for k := range r.series {
			if len(r.series[k].marks) > maxLabels {
				continue
			}
			for j := range r.series[k].marks {
				m := &r.series[k].marks[j]
				end := m.at
				if m.stack {
					end.y = (m.at.y + m.from) / 2
				}
				d := math.Hypot(end.x-l.middle.x, end.y-l.middle.y)
				if m.ink.holds(l.middle) { // wherever in its bar
					d = 0
				}
				if d < away && m.label == "" {
					if agrees := math.Abs(l.number.value-m.y) <= 0.02*span; agrees {
						best, away = m, d
					}
				}
			}
		}
		if best != nil {
			best.label, best.y, l.role = l.text, l.number.value, valueLabel
		}
	}
}
