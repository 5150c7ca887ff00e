package parse

import (
	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/within"
)

// ocr writes the words and lines of all documents but spreadsheets, null when there is no other.
func (e *encoder) ocr(r *result) {
	if !hasWords(r.pages) {
		e.raw("null")
		return
	}
	places := newPlaces(r.chunks)
	e.raw(`{"words":[`)
	e.each(r, places, func(visit func(doc.Word)) (func(doc.Word), func(doc.Line)) { return visit, func(doc.Line) {} })
	e.raw(`],"lines":[`)
	e.each(r, places, func(visit func(doc.Word)) (func(doc.Word), func(doc.Line)) {
		return func(doc.Word) {}, func(l doc.Line) { visit(doc.Word(l)) }
	})
	e.raw(`]}`)
}

func hasWords(pages []page) bool {
	for i := range pages {
		if pages[i].kind != doc.Sheet {
			return true
		}
	}
	return false
}

// each writes the words or the lines of every page; take says which of them.
func (e *encoder) each(r *result, places *places, take func(visit func(doc.Word)) (func(doc.Word), func(doc.Line))) {
	e.comma = false
	for i := range r.pages {
		p := &r.pages[i]
		word, line := take(func(w doc.Word) { e.item(e.wire.word(p.number, places, w)) })
		switch p.kind {
		case doc.Sheet:
		case doc.Flow:
			flow.Each(r.sources[p.source].doc, word, line)
		default:
			for _, w := range p.Words {
				word(w)
			}
			for _, l := range p.Lines {
				line(l)
			}
		}
	}
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
