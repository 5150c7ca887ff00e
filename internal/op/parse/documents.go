package parse

import (
	"context"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/render"
)

// Documents are what an operation other than parse works on. They are read in the same stages, by any number of
// workers; earlier parses are taken as they are.
type Documents struct {
	Input   api.Input
	Options api.ParseOptions // of inputs that are no earlier parses
	Pages   *api.Pages       // of what was parsed; nil for all
	Few     *Few             // where a few pages are enough; nil for all that are selected
	Former  *api.Former      // of a request of the second version; nil for those of today

	// Whole is a parse for its own sake besides: the documents are stored for later jobs, and Read.Answer tells what they
	// hold. Warnings are for that.
	Whole    bool
	Warnings []string
}

// Defaults are the options of a parse that sets none.
func Defaults() (api.ParseOptions, error) {
	o, errs := api.Read[api.ParseOptions]("ParseOptions", []byte("{}"))
	if errs != nil {
		return o, fmt.Errorf("read options that are not set: %w", errs)
	}
	return o, nil
}

// First is the stage the work starts with.
func (d *Documents) First() job.Stage {
	s := firstStage(d.Input.Values)
	if d.Parsed() {
		s.Queue = job.IO
	}
	return s
}

// Parsed reports whether all inputs are earlier parses, so that nothing is left to read.
func (d *Documents) Parsed() bool {
	return !slices.ContainsFunc(d.Input.Values, func(input string) bool {
		_, earlier := jobID(input)
		return !earlier
	})
}

// Run works on one task. In the last one, when all documents are read, then makes the outcome.
func (d *Documents) Run(ctx context.Context, env op.Env, task job.Task, then func(context.Context, *Read) (job.Outcome, error)) (job.Outcome, error) {
	o := d.Options
	p := &parser{env: env, task: task, former: d.Former, few: d.Few, whole: d.Whole, warnings: d.Warnings, request: api.ParseRequest{
		Input: d.Input, Enhance: o.Enhance, Retrieval: o.Retrieval, Formatting: o.Formatting, Spreadsheet: o.Spreadsheet, Settings: o.Settings,
	}}
	settings := &p.request.Settings
	if !d.Whole {
		settings.ReturnImages = slices.DeleteFunc(slices.Clone(settings.ReturnImages), func(kind string) bool { return kind == "page" })
	}
	// Where the parse takes every page, the pages that are wanted of it are those that have to be read.
	switch {
	case d.Whole && d.Pages == nil:
		p.narrows = true
	case d.Parsed() || newSelection(settings.PageRange, false).all():
		settings.PageRange, p.narrows = d.Pages, true
	}
	p.then = func(ctx context.Context, sources []source, list bool) (job.Outcome, error) {
		r := &Read{List: list, parser: p}
		r.settle(sources)
		r.Cost = r.cost()
		if !p.narrows {
			if err := r.narrow(d.Pages); err != nil {
				return job.Outcome{}, err
			}
		}
		if d.Few != nil {
			r.settle(d.Few.inTurn(r.sources, p.selection().ranges))
		}
		if err := p.show(ctx, r.sources); err != nil {
			return job.Outcome{}, err
		}
		return then(ctx, r)
	}
	return p.stage(ctx)
}

// Read is what the inputs of a job have become.
type Read struct {
	List bool // the input was a list
	Cost Cost // of all that was read, also of pages that are not selected

	parser  *parser
	sources []source
	pages   []page
	at      map[place]*page
}

// Taken are documents that were read outside of a job.
func Taken(docs []*doc.Document) *Read {
	sources := make([]source, len(docs))
	for i, d := range docs {
		sources[i].doc = d
	}
	r := &Read{List: len(docs) > 1, parser: &parser{}}
	r.settle(sources)
	return r
}

// narrow leaves the selected pages.
func (r *Read) narrow(pages *api.Pages) error {
	pick := newSelection(pages, r.List)
	kept := slices.Clone(r.sources)
	for i := range kept {
		d, err := pick.narrow(kept[i].doc)
		if err != nil {
			return err
		}
		kept[i].doc = d
	}
	r.settle(kept)
	return pick.check()
}

// Count is the number of selected pages and of pages in the sources.
func (r *Read) Count() (pages, total int) { return count(r.sources) }

// Documents are the documents as their options show them: without what was deleted, is hidden, filtered or not asked for.
func (r *Read) Documents() []*doc.Document {
	out := make([]*doc.Document, len(r.sources))
	for i := range r.sources {
		s := &r.sources[i]
		d := *s.doc
		d.Blocks = make([]doc.Block, 0, len(s.doc.Blocks))
		o := r.parser.rendering(s)
		for _, b := range s.doc.Blocks {
			if render.Show(&b, o) && !slices.Contains(s.options.Retrieval.FilterBlocks, string(b.Type)) {
				d.Blocks = append(d.Blocks, current(b))
			}
		}
		out[i] = &d
	}
	return out
}

// current is a block as it reads with all tracked changes made.
func current(b doc.Block) doc.Block {
	b.Text, b.Spans = doc.Shown(b.Text, b.Spans), nil
	b.Pairs = slices.Clone(b.Pairs)
	for i := range b.Pairs {
		p := &b.Pairs[i]
		p.Value, p.Spans = doc.Shown(p.Value, p.Spans), nil
	}
	if b.Table == nil {
		return b
	}
	t := *b.Table.Kept()
	t.Cells = slices.Clone(t.Cells)
	for i := range t.Cells {
		if c := &t.Cells[i]; c.Extra != nil && len(c.Extra.Spans) > 0 {
			extra := *c.Extra
			text := doc.Shown(c.Text, extra.Spans)
			if text != c.Text {
				extra.Tables = nil // stood in other places; what they say is part of the text
			}
			extra.Spans, c.Extra, c.Text = nil, &extra, text
		}
	}
	b.Table = &t
	return b
}

// Box is a box on a page of a document in the form of the interface.
func (r *Read) Box(document, page int, b doc.Box) (api.BoundingBox, error) {
	w := wire{pages: r.pages}
	p := r.at[place{document, page}]
	if p == nil {
		w.fail()
		return api.BoundingBox{}, w.err
	}
	box := w.box(p.number, b)
	return box, w.err
}

// place is a page of a document.
type place struct{ document, page int }

// settle numbers the pages of the sources.
func (r *Read) settle(sources []source) {
	r.sources, r.pages, r.at = sources, number(sources), map[place]*page{}
	for i := range r.pages {
		p := &r.pages[i]
		r.at[place{p.source, p.Number}] = p
	}
}
