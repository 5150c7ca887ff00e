package docx

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
)

// maxColumns bounds the columns of a table; the program itself allows 63.
const maxColumns = 1000

// grid is a table being read.
type grid struct {
	table  doc.Table
	above  map[int]int // column -> cell that began there and may go on below
	header bool        // all rows so far are headers
	beside []doc.Block
}

// row is a row being read.
type row struct {
	col    int
	header bool
	gone   bool
	from   int // its first cell
}

// table reads a table. What its cells hold beside text follows it.
func (s *story) table() {
	g := &grid{above: map[int]int{}, header: true}
	s.rows(g)
	t := &g.table
	if t.Rows*t.Cols > max(s.limits.Cells, 1) && s.limits.Cells > 0 {
		s.r.Fail(format.TooLarge("the number of cells of a table", int64(t.Rows)*int64(t.Cols), int64(s.limits.Cells)))
		return
	}
	if !slices.Contains(t.Deleted, true) {
		t.Deleted = nil
	}
	if len(t.Cells) > 0 {
		s.add(doc.Block{Type: doc.TableBlock, Table: t, Caption: s.captionAbove()})
	}
	s.blocks = append(s.blocks, g.beside...)
}

// captionAbove is the text of a caption that stands right above.
func (s *story) captionAbove() string {
	if n := len(s.blocks); n > 0 && s.blocks[n-1].Type == doc.Text && s.captioned == n {
		return doc.Shown(s.blocks[n-1].Text, s.blocks[n-1].Spans)
	}
	return ""
}

func (s *story) rows(g *grid) {
	for name := range s.r.Children() {
		switch name {
		case "w:tr":
			s.row(g)
		case "w:sdt":
			s.control(func() { s.rows(g) })
		case "w:customXml":
			s.rows(g)
		case "w:ins", "w:moveTo", "w:del", "w:moveFrom":
			s.changed(name, func() { s.rows(g) })
		}
	}
}

func (s *story) row(g *grid) {
	now := row{from: len(g.table.Cells)}
	before := s.base
	s.cells(g, &now)
	s.base = before
	if len(g.table.Cells) == now.from && now.col == 0 {
		return
	}
	if g.header = g.header && now.header; g.header {
		g.table.HeaderRows++
		for i := now.from; i < len(g.table.Cells); i++ {
			g.table.Cells[i].Header = true
		}
	}
	g.table.Deleted = append(g.table.Deleted, now.gone)
	g.table.Rows++
	g.table.Cols = max(g.table.Cols, now.col)
}

func (s *story) cells(g *grid, now *row) {
	for name := range s.r.Children() {
		switch name {
		case "w:trPr":
			s.rowProperties(now)
		case "w:tc":
			s.cell(g, now)
		case "w:sdt":
			s.control(func() { s.cells(g, now) })
		case "w:customXml":
			s.cells(g, now)
		}
	}
}

func (s *story) rowProperties(now *row) {
	for name := range s.r.Children() {
		switch name {
		case "w:tblHeader":
			now.header = on(s.r)
		case "w:gridBefore":
			now.col = number(s.r.Attr("w:val"), 0, maxColumns, 0)
		case "w:ins":
			s.base.change, s.base.author = doc.Inserted, s.r.Attr("w:author")
		case "w:del":
			s.base.change, s.base.author = doc.Deleted, s.r.Attr("w:author")
			now.gone = true
		}
	}
}

// place is how a cell stands in the grid.
type place struct {
	across      int
	goesOn      bool // with the cell above
	began       bool // a cell that may go on below
	goesOnRight bool // with the cell to its left
}

func (s *story) cell(g *grid, now *row) {
	at := place{across: 1}
	inner := s.inner()
	for name := range s.r.Children() {
		if name == "w:tcPr" {
			inner.cellProperties(&at)
			continue
		}
		inner.block(name)
	}
	inner.end()
	said := flatten(inner.blocks)
	g.beside = append(g.beside, said.beside...)
	if now.col+at.across > maxColumns {
		return
	}
	s.put(g, now, at, said)
}

func (s *story) cellProperties(at *place) {
	for name := range s.r.Children() {
		switch name {
		case "w:gridSpan":
			at.across = number(s.r.Attr("w:val"), 1, maxColumns, 1)
		case "w:vMerge":
			at.began = s.r.Attr("w:val") == "restart"
			at.goesOn = !at.began
		case "w:hMerge":
			at.goesOnRight = s.r.Attr("w:val") != "restart"
		case "w:cellIns":
			s.base.change, s.base.author = doc.Inserted, s.r.Attr("w:author")
		case "w:cellDel":
			s.base.change, s.base.author = doc.Deleted, s.r.Attr("w:author")
		}
	}
}

// put gives a cell its place in the grid.
func (s *story) put(g *grid, now *row, at place, said lines) {
	cells := g.table.Cells
	col := now.col
	now.col += at.across
	if n := len(cells) - 1; at.goesOnRight && n >= now.from && cells[n].Col+cells[n].ColSpan == col && cells[n].RowSpan == 1 {
		cells[n].ColSpan += at.across
		return
	}
	up, ok := g.above[col]
	if at.goesOn && ok && cells[up].ColSpan == at.across && cells[up].Row+cells[up].RowSpan == g.table.Rows {
		cells[up].RowSpan++
		return
	}
	delete(g.above, col)
	if at.began || at.goesOn {
		g.above[col] = len(cells)
	}
	c := doc.Cell{Row: g.table.Rows, Col: col, RowSpan: 1, ColSpan: at.across, Text: said.text}
	if len(said.spans) > 0 || len(said.tables) > 0 {
		c.Extra = &doc.CellExtra{Spans: said.spans, Tables: said.tables}
	}
	s.spend(len(said.text), 1)
	g.table.Cells = append(g.table.Cells, c)
}
