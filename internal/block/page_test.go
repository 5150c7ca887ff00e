package block

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/table"
)

// drawing is a page under construction. Characters are half as wide as they are high.
type drawing struct {
	page   engine.Page
	text   layout.Text
	tables []table.Found
}

func draw(width, height float32) *drawing {
	return &drawing{page: engine.Page{Number: 1, Width: width, Height: height, Fonts: []engine.Font{{Name: "Serif"}, {Name: "Serif-Bold", Bold: true}}}}
}

// at writes a line whose baseline is at y.
func (d *drawing) at(x, y, size float32, text string) *layout.Line {
	l := layout.Line{Baseline: y, Size: size}
	for _, word := range strings.Fields(text) {
		w := 0.5 * size * float32(len([]rune(word)))
		box := engine.Box{X0: x, X1: x + w, Y0: y - 0.9*size, Y1: y + 0.25*size}
		l.Words = append(l.Words, layout.Word{Text: word, Box: box, Size: size, Color: 0xFF, Confidence: 1, First: -1, Last: -1})
		x += w + 0.25*size
	}
	l.Box = l.Words[0].Box
	for _, w := range l.Words {
		l.Box = union(l.Box, w.Box)
	}
	d.text.Lines = append(d.text.Lines, l)
	return &d.text.Lines[len(d.text.Lines)-1]
}

func bold(l *layout.Line) {
	for i := range l.Words {
		l.Words[i].Bold, l.Words[i].Font = true, 1
	}
}

// lines writes lines under each other and gives the baseline below the last.
func (d *drawing) lines(x, y, size float32, texts ...string) float32 {
	for _, t := range texts {
		d.at(x, y, size, t)
		y += 1.2 * size
	}
	return y
}

// prose writes full lines of different words that begin with a letter.
func (d *drawing) prose(x, y, size float32, letter string, n int) float32 {
	for i := range n {
		text := strings.Repeat(letter+"ord ", 7) + letter + "end"
		if i == 0 {
			text = strings.ToUpper(letter) + text[1:]
		}
		if i == n-1 {
			text = letter + "ord " + letter + "last."
		}
		d.at(x, y, size, text)
		y += 1.2 * size
	}
	return y
}

// done numbers the rows and puts the lines in order.
func (d *drawing) done() Page {
	slices.SortStableFunc(d.text.Lines, func(a, b layout.Line) int {
		return cmp.Or(cmp.Compare(a.Angle, b.Angle), cmp.Compare(a.Baseline, b.Baseline), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	row := int32(0)
	for i := range d.text.Lines {
		if i > 0 && (d.text.Lines[i].Baseline != d.text.Lines[i-1].Baseline || d.text.Lines[i].Angle != d.text.Lines[i-1].Angle) {
			row++
		}
		d.text.Lines[i].Row = row
	}
	return Page{Seen: &d.page, Text: &d.text, Tables: d.tables}
}

// arranged gives the blocks of the page as a document of one page.
func (d *drawing) arranged() []doc.Block {
	one := &doc.Document{Pages: []doc.Page{{Number: 1}}, Blocks: Arrange(d.done())}
	Finish(one, nil)
	return one.Blocks
}

// outline is each block as its type and first word.
func outline(blocks []doc.Block) string {
	var out []string
	for i := range blocks {
		first, _, _ := strings.Cut(blocks[i].Text, " ")
		out = append(out, string(blocks[i].Type)+" "+first)
	}
	return strings.Join(out, ", ")
}

func want(t *testing.T, blocks []doc.Block, expected string) {
	t.Helper()
	if got := outline(blocks); got != expected {
		t.Errorf("got  %s\nwant %s", got, expected)
		for i := range blocks {
			t.Logf("%s %.2f: %s", blocks[i].Type, blocks[i].Box, blocks[i].Text)
		}
	}
}
