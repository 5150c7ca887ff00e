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

// reweigh weighs every document as a whole, because it says as a whole what its pages do not say one by one, and searches
// again. The sections are in question here, so that a document begins only where more than another section says so.
func (b *book) reweigh(ctx context.Context) error {
	fit := b.lattice.fit
	b.lattice.fit = slices.Clone(fit)
	for from := 0; from < len(b.units); {
		to := from + 1
		for to < len(b.units) && !b.begins(to) {
			to++
		}
		if to-from > 1 {
			whole, err := b.rate(ctx, from, to)
			if err != nil {
				return err
			}
			for u := from; u < to; u++ {
				b.lattice.fit[u] = mixed(fit[u], whole)
			}
		}
		from = to
	}
	return b.search(ctx)
}

// hint is what must speak for a new document where another section begins with it as well.
const hint = -0.5

// begins reports whether a document begins with a unit.
func (b *book) begins(u int) bool {
	odds := b.units[u].odds
	return odds > 0 || odds > hint && b.steps[u].kind != b.steps[u-1].kind
}

// mixed lets a page speak for itself as far as it has something to say, and its document for the rest.
func mixed(own, whole []float32) []float32 {
	first, second := top(own)
	share := float32(1)
	if second >= 0 {
		share = (own[first] - own[second]) / deepest
	}
	out := make([]float32, len(own))
	for k := range own {
		out[k] = share*own[k] + (1-share)*whole[k]
	}
	return out
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
