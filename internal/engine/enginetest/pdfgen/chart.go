package pdfgen

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Chart is a chart to be drawn with outlines. Its box is in PDF's own coordinates.
type Chart struct {
	Kind                        string // bar, stacked, lying, line, scatter, pie
	Title, XName, YName         string
	Left, Low, Width, Height    float64   // of the plot
	Names                       []string  // categories, or sectors of a pie
	X                           []float64 // places of the points, where there are no categories
	Series                      []ChartSeries
	Bottom, Top, Step           float64 // of the axis of values; on a logarithmic one powers of ten
	XBottom, XTop, XStep        float64
	Log, Grid, Markers, Legend  bool
	Values, Steps, Axes, Frames bool // numbers at bars; lines drawn step by step; tick marks; a frame around the plot
	Suffix                      string
}

// ChartSeries is one colour of a chart.
type ChartSeries struct {
	Name   string
	Values []float64
}

// ChartColours are the colours of series, as PDF writes them.
var ChartColours = []string{"0.12 0.47 0.71", "1 0.5 0.05", "0.17 0.63 0.17", "0.84 0.15 0.16", "0.58 0.4 0.74", "0.55 0.34 0.29", "0.2 0.75 0.8"}

// Content draws the chart.
func (c *Chart) Content() string {
	d := &chartPen{Chart: c}
	d.text("/F2", c.Left+c.Width/2, c.Low+c.Height+26, 12, c.Title, 0.5, false)
	if c.Kind == "pie" {
		d.pie()
	} else {
		d.axes()
		d.marks()
	}
	if c.Legend {
		d.legend()
	}
	return d.String()
}

type chartPen struct {
	*Chart
	strings.Builder
}

func (d *chartPen) add(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

// text writes around a point: from it on, in its middle or up to it as part says.
func (d *chartPen) text(font string, x, y, size float64, s string, part float64, upright bool) {
	if s == "" {
		return
	}
	wide := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune("il.,:|'j", r):
			wide += 0.25
		case r == ' ':
			wide += 0.28
		default:
			wide += 0.556
		}
	}
	matrix := "1 0 0 1"
	if upright {
		matrix, y = "0 1 -1 0", y-part*wide*size
	} else {
		x -= part * wide * size
	}
	d.add("BT 0 g %s %g Tf %s %.3f %.3f Tm %s Tj ET", font, size, matrix, x, y, Text(s))
}

const chartText = 8.0

func (d *chartPen) at(v float64) float64 {
	if d.Log {
		return (math.Log10(v) - math.Log10(d.Bottom)) / (math.Log10(d.Top) - math.Log10(d.Bottom))
	}
	return (v - d.Bottom) / (d.Top - d.Bottom)
}

func (d *chartPen) x(i int) float64 {
	if len(d.X) > 0 {
		return d.Left + d.Width*(d.X[i]-d.XBottom)/(d.XTop-d.XBottom)
	}
	return d.Left + d.Width*(float64(i)+0.5)/float64(len(d.Names))
}

func (d *chartPen) y(v float64) float64 { return d.Low + d.Height*d.at(v) }

func (d *chartPen) ticks() []float64 {
	var out []float64
	if d.Log {
		for v := d.Bottom; v <= d.Top*1.001; v *= 10 {
			out = append(out, v)
		}
		return out
	}
	for i := 0; d.Bottom+float64(i)*d.Step <= d.Top+d.Step/1000; i++ {
		out = append(out, d.Bottom+float64(i)*d.Step)
	}
	return out
}

func spell(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64) }

// axes draws the lines, ticks and names of both axes.
func (d *chartPen) axes() {
	lying := d.Kind == "lying"
	d.add("0 G 0.8 w")
	if d.Frames {
		d.add("%g %g %g %g re S", d.Left, d.Low, d.Width, d.Height)
	} else {
		d.add("%g %g m %g %g l S %g %g m %g %g l S", d.Left, d.Low, d.Left+d.Width, d.Low, d.Left, d.Low, d.Left, d.Low+d.Height)
	}
	for _, v := range d.ticks() {
		d.tick(d.at(v), spell(v)+d.Suffix, !lying)
	}
	if len(d.X) > 0 {
		for i := 0; d.XBottom+float64(i)*d.XStep <= d.XTop+d.XStep/1000; i++ {
			v := d.XBottom + float64(i)*d.XStep
			d.tick((v-d.XBottom)/(d.XTop-d.XBottom), spell(v), false)
		}
	}
	for i, name := range d.Names {
		part := (float64(i) + 0.5) / float64(len(d.Names))
		if lying {
			d.text("/F1", d.Left-6, d.Low+d.Height*part-0.36*chartText, chartText, name, 1, false)
		} else {
			d.text("/F1", d.Left+d.Width*part, d.Low-6-chartText, chartText, name, 0.5, false)
		}
	}
	d.text("/F1", d.Left+d.Width/2, d.Low-36, chartText, d.XName, 0.5, false)
	d.text("/F1", d.Left-40, d.Low+d.Height/2, chartText, d.YName, 0.5, true)
}

// tick draws a tick of an axis at a part of its length.
func (d *chartPen) tick(part float64, label string, upright bool) {
	if upright {
		y := d.Low + part*d.Height
		if d.Grid {
			d.add("0.85 G 0.5 w %g %g m %g %g l S 0 G 0.8 w", d.Left, y, d.Left+d.Width, y)
		}
		if d.Axes {
			d.add("%g %g m %g %g l S", d.Left-4, y, d.Left, y)
		}
		d.text("/F1", d.Left-6, y-0.36*chartText, chartText, label, 1, false)
		return
	}
	x := d.Left + part*d.Width
	if d.Grid {
		d.add("0.85 G 0.5 w %g %g m %g %g l S 0 G 0.8 w", x, d.Low, x, d.Low+d.Height)
	}
	if d.Axes {
		d.add("%g %g m %g %g l S", x, d.Low-4, x, d.Low)
	}
	d.text("/F1", x, d.Low-6-chartText, chartText, label, 0.5, false)
}

func (d *chartPen) marks() {
	switch d.Kind {
	case "line", "scatter":
		for i := range d.Series {
			d.line(i)
		}
	default:
		d.bars()
	}
}

// bars draws bars beside or on each other, standing or lying.
func (d *chartPen) bars() {
	beside := float64(len(d.Series))
	if d.Kind == "stacked" {
		beside = 1
	}
	long := d.Width
	if d.Kind == "lying" {
		long = d.Height
	}
	slot := long / float64(len(d.Names))
	wide := 0.7 * slot / beside
	for n := range d.Names {
		below := d.at(max(0, d.Bottom))
		if d.Log {
			below = 0
		}
		sum := 0.0
		for i, s := range d.Series {
			from, to := below, d.at(s.Values[n])
			at := (float64(n)+0.15)*slot + float64(i)*wide
			if d.Kind == "stacked" {
				from, to, at = d.at(sum), d.at(sum+s.Values[n]), (float64(n)+0.15)*slot
				sum += s.Values[n]
			}
			if d.Kind == "lying" {
				d.add("%s rg %.4f %.4f %.4f %.4f re f", ChartColours[i], d.Left+from*d.Width, d.Low+at, (to-from)*d.Width, wide)
				continue
			}
			d.add("%s rg %.4f %.4f %.4f %.4f re f", ChartColours[i], d.Left+at, d.Low+from*d.Height, wide, (to-from)*d.Height)
			if d.Values {
				d.text("/F1", d.Left+at+wide/2, d.Low+to*d.Height+3, 6, spell(s.Values[n]), 0.5, false)
			}
		}
	}
}

// line draws a line with or without markers, or markers alone.
func (d *chartPen) line(i int) {
	colour, values := ChartColours[i], d.Series[i].Values
	if d.Kind == "line" {
		d.add("%s RG 1.5 w", colour)
		for k, v := range values {
			switch {
			case k == 0:
				d.add("%.4f %.4f m", d.x(0), d.y(v))
			case d.Steps:
				d.add("%.4f %.4f l S %.4f %.4f m", d.x(k), d.y(v), d.x(k), d.y(v))
			default:
				d.add("%.4f %.4f l", d.x(k), d.y(v))
			}
		}
		d.add(map[bool]string{false: "S", true: "n"}[d.Steps])
	}
	if d.Markers || d.Kind == "scatter" {
		d.add("%s rg", colour)
		for k, v := range values {
			d.dot(d.x(k), d.y(v), 2.5)
		}
	}
}

// dot draws a small disc.
func (d *chartPen) dot(x, y, r float64) {
	k := 0.5523 * r
	d.add("%.4f %.4f m %.4f %.4f %.4f %.4f %.4f %.4f c %.4f %.4f %.4f %.4f %.4f %.4f c %.4f %.4f %.4f %.4f %.4f %.4f c %.4f %.4f %.4f %.4f %.4f %.4f c h f",
		x+r, y, x+r, y+k, x+k, y+r, x, y+r, x-k, y+r, x-r, y+k, x-r, y, x-r, y-k, x-k, y-r, x, y-r, x+k, y-r, x+r, y-k, x+r, y)
}

// pie draws sectors clockwise from twelve o'clock, the first series' values as their shares.
func (d *chartPen) pie() {
	cx, cy, r := d.Left+d.Width/2, d.Low+d.Height/2, d.Height/2
	sum := 0.0
	for _, v := range d.Series[0].Values {
		sum += v
	}
	from := math.Pi / 2
	for i, v := range d.Series[0].Values {
		turn := -2 * math.Pi * v / sum
		d.add("%s rg %.4f %.4f m %.4f %.4f l", ChartColours[i], cx, cy, cx+r*math.Cos(from), cy+r*math.Sin(from))
		steps := int(math.Ceil(-turn / (math.Pi / 4)))
		for range steps {
			to := from + turn/float64(steps)
			k := 4.0 / 3 * math.Tan((to-from)/4) * r
			d.add("%.4f %.4f %.4f %.4f %.4f %.4f c", cx+r*math.Cos(from)-k*math.Sin(from), cy+r*math.Sin(from)+k*math.Cos(from),
				cx+r*math.Cos(to)+k*math.Sin(to), cy+r*math.Sin(to)-k*math.Cos(to), cx+r*math.Cos(to), cy+r*math.Sin(to))
			from = to
		}
		d.add("h f")
		if !d.Legend {
			middle := from - turn/2
			d.text("/F1", cx+1.2*r*math.Cos(middle), cy+1.2*r*math.Sin(middle), chartText, d.Names[i], 0.5, false)
		}
	}
}

// legend names the colours to the right of the plot.
func (d *chartPen) legend() {
	names := d.Names
	if d.Kind != "pie" {
		names = nil
		for _, s := range d.Series {
			names = append(names, s.Name)
		}
	}
	for i, name := range names {
		x, y := d.Left+d.Width+14, d.Low+d.Height-12-float64(i)*13
		switch d.Kind {
		case "line":
			d.add("%s RG 1.5 w %g %g m %g %g l S", ChartColours[i], x, y+3, x+16, y+3)
		case "scatter":
			d.add("%s rg", ChartColours[i])
			d.dot(x+8, y+3, 2.5)
		default:
			d.add("%s rg %g %g 8 8 re f", ChartColours[i], x+8, y-1)
		}
		d.text("/F1", x+20, y, chartText, name, 0, false)
	}
}

// Box is the figure on a page of a height, y downwards: left, top, right, bottom.
func (c *Chart) Box(height float64) [4]float64 {
	return [4]float64{c.Left - 60, height - (c.Low + c.Height + 44), c.Left + c.Width + 90, height - (c.Low - 46)}
}
