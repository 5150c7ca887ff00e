// Package op says what an operation is: how it is planned when it is submitted and how its tasks run.
package op

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
)

// Operation is one thing the service does with documents.
type Operation struct {
	Name string // path without the slash: "parse"
	Type string // job type: "Parse"

	// Plan runs the checks that need neither the document nor the store, and says what the server must know
	// before it stores a job.
	Plan func(Site, Call) (Plan, error)

	// Run works on one task. It is nil while the operation is declared but not built.
	Run func(context.Context, Env, job.Task) (job.Outcome, error)
}

// Call is one submitted request.
type Call struct {
	Body  json.RawMessage // validated and normalised
	Raw   []byte          // as the caller sent it: normalising drops the keys that ask for a lite parse
	Async bool            // the caller gets a job id and comes back for the result

	Former *api.Former // of a body of the second version: what Body has no words for; nil for requests of today

	Pipeline json.RawMessage // the definition that a request names; nil for other operations
}

// Plan is what the server needs to know of a request.
type Plan struct {
	Inputs    []string // in the caller's order; an UploadResponse is its file_id
	List      bool     // the caller sent a list, be it of one
	JobInputs bool     // jobid:// is allowed

	Queue job.Queue // destination queue, what admission counts
	First job.Stage // where the work starts
	Lane  job.Lane

	Webhook     *job.Webhook // asynchronous requests that ask for one
	Persist     bool
	Timeout     time.Duration // settings.timeout; 0 = none
	Tenant      string
	TenantShare float64
	Environment string // Hybrid VPC environment by name; empty = none asked for

	Request  json.RawMessage // what the tasks run on
	Former   *api.Former     // as in Call
	Lite     bool
	Layout   string   // version of the layout model that the job keeps, whatever becomes the default meanwhile
	Extract  string   // likewise of the extract model, for jobs that extract
	Warnings []string // for the result, known before the work starts
}

// Order is what a job stores for its tasks.
type Order struct {
	Request  json.RawMessage `json:"request"`
	Former   *api.Former     `json:"former,omitempty"`
	Lite     bool            `json:"lite,omitempty"`
	Layout   string          `json:"layout_model,omitempty"`
	Extract  string          `json:"extract_model,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
}

// Stored is the plan's order as a job stores it.
func (p *Plan) Stored() (string, error) {
	b, err := json.Marshal(Order{p.Request, p.Former, p.Lite, p.Layout, p.Extract, p.Warnings})
	if err != nil {
		return "", fmt.Errorf("store request: %w", err)
	}
	return string(b), nil
}

// ReadOrder reads what Stored wrote.
func ReadOrder(stored string) (Order, error) {
	var o Order
	if err := json.Unmarshal([]byte(stored), &o); err != nil {
		return o, fmt.Errorf("read stored request: %w", err)
	}
	return o, nil
}
