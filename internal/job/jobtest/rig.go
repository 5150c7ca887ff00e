package jobtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

const (
	org   = "acme"
	lease = 10 * time.Second
)

// rig is one store under test, with a way around it to make time pass.
type rig struct {
	t    *testing.T
	ctx  context.Context
	db   *database.DB
	open func(t *testing.T, db *database.DB, opt Options) Store
	Store

	mu    sync.Mutex
	ended []job.Ending
}

func newRig(t *testing.T, db *database.DB, open func(t *testing.T, db *database.DB, opt Options) Store) *rig {
	r := &rig{t: t, ctx: t.Context(), db: db, open: open}
	for _, table := range []string{"jobs", "tasks", "parts", "usage", "messages"} {
		r.exec("DELETE FROM " + table)
	}
	r.Store = r.another(Options{Generation: 3, Slots: 8})
	return r
}

// another opens the same database as another process would.
func (r *rig) another(opt Options) Store {
	opt.OnFinish = func(e job.Ending) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ended = append(r.ended, e)
	}
	return r.open(r.t, r.db, opt)
}

func (r *rig) ok(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) wantLost(what string, err error) {
	r.t.Helper()
	if !errors.Is(err, job.ErrLost) {
		r.t.Errorf("%s: got %v, want ErrLost", what, err)
	}
}

// exec changes rows behind the store's back.
func (r *rig) exec(text string, args ...any) {
	r.t.Helper()
	if _, err := r.db.Write.ExecContext(r.ctx, text, args...); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) count(text string, args ...any) (n int) {
	r.t.Helper()
	if err := r.db.Read.QueryRowContext(r.ctx, text, args...).Scan(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

// submission is an asynchronous parse that starts in the cpu queue.
func submission(change ...func(*job.Submission)) job.Submission {
	sub := job.Submission{
		Org: org, Type: "Parse", Queue: job.CPU, First: job.Stage{Name: "read", Queue: job.CPU, Payload: "p"}, Lane: job.Normal,
		Request: `{"input":"x"}`, RawConfig: `{"raw":1}`, Source: `{"inputs":[]}`,
	}
	for _, fn := range change {
		fn(&sub)
	}
	return sub
}

func (r *rig) submit(change ...func(*job.Submission)) string {
	r.t.Helper()
	j, err := r.Submit(r.ctx, submission(change...))
	r.ok(err)
	return j.ID
}

// claim claims one task or fails.
func (r *rig) claim(owner string) job.Task {
	r.t.Helper()
	return r.claimFrom(job.CPU, owner)
}

func (r *rig) claimFrom(q job.Queue, owner string) job.Task {
	r.t.Helper()
	tasks, err := r.Claim(r.ctx, q, 1, owner, lease)
	r.ok(err)
	if len(tasks) != 1 {
		r.t.Fatalf("claimed %d tasks of %s, want 1", len(tasks), q)
	}
	return tasks[0]
}

// claimLost claims one task that was lost with its worker, or fails.
func (r *rig) claimLost(q job.Queue, owner string) job.Task {
	r.t.Helper()
	tasks, err := r.ClaimLost(r.ctx, q, owner, lease)
	r.ok(err)
	if len(tasks) != 1 {
		r.t.Fatalf("claimed %d lost tasks of %s, want 1", len(tasks), q)
	}
	return tasks[0]
}

func (r *rig) nothingToClaim(q job.Queue) {
	r.t.Helper()
	tasks, err := r.Claim(r.ctx, q, 10, "idle hands", lease)
	r.ok(err)
	lost, err := r.ClaimLost(r.ctx, q, "idle hands", lease)
	r.ok(err)
	if n := len(tasks) + len(lost); n != 0 {
		r.t.Fatalf("claimed %d tasks of %s, want none", n, q)
	}
}

func (r *rig) get(id string) job.Job {
	r.t.Helper()
	j, err := r.Get(r.ctx, org, id)
	r.ok(err)
	return j
}

func (r *rig) wantState(id string, want job.State) {
	r.t.Helper()
	if got := r.get(id).State; got != want {
		r.t.Errorf("job is %s, want %s", got, want)
	}
}

func (r *rig) wantFailed(id string, want fault.Name) {
	r.t.Helper()
	j := r.get(id)
	if j.State != job.Failed || j.Error == nil || j.Error.Name != want {
		r.t.Errorf("job is %s with %v, want Failed with %s", j.State, j.Error, want)
	}
}

// complete takes a claimed main task to its end.
func (r *rig) complete(t job.Task) {
	r.t.Helper()
	r.ok(r.Completing(r.ctx, t))
	r.ok(r.Complete(r.ctx, t, job.Stored{Key: key(t), Bytes: 7, NumPages: 2, TotalPages: 3}))
}

func key(t job.Task) string { return "results/" + t.JobID + "/" + t.Owner }

func beatOf(t job.Task) job.Beat { return job.Beat{JobID: t.JobID, Part: t.Part, Owner: t.Owner} }

// expireLeases makes every running worker look dead.
func (r *rig) expireLeases() {
	r.t.Helper()
	r.exec(`UPDATE tasks SET lease_until = 1 WHERE state = 'running'`)
}

// loseAll has every worker die with what it runs.
func (r *rig) loseAll() {
	r.t.Helper()
	r.expireLeases()
	r.maintain()
}

func (r *rig) maintain() {
	r.t.Helper()
	r.ok(r.Maintain(r.ctx, job.Waits{}))
}

// hurry removes the back-off of queued tasks.
func (r *rig) hurry() {
	r.t.Helper()
	r.exec(`UPDATE tasks SET run_at = 0`)
}

// consistent reports what does not hold although it must at any moment.
func (r *rig) consistent() {
	r.t.Helper()
	for _, what := range r.broken() {
		r.t.Error(what)
	}
}

// invariants are counts that are always zero: a job has one main task until it ends, none afterwards, and their
// states belong together.
var invariants = map[string]string{
	"unfinished jobs without exactly one main task": `SELECT count(*) FROM jobs j WHERE finished_at IS NULL AND
		(SELECT count(*) FROM tasks t WHERE t.job_id = j.id AND part = -1) <> 1`,
	"tasks of ended or missing jobs": `SELECT count(*) FROM tasks t WHERE part <> -2 AND
		NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = t.job_id AND finished_at IS NULL)`,
	"outputs of ended jobs": `SELECT count(*) FROM parts p WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = p.job_id AND finished_at IS NULL)`,
	"jobs whose state does not fit their task": `SELECT count(*) FROM jobs j JOIN tasks t ON t.job_id = j.id AND part = -1 WHERE NOT (
		j.state = 'Idle' AND t.state = 'idle' OR j.state = 'Pending' AND t.state = 'queued' OR
		j.state = 'InProgress' AND t.state IN ('running', 'queued', 'waiting') OR j.state = 'Completing' AND t.state = 'running')`,
	"final jobs without an end, or the other way round": `SELECT count(*) FROM jobs WHERE
		(state IN ('Completed', 'Failed', 'Cancelled')) <> (finished_at IS NOT NULL)`,
	"ended jobs that kept their request": `SELECT count(*) FROM jobs WHERE finished_at IS NOT NULL AND request <> ''`,
	"waits that do not add up": `SELECT count(*) FROM tasks m WHERE state = 'waiting' AND waits <>
		(SELECT count(*) FROM tasks p WHERE p.job_id = m.job_id AND p.part >= 0) +
		(SELECT count(*) FROM tasks c JOIN jobs j ON j.id = c.job_id WHERE c.awaited AND j.parent_id = m.job_id)`,
}

func (r *rig) broken() (all []string) {
	r.t.Helper()
	for what, text := range invariants {
		if n := r.count(text); n != 0 {
			all = append(all, fmt.Sprintf("%d %s", n, what))
		}
	}
	return all
}
