package table

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// word is a word of the page.
type word struct {
	box      engine.Box
	base     float32
	size     float32
	text     string
	line, at int32 // its place in the layout
	char     int32 // of the page, its first
	tagTable int32 // the table that the file puts it in, from 1; 0 for none
	tagRow   int32 // and the row
	row      int32 // index in sheet.rows, -1 for words that run in another direction
	fixed    bool
	taken    bool
}

func (w *word) mid() float32   { return (w.box.X0 + w.box.X1) / 2 }
func (w *word) level() float32 { return w.base - 0.3*w.size }

// row is the words on one baseline.
type row struct {
	from, to int32 // words, from left to right
	base     float32
	size     float32
}

// sheet is a page laid out for the search.
type sheet struct {
	page  *engine.Page
	words []word // row by row; those of other directions last
	rows  []row  // from the top down
	em    float32
	h, v  []rule // horizontal and vertical rules
	fills []fill
	art   []engine.Box // curves and slanted lines

	tagged bool // the file names tables
}

func newSheet(p *engine.Page, t *layout.Text) *sheet {
	s := &sheet{page: p}
	n := 0
	for i := range t.Lines {
		n += len(t.Lines[i].Words)
	}
	s.words = make([]word, 0, n)
	var turned []word
	last := int32(-1)
	for i := range t.Lines {
		l := &t.Lines[i]
		if l.Angle == 0 && (len(s.rows) == 0 || l.Row != last) {
			s.rows = append(s.rows, row{from: int32(len(s.words)), base: l.Baseline, size: l.Size})
			last = l.Row
		}
		for j := range l.Words {
			lw := &l.Words[j]
			w := word{box: lw.Box, base: l.Baseline, size: lw.Size, text: lw.Text, line: int32(i), at: int32(j), char: lw.First, row: -1}
			if lw.Font >= 0 && int(lw.Font) < len(p.Fonts) {
				w.fixed = p.Fonts[lw.Font].Fixed
			}
			if l.Angle != 0 {
				w.base, w.size = (lw.Box.Y0+lw.Box.Y1)/2, 0
				turned = append(turned, w)
				continue
			}
			r := &s.rows[len(s.rows)-1]
			w.row = int32(len(s.rows) - 1)
			r.size = max(r.size, l.Size)
			s.words = append(s.words, w)
			r.to = int32(len(s.words))
		}
	}
	for i := range s.rows {
		words := s.words[s.rows[i].from:s.rows[i].to]
		if !slices.IsSortedFunc(words, leftmost) {
			slices.SortFunc(words, leftmost)
		}
	}
	s.em = s.usualSize()
	s.words = append(s.words, turned...)
	return s
}

func leftmost(a, b word) int {
	return cmp.Or(cmp.Compare(a.box.X0, b.box.X0), cmp.Compare(a.line, b.line), cmp.Compare(a.at, b.at))
}

// usualSize is the size in which most of the page is set.
func (s *sheet) usualSize() float32 {
	const steps = 4 // to a point
	var count [64 * steps]int
	best := 0
	for i := range s.words {
		k := min(int(s.words[i].size*steps+0.5), len(count)-1)
		count[k] += len(s.words[i].text)
		if count[k] > count[best] {
			best = k
		}
	}
	return max(1, float32(best)/steps)
}

// rowsBetween are the rows whose letters stand between two heights.
func (s *sheet) rowsBetween(top, bottom float32) (from, to int) {
	level := func(r row) float32 { return r.base - 0.3*r.size }
	from, _ = slices.BinarySearchFunc(s.rows, top, func(r row, y float32) int { return cmp.Compare(level(r), y) })
	to = from
	for to < len(s.rows) && level(s.rows[to]) <= bottom {
		to++
	}
	return from, to
}

func inside(b engine.Box, x, y float32) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 }

func union(a, b engine.Box) engine.Box {
	return engine.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}

func abs(x float32) float32 { return max(x, -x) }
