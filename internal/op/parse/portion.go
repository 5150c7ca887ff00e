package parse

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
)

// Chunks are the documents in parts: the blocks of each chunk with the pages they stand on, which keep their numbers.
func (r *Read) Chunks(o *api.Retrieval) []*Read {
	var blocks []chunk.Block
	for i, d := range r.Documents() {
		for _, b := range d.Blocks {
			blocks = append(blocks, chunk.Block{Block: b, Page: r.at[place{i, b.Page}].number, Document: i, Render: r.parser.rendering(&r.sources[i])})
		}
	}
	var out []*Read
	for _, c := range chunk.Make(blocks, running(r.pages), r.parser.chunking(o)) {
		out = append(out, r.part(c.Blocks))
	}
	return out
}

// part is some blocks with their pages.
func (r *Read) part(blocks []chunk.Block) *Read {
	out := *r
	out.sources = slices.Clone(r.sources)
	for i := range out.sources {
		var own []doc.Block
		stood := map[int]bool{}
		for k := range blocks {
			if b := &blocks[k]; b.Document == i {
				own = append(own, b.Block)
				stood[b.Block.Page] = true
			}
		}
		d := only(out.sources[i].doc, stood)
		d.Blocks = own
		out.sources[i].doc = d
	}
	return &out
}
