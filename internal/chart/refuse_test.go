//go:build cgo

package chart_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/chart"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

func write(b *strings.Builder, x, y float64, s string) {
	fmt.Fprintf(b, "BT 0 g /F1 8 Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", x, y, s)
}

// others are figures that are no charts.
func others() map[string]string {
	var table, diagram, logo, list, photo strings.Builder
	for row := range 8 {
		y := 320 - 20*float64(row)
		if row%2 == 0 {
			fmt.Fprintf(&table, "0.9 0.9 1 rg 100 %g 300 20 re f\n", y-6)
		}
		write(&table, 110, y, fmt.Sprint(row+1))
		write(&table, 160, y, "Apples")
		write(&table, 300, y, fmt.Sprint(10*(row+1)))
		fmt.Fprintf(&table, "0 G 100 %g m 400 %g l S\n", y-6, y-6)
		fmt.Fprintf(&list, "0.2 0.4 0.9 rg 105 %g 6 6 re f\n", y)
		write(&list, 120, y, fmt.Sprint(row+1))
		write(&list, 150, y, "A line of a list")
	}
	for i := range 5 {
		x, y := 110+60*float64(i), 320-40*float64(i%3)
		fmt.Fprintf(&diagram, "0.8 0.9 0.8 rg %g %g 50 24 re f 0 G %g %g m %g %g l S\n", x, y, x+50, y+12, x+60, y-10)
		write(&diagram, x+8, y+9, fmt.Sprintf("Step %d", i+1))
		fmt.Fprintf(&logo, "%.1f 0.3 0.5 rg %g 200 m %g 260 %g 280 %g 230 c %g 210 l h f\n", 0.2*float64(i), x, x+10, x+20, x+40, x+50)
		for k := range 40 {
			fmt.Fprintf(&photo, "%.2f %.2f %.2f rg %g %g 12 12 re f\n", math.Abs(math.Sin(float64(k*i))), math.Abs(math.Cos(float64(k))), 0.5, x+float64(k%5)*12, 200+float64(k/5)*12)
		}
	}
	write(&logo, 200, 180, "The Orchard Company 1987")
	write(&photo, 200, 180, "Trees in bloom, 3 of 12")
	return map[string]string{"table": table.String(), "diagram": diagram.String(), "logo": logo.String(), "list": list.String(), "photo": photo.String(), "empty": ""}
}

func TestOtherFigures(t *testing.T) {
	lib := library(t)
	for name, text := range others() {
		t.Run(name, func(t *testing.T) {
			src := source(t, lib, text, [4]float64{90, 30, 420, 220})
			for _, src := range []chart.Source{src, flattened(src)} {
				if got, err := chart.Read(src); !errors.Is(err, chart.ErrNone) || chart.Is(src) {
					t.Errorf("read as %+v, %v", got, err)
				}
			}
		})
	}
}

// crowd is a page of so many paths, and of labels that look like an axis.
func crowd(n int) chart.Source {
	p := &engine.Page{Width: 612, Height: 792}
	for i := range n {
		x, y := float32(i%500), float32(i/500)
		p.Paths = append(p.Paths, engine.Path{
			Box: engine.Box{X0: x, Y0: y, X1: x + 3, Y1: y + 2}, Fill: engine.Color(i*2654435761) | 0xFF, Stroke: 0xFF,
			Segments: []engine.Segment{{To: engine.Point{X: x, Y: y}}, {To: engine.Point{X: x + 3, Y: y}, Kind: engine.Line}, {To: engine.Point{X: x + 3, Y: y + 2}, Kind: engine.Line},
				{To: engine.Point{X: x + float32(i%3), Y: y + 2}, Kind: engine.Line, Close: true}},
		})
	}
	src := chart.Source{Page: p, Box: engine.Box{X1: 612, Y1: 792}}
	for i := range 1000 {
		b := engine.Box{X0: 10, Y0: float32(i), X1: 20, Y1: float32(i) + 8}
		src.Lines = append(src.Lines, layout.Line{Size: 8, Box: b, Words: []layout.Word{{Text: fmt.Sprint(i), Box: b, Font: -1}}})
	}
	return src
}

func TestHostile(t *testing.T) {
	strange := []float32{float32(math.NaN()), float32(math.Inf(1)), -3e38, 3e38, 0, 1e-38}
	for n, v := range strange {
		src := crowd(2000)
		for i := range src.Page.Paths {
			path := &src.Page.Paths[i]
			path.Segments[i%4].To.X = v
			if i%5 == 0 {
				path.Box.X0, path.Width = v, v
			}
		}
		for i := range src.Lines {
			if i%3 == n%3 {
				src.Lines[i].Box.Y0, src.Lines[i].Size, src.Lines[i].Words[0].Box.X1 = v, v, v
			}
		}
		_ = chart.Is(src)
		src.Box.X0 = v
		_ = chart.Is(src)
	}
	for name, src := range map[string]chart.Source{
		"no box":    {Page: &engine.Page{}},
		"no page":   {},
		"no width":  {Page: &engine.Page{}, Box: engine.Box{X0: 5, X1: 5, Y1: 100}},
		"no pixels": {Page: &engine.Page{Width: 10, Height: 10}, Box: engine.Box{X1: 10, Y1: 10}, Raster: &engine.Raster{}},
	} {
		if chart.Is(src) {
			t.Errorf("%s: a chart", name)
		}
	}
}

// TestMany reads more paths than a chart has; what comes after the bound is not looked at.
func TestMany(t *testing.T) {
	if chart.Is(crowd(100_000)) {
		t.Error("a chart")
	}
}
