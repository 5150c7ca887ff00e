package section

import (
	"context"
	"slices"

	"github.com/octavo-dev/octavo/internal/kind"
)

// run is a stretch of units of one section and one document.
type run struct {
	kind, from, to int // to is behind its last unit
}

// runs are the stretches in their order.
func (b *book) runs() []run {
	var out []run
	for i, s := range b.steps {
		if i == 0 || s.starts || s.kind != b.steps[i-1].kind {
			out = append(out, run{s.kind, i, i})
		}
		out[len(out)-1].to = i + 1
	}
	return out
}

// ownShare is the weight of a page's own words where the document it is part of has been weighed as a whole.
const ownShare = 0.5

// reweigh weighs every stretch as one document, because a document says as a whole what its pages do not say one by one,
// and searches again.
func (b *book) reweigh(ctx context.Context) error {
	fit := b.lattice.fit
	b.lattice.fit = slices.Clone(fit)
	for _, r := range b.runs() {
		if r.to-r.from < 2 {
			continue
		}
		whole, err := b.rate(ctx, r.from, r.to)
		if err != nil {
			return err
		}
		for u := r.from; u < r.to; u++ {
			own := slices.Clone(fit[u])
			for k := range own {
				own[k] = ownShare*own[k] + (1-ownShare)*whole[k]
			}
			b.lattice.fit[u] = own
		}
	}
	return b.search(ctx)
}

// together is how many pages are weighed as one at most; a document has said by then what it is.
const together = 12

// rate weighs units as one document.
func (b *book) rate(ctx context.Context, from, to int) ([]float32, error) {
	sheets := make([]*kind.Sheet, 0, together)
	for u := from; u < min(to, from+together); u++ {
		sheets = append(sheets, b.units[u].sheet)
	}
	ratings, err := b.scale.Rate(ctx, sheets)
	if err != nil {
		return nil, err
	}
	return b.fit(ratings), nil
}
