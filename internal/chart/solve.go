package chart

import (
	"errors"

	"github.com/octavo-dev/octavo/internal/engine"
)

// reading is a scene whose axes are known. Bars that lie are read as standing ones with the axes exchanged.
type reading struct {
	*scene
	x, y   *scale // y is always there
	plot   box
	legend []entry
	lying  bool
	cats   []category
	series []found
	left   int  // marks in the plot that no series explains
	cut    bool // the title may lack its beginning
}

// found is a series with the places of its marks.
type found struct {
	colour engine.Color
	name   string
	marks  []spot
}

// spot is one mark: where its value is shown, and from where on it counts.
type spot struct {
	at    point
	from  float64 // place of the value that this one is put on; only where stacked
	stack bool
	x     any
	y     float64
	label string
	line  bool // stands on a place of its own along x
	ink   box  // what is drawn for it; empty on lines and areas
}

// solve finds out what a scene shows.
func (s *scene) solve() (*Chart, error) {
	legend := s.findLegend()
	if c, ok := s.pie(legend); ok {
		return c, nil
	}
	uprights, levels := s.axes(true), s.axes(false)
	tries := []bool{false, true}
	if s.lyingBars() {
		tries = []bool{true, false}
	}
	worst := ErrNone
	for _, lying := range tries {
		values, others := uprights, levels
		if lying {
			values, others = levels, uprights
		}
		if len(values) == 0 {
			continue
		}
		c, err := s.against(values, others, legend, lying)
		if err == nil {
			return c, nil
		}
		if errors.Is(worst, ErrNone) {
			worst = err
		}
	}
	return nil, worst
}

// against reads the chart with the values along one of its directions.
func (s *scene) against(values, others []scale, legend []entry, lying bool) (*Chart, error) {
	view := s
	if lying {
		view = s.turned()
	}
	r := &reading{scene: view, y: &values[0], legend: legend, lying: lying}
	if len(others) > 0 {
		r.x = &others[0]
	}
	if !r.findPlot() {
		return nil, ErrNone
	}
	for _, sc := range []*scale{r.y, r.x} {
		if sc != nil {
			for _, t := range sc.ticks {
				view.labels[t.label].role = tickLabel
			}
		}
	}
	kind := r.marks()
	if kind == "" {
		if r.x != nil && !lying {
			return nil, ErrMarks
		}
		return nil, ErrNone
	}
	if len(values) > 1 && !values[0].like(&values[1]) {
		return nil, ErrAxes // which marks belong to which axis is not drawn
	}
	return r.chart(kind), nil
}

// like reports whether two axes say the same.
func (s *scale) like(o *scale) bool {
	a, b := s.ticks[0].at, s.ticks[len(s.ticks)-1].at
	span := s.value(b) - s.value(a)
	return near(point{s.value(a), s.value(b)}, point{o.value(a), o.value(b)}, 0.02*max(span, -span))
}

// turned is the scene with its axes exchanged.
func (s *scene) turned() *scene {
	t := &scene{box: s.box.swapped(), em: s.em, grain: s.grain, pic: s.pic, unread: s.unread}
	for _, l := range s.labels {
		l.box, l.middle = l.box.swapped(), point{l.middle.y, l.middle.x}
		t.labels = append(t.labels, l)
	}
	for _, r := range s.rects {
		r.box = r.box.swapped()
		t.rects = append(t.rects, r)
	}
	for _, r := range s.rules {
		r.box, r.upright = r.box.swapped(), !r.upright
		t.rules = append(t.rules, r)
	}
	return t
}

// marks reads the marks of the plot and says what kind of chart they make.
func (r *reading) marks() string {
	r.findCategories()
	if r.bars() {
		r.lines(0.5)
		return Bar
	}
	if r.lying {
		return ""
	}
	if r.areaMarks() {
		r.lines(0.5)
		return Area
	}
	loose := r.looseDots()
	if len(loose) > 0 {
		r.scatter(loose)
		return Scatter
	}
	if r.lines(0.1) {
		return Line
	}
	return ""
}
