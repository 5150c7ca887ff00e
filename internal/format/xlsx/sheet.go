package xlsx

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// reader reads one sheet.
type reader struct {
	book   *book
	opts   format.Options
	tally  *sheet.Tally
	number int
	entry  entry

	rows      []sheet.Row
	cells     int
	frozen    int // rows that stay when the sheet is scrolled
	hidden    []doc.Columns
	merged    []area
	links     []link
	lists     []dropdown
	formulas  map[string]formula // shared by several cells
	tables    []table
	info      doc.SheetInfo
	relations ooxml.Relations
	steps     int // that each may still take
}

// read adds the sheet to the document.
func (s *reader) read(d *doc.Document) error {
	var err error
	if s.relations, err = s.book.pack.Relations(s.entry.part); err != nil {
		return err
	}
	s.formulas = map[string]formula{}
	err = s.book.pack.Read(s.entry.part, func(r *markup.Reader, root string) error {
		if root != "x:worksheet" {
			return nil // a chart on a sheet of its own has no cells
		}
		return s.parts(r)
	})
	if errors.Is(err, ooxml.ErrMissing) {
		err = ooxml.Corrupt(err, "a sheet is missing")
	}
	if err != nil {
		return err
	}
	if err := s.readTables(); err != nil {
		return err
	}
	s.settle()
	return s.write(d)
}

// parts reads what stands on the sheet, in the order in which files have it.
func (s *reader) parts(r *markup.Reader) error {
	for child := range r.Children() {
		switch child {
		case "x:sheetViews":
			s.readViews(r)
		case "x:cols":
			s.readColumns(r)
		case "x:sheetData":
			if err := s.readRows(r); err != nil {
				return err
			}
		case "x:mergeCells":
			for range r.Children() {
				if a, ok := parseArea(r.Attr("ref")); ok {
					s.merged = append(s.merged, a)
				}
			}
		case "x:hyperlinks":
			s.readLinks(r)
		case "x:dataValidations":
			s.readLists(r)
		case "x:extLst":
			s.readExtensions(r)
		}
	}
	return nil
}

func (s *reader) readViews(r *markup.Reader) {
	for range r.Children() {
		for child := range r.Children() {
			if child == "x:pane" && r.Attr("state") == "frozen" {
				if n, err := strconv.Atoi(r.Attr("ySplit")); err == nil {
					s.frozen = n
				}
			}
		}
	}
}

func (s *reader) readColumns(r *markup.Reader) {
	for range r.Children() {
		first, err1 := strconv.Atoi(r.Attr("min"))
		last, err2 := strconv.Atoi(r.Attr("max"))
		if isTrue(r.Attr("hidden")) && err1 == nil && err2 == nil && first >= 1 && first <= last && len(s.hidden) < maxCol {
			s.hidden = append(s.hidden, doc.Columns{First: first, Last: min(last, maxCol)})
		}
	}
}

func (s *reader) hiddenColumn(col int) bool {
	return slices.ContainsFunc(s.hidden, func(c doc.Columns) bool { return col >= c.First && col <= c.Last })
}

func (s *reader) readRows(r *markup.Reader) error {
	last, width := 0, 0
	for range r.Children() {
		number := last + 1
		if n, err := strconv.Atoi(r.Attr("r")); err == nil {
			number = n
		}
		last = number
		if number < 1 || number > maxRow {
			continue
		}
		if isTrue(r.Attr("hidden")) {
			s.info.HiddenRows = append(s.info.HiddenRows, number)
			if s.opts.Sheet.SkipHiddenRows {
				continue
			}
		}
		cells := s.readCells(r, number, width)
		width = len(cells)
		s.cells += len(cells)
		keep, err := s.tally.Add(len(cells))
		switch {
		case err != nil:
			return err
		case !keep:
			s.rows = nil
		case len(cells) > 0:
			s.rows = append(s.rows, sheet.Row{Number: number, Cells: cells})
		}
	}
	return nil
}

// readCells reads the cells of a row, which has about as many as the one above it.
func (s *reader) readCells(r *markup.Reader, row, width int) []sheet.Cell {
	cells := make([]sheet.Cell, 0, width)
	last := 0
	for range r.Children() {
		col := last + 1
		if at, c, ok := parseCell(r.Attr("r")); ok && at == row {
			col = c
		}
		if last = col; col > maxCol {
			continue
		}
		if c, ok := s.readCell(r, row, col); ok && (!s.opts.Sheet.SkipHiddenCols || !s.hiddenColumn(col)) {
			cells = append(cells, c)
		}
	}
	return cells
}

// settle puts rows and cells in order, which sound files keep, and applies what the file says apart from the cells.
func (s *reader) settle() {
	byNumber := func(a, b sheet.Row) int { return cmp.Compare(a.Number, b.Number) }
	if !slices.IsSortedFunc(s.rows, byNumber) {
		slices.SortStableFunc(s.rows, byNumber)
	}
	s.rows = slices.CompactFunc(s.rows, func(a, b sheet.Row) bool { return a.Number == b.Number })
	byColumn := func(a, b sheet.Cell) int { return cmp.Compare(a.Col, b.Col) }
	for i := range s.rows {
		cells := s.rows[i].Cells
		if !slices.IsSortedFunc(cells, byColumn) {
			slices.SortStableFunc(cells, byColumn)
		}
		s.rows[i].Cells = slices.CompactFunc(cells, func(a, b sheet.Cell) bool { return a.Col == b.Col })
	}
	s.steps = 8*(s.cells+len(s.rows)) + 100_000
	s.merge()
	s.link()
	s.choose()
	s.info.Hidden, s.info.HiddenCols = s.entry.hidden, s.hidden
}

// each visits the cells of an area that are there. Areas of one kind do not overlap in sound files, so all of them together
// cost a few looks at every cell; more is refused.
func (s *reader) each(a area, visit func(row int, c *sheet.Cell)) {
	from, _ := slices.BinarySearchFunc(s.rows, a.top, func(r sheet.Row, n int) int { return cmp.Compare(r.Number, n) })
	for i := from; i < len(s.rows) && s.rows[i].Number <= a.bottom; i++ {
		if s.steps -= 1 + len(s.rows[i].Cells); s.steps < 0 {
			s.book.issue("areas of a sheet overlap too often; some spans, links or choices are left out")
			return
		}
		cells := s.rows[i].Cells
		k, _ := slices.BinarySearchFunc(cells, int32(a.left), func(c sheet.Cell, n int32) int { return cmp.Compare(c.Col, n) })
		for ; k < len(cells) && int(cells[k].Col) <= a.right; k++ {
			visit(s.rows[i].Number, &cells[k])
		}
	}
}
