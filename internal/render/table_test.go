package render_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// A table inside a cell stands in its place where the format has one, and is text elsewhere.
func TestInnerTable(t *testing.T) {
	inner := &doc.Table{Rows: 1, Cols: 2, Cells: []doc.Cell{
		{RowSpan: 1, ColSpan: 1, Text: "<1>"},
		{Col: 1, RowSpan: 1, ColSpan: 1, Text: "2", Extra: &doc.CellExtra{Spans: []doc.Span{{Kind: doc.Link, Start: 0, End: 1, Target: "http://x"}}}},
	}}
	outer := &doc.Table{Rows: 1, Cols: 1, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Text: "a b\n<1> 2\nc", Extra: &doc.CellExtra{
		Spans:  []doc.Span{{Kind: doc.Highlight, Start: 2, End: 3}, {Kind: doc.Link, Start: 8, End: 9, Target: "http://x"}, {Kind: doc.Highlight, Start: 10, End: 11}},
		Tables: []doc.Inner{{Start: 4, End: 9, Table: inner}},
	}}}}
	o := render.Options{Links: true, Highlights: true}
	nested := "<table><tr><td>a <mark>b</mark><table><tr><td>&lt;1&gt;</td><td>[2](http://x)</td></tr></table><mark>c</mark></td></tr></table>"
	for format, want := range map[render.TableFormat]string{
		render.HTML: nested, render.Markup: nested, render.Dynamic: nested,
		render.JSON: `[["a <mark>b</mark>\n<1> [2](http://x)\n<mark>c</mark>"]]`,
		render.CSV:  "\"a <mark>b</mark>\n<1> [2](http://x)\n<mark>c</mark>\"",
	} {
		o.Table = format
		if got := render.Table(outer, 1, o); got != want {
			t.Errorf("%s: %s", format, got)
		}
	}
}

// The number of a heading stands before its words in the text of a chunk, as that of a list item does.
func TestNumberedHeading(t *testing.T) {
	b := &doc.Block{Type: doc.SectionHeader, Level: 3, Marker: "2.1", Text: "Scope"}
	if got := render.Text(b, render.Content(b, 1, render.Options{})); got != "### 2.1 Scope" {
		t.Error(got)
	}
}
