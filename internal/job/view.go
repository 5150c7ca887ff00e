package job

import "time"

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
