package chunk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/chunk/chunktest"
	"github.com/octavo-dev/octavo/internal/doc"
)

func on(page int, kind doc.BlockType, text string) chunk.Block {
	return chunk.Block{Page: page, Block: doc.Block{Type: kind, Text: text, Confidence: 1, Box: doc.Box{Width: 1, Height: 0.01}}}
}

func contents(chunks []chunk.Chunk) []string {
	var out []string
	for _, c := range chunks {
		out = append(out, c.Content)
	}
	return out
}

var letter = []chunk.Block{
	on(1, doc.Header, "Acme"), on(1, doc.Text, "Before."), on(1, doc.Title, "Report"), on(1, doc.SectionHeader, "One"),
	on(1, doc.Text, "Text of one."), on(1, doc.ListItem, "a"), on(1, doc.ListItem, "b"), on(1, doc.Footer, "1"),
	on(3, doc.Text, "More of one."), on(3, doc.SectionHeader, "Two"), on(3, doc.Text, "Text of two."),
}

func TestModes(t *testing.T) {
	for _, c := range []struct {
		name string
		o    chunk.Options
		want []string
	}{
		{"Disabled", chunk.Options{Mode: chunk.Disabled}, []string{
			"Acme\n\nBefore.\n\n# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1\n\nMore of one.\n\n## Two\n\nText of two.",
		}},
		{"Block", chunk.Options{Mode: chunk.ByBlock, Filter: map[doc.BlockType]bool{doc.Header: true}}, []string{
			"", "Before.", "# Report", "## One", "Text of one.", "- a", "- b", "1", "More of one.", "## Two", "Text of two.",
		}},
		{"Page", chunk.Options{Mode: chunk.ByPage}, []string{
			"Acme\n\nBefore.\n\n# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1", "", "More of one.\n\n## Two\n\nText of two.",
		}},
		{"Section", chunk.Options{Mode: chunk.BySection}, []string{
			"Acme\n\nBefore.", "# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1\n\nMore of one.", "## Two\n\nText of two.",
		}},
		{"PageSections", chunk.Options{Mode: chunk.PageSections}, []string{
			"Acme\n\nBefore.", "# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1", "", "More of one.", "## Two\n\nText of two.",
		}},
		{"VariableMergesSmall", chunk.Options{Mode: chunk.Variable}, []string{
			"Acme\n\nBefore.\n\n# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1\n\nMore of one.\n\n## Two\n\nText of two.",
		}},
		{"SectionWithSize", chunk.Options{Mode: chunk.BySection, Size: 32}, []string{
			"Acme\n\nBefore.", "# Report\n\n## One\n\nText of one.", "- a\n- b\n\n1\n\nMore of one.", "## Two\n\nText of two.",
		}},
		{"Filter", chunk.Options{Mode: chunk.BySection, Filter: map[doc.BlockType]bool{doc.Header: true, doc.Footer: true, doc.ListItem: true}}, []string{
			"Before.", "# Report\n\n## One\n\nText of one.\n\nMore of one.", "## Two\n\nText of two.",
		}},
		{"Markers", chunk.Options{Mode: chunk.BySection, Markers: true}, []string{
			"[[START OF PAGE 1]]\n\nAcme\n\nBefore.",
			"# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1\n\n[[END OF PAGE 1]]\n\n[[START OF PAGE 3]]\n\nMore of one.",
			"## Two\n\nText of two.\n\n[[END OF PAGE 3]]",
		}},
		{"Overlap", chunk.Options{Mode: chunk.ByPage, Overlap: 6}, []string{
			"Acme\n\nBefore.\n\n# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1", "- b\n\n1\n", "More of one.\n\n## Two\n\nText of two.",
		}},
		{"OverlapIgnoredWhenDisabled", chunk.Options{Mode: chunk.Disabled, Overlap: 6, Filter: map[doc.BlockType]bool{doc.Text: true, doc.ListItem: true}}, []string{
			"Acme\n\n# Report\n\n## One\n\n1\n\n## Two",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			chunks := chunk.Make(letter, []int{1, 2, 3}, c.o)
			if diff := cmp.Diff(c.want, contents(chunks)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEmptyDocument(t *testing.T) {
	for _, mode := range chunktest.Modes {
		want := 1
		if mode == chunk.ByPage || mode == chunk.PageSections {
			want = 2
		}
		chunks := chunk.Make(nil, []int{1, 2}, chunk.Options{Mode: mode, Overlap: 5, Markers: true})
		if len(chunks) != want {
			t.Errorf("%s: %d chunks", mode, len(chunks))
		}
		for _, c := range chunks {
			if c.Content != "" || c.Embed != "" || c.Blocks == nil || len(c.Blocks) != 0 {
				t.Errorf("%s: %+v", mode, c)
			}
		}
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct{ size, low, high int }{{0, 250, 1500}, {1, 0, 2}, {2, 1, 3}, {100, 75, 125}, {101, 75, 127}, {1000, 750, 1250}} {
		if low, high := chunk.Bounds(c.size); low != c.low || high != c.high {
			t.Errorf("%d: %d to %d", c.size, low, high)
		}
	}
}

// The widest gap divides where it leaves enough on both sides; without it the six blocks would be cut in the middle.
func TestWidestGap(t *testing.T) {
	word := strings.Repeat("x", 59)
	var blocks []chunk.Block
	top := 0.0
	for i := range 6 {
		b := on(1, doc.Text, word)
		if i == 2 {
			top += 0.2
		}
		b.Box.Top = top
		top += 0.01
		blocks = append(blocks, b)
	}
	chunks := chunk.Make(blocks, []int{1}, chunk.Options{Mode: chunk.Variable, Size: 160})
	var sizes []int
	for _, c := range chunks {
		sizes = append(sizes, len(c.Blocks))
	}
	if diff := cmp.Diff([]int{2, 2, 2}, sizes); diff != "" {
		t.Error(diff)
	}
}

func TestLongBlocksAreCut(t *testing.T) {
	sentence := "A" + strings.Repeat(" word", 10) + " end. "
	long := on(1, doc.Text, strings.TrimSpace(strings.Repeat(sentence, 40)))
	long.Box = doc.Box{Top: 0.2, Width: 1, Height: 0.6}
	chunks := chunk.Make([]chunk.Block{on(1, doc.Title, "T"), long}, []int{1}, chunk.Options{Mode: chunk.Variable})
	if len(chunks) < 2 {
		t.Fatalf("%d chunks", len(chunks))
	}
	bottom := 0.2
	for i, c := range chunks {
		if len(c.Content) > 1500 || !strings.HasSuffix(c.Content, "end.") {
			t.Errorf("chunk %d of %d characters ends with %q", i, len(c.Content), c.Content[max(0, len(c.Content)-10):])
		}
		piece := c.Blocks[len(c.Blocks)-1]
		if diff := piece.Box.Top - bottom; diff > 1e-9 || diff < -1e-9 || piece.Box.Height <= 0 {
			t.Errorf("chunk %d: box %v does not follow %v", i, piece.Box, bottom)
		}
		bottom = piece.Box.Top + piece.Box.Height
	}
	if bottom < 0.8-1e-9 || bottom > 0.8+1e-9 {
		t.Errorf("the pieces end at %v", bottom)
	}
}

func TestWordWithoutEndIsCutHard(t *testing.T) {
	chunks := chunk.Make([]chunk.Block{on(1, doc.Text, strings.Repeat("é", 4000))}, []int{1}, chunk.Options{Mode: chunk.Variable})
	if len(chunks) != 3 {
		t.Fatalf("%d chunks", len(chunks))
	}
}

func TestCaptionStaysWithItsTable(t *testing.T) {
	big := &doc.Table{Rows: 1, Cols: 1, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Text: strings.Repeat("cell ", 290)}}}
	blocks := []chunk.Block{on(1, doc.Text, strings.Repeat("a ", 300)), on(1, doc.Text, "Table 1"), on(1, doc.TableBlock, "")}
	blocks[2].Table, blocks[2].Caption = big, "Table 1"
	chunks := chunk.Make(blocks, []int{1}, chunk.Options{Mode: chunk.Variable, Optimize: true})
	if len(chunks) != 2 || !strings.HasPrefix(chunks[1].Content, "Table 1\n\n") {
		t.Fatalf("%q", contents(chunks))
	}
	if n := strings.Count(chunks[1].Embed, "Table 1"); n != 1 {
		t.Errorf("caption %d times in %q", n, chunks[1].Embed)
	}
}

func TestOverlapBeginsWithAWord(t *testing.T) {
	for _, c := range []struct {
		before string
		n      int
		want   string
	}{
		{"one two three", 5, "three\n"}, {"one two three", 6, "three\n"}, {"one two three", 4, ""},
		{"one two three", 9, "two three\n"}, {"one", 50, "one\n"}, {"", 5, ""}, {"über öl", 3, "öl\n"},
	} {
		blocks := []chunk.Block{on(1, doc.Text, c.before), on(2, doc.Text, "next")}
		got := chunk.Make(blocks, []int{1, 2}, chunk.Options{Mode: chunk.ByPage, Overlap: c.n})[1]
		if got.Content != c.want+"next" || got.Embed != got.Content {
			t.Errorf("%q, %d: %q", c.before, c.n, got.Content)
		}
	}
}

func TestEmbeddingText(t *testing.T) {
	blocks := []chunk.Block{on(1, doc.Title, "T"), on(1, doc.Text, "a\nb"), on(2, doc.TableBlock, "")}
	blocks[1].Spans = []doc.Span{{Kind: doc.Highlight, Start: 0, End: 1}}
	blocks[1].Render.Highlights = true
	blocks[2].Table = &doc.Table{Rows: 2, Cols: 1, HeaderRows: 1, Cells: []doc.Cell{
		{RowSpan: 1, ColSpan: 1, Text: "Sum"}, {Row: 1, RowSpan: 1, ColSpan: 1, Text: "5"},
	}}
	got := chunk.Make(blocks, []int{1, 2}, chunk.Options{Mode: chunk.Disabled, Markers: true, Optimize: true})[0]
	if want := "# T a b Sum: 5."; got.Embed != want {
		t.Errorf("embed %q, want %q", got.Embed, want)
	}
	if !strings.Contains(got.Content, "<mark>a</mark>\nb") || !strings.Contains(got.Content, "[[END OF PAGE 2]]") {
		t.Errorf("content %q", got.Content)
	}
}
