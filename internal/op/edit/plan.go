package edit

import (
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

func plan(site op.Site, call op.Call) (op.Plan, error) {
	var r api.EditRequest
	if err := json.Unmarshal(call.Body, &r); err != nil {
		return op.Plan{}, fmt.Errorf("read edit request: %w", err)
	}
	if err := op.Require(site, "edit", "edit"); err != nil {
		return op.Plan{}, err
	}
	p := op.Plan{
		Inputs: r.DocumentURL.Values, Queue: job.CPU, First: job.Stage{Name: stageRead, Queue: job.CPU}, Lane: job.Normal,
		Webhook: op.Webhook(&api.AsyncConfig{Webhook: r.Webhook}), Request: call.Body,
	}
	if op.Remote(r.DocumentURL.Values[0]) {
		p.First = job.Stage{Name: stageFetch, Queue: job.IO}
	}
	if r.Priority {
		p.Lane = job.Priority
	}
	return p, nil
}
