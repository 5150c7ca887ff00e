package match

import (
	"sort"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// passage is a text in which values are looked for: a piece, or the whole of a paragraph, whose sentences run over its
// lines.
type passage struct {
	text  string
	words []word
	page  int
	piece *piece // nil for a paragraph
	block int
}

// passages are the pieces of all pages, then the paragraphs.
func (v *view) passages() []*passage {
	var out []*passage
	lines := map[int][]*piece{}    // of the blocks, in order
	cells := map[[2]int][]*piece{} // of the cells of tables
	where := map[int]int{}
	var order []int
	var tables [][2]int
	for i := range v.pages {
		for _, r := range v.pages[i].rows {
			for _, p := range r.pieces {
				out = append(out, &passage{text: p.text, words: p.words, page: i, piece: p, block: p.block})
				if c := p.words[0].cell; c >= 0 && v.doc.Kind == doc.Paged {
					at := [2]int{p.block, c}
					if cells[at] == nil {
						tables = append(tables, at)
					}
					cells[at] = append(cells[at], p)
				}
				if p.block < 0 || v.doc.Kind == doc.Sheet || !isProse(v.doc.Blocks[p.block].Type) {
					continue
				}
				if lines[p.block] == nil {
					order, where[p.block] = append(order, p.block), i
				}
				lines[p.block] = append(lines[p.block], p)
			}
		}
	}
	for _, at := range tables {
		if all := cells[at]; len(all) > 1 && len(all) <= tallestCell {
			whole := paragraph(all, v.places[v.doc.Blocks[at[0]].Page], at[0])
			whole.piece = all[0]
			out = append(out, whole)
		}
	}
	for _, b := range order {
		if len(lines[b]) > 1 {
			out = append(out, paragraph(lines[b], where[b], b))
		}
	}
	return out
}

// tallestCell is how many lines of a cell are one value.
const tallestCell = 3

func isProse(t doc.BlockType) bool {
	switch t {
	case doc.Text, doc.ListItem, doc.SectionHeader, doc.Title:
		return true
	}
	return false
}

func paragraph(lines []*piece, page, block int) *passage {
	p := &passage{page: page, block: block}
	var text strings.Builder
	for _, line := range lines {
		for _, w := range line.words {
			if text.Len() > 0 {
				text.WriteByte(' ')
			}
			w.start = text.Len()
			text.WriteString(w.text)
			p.words = append(p.words, w)
		}
	}
	p.text = text.String()
	return p
}

// between are the words of the bytes [start, end).
func (p *passage) between(start, end int) []word {
	first := sort.Search(len(p.words), func(i int) bool { return p.words[i].start+len(p.words[i].text) > start })
	last := sort.Search(len(p.words), func(i int) bool { return p.words[i].start >= end })
	if first >= last {
		return nil
	}
	return p.words[first:last:last]
}
