package table

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// phrase is a run of words of one line that no gap and no rule parts.
type phrase struct {
	from, to int32 // words of the sheet
	x0, x1   float32
	c0, c1   int  // the columns it stands in
	spans    bool // it crosses a gap that parts other lines
}

// line is one baseline inside a region.
type line struct {
	base, size float32
	phrases    []phrase
	row        int // of the grid
}

func (l *line) level() float32 { return l.base - 0.3*l.size }

func (l *line) top() float32 { return l.base - 0.8*l.size }

func (l *line) bottom() float32 { return l.base + 0.25*l.size }

// grid is a region with its lines, columns and rows.
type grid struct {
	s      *sheet
	box    engine.Box
	em     float32
	space  float32 // what parts words at most, in sizes of the font
	h, v   []rule  // inside the region
	marks  []int32 // words that are lines and leaders made of characters
	lines  []line
	kind   kind      // what its region was found by
	xs     []float32 // borders of the columns, the outer ones too
	cols   []column
	breaks []float32 // the height of the rule that parts a line from those above; 0 for none
	ys     []float32 // borders of the rows
	ruled  []bool    // whether a rule across the whole table lies on a border of rows
	head   int       // header rows
	cells  []cell
	owner  []int // cell at each position, row by row; -1 for none
	whole  bool  // every cell is enclosed by rules
}

// column is what stands in one column.
type column struct {
	x0, x1  float32 // of its phrases
	numbers int
	filled  int
}

type cell struct {
	r0, c0, r1, c1 int // r1 and c1 are the last row and column
	words          []int32
	mute           []int32 // words that are no text
}

func (g *grid) rows() int { return len(g.ys) - 1 }

// solve finds columns, rows and cells; it reports whether there is a grid at all.
func (g *grid) solve() bool {
	if len(g.lines) == 0 {
		return false
	}
	g.findColumns()
	if len(g.xs) < 3 && !(g.kind == framed && g.ladder()) {
		return false
	}
	g.findRows()
	if g.rows() < 2 {
		return false
	}
	g.findCells()
	g.findHeader()
	return true
}

// leastRungs is how many rules part the rows of a table of one column.
const leastRungs = 4

// ladder reports whether rules from side to side part short lines: a table of one column.
func (g *grid) ladder() bool {
	bands := g.bands()
	n := bands[len(bands)-1]
	return n >= leastRungs && len(g.lines) <= 3*(n+1)
}

// text is what a cell reads.
func (g *grid) text(words []int32) string {
	n := 0
	for _, w := range words {
		n += len(g.s.words[w].text) + 1
	}
	out := make([]byte, 0, n)
	for i, w := range words {
		if i > 0 {
			out = append(out, ' ')
		}
		out = append(out, g.s.words[w].text...)
	}
	return string(out)
}

// overlap is the length that two stretches share.
func overlap(a0, a1, b0, b1 float32) float32 { return min(a1, b1) - max(a0, b0) }

func sortedUnique(xs []float32) []float32 {
	slices.Sort(xs)
	return slices.Compact(xs)
}

func at(xs []float32, x float32) int {
	i, _ := slices.BinarySearch(xs, x)
	return i
}
