package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/rate"
	"github.com/octavo-dev/octavo/internal/source"
	"github.com/octavo-dev/octavo/internal/trace"
)

// bodies names the schemas of the two routes of each operation.
var bodies = map[string]struct{ either, async string }{
	"parse":    {"ParseRequest", "AsyncParseConfig"},
	"extract":  {"ExtractRequest", "AsyncExtractConfig"},
	"split":    {"SyncSplitConfig", "AsyncSplitConfig"},
	"classify": {"ClassifyConfig", "ClassifyConfig"},
	"edit":     {"EditConfig", "AsyncEditConfig"},
	"pipeline": {"V3PipelineConfig", "V3AsyncPipelineConfig"},
}

// operation handles POST /<name> and /<name>_async. Both forms share every line but the wait.
func (s *Server) operation(o op.Operation, alwaysAsync bool) func(*Call) (Reply, error) {
	schema := bodies[o.Name].either
	if alwaysAsync {
		schema = bodies[o.Name].async
	}
	// Only parse and extract choose their form by the request's async field.
	chooses := o.Name == "parse" || o.Name == "extract"
	return func(c *Call) (Reply, error) {
		if o.Name == "pipeline" {
			c.W.Header().Set("Deprecation", "true")
		}
		body, errs := api.Validate(schema, c.Body)
		if errs != nil {
			return Reply{}, errs
		}
		async := alwaysAsync || chooses && asksAsync(body)
		if !async {
			if err := s.settle(c, rate.Sync); err != nil {
				return Reply{}, err
			}
		}
		plan, err := s.plan(c, o, body, async)
		if err != nil {
			return Reply{}, err
		}
		return s.submit(c, o, plan, async)
	}
}

// asksAsync reports whether a normalised body has a non-null async key.
func asksAsync(body []byte) bool {
	var form struct {
		Async json.RawMessage `json:"async"`
	}
	return json.Unmarshal(body, &form) == nil && len(form.Async) > 0 && !bytes.Equal(form.Async, []byte("null"))
}

// plan runs checks 9 to 14: all that needs no document.
func (s *Server) plan(c *Call, o op.Operation, body json.RawMessage, async bool) (op.Plan, error) {
	if o.Run == nil {
		return op.Plan{}, fault.New(fault.InferenceMethodUnsupported, "%s is not built into this version of Octavo", o.Name)
	}
	plan, err := o.Plan(s.Site, op.Call{Body: body, Raw: c.Body, Async: async})
	if err != nil {
		return plan, err
	}
	if err := s.checkEnvironment(c, &plan); err != nil {
		return plan, err
	}
	if n := len(plan.Inputs); n > s.Config.Limits.Inputs {
		return plan, fault.New(fault.DocumentTooLarge, "the input list has %d entries, the limit is %d", n, s.Config.Limits.Inputs)
	}
	if plan.Webhook != nil && plan.Webhook.Mode == api.WebhookDirect {
		if err := s.Sources.CheckLiteral(plan.Webhook.URL); err != nil {
			return plan, err
		}
	}
	for _, raw := range plan.Inputs {
		if err := s.Sources.Check(c.Context(), c.Org(), source.Parse(raw, s.scheme), plan.JobInputs); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// checkEnvironment settles the Hybrid VPC environment a request names.
func (s *Server) checkEnvironment(c *Call, plan *op.Plan) error {
	if plan.Environment == "" {
		return nil
	}
	settings, err := s.Orgs.Settings(c.Context(), c.Org())
	if err != nil {
		return err
	}
	known := slices.Sorted(maps.Keys(settings.Environments))
	switch {
	case slices.Contains(known, plan.Environment):
		return nil
	case len(known) > 0:
		return fault.New(fault.InvalidConfig, "unknown environment %q; known: %s", plan.Environment, strings.Join(known, ", "))
	case s.Config.HybridVPC.Strict:
		return fault.New(fault.InvalidConfig, "environment %q was asked for, but this organization has none", plan.Environment)
	}
	plan.Warnings = append(plan.Warnings, "settings.hybrid_vpc.environment had no effect: this organization has no environments")
	plan.Environment = ""
	return nil
}

// submit is checks 15 and 16 and the answer.
func (s *Server) submit(c *Call, o op.Operation, plan op.Plan, async bool) (Reply, error) {
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
	if err := s.gate(c.Context(), plan); err != nil {
		return Reply{}, err
	}
	if err := c.bind(id); err != nil {
		return Reply{}, err
	}
	settings, err := s.Orgs.Settings(c.Context(), c.Org())
	if err != nil {
		return Reply{}, err
	}
	request, err := plan.Stored()
	if err != nil {
		return Reply{}, err
	}
	_, err = s.Jobs.Submit(c.Context(), job.Submission{
		ID: id, Org: c.Org(), Type: o.Type, Queue: plan.Queue, First: plan.First, Lane: plan.Lane, Sync: !async,
		Tenant: plan.Tenant, TenantShare: plan.TenantShare, Ceiling: settings.MaxConcurrency,
		UserLabel: c.R.Header.Get("user-id"), Request: request, RawConfig: api.Redact(c.Body),
		Source: source.Describe(plan.Inputs, s.scheme), Webhook: plan.Webhook, Timeout: plan.Timeout,
		Bucket: plan.Environment, Persist: plan.Persist, Trace: trace.Parent(c.Context()),
	})
	if err != nil {
		return Reply{}, err
	}
	s.touch(c, plan)
	return s.collect(c, id, async)
}

// touch restarts the retention of uploads a job uses. The job is stored; a failure here only shortens theirs.
func (s *Server) touch(c *Call, plan op.Plan) {
	for _, raw := range plan.Inputs {
		if in := source.Parse(raw, s.scheme); in.Form == source.File {
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
