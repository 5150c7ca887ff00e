package parse

import (
	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/within"
)

// ocr lists the words and lines of all documents but spreadsheets, nil when there is no other.
func (w *wire) ocr(sources []source, chunks []chunk.Chunk) *api.OCRResult {
	var out *api.OCRResult
	places := newPlaces(chunks)
	for i := range w.pages {
		p := &w.pages[i]
		if p.kind == doc.Sheet {
			continue
		}
		if out == nil {
			out = &api.OCRResult{Words: []api.OCRWord{}, Lines: []api.OCRLine{}}
		}
		words, lines := Words(sources[p.source].doc, p.Page)
		for _, word := range words {
			out.Words = append(out.Words, w.word(p.number, places, word))
		}
		for _, line := range lines {
			out.Lines = append(out.Lines, api.OCRLine(w.word(p.number, places, doc.Word(line))))
		}
	}
	return out
}

// Words are the words and lines of a page: those that were seen, or on a flow page those its blocks make up.
func Words(d *doc.Document, p *doc.Page) ([]doc.Word, []doc.Line) {
	if d.Kind == doc.Flow {
		return flow.Words(d)
	}
	return p.Words, p.Lines
}

func (w *wire) word(number int, places *places, word doc.Word) api.OCRWord {
	confidence, rotation := render.Round(word.Confidence), word.Rotation
	return api.OCRWord{
		Text: word.Text, BBox: w.box(number, word.Box), Confidence: &confidence, Rotation: &rotation,
		ChunkIndex: places.chunk(number, word.Box),
	}
}

// places finds the chunk a word is in.
type places struct {
	index  *within.Index
	chunks []int // of each box in the index
}

// newPlaces indexes the blocks of all chunks and the fragments of merged tables.
func newPlaces(chunks []chunk.Chunk) *places {
	ps := &places{}
	var boxes []within.Box
	add := func(b *chunk.Block, i int) {
		boxes = append(boxes, within.Box{Page: b.Page, Box: b.Box})
		ps.chunks = append(ps.chunks, i)
	}
	for i := range chunks {
		for k := range chunks[i].Blocks {
			b := &chunks[i].Blocks[k]
			add(b, i)
			for f := range b.Fragments {
				add(&b.Fragments[f], i)
			}
		}
	}
	ps.index = within.New(boxes)
	return ps
}

// chunk is the index of the chunk whose block holds most of the word, nil when none does.
func (ps *places) chunk(page int, word doc.Box) *int {
	i, ok := ps.index.Find(within.Box{Page: page, Box: word})
	if !ok {
		return nil
	}
	return &ps.chunks[i]
}
