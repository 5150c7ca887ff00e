package chunk_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// words draws text of about n characters, some of it in sentences.
func words(t *rapid.T, n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(rapid.SampledFrom([]string{"alpha", "é", "of", "Ω-measured", "End.", "it?", "incomprehensibilities"}).Draw(t, "word"))
		b.WriteByte(" \n"[rapid.SampledFrom([]int{0, 0, 0, 0, 0, 1}).Draw(t, "blank")])
	}
	return strings.TrimSpace(b.String())
}

func table(t *rapid.T) *doc.Table {
	tb := &doc.Table{Rows: rapid.IntRange(1, 6).Draw(t, "rows"), Cols: rapid.IntRange(1, 6).Draw(t, "cols")}
	for r := range tb.Rows {
		for c := range tb.Cols {
			tb.Cells = append(tb.Cells, doc.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Text: words(t, 8)})
		}
	}
	return tb
}

func block(t *rapid.T) doc.Block {
	b := doc.Block{Confidence: 1, Type: rapid.SampledFrom([]doc.BlockType{
		doc.Title, doc.SectionHeader, doc.Text, doc.Text, doc.Text, doc.ListItem, doc.ListItem, doc.ListItem,
		doc.TableBlock, doc.Figure, doc.KeyValue, doc.Header, doc.Footer,
	}).Draw(t, "type")}
	size := rapid.SampledFrom([]int{0, 5, 20, 60, 300, 900}).Draw(t, "size")
	switch b.Type {
	case doc.Title, doc.SectionHeader:
		b.Text, b.Level = words(t, min(size, 60)), rapid.IntRange(2, 6).Draw(t, "level")
	case doc.ListItem:
		b.Text, b.Level = words(t, size), rapid.IntRange(1, 3).Draw(t, "level")
		b.Marker = rapid.SampledFrom([]string{"", "12."}).Draw(t, "marker")
	case doc.TableBlock:
		b.Table = table(t)
	case doc.KeyValue:
		for range rapid.IntRange(1, 5).Draw(t, "pairs") {
			p := doc.Pair{Key: words(t, 5), Value: words(t, size/3)}
			if end := strings.IndexByte(p.Value, ' '); end > 0 {
				p.Spans = []doc.Span{{Kind: doc.Link, Start: 0, End: end, Target: "http://x"}}
			}
			b.Pairs = append(b.Pairs, p)
		}
	case doc.Text:
		b.Text = words(t, size)
		b.Code = rapid.IntRange(0, 9).Draw(t, "code") == 0
		if len(b.Text) > 10 && !b.Code {
			end := strings.IndexByte(b.Text, ' ')
			if end > 0 {
				b.Spans = []doc.Span{{Kind: doc.Link, Start: 0, End: end, Target: "http://x"}}
			}
		}
	default:
		b.Text = words(t, size)
	}
	return b
}

type sample struct {
	blocks []chunk.Block
	pages  []int
	opts   chunk.Options
}

func draw(t *rapid.T, mode chunk.Mode) sample {
	s := sample{opts: chunk.Options{
		Mode: mode, Size: rapid.SampledFrom([]int{0, 40, 100, 400}).Draw(t, "chunk_size"),
		Markers: rapid.Bool().Draw(t, "markers"),
	}}
	if rapid.Bool().Draw(t, "filtered") {
		s.opts.Filter = map[doc.BlockType]bool{doc.Footer: true, doc.KeyValue: true}
	}
	for page := range rapid.IntRange(1, 3).Draw(t, "pages") {
		s.pages = append(s.pages, page+1)
		top := 0.0
		for range rapid.IntRange(0, 12).Draw(t, "blocks") {
			b := chunk.Block{Block: block(t), Page: page + 1, Source: len(s.blocks), Render: render.Options{Table: render.Dynamic, Links: true}}
			b.Box = doc.Box{Top: top + float64(rapid.IntRange(0, 5).Draw(t, "gap"))/200, Width: 1, Height: 0.05}
			top = b.Box.Top + b.Box.Height
			s.blocks = append(s.blocks, b)
		}
	}
	return s
}

var modes = []chunk.Mode{chunk.Disabled, chunk.ByBlock, chunk.ByPage, chunk.BySection, chunk.PageSections, chunk.Variable}

// Every block is in exactly one chunk, in reading order; the pieces of a cut one hold all its words.
func TestEveryBlockOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t, rapid.SampledFrom(modes).Draw(t, "mode"))
		chunks := chunk.Make(s.blocks, s.pages, s.opts)
		pieces := make([][]chunk.Block, len(s.blocks))
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
			var got string
			for _, b := range p {
				got += plain(&b.Block)
				if b.Type != s.blocks[i].Type || b.Box.Height < 0 || b.Box.Top+1e-9 < s.blocks[i].Box.Top {
					t.Fatalf("piece of block %d has type %s, box %v", i, b.Type, b.Box)
				}
			}
			if want := plain(&s.blocks[i].Block); got != want || len(p) == 0 {
				t.Fatalf("block %d became %d pieces with %q, want %q", i, len(p), got, want)
			}
		}
	})
}

// plain is the text of a block without any white space, so that cutting can be undone. The colon behind a key may go
// into a value.
func plain(b *doc.Block) string {
	s := b.Text
	for _, p := range b.Pairs {
		s += p.Key + p.Value
	}
	if b.Table != nil {
		s += render.Table(b.Table, 1, render.Options{Table: render.CSV})
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ':' {
			return -1
		}
		return r
	}, s)
}

// The text of a chunk is that of its blocks as 8.2 writes them.
func TestContentIsJoinedBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t, rapid.SampledFrom(modes).Draw(t, "mode"))
		s.opts.Markers = false
		for _, c := range chunk.Make(s.blocks, s.pages, s.opts) {
			want, last := "", doc.BlockType("")
			for _, b := range c.Blocks {
				text := render.Text(&b.Block, b.Content)
				if s.opts.Filter[b.Type] || text == "" {
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
	})
}

// A chunk above the maximum cannot be divided; one below the minimum cannot be merged.
func TestVariableBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t, chunk.Variable)
		low, high := chunk.Bounds(s.opts.Size)
		chunks := chunk.Make(s.blocks, s.pages, s.opts)
		for i, c := range chunks {
			n := utf8.RuneCountInString(c.Content)
			if n > high && divisible(c, high, s.opts) {
				t.Fatalf("chunk %d of %d characters above %d could be divided:\n%s", i, n, high, c.Content)
			}
			if n >= low || len(chunks) == 1 {
				continue
			}
			for _, k := range []int{i - 1, i + 1} {
				if k >= 0 && k < len(chunks) && mergedLength(chunks, min(i, k)) <= high {
					t.Fatalf("chunk %d of %d characters below %d fits to chunk %d", i, n, low, k)
				}
			}
		}
	})
}

func mergedLength(chunks []chunk.Chunk, i int) int {
	a, b := chunks[i], chunks[i+1]
	n := utf8.RuneCountInString(a.Content) + utf8.RuneCountInString(b.Content)
	switch {
	case a.Content == "" || b.Content == "":
		return n
	case a.Blocks[len(a.Blocks)-1].Type == doc.ListItem && b.Blocks[0].Type == doc.ListItem && !strings.HasSuffix(a.Content, "]]"):
		return n + 1
	}
	return n + 2
}

// divisible reports whether the rules leave a place to divide a chunk, or a block in it that should have been cut.
func divisible(c chunk.Chunk, high int, o chunk.Options) bool {
	shown := func(b *chunk.Block) string {
		if o.Filter[b.Type] {
			return ""
		}
		return render.Text(&b.Block, b.Content)
	}
	before := 0 // blocks with text
	for i := range c.Blocks {
		if i > 0 && !c.Blocks[i-1].IsHeading() && before > 0 && rest(c.Blocks[i:], shown) && !inShortList(c.Blocks, i, high, shown) {
			return true
		}
		if shown(&c.Blocks[i]) != "" {
			before++
		}
	}
	heads := 0
	const markers = 2 * 30 // room that page markers may take
	for i := range c.Blocks {
		b := &c.Blocks[i]
		if b.IsHeading() {
			heads += utf8.RuneCountInString(shown(b)) + 2
			continue
		}
		cuttable := b.Type == doc.Text || b.Type == doc.KeyValue
		return cuttable && shown(b) != "" && heads+markers+20 < high && utf8.RuneCountInString(shown(b)) > 1
	}
	return false
}

func rest(blocks []chunk.Block, shown func(*chunk.Block) string) bool {
	for i := range blocks {
		if shown(&blocks[i]) != "" {
			return true
		}
	}
	return false
}

// inShortList reports whether place i is inside a run of list items that is not above high by itself.
func inShortList(blocks []chunk.Block, i, high int, shown func(*chunk.Block) string) bool {
	if blocks[i].Type != doc.ListItem || blocks[i-1].Type != doc.ListItem {
		return false
	}
	for i > 0 && blocks[i-1].Type == doc.ListItem {
		i--
	}
	n := 0
	for ; i < len(blocks) && blocks[i].Type == doc.ListItem; i++ {
		if text := shown(&blocks[i]); text != "" {
			n += utf8.RuneCountInString(text) + 1
		}
	}
	return n-1 <= high
}

// Blank pages have chunks of their own where pages count.
func TestPageModesKeepBlankPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t, chunk.ByPage)
		chunks := chunk.Make(s.blocks, s.pages, s.opts)
		if len(chunks) != len(s.pages) {
			t.Fatalf("%d chunks for %d pages", len(chunks), len(s.pages))
		}
		for i, c := range chunks {
			for _, b := range c.Blocks {
				if b.Page != s.pages[i] {
					t.Fatalf("block of page %d in chunk %d", b.Page, i)
				}
			}
		}
	})
}

// With markers every page that has text has one of each, in order, whatever the mode.
func TestMarkers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t, rapid.SampledFrom(modes).Draw(t, "mode"))
		s.opts.Markers = true
		var all strings.Builder
		texts := map[int]bool{}
		for _, c := range chunk.Make(s.blocks, s.pages, s.opts) {
			all.WriteString(c.Content + "\n")
			for _, b := range c.Blocks {
				if !s.opts.Filter[b.Type] && b.Content != "" {
					texts[b.Page] = true
				}
			}
		}
		var want, got []string
		for _, p := range s.pages {
			if texts[p] {
				n := string(rune('0' + p))
				want = append(want, "[[START OF PAGE "+n+"]]", "[[END OF PAGE "+n+"]]")
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
	})
}
