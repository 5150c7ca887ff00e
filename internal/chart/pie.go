package chart

import (
	"math"
	"slices"
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
	labels, title, named := r.namePie(wedges)
	c.Title = title
	series := Series{}
	for i, w := range wedges {
		share := round(100*(w.to-w.from)/whole, 0.01)
		p := Point{Y: share, Label: labels[i].value}
		if name := labels[i].name; name != "" {
			p.X = name
		}
		if v, ok := percent(p.Label); ok && math.Abs(v-share) > shareSlack {
			c.Verified = false
		}
		series.Points = append(series.Points, p)
		sin, cos := math.Sincos((w.from + w.to) / 2)
		c.marks = append(c.marks, spot{at: point{w.centre.x + 0.6*w.radius*cos, w.centre.y + 0.6*w.radius*sin}})
	}
	c.Series, c.plot = []Series{series}, plot
	c.Verified = c.Verified && math.Abs(whole-2*math.Pi) < 0.02*2*math.Pi && s.blank == 0 && s.unread == 0 && named && c.legible() && !r.cut
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
