package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// How long one request waits for the end of a job: as long as proxies commonly keep a silent connection, or shortly
// where somebody watches the progress.
const (
	longPoll  = 30 * time.Second
	shortPoll = time.Second
)

// JobType is the operation of a job.
type JobType string

// The types of jobs.
const (
	TypeParse    JobType = "Parse"
	TypeExtract  JobType = "Extract"
	TypeSplit    JobType = "Split"
	TypeEdit     JobType = "Edit"
	TypePipeline JobType = "Pipeline"
	TypeClassify JobType = "Classify"
	TypeChart    JobType = "Chart"
)

// Status says whether a job has ended, and how.
type Status string

// The statuses of jobs.
const (
	Idle      Status = "Idle"
	Pending   Status = "Pending"
	Completed Status = "Completed"
	Failed    Status = "Failed"
)

// State says more exactly than Status where a job stands.
type State string

// The states of jobs.
const (
	StateIdle       State = "Idle"
	StatePending    State = "Pending"
	StateInProgress State = "InProgress"
	StateCompleting State = "Completing"
	StateCompleted  State = "Completed"
	StateFailed     State = "Failed"
	StateCancelled  State = "Cancelled"
)

// Job is a piece of work. Jobs of a list have neither result, progress nor error.
type Job struct {
	ID          string          `json:"job_id"`
	Status      Status          `json:"status"`
	State       State           `json:"state"`
	Type        JobType         `json:"type"`
	Progress    float64         `json:"progress"` // from 0 to 1
	Reason      string          `json:"reason"`
	Error       *Error          `json:"error"`
	NumPages    int             `json:"num_pages"`   // pages processed
	TotalPages  int             `json:"total_pages"` // pages of the documents
	Source      *Source         `json:"source"`
	Duration    float64         `json:"duration"` // seconds of processing
	CreatedAt   time.Time       `json:"created_at"`
	RawConfig   string          `json:"raw_config"` // the request, as JSON
	Bucket      string          `json:"bucket"`
	ParentJobID string          `json:"parent_job_id"`
	Result      json.RawMessage `json:"result"`
}

// Source names the documents of a job.
type Source struct {
	Inputs []SourceInput `json:"inputs"`
}

// SourceKind says what kind of input a document came as.
type SourceKind string

// The kinds of inputs.
const (
	FromURL  SourceKind = "url"
	FromS3   SourceKind = "s3"
	FromFile SourceKind = "file"
	FromJob  SourceKind = "job"
)

// SourceInput is one document of a job.
type SourceInput struct {
	Kind SourceKind `json:"kind"`
	Name string     `json:"name"`
}

// Done reports whether the job has ended.
func (j Job) Done() bool { return j.Status == Completed || j.Status == Failed }

// Err is why the job failed, nil when it did not; it is an *Error.
func (j Job) Err() error {
	if j.Status != Failed {
		return nil
	}
	if j.Error == nil {
		return &Error{Message: j.Reason, JobID: j.ID}
	}
	return j.Error
}

// Decode reads the response of the operation as the service answered it. Client.Result also fetches what is kept behind
// URLs.
func (j Job) Decode(v any) error {
	if err := j.Err(); err != nil {
		return err
	}
	if len(j.Result) == 0 || string(j.Result) == "null" {
		return fmt.Errorf("octavo: job %s has no result", j.ID)
	}
	if err := json.Unmarshal(j.Result, v); err != nil {
		return fmt.Errorf("octavo: read result of job %s: %w", j.ID, err)
	}
	return nil
}

// Result reads the response of a job into a *ParseResponse, *ExtractResponse or whichever belongs to its operation, and
// fetches what is kept behind URLs.
func (c *Client) Result(ctx context.Context, j Job, response any) error {
	if err := j.Decode(response); err != nil {
		return err
	}
	return c.settle(ctx, response)
}

// Job reads a job.
func (c *Client) Job(ctx context.Context, id string) (Job, error) { return c.poll(ctx, id, 0) }

// poll reads a job once it has ended or the wait is over.
func (c *Client) poll(ctx context.Context, id string, wait time.Duration) (Job, error) {
	var query url.Values
	if wait > 0 {
		query = url.Values{"timeout": {strconv.FormatFloat(wait.Seconds(), 'f', 3, 64)}}
	}
	j := Job{}
	err := c.get(ctx, "/job/"+url.PathEscape(id), query, &j)
	j.ID = id
	return j, err
}

// Wait waits for the end of a job. A failed job is returned with an *Error. While it waits, progress, unless nil, is
// called with the job about once a second. When ctx ends first the job goes on; Cancel stops it.
func (c *Client) Wait(ctx context.Context, id string, progress func(Job)) (Job, error) {
	wait := longPoll
	if progress != nil {
		wait = shortPoll
	}
	last := Job{ID: id}
	for {
		started := time.Now()
		j, err := c.poll(ctx, id, wait)
		if err != nil {
			return last, err
		}
		if last = j; progress != nil {
			progress(j)
		}
		if j.Done() {
			return j, j.Err()
		}
		if err := pause(ctx, shortPoll-time.Since(started)); err != nil { // an answer that did not wait must not be asked for at once
			return j, err
		}
	}
}

// pause waits for some time, unless it is over already.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("octavo: %w", ctx.Err())
	case <-time.After(d):
		return nil
	}
}

// Run starts an operation, such as "parse", with a request of this package or any other value that is written as its
// JSON, and waits for its end as Wait does. The job has its id even where an error ended the wait.
func (c *Client) Run(ctx context.Context, operation string, request any, progress func(Job)) (Job, error) {
	id, err := c.start(ctx, operation, request)
	if err != nil {
		return Job{}, err
	}
	return c.Wait(ctx, id, progress)
}

// start submits an asynchronous operation and returns the id of its job.
func (c *Client) start(ctx context.Context, operation string, request any) (string, error) {
	var answer struct {
		JobID string `json:"job_id"`
	}
	if err := c.post(ctx, "/"+operation+"_async", request, &answer); err != nil {
		return "", err
	}
	if answer.JobID == "" {
		return "", errors.New("octavo: the service started no job")
	}
	return answer.JobID, nil
}

// Cancel stops a job that has not ended and returns where it stands.
func (c *Client) Cancel(ctx context.Context, id string) (Job, error) {
	j := Job{ID: id}
	err := c.post(ctx, "/cancel/"+url.PathEscape(id), nil, &j)
	return j, err
}

// Delete removes a job and what it made; with persisted, also a result that was to be kept.
func (c *Client) Delete(ctx context.Context, id string, persisted bool) error {
	var query url.Values
	if persisted {
		query = url.Values{"include_persisted": {"true"}}
	}
	return c.exchange(ctx, c.newCall(http.MethodDelete, "/job/"+url.PathEscape(id), query), nil)
}
