package parse

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/vision"
)

// mostEnriched is how many chunks of an answer a model writes anew.
const mostEnriched = 5000

// enrich has a model write the chunks anew. One that it fails at stays as it is, and its chunk says so; a warning tells
// why.
func (p *parser) enrich(ctx context.Context, r *result) error {
	if p.former == nil || p.former.Enrich == nil {
		return nil
	}
	model := p.env.Models.For(infer.Language)
	if model == nil { // this worker has none, while others do
		return op.NeedsModel("experimental_options.enrich.enabled", infer.Language)
	}
	wish := p.former.Enrich
	r.enriched = make([]string, len(r.chunks))
	var failed atomic.Pointer[fault.Error]
	group := errgroup.Group{}
	group.SetLimit(viewsAt)
	if n := len(r.chunks); n > mostEnriched {
		p.warn("chunks were not all enriched: there are %d, at most %d are", n, mostEnriched)
	}
	for i := range min(len(r.chunks), mostEnriched) {
		if !enriches(wish, &r.chunks[i]) {
			continue
		}
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			text, err := vision.Enrich(ctx, model, r.chunks[i].Content, strings.TrimSpace(wish.Prompt))
			if err != nil {
				failed.CompareAndSwap(nil, fault.Of(err))
				return ctx.Err()
			}
			r.enriched[i] = text
			return nil
		})
	}
	err := group.Wait()
	if f := failed.Load(); f != nil && err == nil {
		p.warn("chunks were not all enriched: %s", f.Message)
	}
	return err
}

// enriches reports whether a chunk is one of those that are written anew.
func enriches(wish *api.Enrich, c *chunk.Chunk) bool {
	if wish.Mode == api.EnrichTables && !slices.ContainsFunc(c.Blocks, func(b chunk.Block) bool { return b.Table != nil }) {
		return false
	}
	return strings.TrimSpace(c.Content) != ""
}
