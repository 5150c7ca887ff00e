package match

import (
	"github.com/octavo-dev/octavo/internal/doc"
)

// owner tells which block of a page, and which cell of its table, a word belongs to.
type owner struct {
	doc    *doc.Document
	blocks []int // of the page
	bands  *bands
	cells  map[int]*bands // of the tables among them, by block
}

func newOwner(d *doc.Document, blocks []int) *owner {
	o := &owner{doc: d, blocks: blocks, cells: map[int]*bands{}}
	o.bands = newBands(len(blocks), func(i int) (doc.Box, bool) { return d.Blocks[blocks[i]].Box, true })
	return o
}

// of is the smallest block that holds the middle of a box, and the cell there.
func (o *owner) of(b doc.Box) (block, cell int) {
	x, y := b.Left+b.Width/2, b.Top+b.Height/2
	block = -1
	least := 0.0
	o.bands.at(y, func(k int) {
		i := o.blocks[k]
		box := o.doc.Blocks[i].Box
		if area := box.Width * box.Height; holds(box, x, y) && (block < 0 || area < least || area == least && i < block) {
			block, least = i, area
		}
	})
	if block < 0 || o.doc.Blocks[block].Table == nil {
		return block, -1
	}
	return block, o.cell(block, x, y)
}

// cell is the first cell of a table that holds a point, -1 for none.
func (o *owner) cell(block int, x, y float64) int {
	cells := o.doc.Blocks[block].Table.Cells
	if o.cells[block] == nil {
		o.cells[block] = newBands(len(cells), func(i int) (doc.Box, bool) {
			if cells[i].Box == nil {
				return doc.Box{}, false
			}
			return *cells[i].Box, true
		})
	}
	first := -1
	o.cells[block].at(y, func(i int) {
		if (first < 0 || i < first) && holds(*cells[i].Box, x, y) {
			first = i
		}
	})
	return first
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
	for _, i := range v.blocks[p.Number] {
		b := &v.doc.Blocks[i]
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
