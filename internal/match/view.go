package match

import (
	"cmp"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/flow"
)

// span is a rectangle in points, or in cells on a sheet.
type span struct{ left, top, right, bottom float64 }

func (s span) height() float64 { return s.bottom - s.top }
func (s span) middle() float64 { return (s.top + s.bottom) / 2 }

// over is how much of the narrower of two spans lies above or below the other.
func (s span) over(t span) float64 {
	shared := min(s.right, t.right) - max(s.left, t.left)
	return shared / max(min(s.right-s.left, t.right-t.left), 1e-9)
}

// word is one word with its place.
type word struct {
	text       string
	at         span
	box        doc.Box
	start      int // of its text in that of its piece
	confidence float64
	block      int // index among the blocks of the document, -1 for none
	cell       int // of a table of that block, -1 for none
}

// piece is a run of words on one line that no wide gap divides: a label, a value, both, or a line of a paragraph.
type piece struct {
	text  string
	words []word
	at    span
	row   int     // index among the rows of its page
	place int     // index among the pieces of that row
	reach float64 // how far to the right it and those before it reach
	block int
	known *known // what was found out about it, nil until somebody asks
}

// known is what its text says about a piece.
type known struct {
	label  bool
	terms  []term // of its last words, as a label
	around []term // of what heads its group
	asked  bool   // around is found out
}

// says is what the text of a piece says, found out once.
func (p *piece) says() *known {
	if p.known == nil {
		p.known = &known{label: isLabel(p.text), terms: terms(tail(p.text))}
	}
	return p.known
}

// row is what stands on one height of a page.
type row struct {
	pieces []*piece // by their left edges
	at     span
	page   int       // index among the pages of the view
	known  *rowKnown // what was found out about it, nil until somebody asks
}

// rowKnown is what its pieces say about a row.
type rowKnown struct {
	label *piece   // the first that reads like a label, nil for none
	heads []*piece // those that head groups
}

// sheetPage is one page as rows from top to bottom.
type sheetPage struct {
	number int // Page.Number
	rows   []row
	em     float64 // usual height of a line
	width  float64
	height float64
}

// view is a document as rows of pieces, whatever it was read from.
type view struct {
	index int // of the document in the job
	doc   *doc.Document
	pages []sheetPage

	blocks map[int][]int // of the pages, by Page.Number
	places map[int]int   // of the pages among pages, by Page.Number
}

func newView(index int, d *doc.Document, stopped func() bool) *view {
	v := &view{index: index, doc: d, blocks: map[int][]int{}, places: map[int]int{}}
	for i := range d.Blocks {
		v.blocks[d.Blocks[i].Page] = append(v.blocks[d.Blocks[i].Page], i)
	}
	for i := range d.Pages {
		if stopped() {
			break
		}
		p := &d.Pages[i]
		var words []word
		page := sheetPage{number: p.Number, width: p.Width, height: p.Height}
		switch d.Kind {
		case doc.Sheet:
			v.pages = append(v.pages, v.cells(p))
			continue
		case doc.Flow:
			page.width, page.height = flowWidth, flowHeight(d)
			all, _ := flow.Words(d)
			words = v.words(all, &page)
		default:
			words = v.words(p.Words, &page)
		}
		page.em = usualHeight(words)
		page.rows = rowsOf(words, page.em)
		v.pages = append(v.pages, page)
	}
	for i := range v.pages {
		number(v.pages[i].rows, i)
		if _, ok := v.places[v.pages[i].number]; !ok {
			v.places[v.pages[i].number] = i
		}
	}
	return v
}

// Documents without pages have lines of one height; a page of them is as wide as a line of some hundred letters.
const (
	flowWidth = 600
	flowLine  = 12
)

func flowHeight(d *doc.Document) float64 {
	least := 1.0
	_, lines := flow.Words(d)
	for _, l := range lines {
		if l.Box.Height > 0 {
			least = min(least, l.Box.Height)
		}
	}
	return flowLine / least
}

// words are the upright words of a page with the blocks they belong to.
func (v *view) words(all []doc.Word, page *sheetPage) []word {
	owner := newOwner(v.doc, v.blocks[page.number])
	out := make([]word, 0, len(all))
	for _, w := range all {
		if w.Rotation != 0 || strings.TrimSpace(w.Text) == "" {
			continue
		}
		b := w.Box
		at := span{b.Left * page.width, b.Top * page.height, (b.Left + b.Width) * page.width, (b.Top + b.Height) * page.height}
		block, cell := owner.of(b)
		out = append(out, word{text: w.Text, at: at, box: b, confidence: w.Confidence, block: block, cell: cell})
	}
	return out
}

func usualHeight(words []word) float64 {
	if len(words) == 0 {
		return 1
	}
	heights := make([]float64, len(words))
	for i := range words {
		heights[i] = words[i].at.height()
	}
	slices.Sort(heights)
	return max(heights[len(heights)/2], 1)
}

// rowsOf gathers words whose middles lie within each other's heights into rows.
func rowsOf(words []word, em float64) []row {
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.at.middle(), b.at.middle()) })
	var out []row
	var open []word
	middle := 0.0
	flush := func() {
		if len(open) > 0 {
			out = append(out, rowOf(open))
		}
		open = nil
	}
	for _, w := range words {
		// The tolerance follows the smaller letters: a line of small print beside a large one is a line of its own.
		if len(open) > 0 && w.at.middle()-middle > 0.45*min(w.at.height(), em) {
			flush()
		}
		open = append(open, w)
		middle += (w.at.middle() - middle) / float64(len(open))
	}
	flush()
	return out
}

// wideGap is the distance between words, in heights of their line, from which on they are not read as one text.
const wideGap = 1.0

func rowOf(words []word) row {
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.at.left, b.at.left) })
	var r row
	first := 0
	for i := 1; i <= len(words); i++ {
		if i < len(words) && !divided(&words[i-1], &words[i]) {
			continue
		}
		r.pieces = append(r.pieces, pieceOf(slices.Clone(words[first:i])))
		first = i
	}
	r.at = r.pieces[0].at
	for _, p := range r.pieces {
		p.reach = max(r.at.right, p.at.right)
		r.at.left, r.at.top = min(r.at.left, p.at.left), min(r.at.top, p.at.top)
		r.at.right, r.at.bottom = max(r.at.right, p.at.right), max(r.at.bottom, p.at.bottom)
	}
	return r
}

// divided reports whether two neighbours on a line belong to different pieces: a wide gap lies between them, or the
// border of a cell.
func divided(a, b *word) bool {
	if a.cell >= 0 && b.cell >= 0 && a.block == b.block {
		return a.cell != b.cell
	}
	return b.at.left-a.at.right > wideGap*min(a.at.height(), b.at.height())
}

func pieceOf(words []word) *piece {
	p := &piece{words: words, at: words[0].at, block: words[0].block}
	var text strings.Builder
	for i := range words {
		if i > 0 {
			text.WriteByte(' ')
		}
		words[i].start = text.Len()
		text.WriteString(words[i].text)
		p.at.left, p.at.top = min(p.at.left, words[i].at.left), min(p.at.top, words[i].at.top)
		p.at.right, p.at.bottom = max(p.at.right, words[i].at.right), max(p.at.bottom, words[i].at.bottom)
	}
	p.text = text.String()
	return p
}

func number(rows []row, page int) {
	for i := range rows {
		rows[i].page = page
		for k, p := range rows[i].pieces {
			p.row, p.place = i, k
		}
	}
}
