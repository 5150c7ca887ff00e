package vision

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/render"
)

// Bounds of a table that a model reads.
const (
	maxRows = 2000
	maxCols = 200
)

var number = &infer.Shape{Type: "integer", Nullable: true}

var tableShape = &infer.Shape{Type: "object", Properties: []infer.Property{{Name: "rows", Shape: &infer.Shape{Type: "array", Items: &infer.Shape{
	Type: "object", Properties: []infer.Property{{Name: "cells", Shape: &infer.Shape{Type: "array", Items: &infer.Shape{
		Type: "object", Properties: []infer.Property{
			{Name: "text", Shape: &infer.Shape{Type: "string"}}, {Name: "header", Shape: &infer.Shape{Type: "boolean"}},
			{Name: "rows", Shape: number}, {Name: "columns", Shape: number},
		},
	}}}},
}}}}}

// Table reads a table anew. It is nil where the answer is no grid.
func Table(ctx context.Context, m Model, v View) (*doc.Table, error) {
	answer, err := ask(ctx, m, "table", v, tableShape, render.Table(v.Block.Table, v.Block.Page, render.Options{Table: render.HTML, Plain: true}))
	if err != nil {
		return nil, err
	}
	t := grid(answer)
	if t.Cols == 0 || !t.Consistent() {
		return nil, nil
	}
	settle(t, v.Block)
	return t, nil
}

// grid lays rows of cells out, each cell at the first free place of its row.
func grid(answer map[string]any) *doc.Table {
	t := &doc.Table{}
	rows, _ := answer["rows"].([]any)
	rows = rows[:min(len(rows), maxRows)]
	t.Rows = len(rows)
	taken := make([][maxCols]bool, t.Rows)
	for r, one := range rows {
		row, _ := one.(map[string]any)
		cells, _ := row["cells"].([]any)
		headed, col := len(cells) > 0, 0
		for _, c := range cells {
			given, _ := c.(map[string]any)
			for col < maxCols && taken[r][col] {
				col++
			}
			if col == maxCols {
				break
			}
			cell := doc.Cell{Row: r, Col: col, RowSpan: span(given["rows"], t.Rows-r), ColSpan: span(given["columns"], maxCols-col)}
			text, _ := given["text"].(string)
			cell.Text = strings.TrimSpace(text)
			cell.Header, _ = given["header"].(bool)
			headed = headed && cell.Header
			for y := r; y < r+cell.RowSpan; y++ {
				for x := col; x < col+cell.ColSpan; x++ {
					taken[y][x] = true
				}
			}
			col += cell.ColSpan
			t.Cols = max(t.Cols, col)
			t.Cells = append(t.Cells, cell)
		}
		if headed && t.HeaderRows == r {
			t.HeaderRows++
		}
	}
	return t
}

func span(v any, most int) int {
	n, _ := v.(json.Number)
	i, err := strconv.Atoi(n.String())
	if err != nil {
		return 1
	}
	return min(max(i, 1), most)
}

// settle gives the cells their places: those of the grid that was found before where the new one has as many rows and
// columns, equal shares of the table otherwise.
func settle(t *doc.Table, b *doc.Block) {
	before := map[[2]int]*doc.Box{}
	if b.Table.Rows == t.Rows && b.Table.Cols == t.Cols {
		for i := range b.Table.Cells {
			c := &b.Table.Cells[i]
			before[[2]int{c.Row, c.Col}] = c.Box
		}
	}
	width, height := b.Box.Width/float64(t.Cols), b.Box.Height/float64(t.Rows)
	for i := range t.Cells {
		c := &t.Cells[i]
		if c.Box = before[[2]int{c.Row, c.Col}]; c.Box == nil {
			c.Box = &doc.Box{
				Left: b.Box.Left + float64(c.Col)*width, Top: b.Box.Top + float64(c.Row)*height,
				Width: float64(c.ColSpan) * width, Height: float64(c.RowSpan) * height,
			}
		}
	}
}
