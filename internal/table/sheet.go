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
	line, at int32   // its place in the layout
	char     int32   // of the page, its first
	tagTable int32   // the table that the file puts it in, from 1; 0 for none
	tagRow   int32   // and the row
	row      int32   // index in sheet.rows, -1 for words that run in another direction
	sure     float32 // of recognition, 1 for text of the file
	fixed    bool
	read     bool // from pixels
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
	frame *frame
	page  *engine.Page // as the frame sees it
	words []word       // row by row; those of other directions last
	rows  []row        // from the top down
	em    float32
	h, v  []rule // horizontal and vertical rules
	fills []fill
	boxes []engine.Box // check boxes of level text
	art   []engine.Box // curves and slanted lines

	tagged bool // the file names tables
	pale   bool // white is painted as well: on coloured ground it is seen
}

// newSheet lays out the lines that run level in a frame.
func newSheet(f *frame, t *layout.Text) *sheet {
	s := &sheet{frame: f, page: f.turned(), boxes: t.Boxes}
	n := 0
	for i := range t.Lines {
		n += len(t.Lines[i].Words)
	}
	s.words = make([]word, 0, n)
	var turned []word
	last := int32(-1)
	for _, l := range f.lines(t) {
		if l.level && (len(s.rows) == 0 || l.row != last) {
			s.rows = append(s.rows, row{from: int32(len(s.words)), base: l.Baseline, size: l.Size})
			last = l.row
		}
		for j := range l.Words {
			lw := &l.Words[j]
			w := word{box: lw.Box, base: l.Baseline, size: lw.Size, text: lw.Text, line: l.index, at: int32(j), char: lw.First, row: -1, sure: lw.Confidence, read: lw.Font < 0}
			if lw.Font >= 0 && int(lw.Font) < len(s.page.Fonts) {
				w.fixed = s.page.Fonts[lw.Font].Fixed
			}
			if !l.level {
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

// leastTurned is how many words make a table: two rows and two columns of labels, and something in them.
const leastTurned = 6

// angles are the quarter turns at which lines run, those of most words first. A few words beside the others, such as the
// title of an axis, are no table.
func angles(t *layout.Text) []float32 {
	var words [4]int
	for i := range t.Lines {
		if quarter := t.Lines[i].Angle / 90; quarter == float32(int(quarter)) {
			words[int(quarter)&3] += len(t.Lines[i].Words)
		}
	}
	out := []float32{0, 90, 180, 270}
	slices.SortStableFunc(out, func(a, b float32) int { return cmp.Compare(words[int(b/90)], words[int(a/90)]) })
	return slices.DeleteFunc(out, func(a float32) bool { return a != 0 && words[int(a/90)] < leastTurned })
}

// without takes words out of the search that are in a table already.
func (s *sheet) without(taken map[Place]bool) {
	if len(taken) == 0 {
		return
	}
	for i := range s.words {
		w := &s.words[i]
		w.taken = taken[Place{Line: w.line, Word: w.at}]
	}
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
