package chart

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Blocks shows the chart as a figure that says what it is, and its numbers as a table. Where they stand is the caller's
// to say.
func (c *Chart) Blocks() []doc.Block {
	out := []doc.Block{{Type: doc.Figure, Caption: c.Title, Text: c.label(), Confidence: 1}}
	if t := c.table(); t != nil {
		out = append(out, doc.Block{Type: doc.TableBlock, Table: t, Confidence: 1})
	}
	return out
}

// label names the kind of chart.
func (c *Chart) label() string {
	var names []string
	for _, k := range c.Kinds {
		if flat, ok := strings.CutSuffix(k, "3d"); ok {
			k = "3-D " + flat
		}
		if !slices.Contains(names, k) {
			names = append(names, k)
		}
	}
	return strings.TrimSpace(strings.Join(names, " and ") + " chart")
}

// table has a column for each series. Series with the same categories share the column of these.
func (c *Chart) table() *doc.Table {
	if len(c.Series) == 0 {
		return nil
	}
	var columns [][]string
	var last []string
	for i, s := range c.Series {
		if i == 0 || !slices.Equal(s.Categories, last) && len(s.Categories) > 0 {
			columns = append(columns, append([]string{""}, s.Categories...))
			last = s.Categories
		}
		columns = append(columns, append([]string{s.Name}, s.Values...))
	}
	t := &doc.Table{Cols: len(columns), HeaderRows: 1}
	for _, col := range columns {
		t.Rows = max(t.Rows, len(col))
	}
	for row := range t.Rows {
		for k, col := range columns {
			if row < len(col) && col[row] != "" {
				t.Cells = append(t.Cells, doc.Cell{Row: row, Col: k, RowSpan: 1, ColSpan: 1, Header: row == 0, Text: col[row]})
			}
		}
	}
	return t
}
