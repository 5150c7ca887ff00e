// Package split is the operation that divides the pages of documents among the sections a caller describes.
package split

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/section"
)

// Operation is split.
var Operation = operation(section.Divide)

// divider divides the pages of documents among sections.
type divider func(context.Context, []*doc.Document, []section.Want, section.Options) ([]section.Section, error)

func operation(divide divider) op.Operation {
	return op.Operation{Name: "split", Type: "Split", Plan: plan, Run: func(ctx context.Context, env op.Env, task job.Task) (job.Outcome, error) {
		s := &splitter{env: env, task: task, divide: divide}
		return s.run(ctx)
	}}
}

// splitter is one task of a split job.
type splitter struct {
	env     op.Env
	task    job.Task
	divide  divider
	request api.SplitRequest
}

func (s *splitter) run(ctx context.Context) (job.Outcome, error) {
	order, err := op.ReadOrder(s.task.Request)
	if err != nil {
		return job.Outcome{}, err
	}
	if err := json.Unmarshal(order.Request, &s.request); err != nil {
		return job.Outcome{}, fmt.Errorf("read split request: %w", err)
	}
	if s.task.Stage == stageAsk {
		read, _, err := parse.Handed(ctx, s.env, s.task)
		if err != nil {
			return job.Outcome{}, err
		}
		return s.conclude(ctx, read)
	}
	d := documents(&s.request)
	d.Former = order.Former
	return d.Run(ctx, s.env, s.task, s.read)
}

// documents are those of a request.
func documents(r *api.SplitRequest) *parse.Documents {
	return &parse.Documents{Input: r.Input, Options: r.Parsing}
}

// Share of the whole work that is done when the documents are read.
const readShare = 0.9

// read goes on with documents that are read. No CPU worker waits for a model.
func (s *splitter) read(ctx context.Context, read *parse.Read) (job.Outcome, error) {
	pages, total := read.Count()
	s.env.Report(op.Progress{Done: readShare, NumPages: pages, TotalPages: total})
	if s.model() != nil && s.task.Queue != job.IO {
		return read.Hand(ctx, stageAsk, job.IO, nil)
	}
	return s.conclude(ctx, read)
}

// conclude finds the sections and answers.
func (s *splitter) conclude(ctx context.Context, read *parse.Read) (job.Outcome, error) {
	response, _, err := s.response(ctx, read)
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

// response finds the sections.
func (s *splitter) response(ctx context.Context, read *parse.Read) (*api.SplitResponse, []section.Section, error) {
	found, err := s.sections(ctx, read.Documents())
	if err != nil {
		return nil, nil, err
	}
	response, err := s.answer(ctx, read, found)
	return response, found, err
}

// CutoffRows is how many rows of a table are looked at unless all are wanted.
const CutoffRows = 5

// sections finds the sections of documents.
func (s *splitter) sections(ctx context.Context, docs []*doc.Document) ([]section.Section, error) {
	r := &s.request
	o := section.Options{
		Rules: r.SplitRules, Overlap: r.Settings.AllowPageOverlap, Deep: deep(r), Divide: r.Settings.AutoPartition, Embed: s.env.Embed,
	}
	if r.Settings.TableCutoff == "truncate" {
		o.Rows = CutoffRows
	}
	wants := Wants(r.SplitDescription)
	found, err := s.divide(ctx, docs, wants, o)
	if err != nil {
		return nil, fmt.Errorf("split: %w", err)
	}
	if m := s.model(); m != nil {
		return s.ask(ctx, m, docs, wants, o, found)
	}
	return found, nil
}

// Wants are the sections of a request.
func Wants(list []api.SplitCategory) []section.Want {
	out := make([]section.Want, len(list))
	for i, c := range list {
		out[i] = section.Want{Name: c.Name, Description: c.Description}
		if c.PartitionKey != nil {
			out[i].Key = *c.PartitionKey
		}
	}
	return out
}
