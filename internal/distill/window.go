package distill

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/schema"
)

// Segments of array_extract.
const segmentPages = 10

// Tokens: what is left for an answer where no limit of it is known, and how much is read at once where no context is.
const (
	usualOutput  = 8192
	usualContext = 100_000
	surely       = 60 // percent of the tokens reckoned that a text has at least
)

// windows divides the pages into runs that fit, each beginning with the last page of the one before.
func windows(pages []page, budget, most int) [][]page {
	var out [][]page
	for from := 0; from < len(pages); {
		sum, to := pages[from].tokens, from+1
		for to < len(pages) && sum+pages[to].tokens <= budget && (most == 0 || to-from < most) {
			sum += pages[to].tokens
			to++
		}
		out = append(out, pages[from:to])
		if to == len(pages) {
			break
		}
		if to-from > 1 && pages[to-1].tokens+pages[to].tokens <= budget {
			to--
		}
		from = to
	}
	return out
}

// halves divides a window that was too long; nil where it is one page.
func halves(w []page) [][]page {
	mid := len(w) / 2
	switch len(w) {
	case 0, 1:
		return nil
	case 2:
		return [][]page{w[:1], w[1:]}
	}
	return [][]page{w[:mid+1], w[mid:]}
}

// draw asks for the values of all windows and joins what comes back.
func (e *extractor) draw(ctx context.Context) (*draft, error) {
	base, err := e.request()
	if err != nil {
		return nil, err
	}
	budget, err := e.room(base)
	if err != nil {
		return nil, err
	}
	for i := range e.pages {
		// Some servers read what fits and say nothing, so that a page that cannot fit is not sent.
		if e.o.Context > 0 && e.pages[i].tokens*surely/100 > budget {
			return nil, fault.New(fault.ContextWindowExceeded, "")
		}
	}
	most := 0
	if e.o.Arrays && !e.o.Deep && hasArray(e.root) {
		most = segmentPages
	}
	all := windows(e.pages, budget, most)
	e.left = callsAWindow*len(all) + spareCalls
	return e.each(ctx, base, all)
}

// each asks about windows and joins the answers in their order.
func (e *extractor) each(ctx context.Context, base infer.Request, all [][]page) (*draft, error) {
	drafts := make([]*draft, len(all))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(1)
	if e.o.Hurried {
		group.SetLimit(-1) // the model has a gate of its own
	}
	for i, w := range all {
		group.Go(func() (err error) {
			drafts[i], err = e.window(ctx, base, w)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return e.join(drafts), nil
}

// window asks about one run of pages. One that the model cannot read or answer at once is divided.
func (e *extractor) window(ctx context.Context, base infer.Request, w []page) (*draft, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	r := base
	r.Parts = append(parts(w), base.Parts...)
	if !e.spend() {
		return nil, fault.New(fault.ProcessingFailed, "extraction failed: the model was asked too often").Typed("content_extraction_error")
	}
	v, err := e.ask(ctx, r)
	if fault.Is(err, fault.ContextWindowExceeded) || fault.Is(err, fault.OutputLimitExceeded) {
		if parts := halves(w); parts != nil {
			return e.each(ctx, base, parts)
		}
	}
	if err != nil {
		return nil, err
	}
	return e.build(v, w), nil
}

// request is what is asked of every window.
func (e *extractor) request() (infer.Request, error) {
	system, err := e.prompts.text("extract", e.o)
	if err != nil {
		return infer.Request{}, err
	}
	s := shape(e.root)
	s.Nullable = false
	r := infer.Request{System: system, Shape: s, Name: "values"}
	if hints := e.hints(); len(hints) > 0 {
		text, err := e.prompts.text("hints", hints)
		if err != nil {
			return r, err
		}
		r.Parts = []infer.Part{{Text: text}}
	}
	return r, nil
}

// room is how many tokens of pages fit beside what every window is asked. Nothing that fits is no work for this model.
func (e *extractor) room(base infer.Request) (int, error) {
	if e.o.Context == 0 {
		return usualContext, nil
	}
	output := e.o.Output
	if output == 0 {
		output = min(usualOutput, e.o.Context/4)
	}
	fixed := tokens(base.System) + tokens(string(base.Shape.Common().Schema()))
	for _, p := range base.Parts {
		fixed += tokens(p.Text)
	}
	if left := e.o.Context - output - fixed; left > 0 {
		return left, nil
	}
	return 0, fault.New(fault.ContextWindowExceeded, "")
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
