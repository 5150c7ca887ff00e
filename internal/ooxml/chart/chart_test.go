package chart_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/ooxml/chart"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

func read(t *testing.T, body string) *chart.Chart {
	t.Helper()
	file := ooxmltest.Parts{
		"[Content_Types].xml": ooxmltest.Types(),
		"chart.xml": ooxmltest.Head + `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">` +
			body + `</c:chartSpace>`,
	}.Zip(t)
	p, err := ooxml.Open(t.Context(), strings.NewReader(file), int64(len(file)), ooxml.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	c, err := chart.Read(p, "chart.xml")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func points(values ...string) string {
	out := ""
	for i, v := range values {
		if v != "" {
			out += `<c:pt idx="` + string(rune('0'+i)) + `"><c:v>` + v + `</c:v></c:pt>`
		}
	}
	return out
}

func TestBlocks(t *testing.T) {
	ser := func(name, cats, vals string) string {
		return `<c:ser><c:tx><c:strRef><c:f>A1</c:f><c:strCache>` + points(name) + `</c:strCache></c:strRef></c:tx>` +
			`<c:cat><c:strRef><c:strCache>` + cats + `</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>B1</c:f><c:numCache><c:formatCode>General</c:formatCode>` + vals + `</c:numCache></c:numRef></c:val></c:ser>`
	}
	title := `<c:title><c:tx><c:rich><a:p><a:r><a:t>Ships </a:t></a:r><a:r><a:t>by year</a:t></a:r></a:p></c:rich></c:tx></c:title>`
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"Bars", `<c:chart>` + title + `<c:plotArea><c:barChart>` + ser("North", points("2024", "2025"), points("1.5", "2")) + ser("South", points("2024", "2025"), points("3", "")) + `</c:barChart></c:plotArea></c:chart>`,
			[]string{"Figure: Ships by year / bar chart", "Table 3x3+1: North,South,2024,1.5,3,2025,2"}},
		{"Mixed", `<c:chart><c:plotArea><c:bar3DChart>` + ser("a", points("x"), points("1")) + `</c:bar3DChart><c:lineChart>` + ser("b", points("y"), points("2")) + `</c:lineChart></c:plotArea></c:chart>`,
			[]string{"Figure: 3-D bar and line chart", "Table 2x4+1: a,b,x,1,y,2"}},
		{"Scatter", `<c:chart><c:plotArea><c:scatterChart><c:ser><c:tx><c:v>s</c:v></c:tx><c:xVal><c:numLit>` + points("1", "2") + `</c:numLit></c:xVal><c:yVal><c:numLit>` + points("10", "20") + `</c:numLit></c:yVal></c:ser></c:scatterChart></c:plotArea></c:chart>`,
			[]string{"Figure: scatter chart", "Table 3x2+1: s,1,10,2,20"}},
		{"Levels", `<c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="2"/><c:lvl>` + points("Q1", "Q2") + `</c:lvl><c:lvl>` + points("2024") + `</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val><c:numLit>` + points("1", "2") + `</c:numLit></c:val></c:ser></c:barChart></c:plotArea></c:chart>`,
			[]string{"Figure: bar chart", "Table 3x2+1: Q1,1,Q2,2"}},
		{"LyingCount", `<c:chart><c:plotArea><c:pieChart><c:ser><c:val><c:numLit><c:ptCount val="99999999"/>` + points("1") + `</c:numLit></c:val></c:ser></c:pieChart></c:plotArea></c:chart>`,
			[]string{"Figure: pie chart", "Table 2x2+1: 1"}},
		{"Empty", ``, []string{"Figure: chart"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &doc.Document{Blocks: read(t, c.body).Blocks()}
			formattest.CheckSound(t, d)
			if diff := cmp.Diff(c.want, formattest.Outline(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
