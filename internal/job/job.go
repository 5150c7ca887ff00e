package job

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/octavo-dev/octavo/internal/fault"
)

// State is where a job stands.
type State string

// The states of a job. Completed, Failed and Cancelled are final.
const (
	Idle       State = "Idle"       // accepted, held back by a ceiling
	Pending    State = "Pending"    // in a queue
	InProgress State = "InProgress" // claimed by a worker
	Completing State = "Completing" // work done, result being written
	Completed  State = "Completed"
	Failed     State = "Failed"
	Cancelled  State = "Cancelled"
)

// Final reports whether no transition leaves the state.
func (s State) Final() bool { return s == Completed || s == Failed || s == Cancelled }

// Status is the public value: the interface knows four.
func (s State) Status() string {
	switch s {
	case InProgress, Completing:
		return string(Pending)
	case Cancelled:
		return string(Failed)
	}
	return string(s)
}

// Queue is one of the two kinds of worker slots.
type Queue string

// CPU converts, renders and recognises; IO downloads, stores and calls models.
const (
	CPU Queue = "cpu"
	IO  Queue = "io"
)

// Lane orders work inside a queue; a lower lane is always served first.
type Lane int

// The lanes in the order they are served.
const (
	Priority Lane = iota
	Normal
	Batch
)

// String is the name of a lane in the interface and in metrics.
func (l Lane) String() string {
	switch l {
	case Priority:
		return "priority"
	case Batch:
		return "batch"
	}
	return "normal"
}

// Deletion is how far the removal of a job's artifacts has come.
type Deletion string

// A job is visible, being deleted, or a tombstone.
const (
	Kept     Deletion = ""
	Deleting Deletion = "deleting"
	Deleted  Deletion = "deleted"
)

// Job is the record a caller sees.
type Job struct {
	ID         string
	Org        string
	Type       string // Parse, Extract, Split, Edit, Pipeline, Classify, Chart
	State      State
	Queue      Queue // destination queue, what admission counts
	Lane       Lane
	Sync       bool
	Generation int // major version that accepted it
	Tenant     string
	UserLabel  string
	Request    string // what the operation runs on, emptied at the end
	RawConfig  string // what the caller sent, without passwords
	Source     string // JSON
	URLMark    string // random mark of signed URLs inside the result
	Progress   float64
	NumPages   *int
	TotalPages *int
	Attempt    int
	Timeout    time.Duration // settings.timeout, 0 when none
	ResultKey  string
	Error      *fault.Error // set when Failed or Cancelled
	Bucket     string
	ParentID   string
	Persist    bool
	Deletion   Deletion
	DeleteAll  bool
	Expired    bool // results were removed after retention
	CreatedAt  time.Time
	StartedAt  *time.Time
	FinishedAt *time.Time
}

// Duration is the time from the first claim to the end, nil before the end.
func (j *Job) Duration() *time.Duration {
	if j.FinishedAt == nil {
		return nil
	}
	var d time.Duration
	if j.StartedAt != nil {
		d = j.FinishedAt.Sub(*j.StartedAt)
	}
	return &d
}

// Webhook says whom to tell about the end of a job.
type Webhook struct {
	Mode     string          `json:"mode"` // svix or direct
	URL      string          `json:"url,omitempty"`
	Channels []string        `json:"channels,omitempty"`
	Metadata json.RawMessage `json:"metadata,omitempty"`
}

// Submission is what it takes to create a job.
type Submission struct {
	ID          string // empty: the store makes one; see NewID
	Org         string
	Type        string
	Queue       Queue // destination queue, what admission counts
	First       Stage // where the work starts
	Lane        Lane
	Sync        bool
	Tenant      string  // empty: no tenant throttling
	TenantShare float64 // share of the org ceiling one tenant may hold
	Ceiling     int     // org's max_concurrency; 0 = none
	UserLabel   string
	Request     string
	RawConfig   string
	Source      string
	Webhook     *Webhook
	Timeout     time.Duration
	Bucket      string
	ParentID    string // a child counts neither in depth nor against a ceiling
	Persist     bool
	Trace       string // W3C traceparent of the request
}

// Ending tells about a job that has just reached a final state.
type Ending struct {
	ID        string
	Org       string
	Type      string
	State     State
	Error     *fault.Error  // nil when Completed
	Pages     int           // pages processed
	Duration  time.Duration // first claim to end
	Queue     Queue
	Lane      Lane
	QueueWait time.Duration // creation to first claim, or to the end when it never started
}

// What can happen to a claim or a look-up.
var (
	ErrLost     = errors.New("the claim on this task was lost")
	ErrNotFound = errors.New("no such job")
	ErrDeleted  = errors.New("the job was deleted")
)

// MaxAttempts is how often a task is tried before its job fails.
const MaxAttempts = 3

// NewID returns a new job id: a UUID of version 7, so that ids sort by time.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }
