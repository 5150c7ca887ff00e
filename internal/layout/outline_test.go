package layout

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

// drawnShape is a filled triangle, which stands for a letter, or a bar.
func drawnShape(x, y, w, h float32, bar bool) engine.Path {
	box := engine.Box{X0: x, Y0: y, X1: x + w, Y1: y + h}
	p := engine.Path{Box: box, Visible: box, Fill: 0xff, Segments: []engine.Segment{
		{To: engine.Point{X: x, Y: y}}, {To: engine.Point{X: x + w, Y: y}, Kind: engine.Line}, {To: engine.Point{X: x + w, Y: y + h}, Kind: engine.Line},
		{To: engine.Point{X: x, Y: y + h}, Kind: engine.Line},
	}}
	if !bar {
		p.Segments[2] = engine.Segment{To: engine.Point{X: x + w/2, Y: y + h/2}, Kind: engine.Curve}
	}
	return p
}

func TestOutlinedLetters(t *testing.T) {
	lines := func(n int, height float32, bar bool) []engine.Path {
		var out []engine.Path
		for l := range n {
			for i := range 20 {
				out = append(out, drawnShape(50+float32(i)*7, 100+float32(l)*40, 5, height, bar))
			}
		}
		return out
	}
	var strewn []engine.Path
	for i := range 200 {
		strewn = append(strewn, drawnShape(float32(i*37%500), float32(i)*3.5, 5, 7, false))
	}
	said := make([]engine.Char, 50)
	for _, c := range []struct {
		name  string
		page  engine.Page
		found bool
	}{
		{"Lines", engine.Page{Paths: lines(6, 8, false)}, true},
		{"BesideADrawing", engine.Page{Paths: append(lines(12, 8, false), strewn...)}, true},
		{"Few", engine.Page{Paths: lines(2, 8, false)}, false},
		{"Tall", engine.Page{Paths: lines(6, 41, false)}, false},
		{"Bars", engine.Page{Paths: lines(6, 8, true)}, false},
		{"Strewn", engine.Page{Paths: strewn}, false},
		{"Written", engine.Page{Paths: lines(6, 8, false), Chars: said}, false},
	} {
		c.page.Width, c.page.Height = 600, 800
		boxes := (&Text{}).Pictures(&c.page)
		if (len(boxes) == 1) != c.found {
			t.Errorf("%s: %v", c.name, boxes)
		}
		if c.name == "Lines" && boxes[0] != (engine.Box{X0: 50, Y0: 100, X1: 188, Y1: 308}) {
			t.Errorf("%s: %v", c.name, boxes)
		}
	}
}
