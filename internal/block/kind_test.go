package block

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

func TestUnspaced(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{"港口的历史|这座港口", "港口的历史这座港口"},
		{"ひらがな|カタカナ", "ひらがなカタカナ"},
		{"港口|harbour", "港口 harbour"},
		{"the har-|bour", "the harbour"},
		{"한국어|한국어", "한국어 한국어"},
	} {
		var rows []row
		for text := range strings.SplitSeq(c.rows, "|") {
			rows = append(rows, row{text: text})
		}
		if got := joined(rows); got != c.want {
			t.Errorf("%s: %q, want %q", c.rows, got, c.want)
		}
	}
}

// A page whose text runs from right to left is read as its image in a mirror would be if it ran the other way.
func TestMirror(t *testing.T) {
	d := draw(600, 800)
	for y := range 8 {
		d.at(60, 150+12*float32(y), 10, "שששש שששששש ששששששששששש שששששש שששששששששש")
		d.at(320, 150+12*float32(y), 10, "רררר רררררר ררררררררררר רררררר רררררררררר")
	}
	blocks := d.arranged()
	if len(blocks) != 2 || !strings.Contains(blocks[0].Text, "ר") || blocks[0].Box.Left < 0.5 || blocks[1].Box.Left > 0.5 {
		t.Errorf("%+v", blocks)
	}
}

func TestListing(t *testing.T) {
	const size = 10
	page := func(signs bool) *drawing {
		d := draw(600, 800)
		d.page.Fonts = append(d.page.Fonts, engine.Font{Name: "Courier", Fixed: true})
		y := d.prose(60, 150, size, "a", 6)
		for i, text := range []string{"for x in all", "print x y", "done"} {
			if signs {
				text += ";"
			}
			l := d.at(60, y+float32(i)*12, size, text)
			for k := range l.Words {
				// The words stand on a raster of half a size, and the second row two letters in.
				w := &l.Words[k]
				at := strings.Index(text, w.Text)
				if i == 1 {
					at += 2
				}
				w.Font, w.Box.X0, w.Box.X1 = 2, 60+5*float32(at), 60+5*float32(at+len(w.Text))
			}
			l.Box.X0, l.Box.X1 = l.Words[0].Box.X0, l.Words[len(l.Words)-1].Box.X1
		}
		return d
	}
	blocks := page(true).arranged()
	if last := blocks[len(blocks)-1]; !last.Code || last.Type != doc.Text || last.Text != "for x in all;\n  print x y;\ndone;" {
		t.Errorf("%+v", last)
	}
	for _, b := range page(false).arranged() {
		if b.Code {
			t.Errorf("%q is taken for a program", b.Text)
		}
	}
}

func TestAxes(t *testing.T) {
	for _, c := range []struct {
		name string
		bars int
		base float32
		want int
	}{{"Chart", 4, 400, 1}, {"TwoShapes", 2, 400, 0}, {"NothingToStandOn", 4, 440, 0}} {
		d := draw(600, 800)
		d.prose(60, 150, 10, "a", 8)
		add := func(b engine.Box) {
			d.page.Paths = append(d.page.Paths, engine.Path{Box: b, Visible: b, Fill: 0x2244AAFF, Segments: make([]engine.Segment, 5)})
		}
		add(engine.Box{X0: 100, X1: 500, Y0: c.base, Y1: c.base + 1})
		add(engine.Box{X0: 100, X1: 101, Y0: c.base - 140, Y1: c.base})
		for i := range c.bars {
			x := 130 + 90*float32(i)
			add(engine.Box{X0: x, X1: x + 40, Y0: 320, Y1: 400})
		}
		figures := 0
		for _, b := range d.arranged() {
			if b.Type == doc.Figure {
				figures++
			}
		}
		if figures != c.want {
			t.Errorf("%s: %d figures, want %d", c.name, figures, c.want)
		}
	}
}

// What is usual grows with what is measured, and lies among it.
func TestTally(t *testing.T) {
	if got := (tally{}).usual(1, 7); got != 7 {
		t.Errorf("nothing gives %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		var sizes, doubled tally
		low, high := math.Inf(1), 0.0
		for range rapid.IntRange(1, 30).Draw(t, "count") {
			v, n := float64(rapid.IntRange(1, 60).Draw(t, "value"))/3, rapid.IntRange(1, 5).Draw(t, "weight")
			sizes.addSize(v, n)
			doubled.addSize(2*v, n)
			low, high = min(low, v), max(high, v)
		}
		got, twice := sizes.usualSize(1), doubled.usualSize(1)
		if got < low-1e-9 || got > high+1e-9 || math.Abs(twice-2*got) > 1e-9*got {
			t.Fatalf("%v of %v to %v, doubled %v", got, low, high, twice)
		}
	})
}
