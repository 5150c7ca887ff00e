package match

import (
	"github.com/octavo-dev/octavo/internal/doc"
)

// owner tells which block of a page, and which cell of its table, a word belongs to.
type owner struct {
	doc    *doc.Document
	blocks []int
}

func newOwner(d *doc.Document, page int) *owner {
	o := &owner{doc: d}
	for i := range d.Blocks {
		if d.Blocks[i].Page == page {
			o.blocks = append(o.blocks, i)
		}
	}
	return o
}

// of is the smallest block that holds the middle of a box, and the cell there.
func (o *owner) of(b doc.Box) (block, cell int) {
	x, y := b.Left+b.Width/2, b.Top+b.Height/2
	block, cell = -1, -1
	least := 0.0
	for _, i := range o.blocks {
		box := o.doc.Blocks[i].Box
		if area := box.Width * box.Height; holds(box, x, y) && (block < 0 || area < least) {
			block, least = i, area
		}
	}
	if block < 0 || o.doc.Blocks[block].Table == nil {
		return block, cell
	}
	t := o.doc.Blocks[block].Table
	for i := range t.Cells {
		if t.Cells[i].Box != nil && holds(*t.Cells[i].Box, x, y) {
			return block, i
		}
	}
	return block, cell
}

func holds(b doc.Box, x, y float64) bool {
	return x >= b.Left && x <= b.Left+b.Width && y >= b.Top && y <= b.Top+b.Height
}

// cells are the cells of a sheet: every one a piece, as wide as a column and one high.
func (v *view) cells(p *doc.Page) sheetPage {
	page := sheetPage{number: p.Number, em: 1}
	var words []word
	add := func(block, cell int, text string, box doc.Box, confidence float64) {
		if text == "" {
			return
		}
		at := span{box.Left * columnWidth, box.Top, (box.Left + box.Width) * columnWidth, box.Top + box.Height}
		at.right -= 2 // cells do not touch
		words = append(words, word{text: text, at: at, box: box, block: block, cell: cell, confidence: confidence})
		page.width, page.height = max(page.width, at.right), max(page.height, at.bottom)
	}
	for i := range v.doc.Blocks {
		b := &v.doc.Blocks[i]
		if b.Page != p.Number {
			continue
		}
		if b.Table == nil {
			add(i, -1, b.Text, b.Box, b.Confidence)
			continue
		}
		for k := range b.Table.Cells {
			if at, ok := b.Table.CellBox(&b.Table.Cells[k]); ok {
				add(i, k, b.Table.Cells[k].Text, at, b.Confidence)
			}
		}
	}
	page.rows = rowsOf(words, page.em)
	return page
}

// columnWidth is how wide the columns of a sheet are taken to be, in heights of a row.
const columnWidth = 8
