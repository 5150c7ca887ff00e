package block

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// anyPage draws columns of lines in several sizes, lines in any place, pictures, shapes, rules and turned lines.
func anyPage(t *rapid.T) *drawing {
	d := draw(600, 800)
	words := 0
	text := func(most int) string {
		var out []string
		for range rapid.IntRange(1, most).Draw(t, "words") {
			words++
			out = append(out, fmt.Sprintf("%s%d", rapid.SampledFrom([]string{"w", "W", "verylongword"}).Draw(t, "word"), words))
		}
		lead := rapid.SampledFrom([]string{"", "", "", "1. ", "2. ", "a) ", "(iv) ", "Figure 3. "}).Draw(t, "lead")
		return lead + strings.Join(out, " ")
	}
	for range rapid.IntRange(0, 3).Draw(t, "columns") {
		x, y := rapid.Float32Range(0, 500).Draw(t, "x"), rapid.Float32Range(20, 700).Draw(t, "y")
		size := rapid.SampledFrom([]float32{6, 10, 10, 10, 14, 30}).Draw(t, "size")
		for range rapid.IntRange(1, 30).Draw(t, "lines") {
			d.at(x, y, size, text(8))
			y += size * rapid.SampledFrom([]float32{1.2, 1.2, 2}).Draw(t, "pitch")
		}
	}
	for range rapid.IntRange(0, 6).Draw(t, "loose") {
		l := d.at(rapid.Float32Range(-20, 580).Draw(t, "x"), rapid.Float32Range(0, 810).Draw(t, "y"), 10, text(4))
		if rapid.IntRange(0, 3).Draw(t, "turned") == 0 {
			l.Angle = rapid.SampledFrom([]float32{90, 180, 270, 33}).Draw(t, "angle")
		}
	}
	box := func() engine.Box {
		x, y := rapid.Float32Range(0, 500).Draw(t, "left"), rapid.Float32Range(0, 700).Draw(t, "top")
		return engine.Box{X0: x, Y0: y, X1: x + rapid.Float32Range(0.2, 300).Draw(t, "width"), Y1: y + rapid.Float32Range(0.2, 300).Draw(t, "height")}
	}
	for range rapid.IntRange(0, 3).Draw(t, "images") {
		b := box()
		d.page.Images = append(d.page.Images, engine.Image{Box: b, Visible: b})
	}
	for range rapid.IntRange(0, 12).Draw(t, "paths") {
		b := box()
		d.page.Paths = append(d.page.Paths, engine.Path{Box: b, Visible: b, Fill: 0x2244AAFF, Segments: make([]engine.Segment, 8)})
	}
	return d
}

// wordsOf are the words of blocks, sorted.
func wordsOf(blocks []doc.Block) []string {
	var out []string
	for i := range blocks {
		out = append(out, strings.Fields(blocks[i].Marker+" "+blocks[i].Text)...)
		if blocks[i].Type == doc.Figure {
			out = append(out, strings.Fields(blocks[i].Caption)...)
		}
	}
	slices.Sort(out)
	return out
}

func TestEveryWordInOneBlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyPage(t)
		p := d.done()
		var seen []string
		for i := range p.Text.Lines {
			for _, w := range p.Text.Lines[i].Words {
				seen = append(seen, w.Text)
			}
		}
		slices.Sort(seen)
		one := &doc.Document{Pages: []doc.Page{{Number: 1}}, Blocks: Arrange(p)}
		if got := wordsOf(one.Blocks); !slices.Equal(got, seen) {
			t.Fatalf("arranged words are %q, not %q", got, seen)
		}
		Finish(one, nil)
		if got := wordsOf(one.Blocks); !slices.Equal(got, seen) {
			t.Fatalf("finished words are %q, not %q", got, seen)
		}
	})
}

func TestBoxesOnThePage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, b := range Arrange(anyPage(t).done()) {
			const slack = 1e-6
			if b.Box.Left < 0 || b.Box.Top < 0 || b.Box.Width < 0 || b.Box.Height < 0 || b.Box.Left+b.Box.Width > 1+slack || b.Box.Top+b.Box.Height > 1+slack {
				t.Fatalf("%s %q lies at %v", b.Type, b.Text, b.Box)
			}
			if b.Confidence < 0 || b.Confidence > 1 || b.Page != 1 {
				t.Fatalf("%+v", b)
			}
		}
	})
}

// The order is total: it does not depend on the order that lines come in.
func TestOrderOfLinesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPage(t).done()
		first := texts(Arrange(p))
		other := *p.Text
		other.Lines = slices.Clone(p.Text.Lines)
		slices.SortStableFunc(other.Lines, func(a, b layout.Line) int { return int(a.Row - b.Row) })
		if again := texts(Arrange(Page{Seen: p.Seen, Text: &other})); again != first {
			t.Fatalf("first %s\nagain %s", first, again)
		}
	})
}

func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyPage(t)
		first := texts(Arrange(d.done()))
		for _, by := range []float32{0.5, 4} {
			if got := texts(Arrange(scaled(d, by))); got != first {
				t.Fatalf("at %v\ngot   %s\nfirst %s", by, got, first)
			}
		}
	})
}

func TestShift(t *testing.T) {
	d := draw(600, 800)
	bold(d.at(100, 190, 18, "Heading over the columns"))
	d.prose(100, 230, 10, "a", 12)
	d.prose(330, 230, 10, "b", 12)
	d.lines(100, 400, 10, "1. an item", "2. another", "3. the last")
	first := texts(Arrange(d.done()))
	for _, by := range []engine.Point{{X: 17, Y: 3}, {X: -40, Y: 60}, {X: 0.37, Y: -31.1}} {
		moved := draw(600, 800)
		for _, l := range d.text.Lines {
			l.Words = slices.Clone(l.Words)
			move := func(b engine.Box) engine.Box {
				return engine.Box{X0: b.X0 + by.X, Y0: b.Y0 + by.Y, X1: b.X1 + by.X, Y1: b.Y1 + by.Y}
			}
			l.Box, l.Baseline = move(l.Box), l.Baseline+by.Y
			for k := range l.Words {
				l.Words[k].Box = move(l.Words[k].Box)
			}
			moved.text.Lines = append(moved.text.Lines, l)
		}
		if got := texts(Arrange(moved.done())); got != first {
			t.Errorf("moved by %v\ngot   %s\nfirst %s", by, got, first)
		}
	}
}

func texts(blocks []doc.Block) string {
	var out []string
	for i := range blocks {
		out = append(out, fmt.Sprintf("%s %s %s", blocks[i].Type, blocks[i].Marker, blocks[i].Text))
	}
	return strings.Join(out, " | ")
}

func scaled(d *drawing, by float32) Page {
	grow := func(b engine.Box) engine.Box {
		return engine.Box{X0: b.X0 * by, Y0: b.Y0 * by, X1: b.X1 * by, Y1: b.Y1 * by}
	}
	out := &drawing{page: d.page}
	out.page.Width, out.page.Height = d.page.Width*by, d.page.Height*by
	out.page.Images, out.page.Paths = slices.Clone(d.page.Images), slices.Clone(d.page.Paths)
	for i := range out.page.Images {
		out.page.Images[i].Visible = grow(out.page.Images[i].Visible)
	}
	for i := range out.page.Paths {
		out.page.Paths[i].Visible = grow(out.page.Paths[i].Visible)
	}
	for _, l := range d.text.Lines {
		l.Words = slices.Clone(l.Words)
		l.Box, l.Baseline, l.Size = grow(l.Box), l.Baseline*by, l.Size*by
		for k := range l.Words {
			l.Words[k].Box, l.Words[k].Size = grow(l.Words[k].Box), l.Words[k].Size*by
		}
		out.text.Lines = append(out.text.Lines, l)
	}
	return out.done()
}

func BenchmarkArrange(b *testing.B) {
	d := draw(600, 800)
	bold(d.at(60, 90, 18, "Heading that spans both of the columns"))
	d.prose(60, 130, 10, "a", 50)
	d.prose(320, 130, 10, "b", 50)
	p := d.done()
	b.ReportAllocs()
	for b.Loop() {
		Arrange(p)
	}
}
