package chart

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// joint is an end that steps of the same pen may share.
type joint struct {
	x, y   int32
	colour engine.Color
	width  float32
}

func (s *scene) joint(p point, of *polyline) joint {
	unit := 0.04 * s.em
	return joint{int32(math.Round(p.x / unit)), int32(math.Round(p.y / unit)), of.colour, float32(of.width)}
}

// chain joins single steps of the same pen that meet into lines.
func (s *scene) chain(steps []polyline) {
	ends := map[joint][]int{}
	for i := range steps {
		for _, p := range steps[i].points {
			j := s.joint(p, &steps[i])
			ends[j] = append(ends[j], i)
		}
	}
	used := make([]bool, len(steps))
	follow := func(points []point, of *polyline) []point {
		for len(points) < maxPoints {
			next := -1
			// Where three steps meet, a line ends.
			if there := ends[s.joint(points[len(points)-1], of)]; len(there) <= 2 {
				for _, i := range there {
					if !used[i] {
						next = i
					}
				}
			}
			if next < 0 {
				return points
			}
			used[next] = true
			far := steps[next].points[0]
			if s.joint(far, of) == s.joint(points[len(points)-1], of) {
				far = steps[next].points[1]
			}
			points = append(points, far)
		}
		return points
	}
	for i := range steps {
		st := &steps[i]
		b := around(st.points)
		if used[i] || b.width() <= 0.01*s.em || b.height() <= 0.01*s.em {
			continue
		}
		used[i] = true
		forward := follow([]point{st.points[0], st.points[1]}, st)
		back := follow([]point{st.points[1], st.points[0]}, st)
		points := make([]point, 0, len(forward)+len(back))
		for k := len(back) - 1; k > 1; k-- {
			points = append(points, back[k])
		}
		s.lines = append(s.lines, polyline{append(points, forward...), st.colour, st.width})
	}
}
