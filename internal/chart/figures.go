package chart

import "math"

// bars draws bars beside or on each other.
func (d *drawing) bars(stacked bool) {
	slots, values := &d.x, &d.y
	if d.lying {
		slots, values = &d.y, &d.x
	}
	beside := float64(len(d.chart.Series))
	if stacked {
		beside = 1
	}
	each := 1 / float64(max(len(slots.names), 1))
	if len(slots.names) == 0 { // places are numbers
		each = 1 / float64(max(len(d.chart.Series[0].Points), 1))
	}
	sums := map[any]float64{}
	for i, s := range d.chart.Series {
		for _, p := range s.Points {
			slot, value := p.X, p.Y
			if d.lying {
				slot, value = value, slot
			}
			at, ok := slots.at(slot)
			v, number := value.(float64)
			if !ok || !number {
				continue
			}
			from, left := 0.0, at-0.4*each+0.8*each*float64(i)/beside
			if stacked {
				from, left = sums[slot], at-0.4*each
				v += from
				sums[slot] = v
			}
			low, high := values.part(from), values.part(v)
			if values.log {
				low = 0
			}
			a, b := d.place(left, max(low, 0)), d.place(left+0.8*each/beside, high)
			if d.lying {
				a, b = d.place(max(low, 0), left), d.place(high, left+0.8*each/beside)
			}
			d.rect(box{min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)}, colourOf(i))
		}
	}
}

// marks draws lines, areas and dots.
func (d *drawing) marks() {
	for i, s := range d.chart.Series {
		var last *point
		for _, p := range s.Points {
			x, okX := d.x.at(p.X)
			y, okY := d.y.at(p.Y)
			if !okX || !okY {
				last = nil
				continue
			}
			at := d.place(x, y)
			if last != nil && d.chart.Kind != Scatter {
				d.stroke(*last, at, 2.5, colourOf(i))
			}
			if d.chart.Kind == Scatter || len(s.Points) <= 40 {
				d.disc(at, 4, colourOf(i))
			}
			last = &at
		}
	}
}

// pie draws the shares of a pie with their names.
func (c *canvas) pie(chart *Chart) {
	at, radius := point{redrawnWidth/2 - 120, redrawnHeight/2 + 20}, 220.0
	from := -math.Pi / 2
	for i, p := range chart.Series[0].Points {
		share, _ := p.Y.(float64)
		to := from + share/100*2*math.Pi
		c.slice(at, radius, from, to, colourOf(i))
		from = to
		y := 80 + float64(i)*1.8*letter
		if y > redrawnHeight-20 {
			continue
		}
		c.rect(box{at.x + radius + 50, y, at.x + radius + 50 + letter, y + letter}, colourOf(i))
		name, _ := p.X.(string)
		c.text(point{at.x + radius + 58 + letter, y + 0.85*letter}, name+" "+plain(share)+" %", 0, 260, c.face)
	}
}
