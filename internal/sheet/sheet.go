// Package sheet finds the tables of a worksheet and makes blocks of them.
package sheet

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
)

// Sheet is a worksheet. Only cells with content are listed, so an empty area costs nothing.
type Sheet struct {
	Number int // page number
	Rows   []Row
	Frozen int    // rows at the top that stay when the sheet is scrolled: headers
	Plain  bool   // rows of text and nothing else: what stands above or below a table is part of it
	Tables []Area // that the workbook itself declares

	WithoutRows, WithoutCols Gaps // what is shown as if it were not there
}

// Area is a rectangle of cells, both ends included, counted from 1.
type Area struct {
	Top, Left, Bottom, Right int
	Headers                  int // header rows at its top
}

// Row is a row with at least one cell.
type Row struct {
	Number int    // from 1
	Cells  []Cell // by column
}

// Settle puts the cells of a row in order, which sound files keep, and leaves one where two claim the same column.
func (r *Row) Settle() {
	byColumn := func(a, b Cell) int { return cmp.Compare(a.Col, b.Col) }
	if !slices.IsSortedFunc(r.Cells, byColumn) {
		slices.SortStableFunc(r.Cells, byColumn)
	}
	r.Cells = slices.CompactFunc(r.Cells, func(a, b Cell) bool { return a.Col == b.Col })
}

// Cell is a cell with content.
type Cell struct {
	Col              int32 // from 1
	RowSpan, ColSpan int32 // 0 or 1 for a cell that is not merged
	Kind             Kind
	Strong           bool           // bold or filled, as headers often are
	Text             string         // as displayed
	Extra            *doc.CellExtra // nil for plain cells
}

// Blocks finds the tables of a sheet and cuts the large ones. Text that stands beside the tables becomes Text blocks
// under accurate clustering.
func Blocks(s Sheet, opts format.Sheet, limits format.Limits) ([]doc.Block, error) {
	var out []doc.Block
	for _, r := range cluster(s.closed(), opts.Clustering) {
		if opts.Clustering == format.Accurate && r.isText() {
			out = append(out, r.text(s.Number))
			continue
		}
		pieces, err := r.tables(opts, limits)
		if err != nil {
			return nil, err
		}
		for _, t := range pieces {
			out = append(out, doc.Block{Type: doc.TableBlock, Page: s.Number, Box: t.box, Table: t.table, Confidence: 1})
		}
	}
	for i := range out {
		s.open(&out[i])
	}
	return out, nil
}

// region is a rectangle of the sheet: the parts of rows that lie in it. The first and last row and column have cells.
type region struct {
	rows        []Row
	left, right int // columns, inclusive
	last        int // row, inclusive
	headers     int // header rows where that is known, else 0
}

func (r region) top() int    { return r.rows[0].Number }
func (r region) bottom() int { return r.last }
func (r region) width() int  { return r.right - r.left + 1 }

// newRegion spans the cells of rows, which all have some.
// maxReach bounds how far merged cells make a region go on below its last row with content.
const maxReach = 50

func newRegion(rows []Row) region {
	r := region{rows: rows, left: int(rows[0].Cells[0].Col)}
	for _, row := range rows {
		last := row.Cells[len(row.Cells)-1]
		r.left = min(r.left, int(row.Cells[0].Col))
		r.right = max(r.right, int(last.Col+max(last.ColSpan, 1)-1))
		for i := range row.Cells {
			r.last = max(r.last, row.Number+int(max(row.Cells[i].RowSpan, 1))-1)
		}
	}
	r.last = min(r.last, rows[len(rows)-1].Number+maxReach)
	return r
}

func (r region) isText() bool { return len(r.rows) == 1 && len(r.rows[0].Cells) == 1 }

func (r region) text(page int) doc.Block {
	c := r.rows[0].Cells[0]
	b := doc.Block{
		Type: doc.Text, Page: page, Text: c.Text, Confidence: 1,
		Box: doc.Box{
			Left: float64(c.Col), Top: float64(r.top()),
			Width: float64(max(c.ColSpan, 1)), Height: float64(max(c.RowSpan, 1)),
		},
	}
	if c.Extra != nil {
		b.Spans = c.Extra.Spans
	}
	return b
}
