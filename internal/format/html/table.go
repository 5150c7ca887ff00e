package html

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
)

// maxColumns bounds what colspan attributes can make of a row.
const maxColumns = 10_000

// table adds a data table, or reads a table that only arranges other things as if it were not there.
func (w *walker) table(n *html.Node) {
	if arranges(n) {
		w.children(n)
		return
	}
	g := grid{limit: w.limits.Cells}
	g.section(n, false)
	if g.err != nil {
		w.err = g.err
		return
	}
	t := g.table()
	if g.caption != "" {
		w.add(doc.Block{Type: doc.Text, Text: g.caption})
	}
	if t != nil {
		w.add(doc.Block{Type: doc.TableBlock, Caption: g.caption, Table: t})
	}
}

// grid places cells as browsers do.
type grid struct {
	limit   int
	caption string
	rows    int
	cols    int
	cells   []doc.Cell
	busy    []int // rows for which each column is still covered by a cell from above
	heads   []bool
	onlyTH  []bool
	err     error
}

func (g *grid) section(n *html.Node, head bool) {
	for c := n.FirstChild; c != nil && g.err == nil; c = c.NextSibling {
		if c.Type != html.ElementNode || isHidden(c) {
			continue
		}
		switch c.Data {
		case "caption":
			g.caption, _ = lineOf(c)
		case "thead":
			g.section(c, true)
		case "tbody", "tfoot":
			g.section(c, false)
		case "tr":
			g.row(c, head)
		}
	}
}

func (g *grid) row(n *html.Node, head bool) {
	onlyTH, any, col := true, false, 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || (c.Data != "td" && c.Data != "th") || isHidden(c) {
			continue
		}
		any = true
		onlyTH = onlyTH && c.Data == "th"
		for col < len(g.busy) && g.busy[col] > 0 {
			col++
		}
		col = g.cell(c, col, head)
	}
	if !any && !g.covered() { // nothing to show; where cells from above reach into it, it is one of the rows they span
		return
	}
	g.heads, g.onlyTH = append(g.heads, head), append(g.onlyTH, any && onlyTH)
	g.rows++
	if size := g.rows * g.cols; g.limit > 0 && size > g.limit {
		g.err = format.TooLarge("the number of cells of a table", int64(size), int64(g.limit))
		return
	}
	for i := range g.busy {
		g.busy[i] = max(0, g.busy[i]-1)
	}
}

func (g *grid) covered() bool {
	return slices.ContainsFunc(g.busy, func(rows int) bool { return rows > 0 })
}

// cell places a cell at col and returns the column after it.
func (g *grid) cell(n *html.Node, col int, head bool) int {
	if col >= maxColumns {
		return col
	}
	text, spans, inner := g.content(n)
	c := doc.Cell{
		Row: g.rows, Col: col, Text: text, Header: head || n.Data == "th",
		RowSpan: span(n, "rowspan", 65_534), ColSpan: min(span(n, "colspan", 1000), maxColumns-col),
	}
	if len(spans) > 0 || len(inner) > 0 {
		c.Extra = &doc.CellExtra{Spans: spans, Tables: inner}
	}
	for i := col; i < col+c.ColSpan; i++ {
		if i < len(g.busy) && g.busy[i] > 0 { // a cell from above stands in the way
			c.ColSpan = i - col
			break
		}
		if i >= len(g.busy) {
			g.busy = append(g.busy, 0)
		}
		g.busy[i] = c.RowSpan
	}
	g.cols = max(g.cols, col+c.ColSpan)
	g.cells = append(g.cells, c)
	return col + c.ColSpan
}

// content is the text of a cell, line by line, with the tables inside it.
func (g *grid) content(n *html.Node) (string, []doc.Span, []doc.Inner) {
	in := walker{inside: g}
	in.lineOnly(n, "\n")
	text, spans := in.text.Take()
	for i := range in.inner {
		t := &in.inner[i]
		t.End = t.Start + len(strings.TrimRight(text[t.Start:min(t.End, len(text))], "\n"))
	}
	return text, spans, in.inner
}

// innerTable adds a table inside a cell: as text, and as what it is.
func (w *walker) innerTable(n *html.Node, sep string) {
	separate(&w.text, sep)
	start := w.text.Len()
	outer := w.inside
	w.inside = nil // tables further inside are read once, with the grid
	w.lineOnly(n, sep)
	w.inside = outer
	end := w.text.Len()
	separate(&w.text, sep)
	g := grid{limit: outer.limit}
	g.section(n, false)
	if g.err != nil {
		outer.err = g.err
	}
	if t := g.table(); t != nil && end > start {
		w.inner = append(w.inner, doc.Inner{Start: start, End: end, Table: t})
	}
}

// span reads a span attribute; 0 reaches to the end.
func span(n *html.Node, name string, most int) int {
	v, err := strconv.Atoi(strings.TrimSpace(attr(n, name)))
	switch {
	case err != nil || v < 0 || (v == 0 && name == "colspan"):
		return 1
	case v == 0:
		return most
	}
	return min(v, most)
}

// table makes the grid a table: spans end with it, and the leading rows of headings are its header.
func (g *grid) table() *doc.Table {
	if len(g.cells) == 0 {
		return nil
	}
	t := &doc.Table{Rows: g.rows, Cols: g.cols, Cells: g.cells}
	for i := range t.Cells {
		t.Cells[i].RowSpan = min(t.Cells[i].RowSpan, g.rows-t.Cells[i].Row)
	}
	for t.HeaderRows < g.rows-1 && (g.heads[t.HeaderRows] || g.onlyTH[t.HeaderRows]) {
		t.HeaderRows++
	}
	return t
}
