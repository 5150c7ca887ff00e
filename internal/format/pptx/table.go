package pptx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
)

// maxCells bounds the rows and columns of a table on a slide.
const maxCells = 1_000

// tableReader reads a table.
type tableReader struct {
	slide         *slide
	table         doc.Table
	widths, highs []float64
}

func (t *tableReader) read(r *markup.Reader) {
	for child := range r.Children() {
		switch child {
		case "a:tblPr":
			if r.Attr("firstRow") == "1" || r.Attr("firstRow") == "true" {
				t.table.HeaderRows = 1
			}
		case "a:tblGrid":
			for range r.Children() {
				if len(t.widths) < maxCells {
					t.widths = append(t.widths, max(number(r.Attr("w")), 1))
				}
			}
		case "a:tr":
			if len(t.highs) < maxCells {
				t.highs = append(t.highs, max(number(r.Attr("h")), 1))
				t.row(r, len(t.highs)-1)
			}
		}
	}
	t.table.Rows, t.table.Cols = len(t.highs), len(t.widths)
	t.settle()
}

// row reads the cells of a row. Those that another one covers are there, and empty.
func (t *tableReader) row(r *markup.Reader, row int) {
	col := 0
	for child := range r.Children() {
		if child != "a:tc" {
			continue
		}
		covered := r.Attr("hMerge") == "1" || r.Attr("vMerge") == "1"
		c := doc.Cell{Row: row, Col: col, RowSpan: span(r.Attr("rowSpan")), ColSpan: span(r.Attr("gridSpan"))}
		text := textReader{slide: t.slide}
		for inner := range r.Children() {
			if inner == "a:txBody" {
				text.read(r)
			}
		}
		if col++; covered || col > len(t.widths) {
			continue
		}
		c.Text, c.Extra = text.cell()
		if c.Text != "" || c.RowSpan > 1 || c.ColSpan > 1 {
			t.table.Cells = append(t.table.Cells, c)
		}
	}
}

func span(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1
	}
	return min(max(n, 1), maxCells)
}

// cell joins the paragraphs of a cell.
func (t *textReader) cell() (string, *doc.CellExtra) {
	var b strings.Builder
	var spans []doc.Span
	for i, p := range t.paragraphs {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, s := range p.spans {
			s.Start, s.End = s.Start+b.Len(), s.End+b.Len()
			spans = append(spans, s)
		}
		b.WriteString(p.text)
	}
	if spans == nil {
		return b.String(), nil
	}
	return b.String(), &doc.CellExtra{Spans: spans}
}

// settle keeps spans inside the grid and drops cells that lie under others.
func (t *tableReader) settle() {
	kept := t.table.Cells[:0]
	taken := make([]bool, t.table.Rows*t.table.Cols)
	for _, c := range t.table.Cells {
		c.RowSpan, c.ColSpan = min(c.RowSpan, t.table.Rows-c.Row), min(c.ColSpan, t.table.Cols-c.Col)
		if !claim(taken, t.table.Cols, &c) {
			continue
		}
		c.Header = c.Row < t.table.HeaderRows
		kept = append(kept, c)
	}
	t.table.Cells = kept
}

// claim takes the positions of a cell; one that clashes keeps its own position only, if that is free.
func claim(taken []bool, cols int, c *doc.Cell) bool {
	for row := c.Row; row < c.Row+c.RowSpan; row++ {
		for col := c.Col; col < c.Col+c.ColSpan; col++ {
			if taken[row*cols+col] {
				c.RowSpan, c.ColSpan = 1, 1
			}
		}
	}
	if taken[c.Row*cols+c.Col] {
		return false
	}
	for row := c.Row; row < c.Row+c.RowSpan; row++ {
		for col := c.Col; col < c.Col+c.ColSpan; col++ {
			taken[row*cols+col] = true
		}
	}
	return true
}

// block sets the table into its frame: columns and rows have their shares of it.
func (t *tableReader) block(box doc.Box) []doc.Block {
	across, down := shares(t.widths), shares(t.highs)
	boxes := make([]doc.Box, len(t.table.Cells))
	for i := range t.table.Cells {
		c := &t.table.Cells[i]
		left, top := across[c.Col], down[c.Row]
		boxes[i] = doc.Box{
			Left: box.Left + left*box.Width, Top: box.Top + top*box.Height,
			Width: (across[c.Col+c.ColSpan] - left) * box.Width, Height: (down[c.Row+c.RowSpan] - top) * box.Height,
		}
		c.Box = &boxes[i]
	}
	return []doc.Block{{Type: doc.TableBlock, Table: &t.table, Box: box}}
}

// shares gives the borders between lengths as parts of their sum.
func shares(lengths []float64) []float64 {
	sum := 0.0
	for _, l := range lengths {
		sum += l
	}
	out := make([]float64, len(lengths)+1)
	at := 0.0
	for i, l := range lengths {
		at += l
		out[i+1] = at / sum
	}
	return out
}
