package api

import "encoding/json"

// JobResponse is a job as GET /job answers it, always in the enhanced shape.
type JobResponse struct {
	Status      string          `json:"status"`
	Result      json.RawMessage `json:"result"` // null until Completed
	Progress    *float64        `json:"progress"`
	Reason      *string         `json:"reason"`
	Error       *ErrorDetail    `json:"error"`
	Type        *string         `json:"type"`
	NumPages    *int            `json:"num_pages"`
	TotalPages  *int            `json:"total_pages"`
	Source      json.RawMessage `json:"source"`
	Duration    *Seconds        `json:"duration"`
	CreatedAt   *Time           `json:"created_at"`
	RawConfig   *string         `json:"raw_config"`
	Bucket      *string         `json:"bucket"`
	State       string          `json:"state"`
	ParentJobID string          `json:"parent_job_id,omitempty"` // Chart jobs only
}

// Source names what a job was given, without secrets.
type Source struct {
	Inputs []SourceInput `json:"inputs"`
}

// SourceInput is one input: Kind is url, s3, file or job.
type SourceInput struct {
	Kind string  `json:"kind"`
	Name *string `json:"name"`
}

// SingleJob is a job in a list.
type SingleJob struct {
	JobID       string          `json:"job_id"`
	Status      string          `json:"status"`
	State       string          `json:"state"`
	Type        string          `json:"type"`
	RawConfig   *string         `json:"raw_config,omitempty"` // nil under exclude_configs
	CreatedAt   Time            `json:"created_at"`
	Source      json.RawMessage `json:"source"`
	NumPages    *int            `json:"num_pages"`
	TotalPages  *int            `json:"total_pages"`
	Duration    *Seconds        `json:"duration"`
	Bucket      *string         `json:"bucket"`
	ParentJobID string          `json:"parent_job_id,omitempty"`
}

// JobsResponse is a page of jobs, newest first.
type JobsResponse struct {
	Jobs       []SingleJob `json:"jobs"`
	NextCursor *string     `json:"next_cursor"`
}

// AsyncResponse answers every asynchronous start.
type AsyncResponse struct {
	JobID string `json:"job_id"`
}

// DeleteJobResponse answers DELETE /job.
type DeleteJobResponse struct {
	JobID string `json:"job_id"`
}

// CancelResponse answers POST /cancel.
type CancelResponse struct {
	JobID  string `json:"job_id"`
	Status string `json:"status"`
	State  string `json:"state"`
}

// UsageResponse is what an organization used.
type UsageResponse struct {
	Usage []UsageRow `json:"usage"`
}

// UsageRow counts one operation on one day.
type UsageRow struct {
	Day      string  `json:"day"`
	Type     string  `json:"type"`
	Pages    int64   `json:"pages"`
	Jobs     int64   `json:"jobs"`
	Failures int64   `json:"failures"`
	Seconds  Seconds `json:"seconds"`
}
