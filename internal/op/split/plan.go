package split

import (
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/register"
)

func plan(site op.Site, call op.Call) (op.Plan, error) {
	var r api.SplitRequest
	if err := json.Unmarshal(call.Body, &r); err != nil {
		return op.Plan{}, fmt.Errorf("read split request: %w", err)
	}
	if err := op.CheckInputs(site, &r.Input); err != nil {
		return op.Plan{}, err
	}
	d := documents(&r)
	p := op.Plan{
		Inputs: r.Input.Values, List: r.Input.List, JobInputs: true,
		Queue: job.CPU, First: d.First(), Lane: call.Lane("", r.Async),
		Webhook: op.Webhook(r.Async), Request: call.Body, Former: call.Former,
	}
	if d.Parsed() {
		p.Queue = job.IO
	} else {
		// What is parsed already is not parsed again, so nothing is asked of how.
		var err error
		if p.Layout, err = site.Register.Resolve(register.Layout, r.Parsing.Settings.Alpha.LayoutModel); err != nil {
			return op.Plan{}, err
		}
		if err := parse.CheckOptions(site, &r.Parsing); err != nil {
			return op.Plan{}, err
		}
		if err := parse.CheckFormer(site, call.Former); err != nil {
			return op.Plan{}, err
		}
	}
	if err := Check(site, &r); err != nil {
		return op.Plan{}, err
	}
	p.Settle(r.Parsing.Settings.Job())
	return p, nil
}

// Check refuses what cannot be done here.
func Check(site op.Site, r *api.SplitRequest) error {
	if deep(r) {
		return op.Require(site, "settings.deep_split", "deep_split")
	}
	return op.Require(site, "split", "split")
}

// deep reports whether a deep split is asked for, in either spelling.
func deep(r *api.SplitRequest) bool { return r.Settings.DeepSplit || r.Settings.Alpha.DeepSplit }
