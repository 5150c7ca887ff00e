// Package parse is the operation that turns documents into chunks of typed blocks.
package parse

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// Operation is parse.
var Operation = op.Operation{Name: "parse", Type: "Parse", Plan: plan, Run: run}

// The stages in which documents are read.
const (
	stageFetch  = "fetch"  // downloads what lies outside
	stageRead   = "read"   // reads and answers, or cuts a long document into batches
	stageBatch  = "batch"  // reads some pages of one document
	stageAnswer = "answer" // joins the batches and answers
	stageCharts = "charts" // takes what the jobs of charts have read and answers
)

// run is the work of one task of a parse.
func run(ctx context.Context, env op.Env, task job.Task) (job.Outcome, error) {
	order, err := op.ReadOrder(task.Request)
	if err != nil {
		return job.Outcome{}, err
	}
	p := &parser{env: env, task: task, former: order.Former, lite: order.Lite, warnings: order.Warnings, whole: true, narrows: true}
	if err := json.Unmarshal(order.Request, &p.request); err != nil {
		return job.Outcome{}, fmt.Errorf("read parse request: %w", err)
	}
	p.then = p.conclude
	return p.stage(ctx)
}

// stage is the work of one task: what needs a download starts with it and goes on in a second stage, so that no CPU
// worker waits for the network. The pages of a long document are read by whichever workers are free.
func (p *parser) stage(ctx context.Context) (job.Outcome, error) {
	switch p.task.Stage {
	case stageFetch:
		return p.fetch(ctx)
	case stageBatch:
		return p.batch(ctx)
	case stageAnswer:
		return p.join(ctx)
	case stageCharts:
		return p.chartsRead(ctx)
	}
	return p.read(ctx)
}

// parser is one task of a job that reads documents: a parse, or another operation on what a parse reads.
type parser struct {
	env      op.Env
	task     job.Task
	request  api.ParseRequest
	former   *api.Former // nil for requests of today
	lite     bool
	warnings []string

	// whole is a parse for its own sake: the documents are stored for later jobs, beside them the file whose pages the
	// answer speaks of, and earlier parses are written as this request asks.
	whole   bool
	narrows bool // the page range of the request is also that of earlier parses
	few     *Few // nil where all pages that are selected are wanted

	// then makes the outcome of documents that are read.
	then func(ctx context.Context, sources []source, list bool) (job.Outcome, error)
}

// selection is the page range of the request.
func (p *parser) selection() *selection {
	s := newSelection(p.request.Settings.PageRange, p.request.Input.List)
	s.few, s.inputs = p.few, len(p.request.Input.Values)
	return s
}

// payload carries the inputs from stage to stage.
type payload struct {
	Inputs []string `json:"inputs"`
	// Batches counts, for every input, the batches its pages are read in; 0 for one that is not cut.
	Batches []int `json:"batches,omitempty"`
}

// fetch copies the inputs that lie outside into the store.
func (p *parser) fetch(ctx context.Context) (job.Outcome, error) {
	inputs := append([]string{}, p.request.Input.Values...)
	for i, input := range inputs {
		if !op.Remote(input) {
			continue
		}
		held, err := p.env.Sources.Fetch(ctx, p.task, input)
		if err != nil {
			return job.Outcome{}, p.ofDocument(i, err)
		}
		inputs[i] = held
		p.report(fetchShare*float64(i+1)/float64(len(inputs)), 0, 0)
	}
	b, err := json.Marshal(payload{Inputs: inputs})
	if err != nil {
		return job.Outcome{}, fmt.Errorf("hand over inputs: %w", err)
	}
	return job.Outcome{Next: &job.Stage{Name: stageRead, Queue: job.CPU, Payload: string(b)}}, nil
}

// held is what the earlier stage left; without one, the inputs are the caller's own.
func (p *parser) held() (payload, error) {
	if p.task.Payload == "" {
		return payload{Inputs: p.request.Input.Values}, nil
	}
	var held payload
	if err := json.Unmarshal([]byte(p.task.Payload), &held); err != nil {
		return held, fmt.Errorf("read inputs: %w", err)
	}
	return held, nil
}

// ofDocument names the document of a list that a failure belongs to.
func (p *parser) ofDocument(index int, err error) error {
	if !p.request.Input.List {
		return err
	}
	named := *fault.Of(err)
	named.Message = fmt.Sprintf("document %d: %s", index, named.Message)
	return fmt.Errorf("document %d: %w", index, &named)
}

// Shares of the whole work.
const (
	fetchShare = 0.1
	readShare  = 0.8
)

func (p *parser) report(done float64, pages, total int) {
	if p.env.Report != nil {
		p.env.Report(op.Progress{Done: done, NumPages: pages, TotalPages: total})
	}
}
