package client

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
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
