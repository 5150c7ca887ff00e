//go:build cgo

package chart_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/chart"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

// fruits are bars with a legend.
func fruits() *pdfgen.Chart {
	return &pdfgen.Chart{
		Kind: "bar", Title: "Yield of the orchard", XName: "Kind", YName: "Weight (kg)", Left: 80, Low: 60, Width: 300, Height: 200,
		Axes: true, Grid: true, Legend: true, Top: 100, Step: 20, Names: []string{"Apple", "Pear", "Quince"},
		Series: []pdfgen.ChartSeries{{Name: "Last year", Values: []float64{40, 70, 20}}, {Name: "This year", Values: []float64{60, 30, 45}}},
	}
}

func shares() *pdfgen.Chart {
	return &pdfgen.Chart{
		Kind: "pie", Title: "Shares of the harvest", Left: 100, Low: 60, Width: 200, Height: 180, Names: []string{"Apples", "Pears", "Quinces", "Plums"},
		Series: []pdfgen.ChartSeries{{Values: []float64{40, 28, 24, 8}}},
	}
}

// below writes a second line below the name of a sector.
func below(c *pdfgen.Chart, i int, text string) string {
	values := c.Series[0].Values
	sum, before := 0.0, 0.0
	for k, v := range values {
		sum += v
		if k < i {
			before += v
		}
	}
	sin, cos := math.Sincos(math.Pi/2 - 2*math.Pi*(before+values[i]/2)/sum)
	var b strings.Builder
	write(&b, c.Left+c.Width/2+0.6*c.Height*cos-2*float64(len(text)), c.Low+c.Height/2+0.6*c.Height*sin-9.5, text)
	return b.String()
}

func words(x, y float64, text string) string {
	var b strings.Builder
	write(&b, x, y, text)
	return b.String()
}

// both reads a page by its outlines and by its pixels.
func both(t *testing.T, lib *pdfium.Library, content string, box [4]float64) map[string]*chart.Chart {
	t.Helper()
	src := source(t, lib, content, box)
	out := map[string]*chart.Chart{}
	for name, src := range map[string]chart.Source{"outlines": src, "pixels": flattened(src)} {
		got, err := chart.Read(src)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = got
	}
	return out
}

// A chart is verified where it is read as it is drawn, and not where something is drawn or printed that the reading
// leaves out.
func TestVerified(t *testing.T) {
	lib := library(t)
	tests := map[string]struct {
		chart  *pdfgen.Chart
		change func(*pdfgen.Chart)
		more   string
		paint  func(string) string
		want   bool
	}{
		"bars": {chart: fruits(), want: true},
		"pie":  {chart: shares(), want: true},
		"sector that cannot be seen": {chart: shares(), paint: func(s string) string {
			return strings.Replace(s, pdfgen.ChartColours[3]+" rg", "1 1 1 rg", 1)
		}},
		"sector without a name":         {chart: shares(), change: func(c *pdfgen.Chart) { c.Names[2] = "" }},
		"two sectors with one name":     {chart: shares(), change: func(c *pdfgen.Chart) { c.Names[2] = c.Names[1] }},
		"words in the disc":             {chart: shares(), more: words(180, 190, "Stone")},
		"share that is contradicted":    {chart: shares(), more: words(215, 160, "33%")},
		"title that names a sector":     {chart: shares(), change: func(c *pdfgen.Chart) { c.Title = c.Names[0] }},
		"title that names a series":     {chart: fruits(), change: func(c *pdfgen.Chart) { c.Title = c.Series[1].Name }},
		"words in the plot":             {chart: fruits(), more: words(300, 230, "Drought")},
		"number that is contradicted":   {chart: fruits(), more: words(96, 145, "77")},
		"number on no tick":             {chart: fruits(), more: words(60.7, 112, "900")},
		"half of a name":                {chart: fruits(), more: words(222, 37, "trees")},
		"name without a mark":           {chart: fruits(), change: func(c *pdfgen.Chart) { c.Series[0].Values[2], c.Series[1].Values[2] = 0, 0 }},
		"series that is not drawn":      {chart: fruits(), more: "0.1 0.1 0.4 rg 402 221 8 8 re f " + words(414, 222, "Next year")},
		"series that is not named":      {chart: fruits(), change: func(c *pdfgen.Chart) { c.Series[1].Name = "" }},
		"ink that is no bar":            {chart: fruits(), more: "0.6 0.1 0.6 rg 300 200 m 340 250 l 370 190 l h f\n"},
		"ink in the colour of the bars": {chart: fruits(), more: pdfgen.ChartColours[0] + " rg 300 200 m 340 250 l 370 190 l h f\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.change != nil {
				test.change(test.chart)
			}
			text, box := content(test.chart)
			if test.paint != nil {
				text = test.paint(text)
			}
			for by, got := range both(t, lib, text+test.more, box) {
				if got.Verified != test.want {
					t.Errorf("%s: verified %v: %+v", by, got.Verified, got)
				}
			}
		})
	}
}

// The lines of a label are one name, and stay so in a legend.
func TestWholeNames(t *testing.T) {
	lib := library(t)
	pie := shares()
	text, box := content(pie)
	text += below(pie, 0, "and wild ones") + below(pie, 2, "25 kg")
	for by, got := range both(t, lib, text, box) {
		p := got.Series[0].Points
		if p[0].X != "Apples and wild ones" || p[1].X != "Pears" || p[2].X != "Quinces" || p[2].Label != "25 kg" || !got.Verified {
			t.Errorf("%s: verified %v: %+v", by, got.Verified, got)
		}
	}
	bars := fruits()
	text, box = content(bars)
	title := regexp.MustCompile(`BT .* (\S+) 286\.000 Tm \(Yield.*`).FindStringSubmatch(text)
	text += strings.NewReplacer(" 286.000 ", " 300.000 ", "Yield", "Total").Replace(title[0]) + "\n"
	text += words(414, 226, "and all of them before")
	for by, got := range both(t, lib, text, [4]float64{box[0], box[1], box[2] + 60, box[3]}) {
		if got.Title != "Total of the orchard Yield of the orchard" {
			t.Errorf("%s: title %q", by, got.Title)
		}
		if got.Series[1].Name != "This year and all of them before" || !got.Verified {
			t.Errorf("%s: verified %v: %+v", by, got.Verified, got)
		}
	}
}

// Words in a picture that recognition did not find may be a part of any name.
func TestUnread(t *testing.T) {
	lib := library(t)
	for _, c := range []*pdfgen.Chart{fruits(), shares()} {
		text, box := content(c)
		src := flattened(source(t, lib, text, box))
		lost := 0
		src.Lines = slices.DeleteFunc(slices.Clone(src.Lines), func(l layout.Line) bool {
			if strings.Contains(fmt.Sprint(l.Words), c.Title[:5]) {
				lost++
				return true
			}
			return false
		})
		if got, err := chart.Read(src); err != nil || lost != 1 || got.Verified {
			t.Errorf("%d lines lost: %+v, %v", lost, got, err)
		}
	}
}

// A letter that the file does not tell is missing in a name.
func TestIllegible(t *testing.T) {
	lib := library(t)
	for _, name := range []string{"Pear", "Yield", "This", "Kind"} {
		text, box := content(fruits())
		src := outlined(t, lib, text, box)
		lost := 0
		for i := range src.Lines {
			for k := range src.Lines[i].Words {
				if w := &src.Lines[i].Words[k]; w.Text == name {
					w.Text = "\ufffd" + w.Text[1:]
					lost++
				}
			}
		}
		if got, err := chart.Read(src); err != nil || lost != 1 || got.Verified {
			t.Errorf("%s, %d times: %+v, %v", name, lost, got, err)
		}
	}
}

// The beginning of a title may stand outside of the figure.
func TestTitleOutside(t *testing.T) {
	lib := library(t)
	text, box := content(fruits())
	box[1] += 8
	for line, want := range map[string]bool{"": true, "BT 0 g /F2 12 Tf 1 0 0 1 90 301 Tm (Figure 3: What was picked and) Tj ET\n": false} {
		for by, got := range both(t, lib, text+line, box) {
			if got.Verified != want || got.Title != fruits().Title {
				t.Errorf("%s: verified %v, title %q", by, got.Verified, got.Title)
			}
		}
	}
}

// A frame around the whole figure is not the plot's, and lines around bars are no bars, though they may be filled paths.
func TestFramed(t *testing.T) {
	lib := library(t)
	c := fruits()
	c.Kind, c.Legend, c.Series = "lying", false, c.Series[:1]
	text, box := content(c)
	text += fmt.Sprintf("0.7 G 0.8 w %g %g %g %g re S\n", box[0], pageHeight-box[3], box[2]-box[0], box[3]-box[1])
	for i, v := range c.Series[0].Values {
		low, high, wide := 60+200*(float64(i)+0.15)/3, 60+200*(float64(i)+0.85)/3, 3*v
		text += fmt.Sprintf("0.1 0.2 0.3 rg 80 %.3f %.3f %.3f re 80.4 %.3f %.3f %.3f re f*\n", low, wide, high-low, low+0.4, wide-0.8, high-low-0.8)
	}
	got, err := chart.Read(outlined(t, lib, text, box))
	if err != nil || len(got.Series) != 1 || !got.Verified || got.Title != c.Title {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, p := range got.Series[0].Points {
		if want := c.Series[0].Values[index(c.Names, p.Y)]; math.Abs(p.X.(float64)-want) > 1 {
			t.Errorf("%v: %v, want %g", p.Y, p.X, want)
		}
	}
}
