package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/source"
	"github.com/octavo-dev/octavo/internal/trace"
)

// submit is checks 15 and 16 and the answer.
func (s *Server) submit(c *Call, o op.Operation, plan op.Plan, inputs []source.Input, async bool) (Reply, error) {
	id := job.NewID()
	if c.turn != nil && c.turn.JobID != "" {
		// An earlier process bound this job before it died; it may or may not have stored it.
		id = c.turn.JobID
		if _, err := s.Jobs.Get(c.Context(), c.Org(), id); err == nil {
			return s.collect(c, id, async)
		} else if !errors.Is(err, job.ErrNotFound) {
			return Reply{}, err
		}
	}
	if err := s.store(c, id, o, plan, inputs, async); err != nil {
		return Reply{}, err
	}
	s.touch(c, inputs)
	return s.collect(c, id, async)
}

// store stores the job, where there is room for it.
func (s *Server) store(c *Call, id string, o op.Operation, plan op.Plan, inputs []source.Input, async bool) error {
	leave, err := s.gate(c.Context(), plan)
	if err != nil {
		return err
	}
	defer leave()
	if err := c.bind(id); err != nil {
		return err
	}
	settings, err := s.Orgs.Settings(c.Context(), c.Org())
	if err != nil {
		return err
	}
	request, err := plan.Stored()
	if err != nil {
		return err
	}
	if c.turn != nil {
		c.turn.Open(id)
	}
	_, err = s.Jobs.Submit(c.Context(), job.Submission{
		ID: id, Org: c.Org(), Type: o.Type, Queue: plan.Queue, First: plan.First, Lane: plan.Lane, Sync: !async,
		Tenant: plan.Tenant, TenantShare: plan.TenantShare, Ceiling: settings.MaxConcurrency,
		UserLabel: c.R.Header.Get("user-id"), Request: request, RawConfig: api.Redact(c.Body),
		Source: source.Describe(inputs), Webhook: plan.Webhook, Timeout: plan.Timeout,
		Bucket: plan.Environment, Persist: plan.Persist, Trace: trace.Parent(c.Context()),
	})
	return err
}

// touch restarts the retention of uploads a job uses. The job is stored; a failure here only shortens theirs.
func (s *Server) touch(c *Call, inputs []source.Input) {
	for _, in := range inputs {
		if in.Form == source.File {
			if err := s.Objects.Touch(c.Context(), c.Org(), in.ID); err != nil {
				slog.WarnContext(c.Context(), "retention of an upload not extended", "request_id", c.RequestID, "error", err)
			}
		}
	}
}

// collect answers with the job's id, or with its outcome once it is final.
func (s *Server) collect(c *Call, id string, async bool) (Reply, error) {
	c.JobID = id
	if async {
		return Reply{Status: http.StatusOK, Value: api.AsyncResponse{JobID: id}}, nil
	}
	j, err := s.await(c, id)
	if err != nil {
		return Reply{}, err
	}
	if c.turn != nil && j.State != job.Completed {
		c.turn.Settled() // a retry may do better than this job did
	}
	return s.outcome(c.Context(), j)
}

// await waits for a synchronous job: to its end, to the sync limit, or until the client goes away.
func (s *Server) await(c *Call, id string) (job.Job, error) {
	limit := s.Config.Limits.SyncTimeout
	ctx, cancel := context.WithTimeout(c.Context(), limit)
	defer cancel()
	j, err := s.Waiter.Wait(ctx, c.Org(), id)
	if err == nil || ctx.Err() == nil {
		return j, err
	}
	after, cancelAfter := context.WithTimeout(context.WithoutCancel(c.Context()), 10*time.Second)
	defer cancelAfter()
	if c.Context().Err() != nil {
		if _, err := s.Jobs.Cancel(after, c.Org(), id); err != nil {
			slog.ErrorContext(after, "job of a lost client not cancelled", "job_id", id, "error", err)
		}
		return j, c.Context().Err()
	}
	seconds := int(limit.Seconds())
	running := fault.New(fault.Timeout, "the request did not finish within %d s; use the asynchronous form", seconds).Coded(504, false)
	j, err = s.Jobs.Expire(after, c.Org(), id, fault.New(fault.CapacityTimeout, "no worker became free within %d s", seconds), running)
	if err == nil && !j.State.Final() { // the result is being written
		j, err = s.Waiter.Wait(after, c.Org(), id)
	}
	return j, err
}

// outcome is the response a completed job stored, or its error.
func (s *Server) outcome(ctx context.Context, j job.Job) (Reply, error) {
	if j.State != job.Completed {
		return Reply{}, jobError(j)
	}
	body, err := s.Results.ReadResult(ctx, j)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Status: http.StatusOK, Raw: body, Ref: j.ID}, nil
}

func jobError(j job.Job) *fault.Error {
	e := j.Error
	if e == nil {
		e = fault.New(fault.JobStateError, "")
	}
	named := *e
	named.JobID = j.ID
	return &named
}

// bind ties the answer to a job or upload before it exists, so that a retry finds it.
func (c *Call) bind(ref string) error {
	if c.turn == nil {
		return nil
	}
	return c.turn.Bind(c.Context(), ref)
}

// rebuild answers a retry from what the first answer was made of.
func (s *Server) rebuild(c *Call, ref string) (Reply, error) {
	if id, ok := strings.CutPrefix(ref, uploadRef); ok {
		o, err := s.Objects.FindUpload(c.Context(), c.Org(), id)
		if err != nil {
			return Reply{}, err
		}
		return Reply{Status: http.StatusOK, Value: api.UploadResponse{FileID: o.Label}}, nil
	}
	j, err := s.Jobs.Get(c.Context(), c.Org(), ref)
	if err != nil {
		return Reply{}, jobMissing(err)
	}
	c.JobID = j.ID
	if err := gone(j); err != nil {
		return Reply{}, err
	}
	return s.outcome(c.Context(), j)
}
