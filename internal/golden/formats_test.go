package golden

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

// Borders of the table with two rows of headings, in points from the top left.
var (
	salesX = []float64{61.2, 183.6, 306, 428.4}
	salesY = []float64{79.2, 99, 118.8, 138.6}
)

// sales draws a heading over two rows and one over two columns.
func sales(s *pdfgen.Sheet) {
	left, right := salesX[0], salesX[3]
	for i, y := range salesY {
		from := left
		if i == 1 {
			from = salesX[1]
		}
		s.Line(from, y, right, y)
	}
	for i, x := range salesX {
		top := salesY[0]
		if i == 2 {
			top = salesY[1]
		}
		s.Line(x, top, x, salesY[3])
	}
	s.Text(67, 103, "Region")
	s.Centre(306, 92, "Sales")
	rows(s, 112, 20, []float64{190, 312}, "Q1|Q2")
	rows(s, 132, 20, []float64{67, 190, 312}, "North|10|12")
}

// readSales is the only table of its page.
func readSales(t *testing.T) doc.Block {
	t.Helper()
	f := &pdfgen.File{}
	onSheet(sales)(f)
	d := read(t, opened(t), "sales.pdf", f.Bytes(), reader.Embedded)
	if len(d.Blocks) != 1 || d.Blocks[0].Table == nil {
		t.Fatalf("read\n%s", printed(d))
	}
	return d.Blocks[0]
}

// A table with headings over rows and columns is written in every format of the interface as it is drawn.
func TestTableFormats(t *testing.T) {
	block := readSales(t)
	const simple = "| Region | Sales |  |\n| --- | --- | --- |\n|  | Q1 | Q2 |\n| North | 10 | 12 |"
	for format, want := range map[render.TableFormat]string{
		render.HTML:    `<table><tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr><tr><th>Q1</th><th>Q2</th></tr><tr><td>North</td><td>10</td><td>12</td></tr></table>`,
		render.Markup:  simple,
		render.Dynamic: simple,
		render.JSON:    `[["Region","Sales",""],["","Q1","Q2"],["North","10","12"]]`,
		render.CSV:     "Region,Sales,\n,Q1,Q2\nNorth,10,12",
	} {
		if got := render.Table(block.Table, block.Page, render.Options{Table: format}); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", format, got, want)
		}
	}
}

// The boxes of cells lie where their rules are drawn; positions that another cell covers have none.
func TestTableBoxes(t *testing.T) {
	block := readSales(t)
	type box struct {
		X, Y, Width, Height float64
		Page                int
	}
	var got [][]struct {
		Text string
		Box  *box `json:"bbox"`
	}
	if err := json.Unmarshal([]byte(render.Table(block.Table, block.Page, render.Options{Table: render.JSONBBox})), &got); err != nil {
		t.Fatal(err)
	}
	between := func(c0, r0, c1, r1 int) *box {
		const width, height = 612, 792
		return &box{salesX[c0] / width, salesY[r0] / height, (salesX[c1] - salesX[c0]) / width, (salesY[r1] - salesY[r0]) / height, 1}
	}
	want := [][]*box{
		{between(0, 0, 1, 2), between(1, 0, 3, 1), nil},
		{nil, between(1, 1, 2, 2), between(2, 1, 3, 2)},
		{between(0, 2, 1, 3), between(1, 2, 2, 3), between(2, 2, 3, 3)},
	}
	if len(got) != len(want) {
		t.Fatalf("%d rows", len(got))
	}
	const near = 0.002 // of the page
	for r := range want {
		if len(got[r]) != len(want[r]) {
			t.Fatalf("row %d has %d cells", r, len(got[r]))
		}
		for c, w := range want[r] {
			g := got[r][c].Box
			if g == nil || w == nil {
				if g != nil || w != nil || got[r][c].Text != "" {
					t.Errorf("cell %d of row %d is %q at %v, not at %v", c, r, got[r][c].Text, g, w)
				}
				continue
			}
			if math.Abs(g.X-w.X) > near || math.Abs(g.Y-w.Y) > near || math.Abs(g.Width-w.Width) > near || math.Abs(g.Height-w.Height) > near || g.Page != w.Page {
				t.Errorf("cell %d of row %d is at %v, not at %v", c, r, *g, *w)
			}
		}
	}
}
