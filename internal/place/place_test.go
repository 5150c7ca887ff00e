package place

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
)

// press prints blocks on pages, lines of ten words, and remembers where each begins.
type press struct {
	pages []Page
	line  int
	col   int
	spoil func(word string) (string, bool) // what becomes of a word, and whether it is printed
	runs  func(page int) []doc.Word        // running lines
	at    []int                            // page that each block begins on
}

const (
	perLine  = 10
	perPage  = 40
	topLine  = 4 // of the body
	lastLine = 36
)

func (p *press) page() *Page { return &p.pages[len(p.pages)-1] }

func (p *press) turn() {
	p.pages = append(p.pages, Page{Number: len(p.pages) + 1})
	p.line, p.col = topLine, 0
	if p.runs != nil {
		p.page().Words = append(p.page().Words, p.runs(len(p.pages))...)
	}
}

func at(line, col int) doc.Box {
	return doc.Box{Left: float64(col) / perLine, Top: float64(line) / perPage, Width: 0.9 / perLine, Height: 0.9 / perPage}
}

func (p *press) feed() {
	p.line, p.col = p.line+1, 0
}

func (p *press) words(text string) {
	for word := range strings.FieldsSeq(text) {
		if p.col == perLine {
			p.feed()
		}
		if p.pages == nil || p.line > lastLine {
			p.turn()
		}
		if word, ok := p.spoil(word); ok {
			p.page().Words = append(p.page().Words, doc.Word{Text: word, Box: at(p.line, p.col)})
		}
		p.col++
	}
}

func (p *press) block(b *doc.Block) {
	if p.pages == nil || p.line >= lastLine {
		p.turn()
	}
	p.at = append(p.at, len(p.pages))
	parts(b, func(_ int, text string) { p.words(text) })
	p.feed()
}

func sound(word string) (string, bool) { return word, true }

func texts(all ...string) []doc.Block {
	var out []doc.Block
	for _, s := range all {
		out = append(out, doc.Block{Type: doc.Text, Text: s})
	}
	return out
}

// Documents of any text, some of whose words are lost or changed on the way to the page, find their pages again.
func TestPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		common := rapid.IntRange(30, 400).Draw(t, "vocabulary")
		spoilt := rapid.IntRange(0, 5).Draw(t, "spoilt")
		random := rapid.Custom(func(t *rapid.T) uint32 { return rapid.Uint32().Draw(t, "n") })
		seed := random.Draw(t, "seed")
		next := func(n int) int { // much faster than drawing each word
			seed = seed*1664525 + 1013904223
			return int(seed>>8) % n
		}
		var blocks []doc.Block
		for range rapid.IntRange(20, 400).Draw(t, "blocks") {
			var words []string
			for range 4 + next(60) {
				words = append(words, fmt.Sprintf("w%d", next(common)))
			}
			blocks = append(blocks, doc.Block{Type: doc.Text, Text: strings.Join(words, " ")})
		}
		p := &press{
			spoil: func(word string) (string, bool) {
				switch {
				case next(100) >= spoilt:
					return word, true
				case next(2) == 0:
					return "", false
				}
				return word + "x", true
			},
			runs: func(page int) []doc.Word {
				return []doc.Word{{Text: "Running", Box: at(0, 0)}, {Text: "head", Box: at(0, 1)}, {Text: fmt.Sprint(page), Box: at(39, 5)}}
			},
		}
		for i := range blocks {
			p.block(&blocks[i])
		}
		placed := Blocks(blocks, p.pages)
		right, last := 0, 0
		for i, b := range placed {
			if b.Page == p.at[i] {
				right++
			}
			if b.Page < last {
				t.Fatalf("block %d goes back to page %d", i, b.Page)
			}
			last = b.Page
			if b.Text != blocks[i].Text || !inPage(b.Box) {
				t.Fatalf("block %d: %+v", i, b)
			}
		}
		if right*100 < 95*len(blocks) {
			t.Fatalf("%d of %d on the right page", right, len(blocks))
		}
	})
}

func inPage(b doc.Box) bool {
	const exact = 1e-9
	return b.Left >= 0 && b.Top >= 0 && b.Width >= 0 && b.Height >= 0 && b.Left+b.Width <= 1+exact && b.Top+b.Height <= 1+exact
}

// Whatever blocks and pages are handed over, every block comes back with a page and a box on it.
func TestAnything(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "b", "c", "12", "7", "ﬁn", "日本", "x\u00ady", ".", ""})
	line := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 6).Draw(t, "line"), " ") })
	types := []doc.BlockType{doc.Text, doc.Header, doc.Footer, doc.Figure, doc.Comment, doc.TableBlock, doc.KeyValue, doc.PageNumber, doc.Title}
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.Custom(func(t *rapid.T) doc.Box {
			return doc.Box{Left: rapid.Float64Range(0, 0.5).Draw(t, "x"), Top: rapid.Float64Range(0, 0.5).Draw(t, "y"), Width: rapid.Float64Range(0, 0.5).Draw(t, "w"), Height: rapid.Float64Range(0, 0.5).Draw(t, "h")}
		})
		var blocks []doc.Block
		for range rapid.IntRange(0, 12).Draw(t, "blocks") {
			b := doc.Block{Type: rapid.SampledFrom(types).Draw(t, "type"), Text: line.Draw(t, "text")}
			switch b.Type {
			case doc.TableBlock:
				b.Table = &doc.Table{Rows: 2, Cols: 2}
				for range rapid.IntRange(0, 4).Draw(t, "cells") {
					b.Table.Cells = append(b.Table.Cells, doc.Cell{
						Row: rapid.IntRange(0, 2).Draw(t, "row"), Col: rapid.IntRange(0, 1).Draw(t, "col"),
						RowSpan: rapid.IntRange(0, 2).Draw(t, "down"), ColSpan: 1, Text: line.Draw(t, "cell"),
					})
				}
			case doc.KeyValue:
				b.Pairs = []doc.Pair{{Key: line.Draw(t, "key"), Value: line.Draw(t, "value")}}
			}
			blocks = append(blocks, b)
		}
		var pages []Page
		for n := range rapid.IntRange(1, 3).Draw(t, "pages") {
			p := Page{Number: n + 3, Images: rapid.SliceOfN(box, 0, 2).Draw(t, "images")}
			for _, w := range rapid.SliceOfN(word, 0, 20).Draw(t, "words") {
				p.Words = append(p.Words, doc.Word{Text: w, Box: box.Draw(t, "box")})
			}
			pages = append(pages, p)
		}
		seen := map[doc.BlockType]int{}
		for _, b := range Blocks(blocks, pages) {
			seen[b.Type]++
			if b.Page < 3 || b.Page > len(pages)+2 || !inPage(b.Box) {
				t.Fatalf("%+v", b)
			}
			if b.Table == nil {
				continue
			}
			for _, c := range b.Table.Cells {
				if c.Box != nil && !inPage(*c.Box) {
					t.Fatalf("%+v at %+v", c, *c.Box)
				}
			}
		}
		for _, b := range blocks {
			if seen[b.Type] == 0 {
				t.Fatalf("no %s is left", b.Type)
			}
		}
	})
}
