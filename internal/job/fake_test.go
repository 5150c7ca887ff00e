package job_test

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

var errAway = errors.New("the database is away")

// fake is a store that hands out given tasks and writes down what comes back. While away is set every call fails.
type fake struct {
	mu    sync.Mutex
	tasks []job.Task
	alone []string // jobs whose tasks were lost with their worker
	away  bool
	lost  map[string]bool // jobs whose claims are gone
	calls []call
}

type call struct {
	name, job string
	at        time.Time
	report    *job.Progress
	why       *fault.Error
}

func (f *fake) record(c call) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.away {
		return errAway
	}
	c.at = time.Now()
	f.calls = append(f.calls, c)
	if f.lost[c.job] && c.name != "held" && c.name != "renew" {
		return job.ErrLost
	}
	return nil
}

func (f *fake) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

func (f *fake) named(name string) (found []call) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.calls {
		if c.name == name {
			found = append(found, c)
		}
	}
	return found
}

func (f *fake) Claim(_ context.Context, q job.Queue, n int, owner string, _ time.Duration) ([]job.Task, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.away || q != job.CPU {
		return nil, nil
	}
	n = min(n, len(f.tasks))
	out := f.tasks[:n:n]
	f.tasks = f.tasks[n:]
	for i := range out {
		out[i].Owner, out[i].Part = owner, job.Main
		out[i].Attempt = max(1, out[i].Attempt)
	}
	return out, nil
}

// ClaimLost and Reserve are for the tasks in alone, which wait until somebody has room.
func (f *fake) ClaimLost(_ context.Context, q job.Queue, owner string, _ time.Duration) ([]job.Task, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.away || q != job.CPU || len(f.alone) == 0 {
		return nil, nil
	}
	t := job.Task{JobID: f.alone[0], Owner: owner, Part: job.Main, Attempt: 2}
	f.alone = f.alone[1:]
	return []job.Task{t}, nil
}

func (f *fake) Reserve(_ context.Context, q job.Queue, _ string, _ time.Duration) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.away && q == job.CPU && len(f.alone) > 0, nil
}

func (f *fake) watch(name string, beats []job.Beat) (lost []job.Beat, err error) {
	for _, b := range beats {
		if err := f.record(call{name: name, job: b.JobID, report: b.Report}); err != nil {
			return nil, err
		}
		if f.lost[b.JobID] {
			lost = append(lost, b)
		}
	}
	return lost, nil
}

func (f *fake) Renew(_ context.Context, _ time.Duration, beats []job.Beat) ([]job.Beat, error) {
	return f.watch("renew", beats)
}
func (f *fake) Held(_ context.Context, beats []job.Beat) ([]job.Beat, error) {
	return f.watch("held", beats)
}
func (f *fake) Completing(_ context.Context, t job.Task) error {
	return f.record(call{name: "completing", job: t.JobID})
}
func (f *fake) Complete(_ context.Context, t job.Task, _ job.Stored) error {
	return f.record(call{name: "complete", job: t.JobID})
}
func (f *fake) Fail(_ context.Context, t job.Task, why *fault.Error) error {
	return f.record(call{name: "fail", job: t.JobID, why: why})
}
func (f *fake) Advance(_ context.Context, t job.Task, _ job.Stage) error {
	return f.record(call{name: "advance", job: t.JobID})
}
func (f *fake) Fan(_ context.Context, t job.Task, _ job.Fan) error {
	return f.record(call{name: "fan", job: t.JobID})
}
func (f *fake) Spawn(_ context.Context, t job.Task, _ job.Spawn) error {
	return f.record(call{name: "spawn", job: t.JobID})
}
func (f *fake) FinishPart(_ context.Context, t job.Task, _ string) error {
	return f.record(call{name: "finish part", job: t.JobID})
}
func (f *fake) Retry(_ context.Context, t job.Task, _ time.Duration) error {
	return f.record(call{name: "retry", job: t.JobID})
}
func (f *fake) Release(_ context.Context, t job.Task) error {
	return f.record(call{name: "release", job: t.JobID})
}
func (f *fake) Answer(_ context.Context, t job.Task) error {
	return f.record(call{name: "answer", job: t.JobID})
}
func (f *fake) Maintain(context.Context, job.Waits) error { return nil }
func (f *fake) StateOf(context.Context, string) (job.State, error) {
	return job.Cancelled, nil
}
