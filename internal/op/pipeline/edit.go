package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// planEdit plans a definition that edits: its document is edited as the input of the request says.
func planEdit(site op.Site, call op.Call, o *order, edit op.Operation) (op.Plan, error) {
	if edit.Run == nil {
		return op.Plan{}, op.NotBuilt(edit.Name)
	}
	if o.Request.Input.List || len(o.Request.Input.Values) != 1 {
		return op.Plan{}, fault.New(fault.InvalidConfig, "the input of a pipeline that edits is one text of instructions")
	}
	body, err := editBody(o)
	if err != nil {
		return op.Plan{}, err
	}
	p, err := edit.Plan(site, op.Call{Body: body, Raw: body, Async: call.Async})
	if err != nil {
		return op.Plan{}, err
	}
	p.Lane, p.Webhook = call.Lane("", o.Request.Async), op.Webhook(o.Request.Async)
	o.Edit = p.Request
	return p, o.store(&p)
}

// editBody is the body of an edit request.
func editBody(o *order) (json.RawMessage, error) {
	e := o.Definition.Edit
	body, err := api.Marshal(struct {
		DocumentURL      api.Input        `json:"document_url"`
		EditInstructions string           `json:"edit_instructions"`
		EditOptions      api.EditOptions  `json:"edit_options"`
		FormSchema       []api.EditWidget `json:"form_schema"`
	}{e.DocumentURL, o.Request.Input.Values[0], e.EditOptions, e.FormSchema})
	if err != nil {
		return nil, fmt.Errorf("write edit request: %w", err)
	}
	normal, errs := api.Validate("EditConfig", body)
	if errs != nil {
		return nil, errs
	}
	return normal, nil
}

// runEdit works on a task of the edit, and puts its answer into that of the pipeline.
func (p *pipeline) runEdit(ctx context.Context, stored op.Order) (job.Outcome, error) {
	if p.edit.Run == nil { // another worker has it
		return job.Outcome{}, op.NotBuilt(p.edit.Name)
	}
	task := p.task
	var err error
	inner := op.Plan{Request: p.Edit, Lite: stored.Lite, Layout: stored.Layout, Extract: stored.Extract, Warnings: stored.Warnings}
	if task.Request, err = inner.Stored(); err != nil {
		return job.Outcome{}, err
	}
	out, err := p.edit.Run(ctx, p.env, task)
	if err != nil || out.Result == nil {
		return out, err
	}
	var edited api.EditResponse
	var used struct {
		Usage usage `json:"usage"`
	}
	if err := errors.Join(json.Unmarshal(out.Result.Body, &edited), json.Unmarshal(out.Result.Body, &used)); err != nil {
		return job.Outcome{}, fmt.Errorf("read the answer of an edit: %w", err)
	}
	edited.Usage = &used.Usage.ParseUsage
	return p.outcome(used.Usage.ParseUsage, api.PipelineResult{Edit: &edited}, out.Result.NumPages, out.Result.TotalPages)
}
