package extract

import (
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/register"
	"github.com/octavo-dev/octavo/internal/schema"
)

func plan(site op.Site, call op.Call) (op.Plan, error) {
	var r api.ExtractRequest
	if err := json.Unmarshal(call.Body, &r); err != nil {
		return op.Plan{}, fmt.Errorf("read extract request: %w", err)
	}
	if _, err := schema.Parse(r.Instructions.Schema); err != nil {
		return op.Plan{}, err
	}
	if err := op.CheckInputs(site, &r.Input); err != nil {
		return op.Plan{}, err
	}
	d := documents(&r)
	p := op.Plan{
		Inputs: r.Input.Values, List: r.Input.List, JobInputs: true,
		Queue: job.CPU, First: d.First(), Lane: call.Lane(r.QueuePriority, r.Async),
		Webhook: op.Webhook(r.Async), Request: call.Body, Former: call.Former,
	}
	var err error
	if p.Extract, err = pin(site, &r); err != nil {
		return op.Plan{}, err
	}
	if d.Parsed() {
		p.Queue = job.IO
	} else {
		// What is parsed already is not parsed again, so nothing is asked of how.
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
	if err := capable(site, &r); err != nil {
		return op.Plan{}, err
	}
	if r.Settings.OptimizeForLatency && p.Lane != job.Batch {
		p.Lane = job.Priority
	}
	p.Settle(r.Parsing.Settings.Job())
	p.Persist = p.Persist || r.Settings.PersistResults
	return p, nil
}

// Check refuses instructions and settings that are wrong, contradict themselves or cannot be met here, and settles the
// version of the extract model.
func Check(site op.Site, r *api.ExtractRequest) (version string, err error) {
	if _, err := schema.Parse(r.Instructions.Schema); err != nil {
		return "", err
	}
	if version, err = pin(site, r); err != nil {
		return "", err
	}
	return version, capable(site, r)
}

// pin settles the version of the extract model that the job keeps, whatever becomes the default meanwhile.
func pin(site op.Site, r *api.ExtractRequest) (string, error) {
	wanted := r.Settings.Alpha.ExtractModel
	if wanted != "" && !r.Settings.Citations.Enabled {
		return "", fault.New(fault.InvalidConfig, "settings.alpha.extract_model needs settings.citations.enabled")
	}
	return site.Register.Resolve(register.Extract, wanted)
}

// capable refuses what cannot be done here.
func capable(site op.Site, r *api.ExtractRequest) error {
	for _, w := range []struct {
		setting, capability string
		asked               bool
	}{
		{"extract", "extract", true},
		{"settings.include_images", "extract_images", r.Settings.IncludeImages},
		{"settings.deep_extract", "deep_extract", r.Settings.DeepExtract},
		{"settings.array_extract", "array_extract", r.Settings.ArrayExtract},
	} {
		if !w.asked {
			continue
		}
		if err := op.Require(site, w.setting, w.capability); err != nil {
			return err
		}
	}
	return nil
}
