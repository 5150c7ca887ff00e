// Package kind weighs how well pages fit descriptions of kinds of documents.
package kind

import (
	"context"

	"github.com/octavo-dev/octavo/internal/embed"
)

// Kind is one that pages may be of: a category of classify with its criteria, or a section of split with its description.
type Kind struct {
	Name     string
	Criteria []string
}

// Rating is how well pages fit one kind. Scores are compared with those of other kinds of the same scale.
type Rating struct {
	Score    float64
	Criteria []Criterion // one for each of the kind's, in its order
}

// Criterion is how well pages meet one criterion, 0 to 1, and what speaks for it: words of the pages or what they look like.
type Criterion struct {
	Met    float64
	Reason string
}

// High is what a criterion must reach to count as met.
const High = 0.5

// Scale weighs pages against kinds.
type Scale struct {
	kinds []profile
	embed embed.Embedder // nil where meanings cannot be compared
}

// NewScale prepares the kinds; embed may be nil.
func NewScale(kinds []Kind, embed embed.Embedder) *Scale {
	return &Scale{kinds: profiles(kinds), embed: embed}
}

// Rate weighs the sheets together, as one document.
func (s *Scale) Rate(ctx context.Context, sheets []*Sheet) ([]Rating, error) {
	return s.rate(ctx, gather(sheets))
}

// Pages weighs each sheet on its own.
func (s *Scale) Pages(ctx context.Context, sheets []*Sheet) ([][]Rating, error) {
	out := make([][]Rating, len(sheets))
	for i, sheet := range sheets {
		var err error
		if out[i], err = s.rate(ctx, gather([]*Sheet{sheet})); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Scale) rate(ctx context.Context, b *bag) ([]Rating, error) {
	out := make([]Rating, len(s.kinds))
	fits := b.fits()
	for i := range s.kinds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = s.kinds[i].rate(b, fits)
	}
	return out, nil
}
