package table

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/layout"
)

// drawnGrid is a grid that is known before it is drawn.
type drawnGrid struct {
	xs, ys []float32
	cells  []doc.Cell
	at     [][]int // the cell at each position
}

// anyGrid draws a grid with cells over several rows and columns, each with a text. Every row and every column has a cell of
// its own: what nothing parts is no row or column.
func anyGrid(t *rapid.T, most int) *drawnGrid {
	g := &drawnGrid{}
	rows, cols := rapid.IntRange(2, 7).Draw(t, "rows"), rapid.IntRange(2, 6).Draw(t, "cols")
	x, y := float32(60), float32(60)
	for range cols + 1 {
		g.xs = append(g.xs, x)
		x += 45 + eighths(t, 0, 30, "width")
	}
	for range rows + 1 {
		g.ys = append(g.ys, y)
		y += 15 + eighths(t, 0, 12, "height")
	}
	g.at = make([][]int, rows)
	for r := range g.at {
		g.at[r] = slices.Repeat([]int{-1}, cols)
	}
	label := rapid.SampledFrom([]string{"North", "of it", "12", "3.5", "A rise", "total", "7"})
	blank := rapid.SampledFrom([]bool{false, rows > 2 && cols > 2}).Draw(t, "blank") // one cell in four
	for r := range rows {
		for c := range cols {
			if g.at[r][c] < 0 {
				high, wide := rapid.IntRange(1, most).Draw(t, "rowspan"), rapid.IntRange(1, most).Draw(t, "colspan")
				text := label.Draw(t, "label")
				if blank && len(g.cells)%4 == 3 {
					text = ""
				}
				g.add(r, c, high, wide, text)
			}
		}
	}
	return g
}

// add lays a cell as far as nothing is in its way and keeps the grid one.
func (g *drawnGrid) add(r, c, high, wide int, text string) {
	if !g.free(r, c, high, wide) {
		high, wide = 1, 1
	}
	for y := r; y < r+high; y++ {
		for x := c; x < c+wide; x++ {
			g.at[y][x] = len(g.cells)
		}
	}
	g.cells = append(g.cells, doc.Cell{Row: r, Col: c, RowSpan: high, ColSpan: wide, Text: text})
}

// free reports whether a cell fits, and leaves a border for every row and column.
func (g *drawnGrid) free(r, c, high, wide int) bool {
	rows, cols := len(g.at), len(g.at[0])
	if r+high > rows || c+wide > cols || high >= rows || wide >= cols {
		return false
	}
	for y := r; y < r+high; y++ {
		for x := c; x < c+wide; x++ {
			if g.at[y][x] >= 0 {
				return false
			}
		}
	}
	for y := r + 1; y < r+high; y++ { // a border inside this cell has to show elsewhere
		if !slices.ContainsFunc(seq(cols), func(x int) bool { return (x < c || x >= c+wide) && (g.at[y][x] < 0 || g.at[y][x] != g.at[y-1][x]) }) {
			return false
		}
	}
	for x := c + 1; x < c+wide; x++ {
		if !slices.ContainsFunc(seq(rows), func(y int) bool { return (y < r || y >= r+high) && (g.at[y][x] < 0 || g.at[y][x] != g.at[y][x-1]) }) {
			return false
		}
	}
	return true
}

func seq(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// ruled draws the frame of every cell, and its text in its middle.
func (g *drawnGrid) ruled(p *testPage) {
	for i := range g.cells {
		k := &g.cells[i]
		x0, y0, x1, y1 := g.xs[k.Col], g.ys[k.Row], g.xs[k.Col+k.ColSpan], g.ys[k.Row+k.RowSpan]
		p.line(x0, y0, x1, y0)
		p.line(x0, y1, x1, y1)
		p.line(x0, y0, x0, y1)
		p.line(x1, y0, x1, y1)
		p.centred((x0+x1)/2, (y0+y1)/2+0.3*size, k.Text)
	}
}

func (g *drawnGrid) table() []Found {
	return []Found{{Table: doc.Table{Rows: len(g.at), Cols: len(g.at[0]), Cells: g.cells}}}
}

// A grid whose cells are framed is found as it was drawn, whatever cells reach over, and at any size.
func TestRuledTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGrid(t, 3)
		p := newPage()
		g.ruled(p)
		want := written(g.table())
		for _, scale := range []float32{1, 0.5, 3} {
			q := moved(&p.Page, scale, 0, 0)
			if got := written(Find(q, layout.Read(q), Options{})); got != want {
				t.Fatalf("scaled by %v: got\n%swant\n%s", scale, got, want)
			}
		}
	})
}

// A table with rules above and below its head, and one without any, is a rectangle of cells that has all its words.
func TestOpenTruth(t *testing.T) {
	tables := 0
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(3, 8).Draw(t, "rows"), rapid.IntRange(3, 6).Draw(t, "cols")
		rules := rapid.Bool().Draw(t, "rules")
		number := rapid.IntRange(100, 9999)
		wide := float32(480) / float32(cols)
		p, words := newPage(), 0
		for r := range rows {
			for c := range cols {
				text := strconv.Itoa(number.Draw(t, "number"))
				if r == 0 || c == 0 {
					text = rapid.SampledFrom([]string{"North", "Rise", "Share", "Total"}).Draw(t, "label")
				}
				p.text(60+wide*float32(c), 72+14*float32(r), text)
				words++
			}
		}
		end := 72 + 14*float32(rows-1) + 5
		if rules {
			for _, y := range []float32{60, 76, end} {
				p.line(56, y, 540, y)
			}
		}
		want := written(p.find())
		for _, f := range p.find() {
			tables++
			if !f.Table.Consistent() || len(f.Words) != words || f.Table.Rows != rows || f.Table.Cols != cols {
				t.Fatalf("%d words in %d of %d rows and %d of %d columns:\n%s", len(f.Words), f.Table.Rows, rows, f.Table.Cols, cols, want)
			}
		}
		if strings.Count(want, "\n") != rows {
			t.Fatalf("found\n%s", want)
		}
		for _, scale := range []float32{0.5, 3} {
			q := moved(&p.Page, scale, 0, 0)
			if got := written(Find(q, layout.Read(q), Options{})); got != want {
				t.Fatalf("scaled by %v: got\n%snot\n%s", scale, got, want)
			}
		}
	})
	if tables == 0 {
		t.Error("no page had a table")
	}
}
