//go:build cgo

package chart_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/chart"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// wanted are random charts of one kind.
func wanted(t *rapid.T, kind string) *pdfgen.Chart {
	c := &pdfgen.Chart{
		Kind: kind, Title: "Yield of the orchard", XName: "Season (year)", YName: "Weight (kg)",
		Left: 80, Low: 60, Width: rapid.Float64Range(220, 360).Draw(t, "width"), Height: rapid.Float64Range(140, 260).Draw(t, "height"),
		Grid: rapid.Bool().Draw(t, "grid"), Axes: true, Frames: rapid.Bool().Draw(t, "frame"),
	}
	series := 1
	switch kind {
	case "grouped", "stacked":
		series = rapid.IntRange(2, 4).Draw(t, "series")
		c.Legend = true
	case "lines":
		series, c.Legend, c.Kind = rapid.IntRange(2, 4).Draw(t, "series"), true, "line"
	case "scatter", "lying", "bar":
		series = 1
	}
	if kind == "grouped" {
		c.Kind = "bar"
	}
	scale := rapid.SampledFrom([]float64{0.01, 1, 10, 1000}).Draw(t, "scale")
	c.Step, c.Top = 20*scale, 100*scale
	low, high := 0.04, 1.0
	if kind == "stacked" {
		high = 0.24
	}
	if kind == "log" {
		c.Kind, c.Log, c.Bottom, c.Top = "line", true, scale, scale*1e4
		low, high = 0.02, 0.98
	}
	n := rapid.IntRange(3, 9).Draw(t, "points")
	if c.Kind == "scatter" {
		n = rapid.IntRange(6, 12).Draw(t, "points")
	}
	if kind == "lines" { // more of them cover each other's corners
		n = rapid.IntRange(3, 6).Draw(t, "points")
	}
	places(t, c, kind, n)
	for s := range series {
		one := pdfgen.ChartSeries{Name: fmt.Sprintf("Orchard %c", 'A'+s)}
		for range n {
			part := rapid.Float64Range(low, high).Draw(t, "value")
			if len(one.Values) == 0 {
				part = low + (high-low)/3 // bars that are all alike are no chart
			}
			if kind == "lines" { // none covers another
				part = 0.55*part + 0.13*float64(s)
			}
			v := c.Top * part
			if c.Log {
				v = c.Bottom * math.Pow(c.Top/c.Bottom, part)
			}
			one.Values = append(one.Values, v)
		}
		c.Series = append(c.Series, one)
	}
	return c
}

// places gives the points of a chart their places along x.
func places(t *rapid.T, c *pdfgen.Chart, kind string, n int) {
	if c.Kind == "line" && (kind != "lines" || rapid.Bool().Draw(t, "numbers")) || c.Kind == "scatter" {
		c.XBottom, c.XTop, c.XStep = 0, 10, 2
		for i := range n {
			c.X = append(c.X, 10*(float64(i)+rapid.Float64Range(0.2, 0.8).Draw(t, "x"))/float64(n))
		}
		c.Markers = kind == "line" && rapid.Bool().Draw(t, "markers")
		c.Steps = kind == "line" && rapid.Bool().Draw(t, "steps")
		return
	}
	for i := range n {
		c.Names = append(c.Names, fmt.Sprintf("N%c%d", 'a'+i, i))
	}
}

// kinds are the charts of the tests and what they are read as.
var kinds = map[string]string{
	"bar": chart.Bar, "grouped": chart.Bar, "stacked": chart.Bar, "lying": chart.Bar,
	"line": chart.Line, "lines": chart.Line, "log": chart.Line, "scatter": chart.Scatter,
}

func TestOutlines(t *testing.T) {
	lib := library(t)
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(slices.Sorted(maps.Keys(kinds))).Draw(t, "kind")
		drawn := wanted(t, kind)
		text, box := content(drawn)
		got, err := chart.Read(outlined(t, lib, text, box))
		if err != nil {
			t.Fatal(err)
		}
		compare(t, drawn, got, kinds[kind], 0.01)
		if !got.Verified {
			t.Error("not verified")
		}
		if got.Title != drawn.Title || got.X.Label != drawn.XName || got.Y.Label != drawn.YName || got.Y.Unit != "kg" || got.X.Unit != "year" {
			t.Errorf("names %q %+v %+v", got.Title, got.X, got.Y)
		}
	})
}

func TestPixels(t *testing.T) {
	lib := library(t)
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(slices.Sorted(maps.Keys(kinds))).Draw(t, "kind")
		drawn := wanted(t, kind)
		text, box := content(drawn)
		got, err := chart.Read(flattened(source(t, lib, text, box)))
		if err != nil {
			t.Fatal(err)
		}
		compare(t, drawn, got, kinds[kind], 0.03)
	})
}

// compare holds what was read against what was drawn; slack is a part of the axis.
func compare(t *rapid.T, drawn *pdfgen.Chart, got *chart.Chart, kind string, slack float64) {
	t.Helper()
	if got.Kind != kind || len(got.Series) != len(drawn.Series) {
		t.Fatalf("%s with %d series, want %s with %d", got.Kind, len(got.Series), kind, len(drawn.Series))
	}
	along := func(v float64) float64 {
		if drawn.Log {
			return math.Log10(v/drawn.Bottom) / math.Log10(drawn.Top/drawn.Bottom)
		}
		return v / drawn.Top
	}
	for i, s := range drawn.Series {
		points := got.Series[i].Points
		if drawn.Legend && got.Series[i].Name != s.Name {
			t.Errorf("series %d is %q, want %q", i, got.Series[i].Name, s.Name)
		}
		if slack > 0.01 && len(drawn.X) > 0 && drawn.Kind == "line" {
			for k, x := range drawn.X {
				want := along(s.Values[k])
				fits := func(dx float64) bool { return math.Abs(between(points, x+dx, along)-want) <= slack }
				if !fits(0) && !fits(0.1) && !fits(-0.1) { // a pixel aside is far up on a steep line
					t.Errorf("series %d at %g: %g of the axis, want %g", i, x, between(points, x, along), want)
				}
			}
			continue
		}
		if len(points) != len(s.Values) {
			t.Fatalf("series %d has %d points, want %d", i, len(points), len(s.Values))
		}
		for k, p := range points {
			if drawn.Kind == "lying" {
				k = index(drawn.Names, p.Y)
				p.X, p.Y = p.Y, p.X
			}
			if y, ok := p.Y.(float64); !ok || !(math.Abs(along(y)-along(s.Values[k])) <= slack) {
				t.Errorf("series %d, point %d: %v, want %g", i, k, p.Y, s.Values[k])
			}
			if len(drawn.Names) > 0 && p.X != drawn.Names[k] {
				t.Errorf("series %d, point %d at %v, want %s", i, k, p.X, drawn.Names[k])
			}
			if x, ok := p.X.(float64); len(drawn.X) > 0 && (!ok || math.Abs(x-drawn.X[k]) > 10*slack) {
				t.Errorf("series %d, point %d at %v, want %g", i, k, p.X, drawn.X[k])
			}
		}
	}
}

// between is the height of a line through points at a place, in parts of the axis; pixels tell corners only.
func between(points []chart.Point, x float64, along func(float64) float64) float64 {
	best, away := math.NaN(), 0.15
	for i, p := range points {
		px, py := p.X.(float64), along(p.Y.(float64))
		if math.Abs(px-x) < away {
			best, away = py, math.Abs(px-x)
		}
		if i == 0 {
			continue
		}
		qx, qy := points[i-1].X.(float64), along(points[i-1].Y.(float64))
		if qx <= x && x <= px && px > qx && math.IsNaN(best) {
			best = qy + (py-qy)*(x-qx)/(px-qx)
		}
	}
	return best
}

func index(names []string, name any) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return 0
}

func TestPies(t *testing.T) {
	lib := library(t)
	rapid.Check(t, func(t *rapid.T) {
		c := &pdfgen.Chart{Kind: "pie", Title: "Shares of the harvest", Left: 100, Low: 60, Width: 200, Height: 180, Legend: rapid.Bool().Draw(t, "legend")}
		shares := rapid.SliceOfN(rapid.Float64Range(12, 40), 2, 7).Draw(t, "shares")
		sum := 0.0
		for i, v := range shares {
			sum += v
			c.Names = append(c.Names, fmt.Sprintf("Kind %c", 'A'+i))
		}
		c.Series = []pdfgen.ChartSeries{{Values: shares}}
		text, box := content(c)
		src := source(t, lib, text, box)
		if rapid.Bool().Draw(t, "pixels") {
			src = flattened(src)
		}
		got, err := chart.Read(src)
		if err != nil || got.Kind != chart.Pie || len(got.Series) != 1 || len(got.Series[0].Points) != len(shares) {
			t.Fatalf("%+v, %v", got, err)
		}
		for i, p := range got.Series[0].Points {
			if math.Abs(p.Y.(float64)-100*shares[i]/sum) > 1 || p.X != c.Names[i] {
				t.Errorf("point %d: %+v, want %g of %s", i, p, 100*shares[i]/sum, c.Names[i])
			}
		}
		if !got.Verified || got.Title != c.Title {
			t.Errorf("verified %v, title %q", got.Verified, got.Title)
		}
	})
}

// Bars with round corners are bars.
func TestRoundBars(t *testing.T) {
	lib := library(t)
	c := &pdfgen.Chart{
		Kind: "bar", Title: "Yield", Left: 80, Low: 60, Width: 300, Height: 200, Axes: true, Top: 100, Step: 20,
		Names: []string{"Apple", "Pear"}, Series: []pdfgen.ChartSeries{{Values: []float64{0.001, 0.001}}},
	}
	text, box := content(c)
	for i, v := range []float64{40, 90} {
		x, top := 110+150*float64(i), 60+2*v
		text += fmt.Sprintf("0.2 0.5 0.8 rg %g 60 m %g %g l %g %g %g %g %g %g c %g %g l %g %g %g %g %g %g c %g 60 l h f\n",
			x, x, top-6, x, top, x, top, x+6, top, x+84, top, x+90, top, x+90, top, x+90, top-6, x+90)
	}
	got, err := chart.Read(source(t, lib, text, box))
	if err != nil || len(got.Series) != 1 || len(got.Series[0].Points) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []float64{40, 90} {
		if y := got.Series[0].Points[i].Y.(float64); math.Abs(y-want) > 1 {
			t.Errorf("bar %d: %g, want %g", i, y, want)
		}
	}
}
