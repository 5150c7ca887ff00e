package chart_test

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/chart"
)

// redrawn are charts of all kinds, some with values that cannot be drawn.
func redrawn() map[string]*chart.Chart {
	points := func(xy ...any) (out []chart.Point) {
		for i := 0; i < len(xy); i += 2 {
			out = append(out, chart.Point{X: xy[i], Y: xy[i+1]})
		}
		return out
	}
	category, linear := &chart.Axis{Type: chart.Category}, &chart.Axis{Label: "Weight (kg)", Type: chart.Linear, Unit: "kg"}
	return map[string]*chart.Chart{
		"bar":     {Kind: chart.Bar, Title: "Yield", X: category, Y: linear, Series: []chart.Series{{Name: "A", Points: points("x", 3.0, "y", -4.0)}, {Name: "B", Points: points("x", 5.0, "y", 6.0)}}},
		"lying":   {Kind: chart.Bar, X: linear, Y: category, Series: []chart.Series{{Points: points(3.0, "x", 4.0, "y")}}},
		"line":    {Kind: chart.Line, X: &chart.Axis{Type: chart.Time}, Y: linear, Series: []chart.Series{{Points: points("2019", 1.0, "2020-07-01", 5.0, nil, 4.0)}}},
		"scatter": {Kind: chart.Scatter, X: linear, Y: &chart.Axis{Type: chart.Log}, Series: []chart.Series{{Points: points(1.0, 10.0, 2.0, 1e6, 3.0, -1.0)}}},
		"pie":     {Kind: chart.Pie, Y: &chart.Axis{Type: chart.Linear, Unit: "%"}, Series: []chart.Series{{Points: points("a", 25.0, nil, 75.0)}}},
		"strange": {Kind: chart.Line, Title: "\xff", X: linear, Y: linear, Series: []chart.Series{{Points: points(math.NaN(), math.Inf(1), 1e300, -1e300, 5.0, 5.0)}}},
		"nothing": {Kind: chart.Area, Series: []chart.Series{{}}},
	}
}

func TestRedrawn(t *testing.T) {
	for name, c := range redrawn() {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := c.WriteRedrawn(&out); err != nil {
				t.Fatal(err)
			}
			drawn, err := png.Decode(&out)
			if err != nil || drawn.Bounds().Dx() < 100 {
				t.Fatalf("%v", err)
			}
		})
	}
}

func TestSummary(t *testing.T) {
	all := redrawn()
	for name, want := range map[string]string{
		"bar":   "Bar chart “Yield” with 2 series (A, B) and 4 points. Weight (kg): from -4 (A, y) to 6 (B, y).",
		"lying": "Bar chart with 2 points. Weight (kg): from 3 (x) to 4 (y).",
		"pie":   "Pie chart with 2 points. Values: from 25 % (a) to 75 %.",
	} {
		if got := all[name].Summary(); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if s := all["nothing"].Summary(); !strings.HasPrefix(s, "Area chart") {
		t.Error(s)
	}
}
