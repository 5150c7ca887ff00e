package job

import "time"

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
	Type     string
	Request  string
	ParentID string // of a child job
	URLMark  string
	Persist  bool
	Bucket   string
	Started  time.Time     // first claim of the job
	Elapsed  time.Duration // since then, by the database's clock, when this task was claimed
	Timeout  time.Duration
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
