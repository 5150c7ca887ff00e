package chart

import (
	"math"
	"strconv"
	"time"
)

// drawing places the points of a chart between two axes.
type drawing struct {
	*canvas
	chart *Chart
	plot  box
	x, y  side
	lying bool
}

// side is one axis of a drawing: categories in their order, or numbers.
type side struct {
	names     []string
	low, high float64
	log, time bool
	steps     []float64
}

// at is the place of a value as a part of the axis.
func (s *side) at(v any) (float64, bool) {
	switch v := v.(type) {
	case string:
		for i, n := range s.names {
			if n == v {
				return (float64(i) + 0.5) / float64(len(s.names)), true
			}
		}
		if t, ok := instant(v); ok && s.time {
			return s.part(t), true
		}
	case float64:
		if len(s.names) == 0 {
			return s.part(v), true
		}
	}
	return 0, false
}

func (s *side) part(v float64) float64 {
	if s.log {
		v = math.Log10(max(v, 1e-300))
	}
	return (v - s.low) / (s.high - s.low)
}

// instant reads a time as it is written in points, as years.
func instant(s string) (float64, bool) {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return float64(t.Year()) + float64(t.YearDay()-1)/366, true
	}
	y, err := strconv.ParseFloat(s, 64)
	return y, err == nil
}

// draw draws axes, marks and legend.
func (d *drawing) draw() {
	d.plot = box{90, 50, redrawnWidth - 40, redrawnHeight - 80}
	if len(d.chart.Series) > 1 {
		d.plot.x1 -= 170
	}
	d.lying = d.chart.lyingBars()
	if d.lying {
		d.plot.x0 += 110
	}
	stacked := d.chart.stacked
	d.x = d.side(d.chart.X, func(p Point) any { return p.X }, stacked && d.lying)
	d.y = d.side(d.chart.Y, func(p Point) any { return p.Y }, stacked && !d.lying)
	d.axes()
	switch d.chart.Kind {
	case Bar:
		d.bars(stacked)
	default:
		d.marks()
	}
	d.legend()
}

// side measures an axis.
func (d *drawing) side(a *Axis, of func(Point) any, stacked bool) side {
	s := side{low: math.Inf(1), high: math.Inf(-1)}
	if a != nil {
		s.log, s.time = a.Type == Log, a.Type == Time
	}
	seen, sums := map[string]bool{}, map[any]float64{}
	for _, series := range d.chart.Series {
		for _, p := range series.Points {
			v := of(p)
			if name, ok := v.(string); ok && !s.time {
				if !seen[name] {
					seen[name] = true
					s.names = append(s.names, name)
				}
				continue
			}
			n, ok := v.(float64)
			if text, is := v.(string); is {
				n, ok = instant(text)
			}
			if !ok || s.log && n <= 0 {
				continue
			}
			if stacked {
				key := p.X
				if d.lying {
					key = p.Y
				}
				sums[key] += n
				n = sums[key]
			}
			s.low, s.high = min(s.low, n), max(s.high, n)
		}
	}
	s.settle(d.chart.Kind == Bar || d.chart.Kind == Area)
	return s
}

// settle rounds the ends of an axis and chooses its steps.
func (s *side) settle(zero bool) {
	if len(s.names) > 0 {
		return
	}
	if !(s.high >= s.low) {
		s.low, s.high = 0, 1
	}
	if s.log {
		s.low, s.high = math.Floor(math.Log10(s.low)), math.Ceil(math.Log10(s.high))
		s.high = max(s.high, s.low+1)
		for v := s.low; v <= s.high && len(s.steps) < 20; v++ {
			s.steps = append(s.steps, math.Pow(10, v))
		}
		return
	}
	if zero && !s.time {
		s.low, s.high = min(s.low, 0), max(s.high, 0)
	}
	if s.high == s.low {
		s.low, s.high = s.low-0.5, s.high+0.5
	}
	step := nice((s.high - s.low) / 5)
	s.low, s.high = math.Floor(s.low/step+1e-9)*step, math.Ceil(s.high/step-1e-9)*step
	for v := s.low; v <= s.high+step/2 && len(s.steps) < 20; v += step {
		s.steps = append(s.steps, round(v, step/10))
	}
}

// nice is the next number of the form 1, 2 or 5 times a power of ten.
func nice(v float64) float64 {
	ten := math.Pow(10, math.Floor(math.Log10(v)))
	for _, f := range []float64{1, 2, 5} {
		if v <= f*ten*1.0001 {
			return f * ten
		}
	}
	return 10 * ten
}

func (d *drawing) place(x, y float64) point {
	return point{d.plot.x0 + x*d.plot.width(), d.plot.y1 - y*d.plot.height()}
}

// axes draws grid, numbers and names.
func (d *drawing) axes() {
	for _, v := range d.y.steps {
		p := d.place(0, d.y.part(v))
		d.stroke(p, point{d.plot.x1, p.y}, 1, pale)
		d.text(point{p.x - 8, p.y + 0.35*letter}, plain(v), 1, 80, d.face)
	}
	for _, v := range d.x.steps {
		p := d.place(d.x.part(v), 0)
		d.stroke(p, point{p.x, d.plot.y0}, 1, pale)
		d.text(point{p.x, p.y + 1.4*letter}, plain(v), 0.5, 120, d.face)
	}
	each := d.plot.width() / float64(max(len(d.x.names), 1))
	skip := max(1, int(math.Ceil(40/each))) // names that would cover each other are left out
	for i, name := range d.x.names {
		if p := d.place((float64(i)+0.5)/float64(len(d.x.names)), 0); i%skip == 0 {
			d.text(point{p.x, p.y + 1.4*letter}, name, 0.5, each*float64(skip)-6, d.face)
		}
	}
	for i, name := range d.y.names {
		if p := d.place(0, (float64(i)+0.5)/float64(len(d.y.names))); len(d.y.names) <= 60 {
			d.text(point{p.x - 8, p.y + 0.35*letter}, name, 1, 180, d.face)
		}
	}
	d.stroke(d.place(0, 0), d.place(1, 0), 1.5, ink)
	d.stroke(d.place(0, 0), d.place(0, 1), 1.5, ink)
	if d.chart.X != nil {
		d.text(point{d.plot.centre().x, d.plot.y1 + 3.4*letter}, d.chart.X.Label, 0.5, d.plot.width(), d.face)
	}
	if d.chart.Y != nil {
		d.upright(point{20, d.plot.centre().y}, d.chart.Y.Label, d.plot.height())
	}
}

func plain(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// legend names the series.
func (d *drawing) legend() {
	if len(d.chart.Series) < 2 {
		return
	}
	for i, s := range d.chart.Series {
		y := d.plot.y0 + float64(i)*1.6*letter
		if y > d.plot.y1 {
			return
		}
		d.rect(box{d.plot.x1 + 20, y, d.plot.x1 + 20 + letter, y + letter}, colourOf(i))
		name := s.Name
		if name == "" {
			name = "Series " + strconv.Itoa(i+1)
		}
		d.text(point{d.plot.x1 + 28 + letter, y + 0.85*letter}, name, 0, 130, d.face)
	}
}
