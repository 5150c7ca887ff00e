// Package op says what an operation is: how it is planned when it is submitted and how its tasks run.
package op

import (
	"context"
	"encoding/json"
	"time"

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
	Async bool            // the caller gets a job id and comes back for the result
	Lite  bool            // api.Lite of the caller's own bytes: normalising drops the keys that ask for it
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
	Request     string // what the job stores for its tasks
}
