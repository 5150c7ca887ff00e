package render_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

func TestElement(t *testing.T) {
	grid := &doc.Table{Rows: 1, Cols: 2, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Text: "a<b"}, {Col: 1, RowSpan: 1, ColSpan: 1, Text: "c\nd"}}}
	loose := &doc.Table{Rows: 1, Cols: 1, Cells: []doc.Cell{{RowSpan: 2, ColSpan: 1, Text: "x"}}}
	for _, c := range []struct {
		block doc.Block
		want  string
	}{
		{doc.Block{Type: doc.Title, Text: "Fish & chips"}, "<h1>Fish &amp; chips</h1>"},
		{doc.Block{Type: doc.SectionHeader, Level: 4, Text: "Two\nlines"}, "<h2>Two lines</h2>"},
		{doc.Block{Type: doc.ListItem, Marker: "3.", Text: "third"}, "<li>third</li>"},
		{doc.Block{Type: doc.Figure, Caption: "Fig. 1", Text: "text"}, "<figure>Fig. 1<br>text</figure>"},
		{doc.Block{Type: doc.TableBlock, Table: grid}, "<table><tr><td>a&lt;b</td><td>c<br>d</td></tr></table>"},
		{doc.Block{Type: doc.TableBlock, Table: loose}, "<p>x</p>"},
		{doc.Block{Type: doc.KeyValue, Pairs: []doc.Pair{{Key: "k", Value: "<v>"}, {Key: "l", Value: "w"}}}, "<p>k: &lt;v&gt;<br>l: w</p>"},
		{doc.Block{Type: doc.Text, Code: true, Lang: "go", Text: "a := 1\nb()"}, "<p>a := 1<br>b()</p>"},
		{doc.Block{Type: doc.Signature}, "<p>[signature]</p>"},
	} {
		if got := render.Element(&c.block); got != c.want {
			t.Errorf("%s: %s, want %s", c.block.Type, got, c.want)
		}
	}
}
