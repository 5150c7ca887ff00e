package place

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
)

// words sets a line of words from a column on.
func words(line, col int, text string) []doc.Word {
	var out []doc.Word
	for i, w := range strings.Fields(text) {
		out = append(out, doc.Word{Text: w, Box: at(line, col+i)})
	}
	return out
}

func printedOn(number int, lines ...[]doc.Word) Page {
	p := Page{Number: number}
	for _, l := range lines {
		p.Words = append(p.Words, l...)
	}
	return p
}

// over is the box around words of lines and columns, ends included.
func over(line, col, toLine, toCol int) doc.Box { return union(at(line, col), at(toLine, toCol)) }

func near(a, b doc.Box) bool {
	const close = 1e-6
	for _, d := range []float64{a.Left - b.Left, a.Top - b.Top, a.Width - b.Width, a.Height - b.Height} {
		if d > close || d < -close {
			return false
		}
	}
	return true
}

// outline writes where blocks stand: type, page, first words.
func outline(blocks []doc.Block) string {
	var out []string
	for _, b := range blocks {
		out = append(out, fmt.Sprintf("%d %s %s", b.Page, b.Type, b.Text))
	}
	return strings.Join(out, "\n")
}

func TestOrder(t *testing.T) {
	blocks := []doc.Block{
		{Type: doc.Header, Text: "Annual report"},
		{Type: doc.Footer, Text: "Page 1 of 1"},
		{Type: doc.Title, Text: "On growing beans"},
		{Type: doc.Text, Text: "Beans grow best in warm and sheltered places with ample water."},
		{Type: doc.Comment, Text: "is that so"},
		{Type: doc.Figure, Text: "a bean"},
		{Type: doc.Text, Text: "They should be sown in May when the last night frosts are over."},
		{Type: doc.Text, Text: "Peas are less demanding."},
		{Type: doc.Text, Text: "A note: frosts may come as late as June in high valleys."},
		{Type: doc.Text, Text: "nowhere printed"},
	}
	pages := []Page{
		printedOn(1, words(1, 0, "Annual report"), words(5, 0, "On growing beans"), words(7, 0, "Beans grow best in warm and sheltered places with ample"), words(8, 0, "water."),
			words(30, 0, "A note: frosts may come as late as June in"), words(31, 0, "high valleys."), words(38, 4, "Page 1 of 2")),
		printedOn(2, words(1, 0, "Annual report"), words(5, 0, "They should be sown in May when the last night"), words(6, 0, "frosts are over."), words(8, 0, "Peas are less demanding."), words(38, 4, "Page 2 of 2")),
	}
	picture := over(12, 2, 20, 7)
	pages[0].Images = []doc.Box{picture}
	placed := Blocks(blocks, pages)
	want := `1 Header Annual report
1 Title On growing beans
1 Text Beans grow best in warm and sheltered places with ample water.
1 Comment is that so
1 Figure a bean
1 Text A note: frosts may come as late as June in high valleys.
1 Text nowhere printed
1 Footer Page 1 of 2
2 Header Annual report
2 Text They should be sown in May when the last night frosts are over.
2 Text Peas are less demanding.
2 Footer Page 2 of 2`
	if got := outline(placed); got != want {
		t.Fatalf("got\n%s", got)
	}
	for i, box := range map[int]doc.Box{
		0: over(1, 0, 1, 1), 1: over(5, 0, 5, 2), 2: over(7, 0, 8, 9), 3: over(7, 0, 8, 9), 4: picture, 5: over(30, 0, 31, 9), 7: over(38, 4, 38, 7), 11: over(38, 4, 38, 7),
	} {
		if !near(placed[i].Box, box) {
			t.Errorf("%s stands at %v, want %v", placed[i].Text, placed[i].Box, box)
		}
	}
}

// What changes on the way to the page is taken for what it was.
func TestSpelling(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		printed [][]doc.Word
		want    doc.Box
	}{
		"Ligatures":   {"final offices", [][]doc.Word{words(3, 0, "ﬁnal oﬃces")}, over(3, 0, 3, 1)},
		"SoftHyphens": {"hy\u00adphen\u00adation rules", [][]doc.Word{words(3, 0, "hyphenation rules")}, over(3, 0, 3, 1)},
		"Hyphenated":  {"a long explanation here and there", [][]doc.Word{words(3, 7, "a long expla-"), words(4, 0, "nation here and there")}, over(3, 0, 4, 9)},
		"Marker":      {"first item of all", [][]doc.Word{words(3, 0, "1. first item of all")}, over(3, 1, 3, 4)},
		"FieldAtEnd":  {"Chapter about beans 7", [][]doc.Word{words(3, 0, "Chapter about beans ........ 9")}, over(3, 0, 3, 4)},
		"NoSpaces":    {"日本語の文章です", [][]doc.Word{words(3, 0, "日本語の 文章です")}, over(3, 0, 3, 1)},
		"NoteMark":    {"Test text", [][]doc.Word{words(3, 0, "Test text1")}, over(3, 0, 3, 1)},
		"Case":        {"Small Caps", [][]doc.Word{words(3, 0, "SMALL CAPS")}, over(3, 0, 3, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Blocks(texts(c.text), []Page{printedOn(1, c.printed...)}); !near(got[0].Box, c.want) {
				t.Errorf("at %v, want %v", got[0].Box, c.want)
			}
		})
	}
}

func table(rows, cols int, cells ...string) doc.Block {
	t := &doc.Table{Rows: rows, Cols: cols}
	for i, text := range cells {
		if text != "-" {
			t.Cells = append(t.Cells, doc.Cell{Row: i / cols, Col: i % cols, RowSpan: 1, ColSpan: 1, Text: text})
		}
	}
	return doc.Block{Type: doc.TableBlock, Table: t}
}

// Cells are as wide as their columns and as high as their rows, the empty ones too; a table that goes on says where.
func TestCells(t *testing.T) {
	b := table(3, 2, "name", "amount of beans", "red", "", "white", "12")
	pages := []Page{
		printedOn(4, words(5, 0, "name"), words(5, 3, "amount of"), words(6, 3, "beans"), words(8, 0, "red")),
		printedOn(5, words(4, 0, "white"), words(4, 3, "12")),
	}
	got := Blocks([]doc.Block{b}, pages)[0]
	if got.Page != 4 || !near(got.Box, over(5, 0, 8, 4)) {
		t.Fatalf("page %d, %v", got.Page, got.Box)
	}
	want := []doc.Box{over(5, 0, 6, 0), over(5, 3, 6, 4), over(8, 0, 8, 0), over(8, 3, 8, 4), over(4, 0, 4, 0), over(4, 3, 4, 4)}
	for i, c := range got.Table.Cells {
		if c.Box == nil || !near(*c.Box, want[i]) {
			t.Errorf("cell %d: %v, want %v", i, c.Box, want[i])
		}
	}
	if fmt.Sprint(got.Table.PageAt) != "[4 4 5]" {
		t.Errorf("rows on %v", got.Table.PageAt)
	}
	if b.Table.Cells[0].Box != nil {
		t.Error("the table that was handed over is changed")
	}
}

// A document that says the same on every page is followed from its start.
func TestSameEverywhere(t *testing.T) {
	p := &press{spoil: sound}
	var blocks []doc.Block
	for range 600 {
		b := doc.Block{Type: doc.Text, Text: "I will not waste chalk and neither will you my friend of old"}
		p.block(&b)
		blocks = append(blocks, b)
	}
	for i, b := range Blocks(blocks, p.pages) {
		if b.Page != p.at[i] {
			t.Fatalf("block %d on page %d, want %d", i, b.Page, p.at[i])
		}
	}
}

func TestNothingPrinted(t *testing.T) {
	got := Blocks(append(texts("a", "b"), doc.Block{Type: doc.Footer, Text: "c"}), []Page{{Number: 1}, {Number: 2}})
	if outline(got) != "1 Text a\n1 Text b\n1 Footer c" {
		t.Error(outline(got))
	}
	if got := Blocks(texts("a"), nil); len(got) != 1 {
		t.Error("lost")
	}
}

func BenchmarkBlocks(b *testing.B) {
	p := &press{spoil: sound}
	var blocks []doc.Block
	for i := range 300 * 12 {
		var text strings.Builder
		for k := range 26 {
			fmt.Fprintf(&text, "word%d ", (i*31+k*k*7)%3000)
		}
		block := doc.Block{Type: doc.Text, Text: text.String()}
		p.block(&block)
		blocks = append(blocks, block)
	}
	b.Logf("%d pages", len(p.pages))
	for b.Loop() {
		Blocks(blocks, p.pages)
	}
}
