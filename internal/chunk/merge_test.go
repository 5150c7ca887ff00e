package chunk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// grid makes a table of rows such as "a|b"; the first is the header.
func grid(page int, rows ...string) chunk.Block {
	t := &doc.Table{Rows: len(rows), HeaderRows: 1}
	for r, row := range rows {
		for c, text := range strings.Split(row, "|") {
			t.Cells = append(t.Cells, doc.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Text: text, Box: &doc.Box{Top: float64(r) / 10}})
			t.Cols = max(t.Cols, c+1)
		}
	}
	b := on(page, doc.TableBlock, "")
	b.Table = t
	b.Box.Top = float64(page) / 10
	return b
}

func TestMergeTables(t *testing.T) {
	tall := grid(2, "A|B", "5|6")
	tall.Table.Cells[0].RowSpan = 2 // reaches out of the repeated header
	tall.Table.Cells = append(tall.Table.Cells[:2], tall.Table.Cells[3])
	for _, c := range []struct {
		name   string
		blocks []chunk.Block
		want   []string // tables as csv, other blocks as their text
	}{
		{"OverPages", []chunk.Block{grid(1, "A|B", "1|2"), on(1, doc.Footer, "f"), on(2, doc.Header, "h"), grid(2, "3|4")}, []string{"A,B\n1,2\n3,4", "f", "h"}},
		{"RepeatedHeader", []chunk.Block{grid(1, "Total  sum|B", "1|2"), grid(2, "total SUM|b", "3|4")}, []string{"Total  sum,B\n1,2\n3,4"}},
		{"Three", []chunk.Block{grid(1, "A|B", "1|2"), grid(2, "3|4"), grid(3, "A|B", "5|6")}, []string{"A,B\n1,2\n3,4\n5,6"}},
		{"TextBetween", []chunk.Block{grid(1, "A|B"), on(1, doc.Text, "t"), grid(1, "3|4")}, []string{"A,B", "t", "3,4"}},
		{"OtherWidth", []chunk.Block{grid(1, "A|B", "1|2"), grid(1, "3|4|5")}, []string{"A,B\n1,2", "3,4,5"}},
		{"MergedCellInHeader", []chunk.Block{grid(1, "A|B", "1|2"), tall}, []string{"A,B\n1,2\nA,B\n,6"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, b := range chunk.MergeTables(c.blocks) {
				got = append(got, render.Content(&b.Block, b.Page, render.Options{Table: render.CSV}))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMergedTableKeepsItsFragments(t *testing.T) {
	first, second := grid(4, "A|B", "1|2"), grid(5, "A|B", "3|4")
	second.Confidence = 0.4
	merged := chunk.MergeTables([]chunk.Block{first, second})
	if len(merged) != 1 {
		t.Fatalf("%d blocks", len(merged))
	}
	m := merged[0]
	if m.Page != 4 || m.Box != first.Box || m.Confidence != 0.4 {
		t.Errorf("page %d, box %v, confidence %v", m.Page, m.Box, m.Confidence)
	}
	if len(m.Fragments) != 2 || m.Fragments[0].Table.Rows != 2 || m.Fragments[1].Page != 5 {
		t.Errorf("fragments %+v", m.Fragments)
	}
	if diff := cmp.Diff([]int{4, 4, 5}, m.Table.PageAt); diff != "" {
		t.Error(diff)
	}
	got := render.Table(m.Table, 4, render.Options{Table: render.JSONBBox})
	if n := strings.Count(got, `"page":5`); n != 2 {
		t.Errorf("%d cells on page 5: %s", n, got)
	}
	if first.Table.Rows != 2 {
		t.Error("the original table was changed")
	}
}

// A table that goes on in a fragment which a second pass made better was made better.
func TestMergedTableSaysWhatImprovedIt(t *testing.T) {
	later := grid(2, "3|4")
	later.Agentic = "builtin"
	merged := chunk.MergeTables([]chunk.Block{grid(1, "A|B", "1|2"), later})
	if len(merged) != 1 || merged[0].Agentic != "builtin" {
		t.Errorf("got %+v", merged)
	}
}
