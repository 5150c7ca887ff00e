package blank

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// paper is a page drawn by a test: 600 by 800 points, in letters of 10 that are half as wide as high.
type paper struct {
	page engine.Page
	text layout.Text
}

func newPaper() *paper {
	return &paper{page: engine.Page{Number: 1, Width: 600, Height: 800, Fonts: []engine.Font{{Name: "Plain"}}}}
}

func (p *paper) write(x, base float32, text string) *paper { return p.set(x, base, 10, false, text) }

// set writes a line of words.
func (p *paper) set(x, base, size float32, bold bool, text string) *paper {
	l := layout.Line{Baseline: base, Size: size, Row: int32(len(p.text.Lines))}
	for i := range p.text.Lines {
		if o := &p.text.Lines[i]; o.Baseline == base {
			l.Row = o.Row
		}
	}
	for _, s := range strings.Fields(text) {
		first := int32(len(p.page.Chars))
		from := x
		for _, r := range s {
			b := engine.Box{X0: x, Y0: base - 0.75*size, X1: x + 0.5*size, Y1: base + 0.2*size}
			p.page.Chars = append(p.page.Chars, engine.Char{Rune: r, Box: b, Loose: b, Size: size, Fill: 0xFF})
			x += 0.5 * size
		}
		l.Words = append(l.Words, layout.Word{
			Text: s, Box: engine.Box{X0: from, Y0: base - 0.75*size, X1: x, Y1: base + 0.2*size}, Size: size, Confidence: 1,
			First: first, Last: int32(len(p.page.Chars)) - 1, Bold: bold,
		})
		x += 0.3 * size
	}
	l.Box = l.Words[0].Box
	l.Box.X1 = l.Words[len(l.Words)-1].Box.X1
	p.text.Lines = append(p.text.Lines, l)
	return p
}

// rule draws a straight line.
func (p *paper) rule(x0, y0, x1, y1 float32) *paper {
	return p.path(0, 0xFF, engine.Point{X: x0, Y: y0}, engine.Point{X: x1, Y: y1})
}

// frame draws the outline of a box.
func (p *paper) frame(x0, y0, x1, y1 float32) *paper { return p.shape(0, 0xFF, x0, y0, x1, y1) }

// paint fills a box.
func (p *paper) paint(c engine.Color, x0, y0, x1, y1 float32) *paper {
	return p.shape(c, 0, x0, y0, x1, y1)
}

func (p *paper) shape(fill, stroke engine.Color, x0, y0, x1, y1 float32) *paper {
	return p.path(fill, stroke, engine.Point{X: x0, Y: y0}, engine.Point{X: x1, Y: y0}, engine.Point{X: x1, Y: y1},
		engine.Point{X: x0, Y: y1}, engine.Point{X: x0, Y: y0})
}

func (p *paper) path(fill, stroke engine.Color, points ...engine.Point) *paper {
	f := engine.Path{Fill: fill, Stroke: stroke, Width: 1, Object: int32(len(p.page.Paths))}
	f.Box = engine.Box{X0: points[0].X, Y0: points[0].Y, X1: points[0].X, Y1: points[0].Y}
	for i, at := range points {
		kind := engine.Line
		if i == 0 {
			kind = engine.Move
		}
		f.Segments = append(f.Segments, engine.Segment{To: at, Kind: kind})
		f.Box = union(f.Box, engine.Box{X0: at.X, Y0: at.Y, X1: at.X, Y1: at.Y})
	}
	f.Visible = f.Box
	p.page.Paths = append(p.page.Paths, f)
	return p
}

func (p *paper) laid() *Page { return Of(&p.page, &p.text, Seen{}) }
