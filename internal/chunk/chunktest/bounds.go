package chunktest

import (
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// bounds: a chunk above the maximum cannot be divided; one below the minimum cannot be merged.
func bounds(t T, chunks []chunk.Chunk, o chunk.Options) {
	t.Helper()
	low, high := chunk.Bounds(o.Size)
	for i, c := range chunks {
		n := utf8.RuneCountInString(c.Content)
		if n > high && divisible(c, high, o) {
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
