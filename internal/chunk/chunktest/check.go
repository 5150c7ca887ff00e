// Package chunktest holds chunks to what the interface promises of them, whatever blocks they are made of.
package chunktest

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// T is what tests and properties can end with.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Modes are all there are.
var Modes = []chunk.Mode{chunk.Disabled, chunk.ByBlock, chunk.ByPage, chunk.BySection, chunk.PageSections, chunk.Variable}

// Check makes chunks of blocks and holds them to their guarantees. Source of each block is its place.
func Check(t T, blocks []chunk.Block, pages []int, o chunk.Options) {
	t.Helper()
	chunks := chunk.Make(blocks, pages, o)
	everyBlockOnce(t, blocks, chunks)
	if o.Markers {
		marked(t, chunks, pages, o)
	} else {
		joined(t, chunks, o)
	}
	switch o.Mode {
	case chunk.Disabled:
		if len(chunks) != 1 {
			t.Fatalf("%d chunks, want one", len(chunks))
		}
	case chunk.ByBlock:
		if len(chunks) != max(len(blocks), 1) {
			t.Fatalf("%d chunks for %d blocks", len(chunks), len(blocks))
		}
	case chunk.ByPage:
		onEachPage(t, chunks, pages)
	case chunk.BySection:
		sections(t, chunks)
	case chunk.PageSections:
		onePage(t, chunks)
		sections(t, chunks)
	case chunk.Variable:
		bounds(t, chunks, o)
	}
}

// everyBlockOnce: every block is in exactly one chunk, in reading order; the pieces of a cut one hold all its words.
func everyBlockOnce(t T, blocks []chunk.Block, chunks []chunk.Chunk) {
	t.Helper()
	pieces := make([][]chunk.Block, len(blocks))
	last := 0
	for _, c := range chunks {
		for _, b := range c.Blocks {
			if b.Source < last {
				t.Fatalf("block %d after block %d", b.Source, last)
			}
			last = b.Source
			pieces[b.Source] = append(pieces[b.Source], b)
		}
	}
	for i, p := range pieces {
		var got strings.Builder
		for _, b := range p {
			got.WriteString(plain(&b.Block))
			if b.Type != blocks[i].Type || b.Box.Height < 0 || b.Box.Top+1e-9 < blocks[i].Box.Top {
				t.Fatalf("piece of block %d has type %s, box %v", i, b.Type, b.Box)
			}
		}
		if want := plain(&blocks[i].Block); got.String() != want || len(p) == 0 {
			t.Fatalf("block %d became %d pieces with %q, want %q", i, len(p), got.String(), want)
		}
	}
}

// plain is the text of a block without any white space, so that cutting can be undone. The colon behind a key may go
// into a value.
func plain(b *doc.Block) string {
	var s strings.Builder
	s.WriteString(b.Text)
	for _, p := range b.Pairs {
		s.WriteString(p.Key + p.Value)
	}
	if b.Table != nil {
		s.WriteString(render.Table(b.Table, 1, render.Options{Table: render.CSV}))
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ':' {
			return -1
		}
		return r
	}, s.String())
}

// joined: the text of a chunk is that of its blocks as 8.2 of the contract writes them.
func joined(t T, chunks []chunk.Chunk, o chunk.Options) {
	t.Helper()
	for _, c := range chunks {
		want, last := "", doc.BlockType("")
		for _, b := range c.Blocks {
			text := render.Text(&b.Block, b.Content)
			if o.Filter[b.Type] || text == "" {
				continue
			}
			switch {
			case want == "":
			case last == doc.ListItem && b.Type == doc.ListItem:
				want += "\n"
			default:
				want += "\n\n"
			}
			want, last = want+text, b.Type
		}
		if c.Content != want || c.Embed != want {
			t.Fatalf("content %q, want %q", c.Content, want)
		}
	}
}

// marked: every page that has text has one marker of each kind, in order.
func marked(t T, chunks []chunk.Chunk, pages []int, o chunk.Options) {
	t.Helper()
	var all strings.Builder
	texts := map[int]bool{}
	for _, c := range chunks {
		all.WriteString(c.Content + "\n")
		for _, b := range c.Blocks {
			if !o.Filter[b.Type] && b.Content != "" {
				texts[b.Page] = true
			}
		}
	}
	var want, got []string
	for _, p := range pages {
		if texts[p] {
			want = append(want, fmt.Sprintf("[[START OF PAGE %d]]", p), fmt.Sprintf("[[END OF PAGE %d]]", p))
		}
	}
	for line := range strings.SplitSeq(all.String(), "\n") {
		if strings.HasPrefix(line, "[[") {
			got = append(got, line)
		}
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Fatalf("markers %q, want %q", got, want)
	}
}

// onEachPage: every page has its chunk, blank ones too.
func onEachPage(t T, chunks []chunk.Chunk, pages []int) {
	t.Helper()
	if len(chunks) != len(pages) {
		t.Fatalf("%d chunks for %d pages", len(chunks), len(pages))
	}
	for i, c := range chunks {
		for _, b := range c.Blocks {
			if b.Page != pages[i] {
				t.Fatalf("block of page %d in chunk %d", b.Page, i)
			}
		}
	}
}

// onePage: no chunk has blocks of two pages.
func onePage(t T, chunks []chunk.Chunk) {
	t.Helper()
	for i, c := range chunks {
		for _, b := range c.Blocks {
			if b.Page != c.Blocks[0].Page {
				t.Fatalf("chunk %d has blocks of pages %d and %d", i, c.Blocks[0].Page, b.Page)
			}
		}
	}
}

// sections: inside a chunk a heading follows headings only.
func sections(t T, chunks []chunk.Chunk) {
	t.Helper()
	for i, c := range chunks {
		for k := range c.Blocks {
			if k > 0 && c.Blocks[k].IsHeading() && !c.Blocks[k-1].IsHeading() {
				t.Fatalf("chunk %d goes on with heading %q", i, c.Blocks[k].Text)
			}
		}
	}
}
