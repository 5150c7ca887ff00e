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

// Scale weighs pages against kinds, for one goroutine.
type Scale struct {
	described []Kind
	kinds     []profile
	embed     embed.Embedder // nil where meanings cannot be compared
	settled   bool
}

// NewScale prepares the kinds; embed may be nil.
func NewScale(kinds []Kind, embed embed.Embedder) *Scale {
	return &Scale{described: kinds, kinds: profiles(kinds), embed: embed}
}

// settle ties kinds whose names say nothing to what their descriptions speak of or mean.
func (s *Scale) settle(ctx context.Context) error {
	if s.settled {
		return nil
	}
	var open []int
	var texts []string
	for i := range s.kinds {
		if !s.kinds[i].named() && !s.kinds[i].rest {
			open, texts = append(open, i), append(texts, s.described[i].text())
		}
	}
	meant := make([]map[int]float64, len(open))
	if s.embed != nil && len(open) > 0 {
		var err error
		if meant, err = near(ctx, s.embed, texts); err != nil {
			return err
		}
	}
	for k, i := range open {
		s.kinds[i].join(told(texts[k]), meant[k])
	}
	s.settled = true
	return nil
}

// Rate weighs the sheets together, as one document.
func (s *Scale) Rate(ctx context.Context, sheets []*Sheet) ([]Rating, error) {
	all, err := s.weigh(ctx, [][]*Sheet{sheets})
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Pages weighs each sheet on its own.
func (s *Scale) Pages(ctx context.Context, sheets []*Sheet) ([][]Rating, error) {
	each := make([][]*Sheet, len(sheets))
	for i := range sheets {
		each[i] = sheets[i : i+1]
	}
	return s.weigh(ctx, each)
}

// weigh weighs groups of sheets. What they say is compared with the kinds by its meaning only where words and looks leave
// it open.
func (s *Scale) weigh(ctx context.Context, groups [][]*Sheet) ([][]Rating, error) {
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	out := make([][]Rating, len(groups))
	for i, sheets := range groups {
		b := gather(sheets)
		fits := b.fits()
		out[i] = make([]Rating, len(s.kinds))
		for k := range s.kinds {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			out[i][k] = s.kinds[k].rate(b, fits)
		}
	}
	if s.embed != nil {
		if err := s.compare(ctx, groups, out); err != nil {
			return nil, err
		}
	}
	for _, ratings := range out {
		judge(ratings)
	}
	return out, nil
}
