// Package work runs the tasks of operations: it hands each its sources, its artifacts and a place for its result.
package work

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/source"
	"github.com/octavo-dev/octavo/internal/trace"
)

// kindResponse is the object that holds a job's whole response.
const kindResponse = "response"

// Crew works on tasks. It is a job.Handler and a job.Results.
type Crew struct {
	Operations []op.Operation
	Site       op.Site
	Objects    *object.Store
	Sources    *source.Resolver
	Scheme     source.Scheme
	Reader     *reader.Reader
	Models     *infer.Set
	PDF        *pdf.Writer
	Embed      embed.Embedder
	Parts      func(ctx context.Context, jobID string) ([]string, error) // outputs of a job's page batches
	// Job returns a job of an organization.
	Job     func(ctx context.Context, org, id string) (job.Job, error)
	TempDir string // where documents are spooled; files there have no name

	shelf shelf
}

// Ended lets go what is kept here for the tasks of a job that has ended.
func (c *Crew) Ended(jobID string) { c.shelf.forget(jobID) }

// Run works on one task.
func (c *Crew) Run(ctx context.Context, t job.Task) (out job.Outcome, err error) {
	ctx, span := trace.Task(ctx, t.Trace, t.Type+" "+t.Stage, attribute.String("octavo.job_id", t.JobID),
		attribute.String("octavo.queue", string(t.Queue)), attribute.Int("octavo.attempt", t.Attempt))
	defer func() { trace.End(span, err) }()
	for _, o := range c.Operations {
		if o.Type == t.Type && o.Run != nil {
			return o.Run(ctx, c.env(ctx), t)
		}
	}
	return out, fault.New(fault.InferenceMethodUnsupported, "this worker cannot run jobs of type %s", t.Type)
}

func (c *Crew) env(ctx context.Context) op.Env {
	return op.Env{
		Site: c.Site, Sources: &sources{c}, Artifacts: &artifacts{c}, Now: time.Now,
		Reader: c.Reader, PDF: c.PDF, Models: c.Models, Embed: c.Embed,
		Report: func(p op.Progress) { job.Report(ctx, job.Progress(p)) },
		Parts:  func(ctx context.Context, t job.Task) ([]string, error) { return c.Parts(ctx, t.JobID) },
		Child:  c.child,
	}
}

// child reads how a job ended that another one started.
func (c *Crew) child(ctx context.Context, t job.Task, id string) (op.Child, error) {
	j, err := c.Job(ctx, t.Org, id)
	switch {
	case errors.Is(err, job.ErrNotFound) || err == nil && (j.Deletion != job.Kept || j.Expired):
		return op.Child{Error: fault.New(fault.NotFound, "job %s was not found", id)}, nil
	case err != nil:
		return op.Child{}, fmt.Errorf("read job %s: %w", id, err)
	case j.State != job.Completed:
		return op.Child{Error: fault.Of(j.Error)}, nil
	}
	r, _, err := c.Objects.OpenObject(ctx, j.ResultKey, 0, -1)
	if fault.Is(err, fault.NotFound) {
		return op.Child{Error: fault.Of(err)}, nil
	}
	if err != nil {
		return op.Child{}, fmt.Errorf("open result of job %s: %w", id, err)
	}
	defer r.Close()
	body, err := io.ReadAll(r)
	if err != nil {
		return op.Child{}, fmt.Errorf("read result of job %s: %w", id, err)
	}
	return op.Child{Result: body, Open: func(ctx context.Context, kind string) (io.ReadCloser, error) {
		return c.artifact(ctx, t.Org, id, kind)
	}}, nil
}

// PutResult stores a response. It is an object like any other artifact, so that what a lost attempt left behind
// goes with the job.
func (c *Crew) PutResult(ctx context.Context, t job.Task, body []byte) (string, error) {
	o, err := c.Objects.Add(ctx, object.Artifact{
		Org: t.Org, Environment: t.Bucket, JobID: t.JobID, Kind: kindResponse, Filename: "response.json",
		ContentType: "application/json", Persisted: t.Persist, Mark: t.URLMark,
	}, bytes.NewReader(body), 0)
	if err != nil {
		return "", fmt.Errorf("store result: %w", err)
	}
	return o.ID, nil
}

// ReadResult returns the response of a completed job with its URLs signed afresh.
func (c *Crew) ReadResult(ctx context.Context, j job.Job) ([]byte, error) {
	r, _, err := c.Objects.OpenObject(ctx, j.ResultKey, 0, -1)
	if fault.Is(err, fault.NotFound) {
		return nil, fault.New(fault.NotFound, "the results of the job have expired").Typed("job_expired")
	}
	if err != nil {
		return nil, fmt.Errorf("open result: %w", err)
	}
	defer r.Close()
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read result: %w", err)
	}
	return c.Objects.Expand(ctx, body, j.URLMark, j.ID)
}

// Discard removes what a task left whose job was ended by somebody else.
func (c *Crew) Discard(ctx context.Context, t job.Task) {
	if err := c.Objects.RemoveJob(ctx, t.JobID, true); err != nil {
		slog.ErrorContext(ctx, "partial artifacts not removed; the sweeper will", "job_id", t.JobID, "error", err)
	}
}
