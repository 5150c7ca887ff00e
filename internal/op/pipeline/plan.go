package pipeline

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/extract"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/op/split"
	"github.com/octavo-dev/octavo/internal/register"
)

func plan(site op.Site, call op.Call, edit op.Operation) (op.Plan, error) {
	var o order
	if err := json.Unmarshal(call.Body, &o.Request); err != nil {
		return op.Plan{}, fmt.Errorf("read pipeline request: %w", err)
	}
	if err := json.Unmarshal(call.Pipeline, &o.Definition); err != nil {
		return op.Plan{}, fmt.Errorf("read pipeline definition: %w", err)
	}
	if o.Definition.Edit != nil {
		return planEdit(site, call, &o, edit)
	}
	if err := op.CheckInputs(site, &o.Request.Input); err != nil {
		return op.Plan{}, err
	}
	d, err := documents(&o)
	if err != nil {
		return op.Plan{}, err
	}
	p := op.Plan{
		Inputs: o.Request.Input.Values, List: o.Request.Input.List,
		Queue: job.CPU, First: d.First(), Lane: call.Lane("", o.Request.Async), Webhook: op.Webhook(o.Request.Async),
	}
	if p.Layout, err = site.Register.Resolve(register.Layout, d.Options.Settings.Alpha.LayoutModel); err != nil {
		return op.Plan{}, err
	}
	if err := parse.CheckOptions(site, &d.Options); err != nil {
		return op.Plan{}, err
	}
	if err := o.check(site); err != nil {
		return op.Plan{}, err
	}
	p.Settle(d.Options.Settings.Job())
	if e := o.Definition.Extract; e != nil {
		p.Persist = p.Persist || e.Settings.PersistResults
		if e.Settings.OptimizeForLatency {
			p.Lane = job.Priority
		}
	}
	return p, o.store(&p)
}

// store puts what the job runs on into its plan.
func (o *order) store(p *op.Plan) (err error) {
	if p.Request, err = api.Marshal(o); err != nil {
		return fmt.Errorf("store pipeline request: %w", err)
	}
	return nil
}

// check refuses steps as the operations refuse them, and settles the versions of the extract model.
func (o *order) check(site op.Site) error {
	if s := o.Definition.Split; s != nil {
		r := splitRequest(s)
		if err := split.Check(site, &r); err != nil {
			return fmt.Errorf("split: %w", err)
		}
	}
	e := o.Definition.Extract
	if e == nil {
		return nil
	}
	shared := extractRequest(e, "")
	version, err := extract.Check(site, &shared)
	if err != nil {
		return fmt.Errorf("extract: %w", err)
	}
	own := maps.Clone(e.PerSplit)
	for _, name := range slices.Sorted(maps.Keys(own)) {
		r := extractRequest(e, name)
		pinned, err := extract.Check(site, &r)
		if err != nil {
			return fmt.Errorf("extract of %q: %w", name, err)
		}
		r.Settings.Alpha.ExtractModel = pinned
		own[name] = api.ExtractOverride{Instructions: &r.Instructions, Settings: &r.Settings}
	}
	settled := *e
	settled.Settings.Alpha.ExtractModel, settled.PerSplit = version, own
	o.Definition.Extract = &settled
	return nil
}
