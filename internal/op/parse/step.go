package parse

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
)

// Answers are the responses of a parse, one for each document. Of a parse that is Whole nothing is forgotten by it.
func (r *Read) Answers(ctx context.Context) ([]json.RawMessage, error) {
	out := make([]json.RawMessage, len(r.sources))
	for i := range r.sources {
		p := *r.parser
		p.warnings, p.env.Step = slices.Clone(p.warnings), fmt.Sprintf("parse-%d", i+1)
		result, err := p.assemble(ctx, r.sources[i:i+1], false)
		if err != nil {
			return nil, err
		}
		if out[i], err = p.response(ctx, result); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Again are the same documents for a further step: what reading them cost is not charged again.
func (r *Read) Again() *Read {
	out := *r
	out.Cost = Cost{}
	out.sources = slices.Clone(r.sources)
	for i := range out.sources {
		out.sources[i].reused = true
	}
	return &out
}

// Select leaves some pages by their running numbers, which they keep.
func (r *Read) Select(pages []int) *Read {
	wanted := make(map[int]bool, len(pages))
	for _, n := range pages {
		wanted[n] = true
	}
	out := *r
	out.sources = slices.Clone(r.sources)
	for i := range out.sources {
		d := *out.sources[i].doc
		d.Pages, d.Blocks = nil, nil
		kept := func(number int) bool {
			p := r.at[place{i, number}]
			return p != nil && wanted[p.number]
		}
		for _, p := range out.sources[i].doc.Pages {
			if kept(p.Number) {
				d.Pages = append(d.Pages, p)
			}
		}
		d.Blocks = slices.DeleteFunc(slices.Clone(out.sources[i].doc.Blocks), func(b doc.Block) bool { return !kept(b.Page) })
		out.sources[i].doc = &d
	}
	return &out
}

// Narrow leaves the pages that a page range selects, numbered anew.
func (r *Read) Narrow(pages *api.Pages) (*Read, error) {
	out := *r
	if pages == nil {
		return &out, nil
	}
	return &out, out.narrow(pages)
}

// Shown are the pictures of pages that are left.
func (r *Read) Shown(pictures []Picture) []Picture {
	return slices.DeleteFunc(slices.Clone(pictures), func(p Picture) bool {
		return !slices.ContainsFunc(r.sources[p.Document].doc.Pages, func(q doc.Page) bool { return q.Number == p.Page })
	})
}
