package server

import (
	"context"
	"net/http"
	"time"

	"github.com/octavo-dev/octavo/internal/idempotency"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/rate"
)

// Call is one request on its way through the checks. Handlers read what the checks have settled and answer
// with one of the write methods, or return an error that the pipeline writes.
type Call struct {
	W         http.ResponseWriter
	R         *http.Request
	Route     *Route
	Values    map[string]string // decoded path values
	RequestID string
	Caller    org.Caller
	Body      []byte // JSON routes only
	JobID     string // set once the call created a job
	Started   time.Time

	turn  *idempotency.Turn // set while an idempotent request is answered for the first time
	limit rate.Decision
	wrote int // status, 0 until answered
}

// Context is the request's: it ends when the client goes away.
func (c *Call) Context() context.Context { return c.R.Context() }

// Org is the organization every lookup is bound to.
func (c *Call) Org() string { return c.Caller.Org }
