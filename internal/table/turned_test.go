package table

import (
	"math"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// turned is a page turned clockwise by quarters, with all that stands on it.
func turned(p *engine.Page, quarters int) *engine.Page {
	q := *p
	for range quarters {
		p := q
		q.Width, q.Height = p.Height, p.Width
		point := func(a engine.Point) engine.Point { return engine.Point{X: p.Height - a.Y, Y: a.X} }
		q.Chars = append([]engine.Char{}, p.Chars...)
		for i := range q.Chars {
			c := &q.Chars[i]
			c.Origin, c.Box, c.Loose = point(c.Origin), around(c.Box, point), around(c.Loose, point)
			c.Angle = float32(math.Mod(float64(c.Angle)+90, 360))
		}
		q.Paths = append([]engine.Path{}, p.Paths...)
		for i := range q.Paths {
			a := &q.Paths[i]
			a.Box, a.Visible = around(a.Box, point), around(a.Visible, point)
			a.Segments = append([]engine.Segment{}, a.Segments...)
			for k := range a.Segments {
				a.Segments[k].To = point(a.Segments[k].To)
			}
		}
	}
	return &q
}

func ruledPage() *testPage {
	p := newPage()
	p.rows(120, []float32{110, 210, 310}, "Name|Town|Age", "Ada|London|36", "Emil|Basel|41")
	for i := range 4 {
		p.line(100, 110+12*float32(i), 400, 110+12*float32(i))
		p.line(100+100*float32(i), 110, 100+100*float32(i), 146)
	}
	return p
}

func openPage() *testPage {
	p := newPage()
	xs := []float32{100, 200, 300, 400}
	p.rows(150, xs, "Drug|Total|Rate|Age", "amoxicillin|2795|18.8|38", "ampicillin|8065|6.4|39", "fluor|9711|8.3|41", "pheno|5539|4.5|29")
	return p
}

// A table on its side or on its head has the same cells in the same order, and boxes where they are displayed.
func TestTurned(t *testing.T) {
	for name, p := range map[string]*testPage{"ruled": ruledPage(), "without rules": openPage()} {
		want := written(p.find())
		for quarters := 1; quarters < 4; quarters++ {
			q := turned(&p.Page, quarters)
			found := Find(q, layout.Read(q), Options{})
			if got := written(found); got != want || want == "" {
				t.Fatalf("%s, turned by %d: got\n%swant\n%s", name, 90*quarters, got, want)
			}
			for _, w := range found[0].Words {
				// The words of the first cell lie in its box on the displayed page.
				if w.Cell != 0 {
					continue
				}
				text := layout.Read(q)
				b, cell := text.Lines[w.Line].Words[w.Word].Box, found[0].Table.Cells[0].Box
				x, y := float64((b.X0+b.X1)/2/q.Width), float64((b.Y0+b.Y1)/2/q.Height)
				if x < cell.Left || x > cell.Left+cell.Width || y < cell.Top || y > cell.Top+cell.Height {
					t.Errorf("%s, turned by %d: the first word is at %v %v, its cell at %+v", name, 90*quarters, x, y, *cell)
				}
			}
		}
	}
}

// A table on its side on a page whose text is level is found in its own frame, with all its words.
func TestTurnedAmongProse(t *testing.T) {
	p := newPage()
	p.Width, p.Height = 800, 600
	p.rows(420, []float32{110, 210, 310}, "Name|Town|Age", "Ada|London|36", "Emil|Basel|41")
	for i := range 4 {
		p.line(100, 410+12*float32(i), 400, 410+12*float32(i))
		p.line(100+100*float32(i), 410, 100+100*float32(i), 446)
	}
	q := &testPage{*turned(&p.Page, 3)}
	q.paragraph(60, 60, 300, []string{"of", "all", "that", "was", "said", "on", "that", "day", "little", "was", "written", "down", "and", "less", "was", "kept"})
	if got, want := written(q.find()), "Name|Town|Age\nAda|London|36\nEmil|Basel|41\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// read is what recognition makes of a page that lies askew: words without fonts, in boxes around them, and strokes.
func read(p *engine.Page, degrees float64) (*engine.Page, *layout.Text, Options) {
	f := newFrame(p, 0, -degrees)
	text := &layout.Text{}
	var lines []layout.Line
	for _, l := range layout.Read(p).Lines {
		var words []layout.Word
		for _, w := range l.Words {
			words = append(words, layout.Word{Text: w.Text, Box: around(w.Box, f.point), Confidence: 0.9})
		}
		lines = append(lines, layout.Recognised(words, degrees))
	}
	text.Add(lines)
	o := Options{Skew: degrees}
	for i := range p.Paths {
		s := p.Paths[i].Segments
		k := stroke.Stroke{From: f.point(s[0].To), To: f.point(s[1].To), Width: 0.5}
		if s[0].To.X == s[1].To.X {
			o.Upright = append(o.Upright, k)
		} else {
			o.Level = append(o.Level, k)
		}
	}
	return &engine.Page{Number: 1, Width: p.Width, Height: p.Height}, text, o
}

// Rules seen in pixels are rules, whatever way the scan lies.
func TestSeen(t *testing.T) {
	for name, p := range map[string]*testPage{"ruled": ruledPage(), "without rules": openPage()} {
		want := written(p.find())
		for _, degrees := range []float64{0, 0.4, -1, 2} {
			page, text, o := read(&p.Page, degrees)
			if got := written(Find(page, text, o)); got != want {
				t.Errorf("%s, askew by %v: got\n%swant\n%s", name, degrees, got, want)
			}
		}
	}
}

// The strokes of letters are no rules.
func TestLetterStrokes(t *testing.T) {
	p := openPage()
	page, text, o := read(&p.Page, 0)
	want := written(Find(page, text, o))
	for i := range text.Lines {
		for _, w := range text.Lines[i].Words {
			o.Level = append(o.Level, stroke.Stroke{From: engine.Point{X: w.Box.X0 + 1, Y: w.Box.Y1 - 3}, To: engine.Point{X: w.Box.X1 - 1, Y: w.Box.Y1 - 3}})
			o.Upright = append(o.Upright, stroke.Stroke{From: engine.Point{X: w.Box.X0 + 2, Y: w.Box.Y0 + 1}, To: engine.Point{X: w.Box.X0 + 2, Y: w.Box.Y1 - 1}})
		}
	}
	if got := written(Find(page, text, o)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Only tables that rules show are found where nothing else is asked for.
func TestRuledOnly(t *testing.T) {
	p, q := ruledPage(), openPage()
	if found := Find(&p.Page, layout.Read(&p.Page), Options{Ruled: true}); len(found) != 1 {
		t.Errorf("%d ruled tables", len(found))
	}
	if found := Find(&q.Page, layout.Read(&q.Page), Options{Ruled: true}); len(found) != 0 {
		t.Errorf("%d tables without rules", len(found))
	}
}
