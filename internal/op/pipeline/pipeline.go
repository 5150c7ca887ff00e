// Package pipeline is the operation that runs the steps of a stored definition on documents, as one job.
package pipeline

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/extract"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/op/split"
)

// New is pipeline. A definition that edits runs the given operation.
func New(edit op.Operation) op.Operation {
	return op.Operation{
		Name: "pipeline", Type: "Pipeline",
		Plan: func(site op.Site, call op.Call) (op.Plan, error) { return plan(site, call, edit) },
		Run: func(ctx context.Context, env op.Env, task job.Task) (job.Outcome, error) {
			p := &pipeline{env: env, task: task, edit: edit}
			return p.run(ctx)
		},
	}
}

// order is what a job runs on: the request, and the definition as it was when the job was submitted.
type order struct {
	Request    api.PipelineRequest    `json:"request"`
	Definition api.PipelineDefinition `json:"definition"`
	Edit       json.RawMessage        `json:"edit,omitempty"` // the order of a definition that edits
}

// pipeline is one task of a pipeline job.
type pipeline struct {
	env  op.Env
	task job.Task
	edit op.Operation
	order
}

// stageSteps runs the steps behind the parse; the stages before it are those of a parse.
const stageSteps = "steps"

func (p *pipeline) run(ctx context.Context) (job.Outcome, error) {
	stored, err := op.ReadOrder(p.task.Request)
	if err != nil {
		return job.Outcome{}, err
	}
	if err := json.Unmarshal(stored.Request, &p.order); err != nil {
		return job.Outcome{}, fmt.Errorf("read pipeline request: %w", err)
	}
	switch {
	case p.Definition.Edit != nil:
		return p.runEdit(ctx, stored)
	case p.task.Stage == stageSteps:
		return p.resume(ctx)
	}
	d, err := documents(&p.order)
	if err != nil {
		return job.Outcome{}, err
	}
	d.Warnings = stored.Warnings
	return d.Run(ctx, p.env, p.task, p.read)
}

// documents are those of a request, read as the definition says.
func documents(o *order) (*parse.Documents, error) {
	options, err := o.options()
	return &parse.Documents{Input: o.Request.Input, Options: options, Whole: true}, err
}

// options are those of the parse: a definition without one parses as usual.
func (o *order) options() (options api.ParseOptions, err error) {
	if o.Definition.Parse == nil {
		options, err = parse.Defaults()
	} else {
		options = *o.Definition.Parse
	}
	if password := o.Request.Settings.DocumentPassword; password != nil {
		options.Settings.DocumentPassword = password
	}
	return options, err
}

// splitStep is the split of the definition.
func (p *pipeline) splitStep() *split.Step {
	s := &split.Step{Env: p.env, Task: p.task, Request: splitRequest(p.Definition.Split)}
	s.Env.Step = "split"
	return s
}

func splitRequest(s *api.SplitStep) api.SplitRequest {
	return api.SplitRequest{SplitDescription: s.SplitDescription, SplitRules: s.SplitRules, Settings: s.Settings}
}

// extractStep is the extraction from a section; no name is that from all.
func (p *pipeline) extractStep(section string) *extract.Step {
	r := extractRequest(p.Definition.Extract, section)
	return &extract.Step{Env: p.env, Task: p.task, Request: r, Version: r.Settings.Alpha.ExtractModel}
}

// extractRequest is what is asked of a section: the shared instructions and settings, or its own.
func extractRequest(e *api.ExtractStep, section string) api.ExtractRequest {
	r := api.ExtractRequest{Instructions: e.Instructions, Settings: e.Settings}
	own, ok := e.PerSplit[section]
	if !ok {
		return r
	}
	if own.Instructions != nil {
		r.Instructions = *own.Instructions
	}
	if own.Settings != nil {
		r.Settings = *own.Settings
	}
	return r
}
