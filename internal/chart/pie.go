package chart

import (
	"math"
	"slices"
	"strings"
)

// pie reads the sectors of a disc.
func (s *scene) pie(legend []entry) (*Chart, bool) {
	wedges := s.disc()
	if wedges == nil {
		return nil, false
	}
	slices.SortStableFunc(wedges, func(a, b wedge) int { return compare(turn(a.from), turn(b.from)) })
	c := &Chart{Kind: Pie, Y: &Axis{Type: Linear, Unit: "%"}, Verified: true}
	plot := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	whole := 0.0
	for _, w := range wedges {
		whole += w.to - w.from
		plot = plot.union(box{w.centre.x, w.centre.y, w.centre.x, w.centre.y}.grown(w.radius))
	}
	r := &reading{scene: s, plot: plot, legend: legend}
	c.Title = r.title(true)
	series := Series{}
	labels := r.wedgeLabels(wedges)
	for i, w := range wedges {
		share := round(100*(w.to-w.from)/whole, 0.01)
		p := Point{Y: share, Label: labels[i].value}
		if name := r.nameOf(w.colour); name != "" {
			p.X = name
		} else if labels[i].name != "" {
			p.X = labels[i].name
		}
		if n := parseNumber(p.Label); n.ok && n.unit == "%" && math.Abs(n.value-share) > 2 {
			c.Verified = false
		}
		series.Points = append(series.Points, p)
		sin, cos := math.Sincos((w.from + w.to) / 2)
		c.marks = append(c.marks, spot{at: point{w.centre.x + 0.6*w.radius*cos, w.centre.y + 0.6*w.radius*sin}})
	}
	c.Series, c.plot = []Series{series}, plot
	c.Verified = c.Verified && math.Abs(whole-2*math.Pi) < 0.02*2*math.Pi
	return c, true
}

// turn is the angle from twelve o'clock on, where pies begin, or a little before.
func turn(angle float64) float64 { return math.Mod(angle+math.Pi/2+4*math.Pi+0.03, 2*math.Pi) }

// disc finds sectors of one circle that go all around, or nearly.
func (s *scene) disc() []wedge {
	const most = 64
	if len(s.wedges) < 2 || len(s.wedges) > most {
		return nil
	}
	for _, first := range s.wedges {
		var group []wedge
		whole := 0.0
		for _, w := range s.wedges {
			if math.Abs(w.radius-first.radius) < 0.05*first.radius && near(w.centre, first.centre, 0.35*first.radius) {
				group = append(group, w)
				whole += w.to - w.from
			}
		}
		if len(group) >= 2 && whole > 0.9*2*math.Pi && whole < 1.04*2*math.Pi {
			return group
		}
	}
	return nil
}

// Bounds of the labels of sectors.
const (
	labelRadii  = 1.7 // from the centre
	longestName = 60
)

// written is what stands at a sector.
type written struct{ name, value string }

// wedgeLabels gives the labels in and around a disc to the sectors they stand at.
func (r *reading) wedgeLabels(wedges []wedge) []written {
	out := make([]written, len(wedges))
	near := make([][2]float64, len(wedges)) // distance of the name and of the value
	for i := range near {
		near[i] = [2]float64{math.Inf(1), math.Inf(1)}
	}
	for i := range r.labels {
		l := &r.labels[i]
		k, away := at(wedges, l.middle)
		if l.role != free || k < 0 || away > labelRadii || len(l.text) > longestName {
			continue
		}
		name, value := l.text, ""
		if l.number.ok {
			name, value = "", l.text
		} else if head, tail, ok := cutNumber(l.text); ok {
			name, value = head, tail
		}
		reach := math.Abs(away - 1)
		if name != "" && reach < near[k][0] {
			out[k].name, near[k][0] = name, reach
			l.role = valueLabel
		}
		if value != "" && reach < near[k][1] {
			out[k].value, near[k][1] = value, reach
			l.role = valueLabel
		}
	}
	return out
}

// at is the sector in whose direction a point lies, and how far out in radii.
func at(wedges []wedge, p point) (int, float64) {
	for i, w := range wedges {
		a := math.Atan2(p.y-w.centre.y, p.x-w.centre.x)
		if a = w.from + math.Mod(a-w.from+8*math.Pi, 2*math.Pi); a <= w.to {
			return i, math.Hypot(p.x-w.centre.x, p.y-w.centre.y) / w.radius
		}
	}
	return -1, 0
}

// cutNumber parts a label such as "Coal 12 %" or "Coal (12%)".
func cutNumber(text string) (name, value string, ok bool) {
	i := strings.LastIndexAny(text, " (:;")
	for tries := 0; i > 0 && tries < 2; tries++ {
		tail := strings.Trim(text[i:], " ():;,")
		if parseNumber(tail).ok {
			return strings.Trim(text[:i], " (:;,"), tail, true
		}
		i = strings.LastIndexAny(text[:i], " (:;")
	}
	return "", "", false
}
