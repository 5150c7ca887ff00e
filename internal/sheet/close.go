package sheet

// closed is the sheet as if the rows and columns that are left out were not there.
func (s *Sheet) closed() Sheet {
	out := *s
	if len(s.WithoutRows)+len(s.WithoutCols) == 0 {
		return out
	}
	out.Frozen = s.WithoutRows.closed(s.Frozen+1) - 1
	out.Rows, out.Tables = nil, nil
	for _, row := range s.Rows {
		out.Rows = s.closeRow(out.Rows, row)
	}
	for i := range out.Rows {
		out.Rows[i].Settle() // cells that moved stand among the others
	}
	for _, a := range s.Tables {
		top, high := s.WithoutRows.closedSpan(a.Top, a.Bottom-a.Top+1)
		left, wide := s.WithoutCols.closedSpan(a.Left, a.Right-a.Left+1)
		if high > 0 && wide > 0 {
			_, headers := s.WithoutRows.closedSpan(a.Top, a.Headers)
			out.Tables = append(out.Tables, Area{Top: top, Left: left, Bottom: top + high - 1, Right: left + wide - 1, Headers: headers})
		}
	}
	return out
}

// closeRow adds what is left of a row. A merged cell stays as long as a part of it does, as programs show it, so it may
// move to the next row that is shown, which is there already when several do.
func (s *Sheet) closeRow(rows []Row, row Row) []Row {
	var cells []Cell
	number := s.WithoutRows.closed(row.Number)
	for _, c := range row.Cells {
		_, down := s.WithoutRows.closedSpan(row.Number, int(max(c.RowSpan, 1)))
		col, across := s.WithoutCols.closedSpan(int(c.Col), int(max(c.ColSpan, 1)))
		if down > 0 && across > 0 {
			c.Col, c.RowSpan, c.ColSpan = int32(col), int32(down), int32(across)
			cells = append(cells, c)
		}
	}
	n := len(rows)
	switch {
	case cells == nil:
		return rows
	case n > 0 && rows[n-1].Number == number:
		rows[n-1].Cells = append(rows[n-1].Cells, cells...)
		return rows
	}
	return append(rows, Row{Number: number, Cells: cells})
}
