// Package extract is the operation that finds the values a caller's schema asks for in documents.
package extract

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// Operation is extract.
var Operation = operation(match.Extract)

// stageAsk asks a model; the stages before it are those of a parse.
const stageAsk = "ask"

// finder finds the values of a schema in documents; without a schema, all that carries a label.
type finder func(ctx context.Context, docs []*doc.Document, root *schema.Field, o match.Options) (*record.Node, error)

func operation(find finder) op.Operation {
	return op.Operation{Name: "extract", Type: "Extract", Plan: plan, Run: func(ctx context.Context, env op.Env, task job.Task) (job.Outcome, error) {
		e := &extractor{env: env, task: task, find: find}
		return e.run(ctx)
	}}
}

// extractor is one task of an extract job.
type extractor struct {
	env     op.Env
	task    job.Task
	find    finder
	request api.ExtractRequest
	version string      // of the extract model
	former  *api.Former // nil for requests of today
}

func (e *extractor) run(ctx context.Context) (job.Outcome, error) {
	order, err := op.ReadOrder(e.task.Request)
	if err != nil {
		return job.Outcome{}, err
	}
	if err := json.Unmarshal(order.Request, &e.request); err != nil {
		return job.Outcome{}, fmt.Errorf("read extract request: %w", err)
	}
	e.version, e.former = order.Extract, order.Former
	if e.task.Stage == stageAsk {
		read, pictures, err := parse.Handed(ctx, e.env, e.task)
		if err != nil {
			return job.Outcome{}, err
		}
		return e.conclude(ctx, read, pictures)
	}
	d := documents(&e.request)
	d.Former = e.former
	return d.Run(ctx, e.env, e.task, e.read)
}

// documents are those of a request.
func documents(r *api.ExtractRequest) *parse.Documents {
	return &parse.Documents{Input: r.Input, Options: r.Parsing, Pages: r.Settings.PageRange}
}

// Share of the whole work that is done when the documents are read.
const readShare = 0.9

// read goes on with documents that are read. No CPU worker waits for a model.
func (e *extractor) read(ctx context.Context, read *parse.Read) (job.Outcome, error) {
	pages, total := read.Count()
	e.env.Report(op.Progress{Done: readShare, NumPages: pages, TotalPages: total})
	if e.model() == nil {
		return e.conclude(ctx, read, nil)
	}
	pictures, err := e.pictures(ctx, read)
	if err != nil {
		return job.Outcome{}, err
	}
	if e.task.Queue == job.IO {
		return e.conclude(ctx, read, pictures)
	}
	return read.Hand(ctx, stageAsk, job.IO, pictures)
}

// conclude finds the values and answers.
func (e *extractor) conclude(ctx context.Context, read *parse.Read, pictures []parse.Picture) (job.Outcome, error) {
	var response any
	var err error
	if e.former != nil {
		response, err = e.formerResponse(ctx, read, pictures)
	} else {
		response, err = e.response(ctx, read, pictures)
	}
	if err != nil {
		return job.Outcome{}, err
	}
	body, err := api.Marshal(response)
	if err != nil {
		return job.Outcome{}, err
	}
	pages, total := read.Count()
	return job.Outcome{Result: &job.Result{Body: body, NumPages: pages, TotalPages: total}}, nil
}

// response finds the values.
func (e *extractor) response(ctx context.Context, read *parse.Read, pictures []parse.Picture) (*api.V3ExtractResponse, error) {
	root, err := schema.Parse(e.request.Instructions.Schema)
	if err != nil {
		return nil, err
	}
	docs := read.Documents()
	found, err := e.values(ctx, docs, root, pictures)
	if err != nil {
		return nil, err
	}
	return e.answer(ctx, read, docs, found)
}
