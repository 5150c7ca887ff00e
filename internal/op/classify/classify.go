// Package classify is the operation that assigns documents to one of the caller's categories.
package classify

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/kind"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

// Operation is classify.
var Operation = operation(Rate)

// rater says how well documents, and what is said about them, fit each of the categories. It is here that something
// other than words and looks can be asked; model accurate is refused where there is nothing else.
type rater func(ctx context.Context, categories []api.ClassificationCategory, docs []*doc.Document, about string, near embed.Embedder) ([]kind.Rating, error)

func operation(rate rater) op.Operation {
	return op.Operation{Name: "classify", Type: "Classify", Plan: plan, Run: func(ctx context.Context, env op.Env, task job.Task) (job.Outcome, error) {
		c := &classifier{env: env, task: task, rate: rate}
		return c.run(ctx)
	}}
}

// Explained is classify that also tells what speaks for each category. Tell may be called by several jobs at a time.
func Explained(tell func([]kind.Rating)) op.Operation {
	return operation(func(ctx context.Context, categories []api.ClassificationCategory, docs []*doc.Document, about string, near embed.Embedder) ([]kind.Rating, error) {
		ratings, err := Rate(ctx, categories, docs, about, near)
		if err == nil {
			tell(ratings)
		}
		return ratings, err
	})
}

// classifier is one task of a classify job.
type classifier struct {
	env     op.Env
	task    job.Task
	rate    rater
	request api.ClassifyRequest
}

func (c *classifier) run(ctx context.Context) (job.Outcome, error) {
	order, err := op.ReadOrder(c.task.Request)
	if err != nil {
		return job.Outcome{}, err
	}
	if err := json.Unmarshal(order.Request, &c.request); err != nil {
		return job.Outcome{}, fmt.Errorf("read classify request: %w", err)
	}
	if c.task.Stage == stageAsk {
		read, _, err := parse.Handed(ctx, c.env, c.task)
		if err != nil {
			return job.Outcome{}, err
		}
		return c.conclude(ctx, read)
	}
	d, err := documents(&c.request)
	if err != nil {
		return job.Outcome{}, err
	}
	return d.Run(ctx, c.env, c.task, c.read)
}

// Few are the pages that are looked at: the first ones, or as many as a caller may select.
var Few = parse.Few{First: 5, Most: 10}

// documents are those of a request, read as a parse without options reads them.
func documents(r *api.ClassifyRequest) (*parse.Documents, error) {
	options, err := parse.Defaults()
	return &parse.Documents{Input: r.Input, Options: options, Pages: r.PageRange, Few: &Few}, err
}

// Share of the whole work that is done when the documents are read.
const readShare = 0.9

// read goes on with documents that are read. No CPU worker waits for a model.
func (c *classifier) read(ctx context.Context, read *parse.Read) (job.Outcome, error) {
	pages, total := read.Count()
	c.env.Report(op.Progress{Done: readShare, NumPages: pages, TotalPages: total})
	if c.model() != nil && c.task.Queue != job.IO {
		return read.Hand(ctx, stageAsk, job.IO, nil)
	}
	return c.conclude(ctx, read)
}

// conclude rates the categories and answers.
func (c *classifier) conclude(ctx context.Context, read *parse.Read) (job.Outcome, error) {
	pages, total := read.Count()
	ratings, err := c.ratings(ctx, read.Documents())
	if err != nil {
		return job.Outcome{}, err
	}
	body, err := c.answer(ctx, pages, ratings)
	if err != nil {
		return job.Outcome{}, err
	}
	return job.Outcome{Result: &job.Result{Body: body, NumPages: pages, TotalPages: total}}, nil
}

// ratings say how well the documents fit each category. Model accurate may have been promised by another worker.
func (c *classifier) ratings(ctx context.Context, docs []*doc.Document) ([]kind.Rating, error) {
	if err := capable(c.env.Site, &c.request); err != nil {
		return nil, err
	}
	about := ""
	if m := c.request.DocumentMetadata; m != nil {
		about = *m
	}
	ratings, err := c.rate(ctx, c.request.ClassificationSchema, docs, about, c.env.Embed)
	if err != nil {
		return nil, fmt.Errorf("rate categories: %w", err)
	}
	if m := c.model(); m != nil {
		return c.ask(ctx, m, docs, about, ratings)
	}
	if deep(&c.request) { // this worker has no model while others do
		return nil, op.NeedsModel("model accurate", infer.Language)
	}
	return ratings, nil
}

// Rate says it by their words and what they look like; near, which may be nil, is asked where these leave it open.
func Rate(ctx context.Context, categories []api.ClassificationCategory, docs []*doc.Document, about string, near embed.Embedder) ([]kind.Rating, error) {
	kinds := make([]kind.Kind, len(categories))
	for i, c := range categories {
		kinds[i] = kind.Kind{Name: c.Category, Criteria: c.Criteria}
	}
	var sheets []*kind.Sheet
	for _, d := range docs {
		for i := range d.Pages {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			sheets = append(sheets, kind.NewSheet(d, d.Pages[i].Number))
		}
	}
	if about != "" {
		sheets = append(sheets, kind.NewNote(about))
	}
	return kind.NewScale(kinds, near).Rate(ctx, sheets)
}
