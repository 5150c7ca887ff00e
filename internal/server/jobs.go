package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// cancelWait is how long a cancel waits for a result that is being written.
const cancelWait = 2 * time.Second

// jobMissing makes an unknown id and a foreign one the same answer.
func jobMissing(err error) error {
	if errors.Is(err, job.ErrNotFound) {
		return fault.New(fault.NotFound, "the job was not found")
	}
	return err
}

// gone answers for a job that is being deleted, or was.
func gone(j job.Job) error {
	switch {
	case j.Deletion == job.Deleting:
		return fault.New(fault.JobDeletionInProgress, "")
	case j.Deletion == job.Deleted:
		return fault.New(fault.JobDeleted, "")
	case j.Expired && j.State == job.Completed: // how another job ended is known as long as its row
		return fault.New(fault.NotFound, "the results of the job have expired").Typed("job_expired")
	}
	return nil
}

// getJob is GET /job/{job_id}, with its long poll.
func (s *Server) getJob(c *Call) (Reply, error) {
	query, errs := api.ReadQuery[api.JobQuery]("get_job", c.R.URL.Query())
	if errs != nil {
		return Reply{}, errs
	}
	id := c.Values["job_id"]
	j, err := s.Jobs.Get(c.Context(), c.Org(), id)
	if err != nil {
		return Reply{}, jobMissing(err)
	}
	if err := gone(j); err != nil {
		return Reply{}, err
	}
	if query.Timeout > 0 && !j.State.Final() {
		ctx, cancel := context.WithTimeout(c.Context(), time.Duration(query.Timeout*float64(time.Second)))
		defer cancel()
		j, err = s.Waiter.Wait(ctx, c.Org(), id)
		if err != nil && ctx.Err() == nil {
			return Reply{}, jobMissing(err)
		}
		if err := gone(j); err != nil {
			return Reply{}, err
		}
	}
	answer, err := s.jobResponse(c.Context(), j)
	if err != nil {
		return Reply{}, err
	}
	return ok(answer)
}

func (s *Server) jobResponse(ctx context.Context, j job.Job) (api.JobResponse, error) {
	created, progress := api.At(j.CreatedAt), j.Progress
	r := api.JobResponse{
		Status: j.State.Status(), Result: rawJSON(nil), Progress: &progress, Type: &j.Type,
		NumPages: j.NumPages, TotalPages: j.TotalPages, Source: rawJSON([]byte(j.Source)),
		Duration: api.TookPtr(j.Duration()), CreatedAt: &created, RawConfig: &j.RawConfig,
		Bucket: optional(j.Bucket), State: string(j.State), ParentJobID: j.ParentID,
	}
	switch j.State {
	case job.Completed:
		body, err := s.Results.ReadResult(ctx, j)
		if err != nil {
			return r, err
		}
		r.Result = body
	case job.Failed, job.Cancelled:
		detail := api.Detail(jobError(j))
		r.Error, r.Reason = &detail, &detail.Message
	}
	return r, nil
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// listJobs is GET /jobs.
func (s *Server) listJobs(c *Call) (Reply, error) {
	query, errs := api.ReadQuery[api.JobsQuery]("list_jobs", c.R.URL.Query())
	if errs != nil {
		return Reply{}, errs
	}
	filter := job.Filter{Type: query.Type, Status: query.Status, State: job.State(query.State)}
	if query.From != nil {
		filter.From = query.From.Time
	}
	if query.To != nil {
		filter.To = query.To.Time
	}
	bound, err := json.Marshal(filter)
	if err != nil {
		return Reply{}, fmt.Errorf("bind cursor: %w", err)
	}
	at, err := s.Cursors.Decode(c.Org(), string(bound), query.Cursor)
	if err != nil {
		return Reply{}, badCursor(query.Cursor)
	}
	after := job.Position{}
	if at != cursor.Start {
		after = job.Position{CreatedAt: time.UnixMilli(at.At), ID: at.ID}
	}
	// One more than asked for tells whether an older job exists.
	jobs, err := s.Jobs.List(c.Context(), c.Org(), after, query.Limit+1, filter)
	if err != nil {
		return Reply{}, err
	}
	answer := api.JobsResponse{Jobs: []api.SingleJob{}}
	if len(jobs) > query.Limit {
		jobs = jobs[:query.Limit]
		last := jobs[len(jobs)-1]
		next := s.Cursors.Encode(c.Org(), string(bound), cursor.Position{At: last.CreatedAt.UnixMilli(), ID: last.ID})
		answer.NextCursor = &next
	}
	for _, j := range jobs {
		answer.Jobs = append(answer.Jobs, singleJob(j, query.ExcludeConfigs))
	}
	return ok(answer)
}

func badCursor(sent string) error {
	input, err := api.Marshal(sent)
	if err != nil {
		input = nil
	}
	why := "not a cursor of this list"
	return api.Errors{{Loc: []any{"query", "cursor"}, Msg: "Value error, " + why, Type: "value_error", Input: input, Ctx: api.Ctx{"error": why}}}
}

func singleJob(j job.Job, bare bool) api.SingleJob {
	s := api.SingleJob{
		JobID: j.ID, Status: j.State.Status(), State: string(j.State), Type: j.Type, CreatedAt: api.At(j.CreatedAt),
		Source: rawJSON([]byte(j.Source)), NumPages: j.NumPages, TotalPages: j.TotalPages,
		Duration: api.TookPtr(j.Duration()), Bucket: optional(j.Bucket), ParentJobID: j.ParentID,
	}
	if !bare {
		s.RawConfig = &j.RawConfig
	}
	return s
}

// cancelJob is POST /cancel/{job_id}.
func (s *Server) cancelJob(c *Call) (Reply, error) {
	id := c.Values["job_id"]
	j, err := s.Jobs.Get(c.Context(), c.Org(), id)
	if err != nil {
		return Reply{}, jobMissing(err)
	}
	if j.Deletion != job.Kept {
		return Reply{}, gone(j)
	}
	if j, err = s.Jobs.Cancel(c.Context(), c.Org(), id); err != nil {
		return Reply{}, jobMissing(err)
	}
	if !j.State.Final() {
		ctx, cancel := context.WithTimeout(c.Context(), cancelWait)
		defer cancel()
		reached, err := s.Waiter.Wait(ctx, c.Org(), id)
		if err == nil || ctx.Err() != nil && reached.ID != "" {
			j = reached
		} else if ctx.Err() == nil {
			return Reply{}, jobMissing(err)
		}
	}
	return ok(api.CancelResponse{JobID: j.ID, Status: j.State.Status(), State: string(j.State)})
}

// deleteJob is DELETE /job/{job_id}.
func (s *Server) deleteJob(c *Call) (Reply, error) {
	query, errs := api.ReadQuery[api.DeleteJobQuery]("delete_job", c.R.URL.Query())
	if errs != nil {
		return Reply{}, errs
	}
	j, err := s.Jobs.MarkDeleting(c.Context(), c.Org(), c.Values["job_id"], query.IncludePersisted)
	if errors.Is(err, job.ErrDeleted) {
		return Reply{}, fault.New(fault.JobDeleted, "")
	}
	if err != nil {
		return Reply{}, jobMissing(err)
	}
	s.Clean()
	return Reply{Status: http.StatusAccepted, Value: api.DeleteJobResponse{JobID: j.ID}}, nil
}
