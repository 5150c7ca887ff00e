// Package sqlstore keeps jobs and tasks in SQLite or PostgreSQL.
package sqlstore

import (
	"context"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// Options tune a store.
type Options struct {
	Generation int      // major version of this binary
	Slots      int      // worker slots of the installation, what a tenant's share counts against without a ceiling
	Hub        *job.Hub // told about new work and ended jobs; nil makes one

	// OnFinish is called once for every job whose end this process has written, after the commit.
	OnFinish func(job.Ending)
}

// Store is a job.Store and job.Reader on one database. All methods may be called at the same time.
type Store struct{}

// New returns a store on a migrated database.
func New(db *database.DB, opt Options) *Store { panic("not built yet") }

// Hub is where the store reports new work and ended jobs.
func (s *Store) Hub() *job.Hub { panic("not built yet") }

// Listen forwards what other processes report to the hub until ctx ends. Each process runs it once. It returns
// at once where the database cannot notify; polling is the net everywhere.
func (s *Store) Listen(ctx context.Context) { panic("not built yet") }

// Submit stores a job and its first task; when it returns without an error, the job is safe. The returned job
// has its id, state (Idle or Pending) and creation time.
func (s *Store) Submit(ctx context.Context, sub job.Submission) (job.Job, error) {
	panic("not built yet")
}

// Get returns a job of the organization, deleted and expired ones included (see Job.Deletion, Job.Expired).
// Unknown and foreign ids are the same: job.ErrNotFound.
func (s *Store) Get(ctx context.Context, org, id string) (job.Job, error) { panic("not built yet") }

// List returns up to limit jobs of the organization strictly older than after, newest first. Jobs being deleted
// are left out. Request is not filled.
func (s *Store) List(ctx context.Context, org string, after job.Position, limit int, f job.Filter) ([]job.Job, error) {
	panic("not built yet")
}

// Cancel ends a job that is Idle, Pending or InProgress, and its unfinished children, and returns it as it then
// stands. Its workers are interrupted within 2 s. A Completing or final job is returned unchanged.
func (s *Store) Cancel(ctx context.Context, org, id string) (job.Job, error) { panic("not built yet") }

// Expire ends an unfinished job by name: with waiting when it is Idle or Pending, with running when it is
// InProgress; nil leaves it alone. It returns the job as it then stands. A Completing job is left alone.
func (s *Store) Expire(ctx context.Context, org, id string, waiting, running *fault.Error) (job.Job, error) {
	panic("not built yet")
}

// Claim takes up to n tasks of the queue for owner, best first, and makes their jobs InProgress.
func (s *Store) Claim(ctx context.Context, q job.Queue, n int, owner string, lease time.Duration) ([]job.Task, error) {
	panic("not built yet")
}

// Renew extends the leases of an owner's tasks, writes their progress, and returns the ids of the tasks that are
// no longer the owner's: cancelled, ended or taken over.
func (s *Store) Renew(ctx context.Context, owner string, lease time.Duration, beats []job.Beat) (lost []string, err error) {
	panic("not built yet")
}

// Held is Renew without writing: it only returns the ids of the tasks that are no longer the owner's.
func (s *Store) Held(ctx context.Context, owner string, beats []job.Beat) (lost []string, err error) {
	panic("not built yet")
}

// Completing says that the work is done and the result is being written. From here on the job cannot be
// cancelled.
func (s *Store) Completing(ctx context.Context, t job.Task) error { panic("not built yet") }

// Complete ends a Completing job with a stored result. Doing it again with the same key is no error.
func (s *Store) Complete(ctx context.Context, t job.Task, result job.Stored) error {
	panic("not built yet")
}

// Fail ends the job of a main or part task with an error; its other tasks are dropped.
func (s *Store) Fail(ctx context.Context, t job.Task, why *fault.Error) error { panic("not built yet") }

// Advance queues the main task for its next stage.
func (s *Store) Advance(ctx context.Context, t job.Task, next job.Stage) error {
	panic("not built yet")
}

// Fan queues one part task for every payload; the main task waits for all of them and then runs fan.Then.
func (s *Store) Fan(ctx context.Context, t job.Task, fan job.Fan) error { panic("not built yet") }

// Spawn stores child jobs; the main task waits for the end of all of them and then runs spawn.Then.
func (s *Store) Spawn(ctx context.Context, t job.Task, spawn job.Spawn) error {
	panic("not built yet")
}

// FinishPart stores the output of a part; the last one queues the main task.
func (s *Store) FinishPart(ctx context.Context, t job.Task, output string) error {
	panic("not built yet")
}

// Parts returns the outputs of a job's finished parts in order.
func (s *Store) Parts(ctx context.Context, jobID string) ([]string, error) { panic("not built yet") }

// Retry queues a task again after delay; the attempt counts.
func (s *Store) Retry(ctx context.Context, t job.Task, delay time.Duration) error {
	panic("not built yet")
}

// Release queues a task again that nobody failed on; the attempt does not count.
func (s *Store) Release(ctx context.Context, t job.Task) error { panic("not built yet") }

// Answer removes a claimed probe, which is what Probe waits for.
func (s *Store) Answer(ctx context.Context, t job.Task) error { panic("not built yet") }

// Probe sends a task without a job through the queue and returns how long it took to be run. It waits until ctx
// ends.
func (s *Store) Probe(ctx context.Context, q job.Queue) (time.Duration, error) {
	panic("not built yet")
}

// Maintain rescues tasks whose lease has expired, promotes idle jobs, moves old batch jobs to the normal lane
// and ends jobs that have waited too long.
func (s *Store) Maintain(ctx context.Context, waits job.Waits) error { panic("not built yet") }

// Ended returns those of ids whose jobs are final or gone.
func (s *Store) Ended(ctx context.Context, ids []string) ([]string, error) { panic("not built yet") }

// Depth counts the unfinished jobs admission counts for a queue, up to limit. Batch jobs, children and probes
// do not count.
func (s *Store) Depth(ctx context.Context, q job.Queue, limit int) (int, error) {
	panic("not built yet")
}

// BatchDepth counts the unfinished jobs that were submitted to the batch lane, up to limit.
func (s *Store) BatchDepth(ctx context.Context, limit int) (int, error) { panic("not built yet") }

// Depths counts all unfinished jobs by queue and lane.
func (s *Store) Depths(ctx context.Context) ([]job.Depth, error) { panic("not built yet") }

// Legacy counts the unfinished jobs of earlier generations.
func (s *Store) Legacy(ctx context.Context) (job.Legacy, error) { panic("not built yet") }

// MarkDeleting starts the deletion of a job and its children, cancelling what is unfinished, and returns the job
// as it then stands. all includes persisted artifacts and widens a running deletion. A Completing job is
// marked and cleaned after its end. A deleted job is job.ErrDeleted, unless all is set and persisted artifacts
// are left: then deletion starts again.
func (s *Store) MarkDeleting(ctx context.Context, org, id string, all bool) (job.Job, error) {
	panic("not built yet")
}

// ToClean returns up to limit ended jobs whose artifacts are to be removed, the longest waiting first.
func (s *Store) ToClean(ctx context.Context, limit int) ([]job.Job, error) { panic("not built yet") }

// MarkDeleted turns a cleaned job into a tombstone. all says what was cleaned; false is returned when the
// deletion was widened meanwhile and the job must be cleaned again.
func (s *Store) MarkDeleted(ctx context.Context, id string, all bool) (bool, error) {
	panic("not built yet")
}

// Due returns up to limit jobs that ended longer than retention ago and whose results are still there and not
// persisted, the oldest first.
func (s *Store) Due(ctx context.Context, retention time.Duration, limit int) ([]job.Job, error) {
	panic("not built yet")
}

// MarkExpired says that the results of a job were removed after retention.
func (s *Store) MarkExpired(ctx context.Context, id string) error { panic("not built yet") }

// Purge removes up to limit rows of expired jobs that ended longer than metadata ago and of tombstones older
// than tombstones, and returns how many it removed.
func (s *Store) Purge(ctx context.Context, metadata, tombstones time.Duration, limit int) (int, error) {
	panic("not built yet")
}
