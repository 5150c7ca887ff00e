package xlsx

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// write adds the sheet as a page: its name where there are several, its tables, and what lies on them.
func (s *reader) write(d *doc.Document) error {
	info := s.info
	d.Pages = append(d.Pages, doc.Page{Number: s.number, Name: s.entry.name, Native: true, Cells: s.cells, Sheet: &info})
	var out []doc.Block
	if len(s.book.sheets) > 1 {
		out = append(out, doc.Block{
			Type: doc.SectionHeader, Level: 2, Page: s.number, Text: s.entry.name, Confidence: 1,
			Box: doc.Box{Left: 1, Top: 1, Width: 1, Height: 1},
		})
	}
	known := make([]sheet.Area, 0, len(s.tables))
	for _, t := range s.tables {
		known = append(known, sheet.Area{Top: t.at.top, Left: t.at.left, Bottom: t.at.bottom, Right: t.at.right, Headers: t.headers})
	}
	blocks, err := sheet.Blocks(sheet.Sheet{
		Number: s.number, Rows: s.rows, Frozen: s.frozen, Tables: known, WithoutRows: s.without.rows, WithoutCols: s.without.cols,
	}, s.opts.Sheet, s.opts.Limits)
	if err != nil {
		return err
	}
	drawn, err := s.readDrawings()
	if err != nil {
		return err
	}
	comments, err := s.readComments()
	if err != nil {
		return err
	}
	out = append(out, blocks...)
	for _, b := range drawn {
		out = insert(out, b, func(o *doc.Block) bool { return o.Box.Top <= b.Box.Top })
	}
	for i := len(comments) - 1; i >= 0; i-- { // the last first, as each comes right behind the block it is about
		b := comments[i].block(s.number)
		out = insert(out, b, func(o *doc.Block) bool { return o.Type != doc.Comment && inside(b.Box, o.Box) })
	}
	d.Blocks = append(d.Blocks, out...)
	return nil
}

// insert puts a block behind the last one that it belongs to, or at the end.
func insert(blocks []doc.Block, b doc.Block, belongs func(*doc.Block) bool) []doc.Block {
	for i := len(blocks) - 1; i >= 0; i-- {
		if blocks[i].Type != doc.SectionHeader && belongs(&blocks[i]) {
			return slices.Insert(blocks, i+1, b)
		}
	}
	return append(blocks, b)
}

func inside(a, b doc.Box) bool {
	return a.Left >= b.Left && a.Top >= b.Top && a.Left < b.Left+b.Width && a.Top < b.Top+b.Height
}
