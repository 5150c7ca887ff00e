package parse

import (
	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/render"
)

// ocr lists the words and lines of all documents but spreadsheets, nil when there is no other.
func (w *wire) ocr(sources []source, chunks []chunk.Chunk) *api.OCRResult {
	var out *api.OCRResult
	places := newPlaces(len(w.pages), chunks)
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

// places finds the chunk a word is in. Every page is divided into bands, so that only blocks near a word are looked at.
type places struct {
	pages []bands // by running page
}

type bands [][]place

type place struct {
	box   doc.Box
	chunk int
}

// maxBands is how many bands a page with many blocks is divided in.
const maxBands = 1024

func newPlaces(pages int, chunks []chunk.Chunk) *places {
	blocks := make([]int, pages)
	each(chunks, func(page int, _ place) { blocks[page-1]++ })
	ps := &places{pages: make([]bands, pages)}
	for i, n := range blocks {
		ps.pages[i] = make(bands, min(n+1, maxBands))
	}
	each(chunks, func(page int, p place) { ps.pages[page-1].add(p) })
	return ps
}

// each visits the blocks of all chunks and the fragments of merged tables.
func each(chunks []chunk.Chunk, visit func(page int, p place)) {
	for i := range chunks {
		for k := range chunks[i].Blocks {
			b := &chunks[i].Blocks[k]
			visit(b.Page, place{b.Box, i})
			for f := range b.Fragments {
				visit(b.Fragments[f].Page, place{b.Fragments[f].Box, i})
			}
		}
	}
}

func (b bands) add(p place) {
	for i := b.at(p.box.Top); i <= b.at(p.box.Top+p.box.Height); i++ {
		b[i] = append(b[i], p)
	}
}

func (b bands) at(y float64) int { return min(max(int(y*float64(len(b))), 0), len(b)-1) }

// chunk is the index of the chunk whose block covers most of the word, nil when none does. Of equal ones it is the
// first.
func (ps *places) chunk(page int, word doc.Box) *int {
	best, index := 0.0, -1
	b := ps.pages[page-1]
	for _, p := range b[b.at(word.Top+word.Height/2)] {
		if c := cover(p.box, word); c > best*(1+1e-9) {
			best, index = c, p.chunk
		}
	}
	if index < 0 {
		return nil
	}
	return &index
}

// cover is the area of the word inside the box.
func cover(box, word doc.Box) float64 {
	wide := min(box.Left+box.Width, word.Left+word.Width) - max(box.Left, word.Left)
	high := min(box.Top+box.Height, word.Top+word.Height) - max(box.Top, word.Top)
	return max(wide, 0) * max(high, 0)
}
