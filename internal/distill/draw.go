package distill

import (
	"cmp"
	"context"

	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/window"
)

// Segments of array_extract, where the caller does not say.
const segmentPages = 10

// draw asks for the values of all windows and joins what comes back.
func (e *extractor) draw(ctx context.Context) (*draft, error) {
	base, err := e.request()
	if err != nil {
		return nil, err
	}
	limits := e.limits()
	room, err := limits.Room(base)
	if err != nil {
		return nil, err
	}
	if err := limits.Check(e.pages, room); err != nil {
		return nil, err
	}
	most := 0
	if e.o.Arrays && !e.o.Deep && hasArray(e.root) {
		most = cmp.Or(e.o.Segment, segmentPages)
	}
	runs := window.Runs(e.pages, room, most)
	e.session.Allow(callsAWindow*len(runs) + spareCalls)
	drafts, err := window.Each(ctx, e.session, runs, e.o.Hurried, func(ctx context.Context, run []window.Page) (*draft, error) {
		return e.window(ctx, base, run)
	})
	if err != nil {
		return nil, err
	}
	return e.join(drafts), nil
}

func (e *extractor) limits() window.Limits {
	return window.Limits{Context: e.o.Context, Output: e.o.Output}
}

// window asks about one run of pages.
func (e *extractor) window(ctx context.Context, base infer.Request, w []window.Page) (*draft, error) {
	base.Parts = append(window.Parts(w), base.Parts...)
	v, err := e.session.Ask(ctx, base)
	if err != nil {
		return nil, err
	}
	return e.build(v, w), nil
}

// request is what is asked of every window.
func (e *extractor) request() (infer.Request, error) {
	system, err := e.prompts.Text("extract", e.o)
	if err != nil {
		return infer.Request{}, err
	}
	s := shape(e.root)
	s.Nullable = false
	r := infer.Request{System: system, Shape: s, Name: "values"}
	if hints := e.hints(); len(hints) > 0 {
		text, err := e.prompts.Text("hints", hints)
		if err != nil {
			return r, err
		}
		r.Parts = []infer.Part{{Text: text}}
	}
	return r, nil
}

func hasArray(f *schema.Field) bool {
	if f.Kind == schema.Array {
		return true
	}
	for _, p := range f.Properties {
		if hasArray(p) {
			return true
		}
	}
	for _, c := range f.Choices {
		if hasArray(c) {
			return true
		}
	}
	return f.Extra != nil && hasArray(f.Extra)
}
