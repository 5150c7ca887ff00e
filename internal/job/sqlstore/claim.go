package sqlstore

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// Claim takes up to n tasks of the queue that were never lost for owner, best first, and makes their jobs InProgress.
func (s *Store) Claim(ctx context.Context, q job.Queue, n int, owner string, lease time.Duration) ([]job.Task, error) {
	if n <= 0 {
		return nil, nil
	}
	// Where there is one writer at a time, a look is cheaper than its place.
	if s.db.Read != s.db.Write {
		if there, err := s.there(ctx, q, s.claimable()); err != nil || !there {
			return nil, err
		}
	}
	return s.take(ctx, q, s.claimable()+claimOrder, n, owner, lease)
}

// there looks whether the queue holds tasks of a kind.
func (s *Store) there(ctx context.Context, q job.Queue, kind string) (bool, error) {
	found, err := texts(ctx, s.db.Read, `SELECT job_id FROM tasks WHERE `+kind+` LIMIT 1`, string(q), s.opt.Generation)
	if err != nil {
		return false, fmt.Errorf("look for tasks: %w", err)
	}
	return len(found) > 0, nil
}

// take claims up to n tasks of a kind, in its order.
func (s *Store) take(ctx context.Context, q job.Queue, kind string, n int, owner string, lease time.Duration) ([]job.Task, error) {
	claimed, err := s.claim(ctx, q, kind, n, owner, lease)
	if err != nil {
		return nil, fmt.Errorf("claim tasks: %w", err)
	}
	slices.SortFunc(claimed, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.Lane, b.Lane), cmp.Compare(a.turn, b.turn), cmp.Compare(a.createdAt, b.createdAt), cmp.Compare(a.JobID, b.JobID), cmp.Compare(a.Part, b.Part))
	})
	tasks := make([]job.Task, 0, len(claimed))
	for _, c := range claimed {
		if c.known {
			tasks = append(tasks, c.Task)
		}
	}
	return tasks, nil
}

// due is the condition for a task of queue $1 that a worker of generation $2 may run: its own and the previous one.
func (s *Store) due() string {
	return `state = 'queued' AND queue = $1 AND run_at <= ` + s.now + ` AND generation <= $2 AND generation >= $2 - 1`
}

// claimOrder is the order of the line, which an index holds.
const claimOrder = ` ORDER BY lane, turn, created_at, job_id, part`

func (s *Store) claimable() string { return s.due() + ` AND NOT lost` }

type claim struct {
	job.Task
	turn, createdAt int64
	known           bool // the job is there
}

// claim takes tasks and starts the jobs of main tasks. A claim that a crash of the database takes back is one that was
// lost.
func (s *Store) claim(ctx context.Context, q job.Queue, kind string, n int, owner string, lease time.Duration) ([]claim, error) {
	got := taken{mark: owner + "/" + rand.Text(), jobs: map[string]job.Task{}}
	err := s.runLazily(ctx, s.takeSteps(kind, &got, string(q), s.opt.Generation, n, got.mark, millis(lease))...)
	if err != nil {
		return nil, err
	}
	if err := s.readPartJobs(ctx, &got); err != nil {
		return nil, err
	}
	for i := range got.claims {
		got.claims[i].fill(got.jobs)
	}
	return got.claims, s.dropStray(ctx, got.claims)
}

// readPartJobs reads what the workers of parts need; nothing of it changes while a job is InProgress.
func (s *Store) readPartJobs(ctx context.Context, got *taken) error {
	var p params
	var marks []string
	for _, c := range got.claims {
		if c.Part >= 0 {
			marks = append(marks, p.add(c.JobID))
		}
	}
	if len(marks) == 0 {
		return nil
	}
	text := `SELECT ` + s.startColumns() + ` FROM jobs WHERE state = 'InProgress' AND id IN (` + strings.Join(marks, ", ") + `)`
	if err := query(ctx, s.db.Read, text, p.args, func(r *sql.Rows) error { return got.startRow(r.Scan) }); err != nil {
		return fmt.Errorf("read jobs of parts: %w", err)
	}
	return nil
}

// fill copies what the job knows into the task.
func (c *claim) fill(jobs map[string]job.Task) {
	t, ok := jobs[c.JobID]
	c.known = ok || c.Part == job.Probe
	c.Type, c.Request, c.URLMark, c.Persist, c.Bucket = t.Type, t.Request, t.URLMark, t.Persist, t.Bucket
	c.Started, c.Elapsed, c.Timeout, c.ParentID = t.Started, t.Elapsed, t.Timeout, t.ParentID
}

// dropStray removes claimed tasks whose job is gone or has ended: damage from outside, or a part whose job was
// cancelled in this moment.
func (s *Store) dropStray(ctx context.Context, claimed []claim) error {
	for _, c := range claimed {
		if c.known {
			continue
		}
		slog.WarnContext(ctx, "a claimed task has no unfinished job and is removed", "job", c.JobID, "part", c.Part)
		if _, err := s.db.Write.ExecContext(ctx, `DELETE FROM tasks WHERE job_id = $1 AND part = $2 AND owner = $3`, c.JobID, c.Part, c.Owner); err != nil {
			return fmt.Errorf("remove stray task: %w", err)
		}
	}
	return nil
}
