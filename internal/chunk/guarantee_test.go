package chunk_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/chunk/chunktest"
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

// TestGuarantees holds chunks of any blocks, in any mode, to what is promised of them.
func TestGuarantees(t *testing.T) {
	for _, mode := range chunktest.Modes {
		t.Run(string(mode), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := draw(t, mode)
				chunktest.Check(t, s.blocks, s.pages, s.opts)
			})
		})
	}
}
