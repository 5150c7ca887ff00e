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
	frozen    int                             // rows that stay when the sheet is scrolled
	without   struct{ rows, cols sheet.Gaps } // hidden ones that are not asked for
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
		if isTrue(r.Attr("hidden")) && err1 == nil && err2 == nil && first >= 1 && first <= last && len(s.info.HiddenCols) < maxCol {
			s.info.HiddenCols = append(s.info.HiddenCols, doc.Columns{First: first, Last: min(last, maxCol)})
		}
	}
	if !s.opts.Sheet.SkipHiddenCols {
		return
	}
	spans := make([]sheet.Span, 0, len(s.info.HiddenCols))
	for _, c := range s.info.HiddenCols {
		spans = append(spans, sheet.Span(c))
	}
	s.without.cols = sheet.NewGaps(spans)
}

func (s *reader) readRows(r *markup.Reader) error {
	last, width := 0, 0
	var without []sheet.Span
	for range r.Children() {
		number := last + 1
		if n, err := strconv.Atoi(r.Attr("r")); err == nil {
			number = n
		}
		last = number
		if number < 1 || number > maxRow {
			continue
		}
		skip := false
		if isTrue(r.Attr("hidden")) {
			s.info.HiddenRows = append(s.info.HiddenRows, number)
			if skip = s.opts.Sheet.SkipHiddenRows; skip {
				without = append(without, sheet.Span{First: number, Last: number})
			}
		}
		cells := s.readCells(r, number, width)
		width = len(cells)
		keep, err := s.count(cells, skip)
		switch {
		case err != nil:
			return err
		case !keep:
			s.rows = nil
		case len(cells) > 0:
			s.rows = append(s.rows, sheet.Row{Number: number, Cells: cells})
		}
	}
	s.without.rows = sheet.NewGaps(without)
	return nil
}

// count adds the cells of a row to the tally. Those that are left out are read all the same: formulas, dropdowns and
// merged cells of others begin in them.
func (s *reader) count(cells []sheet.Cell, skip bool) (keep bool, err error) {
	aside := 0
	for i := range cells {
		if skip || s.without.cols.Has(int(cells[i].Col)) {
			aside++
		}
	}
	s.cells += len(cells) - aside
	if keep, err = s.tally.Aside(aside); err != nil {
		return keep, err
	}
	return s.tally.Add(len(cells) - aside)
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
		if c, ok := s.readCell(r, row, col); ok {
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
	cells := 0
	for i := range s.rows {
		s.rows[i].Settle()
		cells += len(s.rows[i].Cells)
	}
	s.steps = 8*(cells+len(s.rows)) + 100_000
	s.merge()
	s.link()
	s.choose()
	s.info.Hidden = s.entry.hidden
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
