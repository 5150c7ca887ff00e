package sheet

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
)

// maxHeaderRows is how many leading rows can be a header.
const maxHeaderRows = 3

// fillFactor bounds how many positions a table may have for each cell the limits allow.
const fillFactor = 4

type piece struct {
	table *doc.Table
	box   doc.Box
}

// tables makes the region one table, or several when it is larger than the caller wants. Every piece repeats the
// header rows and, when columns are cut, the first column.
func (r region) tables(opts format.Sheet, limits format.Limits) ([]piece, error) {
	c := cutter{region: r, head: r.headerRows(), cols: r.width()}
	first := r.top() + c.head
	rows := r.bottom() - first + 1
	if opts.SplitRows > 0 && rows > opts.SplitRows {
		rows = opts.SplitRows
	}
	if opts.SplitCols > 0 && r.width()-1 > opts.SplitCols {
		c.cols, c.repeat = opts.SplitCols, true
	}
	if n := rows * c.cols; limits.Cells > 0 && n > fillFactor*limits.Cells {
		return nil, format.TooLarge("the number of cells of a table", int64(n), int64(fillFactor*limits.Cells))
	}
	if rows == 0 {
		c.band(first, first-1)
		return c.pieces, nil
	}
	for top := first; top <= r.bottom(); {
		at := r.index(top)
		if at == len(r.rows) { // only what merged cells cover
			if top == first {
				c.band(first, r.bottom())
			}
			break
		}
		next := r.rows[at].Number
		if skip := (next - top) / rows; skip > 0 { // nothing for whole pieces
			if top == first {
				c.band(first, first-1)
			}
			top += skip * rows
			continue
		}
		c.band(top, min(top+rows-1, r.bottom()))
		top += rows
	}
	return c.pieces, nil
}

// index is the position of the first row numbered at least n.
func (r region) index(n int) int {
	i, _ := slices.BinarySearchFunc(r.rows, n, func(row Row, n int) int { return row.Number - n })
	return i
}

// cutter cuts a region into pieces.
type cutter struct {
	region
	head   int  // header rows
	cols   int  // columns of a piece
	repeat bool // the first column is repeated in every piece
	pieces []piece
}

// band cuts the rows from top to bottom along the columns.
func (c *cutter) band(top, bottom int) {
	header := c.rows[:c.index(c.top()+c.head)]
	body := c.rows[c.index(top):c.index(bottom+1)]
	left := c.left
	if c.repeat {
		left++
	}
	firstRows := top == c.top()+c.head
	for ; left <= c.right; left += c.cols {
		right := min(left+c.cols-1, c.right)
		p := newBuilder(left, right)
		p.ownsHeader, p.ownsFirst = firstRows, left <= c.left+1
		if c.repeat {
			p.cols = slices.Insert(p.cols, 0, c.left)
		}
		p.header(header, c.top(), c.head, bottom-top+1)
		p.body(body, top, bottom)
		if p.owned == 0 {
			continue
		}
		box := doc.Box{Left: float64(left), Top: float64(top), Width: float64(right - left + 1), Height: float64(bottom - top + 1)}
		if firstRows {
			box.Top, box.Height = box.Top-float64(c.head), box.Height+float64(c.head)
		}
		if c.repeat && left == c.left+1 {
			box.Left, box.Width = box.Left-1, box.Width+1
		}
		c.pieces = append(c.pieces, piece{p.table(), box})
	}
}

// builder collects the cells of one piece.
type builder struct {
	from, to int   // columns of the piece without the repeated one
	cols     []int // sheet column of each table column
	rows     []int // sheet row of each table row
	heads    int
	cells    []doc.Cell

	ownsHeader bool // the header rows stand here and are not repeated
	ownsFirst  bool // so does the first column
	owned      int  // cells that stand here
}

func newBuilder(from, to int) *builder {
	p := &builder{from: from, to: to}
	for c := from; c <= to; c++ {
		p.cols = append(p.cols, c)
	}
	return p
}

// header adds the header rows. A cell of them reaches into the body that follows only where both stand in the sheet.
func (p *builder) header(rows []Row, top, count, body int) {
	for n := range count {
		p.rows = append(p.rows, top+n)
	}
	reach := count
	if p.ownsHeader {
		reach += body
	}
	for _, row := range rows {
		p.row(row, row.Number-top, reach, true)
	}
	p.heads = count
}

func (p *builder) body(rows []Row, top, bottom int) {
	at := len(p.rows)
	for n := top; n <= bottom; n++ {
		p.rows = append(p.rows, n)
	}
	cells := 0
	for _, row := range rows {
		cells += min(len(row.Cells), len(p.cols))
	}
	p.cells = slices.Grow(p.cells, cells)
	for _, row := range rows {
		p.row(row, at+row.Number-top, len(p.rows), false)
	}
}

// row adds the cells of a sheet row as table row at; merged cells end with the piece, which has rows rows so far.
func (p *builder) row(row Row, at, rows int, header bool) {
	for i := range row.Cells {
		c := &row.Cells[i]
		col := p.column(int(c.Col))
		if col < 0 {
			continue
		}
		if (!header || p.ownsHeader) && (int(c.Col) >= p.from || p.ownsFirst) {
			p.owned++
		}
		down, across := max(1, int(c.RowSpan)), max(1, int(c.ColSpan))
		if int(c.Col) < p.from { // the repeated column stands alone
			across = 1
		}
		p.cells = append(p.cells, doc.Cell{
			Row: at, Col: col, RowSpan: min(down, rows-at), ColSpan: min(across, len(p.cols)-col),
			Header: header, Text: c.Text, Extra: c.Extra,
		})
	}
}

// column is the table column of a sheet column, -1 when it is not in the piece.
func (p *builder) column(col int) int {
	switch repeated := len(p.cols) - (p.to - p.from + 1); {
	case col >= p.from && col <= p.to:
		return repeated + col - p.from
	case repeated == 1 && col == p.cols[0]:
		return 0
	}
	return -1
}

func (p *builder) table() *doc.Table {
	return &doc.Table{Rows: len(p.rows), Cols: len(p.cols), HeaderRows: p.heads, Cells: p.cells, RowAt: p.rows, ColAt: p.cols}
}

// headerRows counts the rows of the header: the first, and up to two more that name every typed column.
func (r region) headerRows() int {
	if r.headers > 0 && r.headers <= r.bottom()-r.top() {
		return r.headers
	}
	n := 1
	for n < maxHeaderRows && n+1 < len(r.rows) {
		row := r.rows[n]
		typed := typedColumns(r.rows[n+1:])
		named := len(typed) > 0 && names(row, typed) && allWords(r.rows[n-1])
		if row.Number != r.top()+n || !named && !(allStrong(r.rows[:n+1]) && !allStrong(r.rows[n+1:n+2])) {
			break
		}
		n++
	}
	return n
}

func names(row Row, typed map[int32]bool) bool {
	named := 0
	for _, c := range row.Cells {
		if c.Kind != Word {
			return false
		}
		if typed[c.Col] {
			named++
		}
	}
	return named == len(typed)
}

// allStrong reports whether all cells of the rows are set off by weight or fill.
func allStrong(rows []Row) bool {
	for _, row := range rows {
		for _, c := range row.Cells {
			if !c.Strong {
				return false
			}
		}
	}
	return true
}

func allWords(row Row) bool {
	for _, c := range row.Cells {
		if c.Kind != Word {
			return false
		}
	}
	return true
}
