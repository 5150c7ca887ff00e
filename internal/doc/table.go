package doc

// Table is a grid; every position is covered by at most one cell, and empty positions need none.
type Table struct {
	Rows, Cols int
	HeaderRows int
	Cells      []Cell // row by row, left to right

	// RowAt and ColAt give the sheet row and column (from 1) of each row and column of the grid. They are set on
	// sheets only, where a table may repeat header rows that stand elsewhere.
	RowAt, ColAt []int `json:",omitempty"`

	// Deleted says which rows a tracked change deleted as a whole; nil where none was.
	Deleted []bool `json:",omitempty"`

	// PageAt gives the running page of each row of a table merged from several pages.
	PageAt []int `json:",omitempty"`
}

// Cell covers RowSpan × ColSpan positions from (Row, Col), both 0-based.
type Cell struct {
	Row, Col         int
	RowSpan, ColSpan int  // at least 1
	Header           bool `json:",omitempty"`
	Text             string
	Box              *Box       `json:",omitempty"` // nil on sheets: see Table.CellBox
	Extra            *CellExtra `json:",omitempty"` // nil for plain cells
}

// CellExtra is what a cell has beyond its text.
type CellExtra struct {
	Spans                []Span   `json:",omitempty"` // as Block.Spans
	Value                string   `json:",omitempty"` // as stored, where Text shows it otherwise
	Color, Fill          string   `json:",omitempty"` // #rrggbb
	Formula              string   `json:",omitempty"` // with its leading "="
	Options              []string `json:",omitempty"` // values of a dropdown
	Bold, Italic, Strike bool     `json:",omitempty"`
	Tables               []Inner  `json:",omitempty"` // tables inside the cell, in order
}

// Inner is a table inside a cell. What it says is part of the cell's Text as well, in the bytes [Start, End), for all that
// has no place for a table there.
type Inner struct {
	Start, End int
	Table      *Table
}

// CellBox is where a cell stands; ok is false when that is not known.
func (t *Table) CellBox(c *Cell) (box Box, ok bool) {
	if c.Box != nil {
		return *c.Box, true
	}
	if c.Row >= len(t.RowAt) || c.Col >= len(t.ColAt) {
		return Box{}, false
	}
	return Box{
		Left: float64(t.ColAt[c.Col]), Top: float64(t.RowAt[c.Row]),
		Width: extent(t.ColAt, c.Col, c.ColSpan), Height: extent(t.RowAt, c.Row, c.RowSpan),
	}, true
}

// extent is how many rows or columns of the sheet lie under a span of the table, with those between that it leaves out.
func extent(at []int, first, span int) float64 {
	if last := first + span - 1; last >= first && last < len(at) {
		return float64(at[last] - at[first] + 1)
	}
	return float64(span)
}

// Grid lays the cells out: Grid()[row][col] is the cell whose top-left corner is there, nil for covered and
// empty positions.
func (t *Table) Grid() [][]*Cell {
	all := make([]*Cell, t.Rows*t.Cols)
	rows := make([][]*Cell, t.Rows)
	for r := range rows {
		rows[r] = all[r*t.Cols : (r+1)*t.Cols]
	}
	for i := range t.Cells {
		c := &t.Cells[i]
		rows[c.Row][c.Col] = c
	}
	return rows
}

// Consistent reports whether every cell lies inside the grid and no two overlap.
func (t *Table) Consistent() bool {
	covered := make([]bool, t.Rows*t.Cols)
	for _, c := range t.Cells {
		if c.Row < 0 || c.Col < 0 || c.RowSpan < 1 || c.ColSpan < 1 || c.Row+c.RowSpan > t.Rows || c.Col+c.ColSpan > t.Cols {
			return false
		}
		for r := c.Row; r < c.Row+c.RowSpan; r++ {
			for k := c.Col; k < c.Col+c.ColSpan; k++ {
				if covered[r*t.Cols+k] {
					return false
				}
				covered[r*t.Cols+k] = true
			}
		}
	}
	return true
}

// Merged counts the cells that cover more than one position.
func (t *Table) Merged() int {
	n := 0
	for i := range t.Cells {
		if t.Cells[i].RowSpan > 1 || t.Cells[i].ColSpan > 1 {
			n++
		}
	}
	return n
}

// Kept is the table without the rows that were deleted.
func (t *Table) Kept() *Table {
	if len(t.Deleted) != t.Rows || t.Rows == 0 {
		return t
	}
	at := make([]int, t.Rows+1) // where each row goes
	for r, gone := range t.Deleted {
		at[r+1] = at[r]
		if !gone {
			at[r+1]++
		}
	}
	out := *t
	out.Rows, out.HeaderRows, out.Deleted, out.Cells = at[t.Rows], at[min(t.HeaderRows, t.Rows)], nil, nil
	for _, c := range t.Cells {
		if c.Row, c.RowSpan = at[c.Row], at[c.Row+c.RowSpan]-at[c.Row]; c.RowSpan > 0 {
			out.Cells = append(out.Cells, c)
		}
	}
	return &out
}
