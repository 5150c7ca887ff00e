package parse

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
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

// part is some blocks with their pages. It looks at nothing else of the documents, of which there may be many parts.
func (r *Read) part(blocks []chunk.Block) *Read {
	out := *r
	out.sources = slices.Clone(r.sources)
	for i := range out.sources {
		d := *out.sources[i].doc
		d.Blocks, d.Pages = nil, nil
		out.sources[i].doc = &d
	}
	for i := range blocks {
		b := &blocks[i]
		d := out.sources[b.Document].doc
		if n := len(d.Pages); n == 0 || d.Pages[n-1].Number != b.Block.Page {
			d.Pages = append(d.Pages, *r.at[place{b.Document, b.Block.Page}].Page)
		}
		d.Blocks = append(d.Blocks, b.Block)
	}
	return &out
}
