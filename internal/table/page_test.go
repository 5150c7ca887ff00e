package table

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

const (
	letter = 5   // the advance of a letter of the test pages
	space  = 2.5 // and of a space
	size   = 10
	pitch  = 12
)

// testPage draws text and lines.
type testPage struct{ engine.Page }

func newPage() *testPage {
	return &testPage{engine.Page{Number: 1, Width: 600, Height: 800, Fonts: []engine.Font{{Name: "Test"}}}}
}

// text writes a line from x on the baseline y and gives where it ends.
func (p *testPage) text(x, y float32, s string) float32 {
	for _, r := range s {
		advance := float32(letter)
		if r == ' ' {
			advance = space
		}
		p.Chars = append(p.Chars, engine.Char{
			Rune: r, Size: size, Fill: 0x000000FF, Object: int32(len(p.Chars)), Origin: engine.Point{X: x, Y: y},
			Loose: engine.Box{X0: x, Y0: y - 0.8*size, X1: x + advance, Y1: y + 0.2*size},
			Box:   engine.Box{X0: x + 0.5, Y0: y - 0.6*size, X1: x + advance - 1, Y1: y},
		})
		x += advance
	}
	return x
}

// width is how long a text is.
func width(s string) float32 {
	spaces := float32(strings.Count(s, " "))
	return spaces*space + (float32(len([]rune(s)))-spaces)*letter
}

func (p *testPage) centred(x, y float32, s string) { p.text(x-width(s)/2, y, s) }
func (p *testPage) right(x, y float32, s string)   { p.text(x-width(s), y, s) }

func (p *testPage) line(x0, y0, x1, y1 float32) {
	box := engine.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}
	p.Paths = append(p.Paths, engine.Path{
		Box: box, Visible: box, Stroke: 0x000000FF, Width: 0.5, Object: int32(len(p.Chars)),
		Segments: []engine.Segment{{To: engine.Point{X: x0, Y: y0}, Kind: engine.Move}, {To: engine.Point{X: x1, Y: y1}, Kind: engine.Line}},
	})
}

func (p *testPage) fill(b engine.Box, c engine.Color) {
	corners := []engine.Point{{X: b.X0, Y: b.Y0}, {X: b.X1, Y: b.Y0}, {X: b.X1, Y: b.Y1}, {X: b.X0, Y: b.Y1}}
	path := engine.Path{Box: b, Visible: b, Fill: c, Object: int32(len(p.Chars))}
	for i, at := range corners {
		kind := engine.Line
		if i == 0 {
			kind = engine.Move
		}
		path.Segments = append(path.Segments, engine.Segment{To: at, Kind: kind, Close: i == 3})
	}
	p.Paths = append(p.Paths, path)
}

// rows writes lines of cells, parted by bars, at the given left edges.
func (p *testPage) rows(y float32, xs []float32, rows ...string) float32 {
	for _, row := range rows {
		for c, cell := range strings.Split(row, "|") {
			if cell != "" {
				p.text(xs[c], y, cell)
			}
		}
		y += pitch
	}
	return y
}

func (p *testPage) find() []Found { return Find(&p.Page, layout.Read(&p.Page), Options{}) }

// written gives tables row by row, cells parted by bars, with the spans of cells in front of their text.
func written(found []Found) string {
	var out strings.Builder
	for i := range found {
		t := &found[i].Table
		covered := make([]bool, t.Rows*t.Cols)
		grid := t.Grid()
		for r := range grid {
			var cells []string
			for c, k := range grid[r] {
				if covered[r*t.Cols+c] {
					continue
				}
				if k == nil {
					cells = append(cells, "")
					continue
				}
				text := k.Text
				if k.RowSpan > 1 || k.ColSpan > 1 {
					text = fmt.Sprintf("%dx%d:%s", k.RowSpan, k.ColSpan, text)
				}
				for y := r; y < r+k.RowSpan; y++ {
					for x := c; x < c+k.ColSpan; x++ {
						covered[y*t.Cols+x] = true
					}
				}
				cells = append(cells, text)
			}
			out.WriteString(strings.Join(cells, "|") + "\n")
		}
	}
	return out.String()
}
