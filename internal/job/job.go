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

// Stage names a step of an operation and the queue it runs in.
type Stage struct {
	Name    string
	Queue   Queue
	Payload string
}

// Task is one claimed piece of a job. Owner is the fence: it is different for every claim, and only who shows it
// may end the task.
type Task struct {
	JobID   string
	Part    int // Main, or the number of a page batch
	Org     string
	Queue   Queue
	Lane    Lane
	Stage   string
	Payload string
	Attempt int // 1 for the first; interruptions and finished stages do not count
	Owner   string
	Trace   string

	// Copied from the job so that a worker needs one read.
	Type    string
	Request string
	URLMark string
	Persist bool
	Bucket  string
	Started time.Time     // first claim of the job
	Elapsed time.Duration // since then, by the database's clock, when this task was claimed
	Timeout time.Duration
}

// What stands in Task.Part instead of the number of a page batch.
const (
	Main  = -1 // the main task of its job
	Probe = -2 // no job at all: the task only shows that its queue is served
)

// Outcome is what a handler says after running a task: exactly one field is set.
type Outcome struct {
	Result *Result // the job is done
	Next   *Stage  // the main task goes on in another stage
	Fan    *Fan    // page batches first, then a stage that assembles them
	Spawn  *Spawn  // child jobs first, then a stage that reads their results
	Part   *string // output of a page batch
}

// Fan cuts the rest of the work into parts that any worker may take. When all are done, Then runs and can read
// their outputs in order.
type Fan struct {
	Parts []string // payloads
	Stage string   // stage of every part
	Queue Queue
	Then  Stage
}

// Spawn makes the main task wait for child jobs. Then runs when all of them have ended, however they ended.
type Spawn struct {
	Jobs []Submission // Org, ParentID, Lane and Trace are taken from the parent
	Then Stage
}

// Result is a finished job's outcome. Body is the whole response object; it is stored before the job ends.
type Result struct {
	Body       []byte
	NumPages   int
	TotalPages int
}

// Stored is a result whose bytes are safe: the row that points at them may be written.
type Stored struct {
	Key        string // blob key
	Bytes      int64
	NumPages   int
	TotalPages int
}

// Beat is one sign of life of a running task.
type Beat struct {
	JobID  string
	Part   int
	Owner  string
	Report *Progress // nil: nothing new
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
	QueueWait time.Duration // creation to first claim, or to the end when it never started
}

// Position is a place in the list of jobs: the page after it holds strictly older ones. The zero value is the
// beginning.
type Position struct {
	CreatedAt time.Time
	ID        string
}

// Filter narrows a list of jobs; zero fields do not.
type Filter struct {
	Type   string
	Status string // one of the four public values
	State  State
	From   time.Time // created at or after
	To     time.Time // created before
}

// Depth is how many jobs stand in one place.
type Depth struct {
	Queue   Queue // destination; empty for jobs submitted to the batch lane, which count in no queue
	Lane    Lane  // where it stands now: old batch jobs move to Normal
	Queued  int
	Running int
}

// Legacy is the unfinished work that earlier major versions accepted.
type Legacy struct {
	Queued  int
	Running int
	Oldest  time.Duration // age of the oldest, 0 when there is none
}

// Waits are the longest times a job may stand in a queue; zero is for ever.
type Waits struct {
	Sync  time.Duration // limits.sync_timeout
	Async time.Duration // queue.max_wait
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
