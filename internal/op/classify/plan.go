package classify

import (
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/register"
)

func plan(site op.Site, call op.Call) (op.Plan, error) {
	var r api.ClassifyRequest
	if err := json.Unmarshal(call.Body, &r); err != nil {
		return op.Plan{}, fmt.Errorf("read classify request: %w", err)
	}
	if len(r.ClassificationSchema) == 0 {
		return op.Plan{}, fault.New(fault.InvalidConfig, "classification_schema has no category")
	}
	if err := op.CheckInputs(site, &r.Input); err != nil {
		return op.Plan{}, err
	}
	if err := capable(site, &r); err != nil {
		return op.Plan{}, err
	}
	d, err := documents(&r)
	if err != nil {
		return op.Plan{}, err
	}
	p := op.Plan{
		Inputs: r.Input.Values, List: r.Input.List, JobInputs: true,
		Queue: job.CPU, First: d.First(), Lane: lane(&r, call.Async), Request: call.Body, Persist: r.PersistResults,
	}
	if call.Async {
		p.Webhook = op.Webhook(r.Async)
	}
	if d.Parsed() {
		p.Queue = job.IO
		return p, nil
	}
	p.Layout, err = site.Register.Resolve(register.Layout, "")
	return p, err
}

// capable refuses what cannot be done here.
func capable(site op.Site, r *api.ClassifyRequest) error {
	if deep(r) {
		return op.Require(site, "model accurate", "deep_classify")
	}
	return op.Require(site, "classify", "classify")
}

// deep reports whether the caller asks for the slower and better way.
func deep(r *api.ClassifyRequest) bool { return r.Model == "accurate" }

// lane orders a request by its own field; of an asynchronous one, by that of async where it is given.
func lane(r *api.ClassifyRequest, async bool) job.Lane {
	urgent := r.Priority
	if async && r.Async != nil {
		urgent = r.Async.Priority
	}
	if urgent {
		return job.Priority
	}
	return job.Normal
}
