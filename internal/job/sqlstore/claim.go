package sqlstore

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// Claim takes up to n tasks of the queue for owner, best first, and makes their jobs InProgress.
func (s *Store) Claim(ctx context.Context, q job.Queue, n int, owner string, lease time.Duration) ([]job.Task, error) {
	if n <= 0 {
		return nil, nil
	}
	// Where there is one writer at a time, a look is cheaper than its place.
	if s.db.Read != s.db.Write {
		if found, err := texts(ctx, s.db.Read, `SELECT job_id FROM tasks WHERE `+s.claimable()+` LIMIT 1`, string(q), s.opt.Generation); err != nil || len(found) == 0 {
			return nil, err
		}
	}
	var claimed []claim
	err := s.db.Tx(ctx, func(tx *sql.Tx) (err error) {
		if claimed, err = s.claimTasks(ctx, tx, q, n, owner, lease); err != nil || len(claimed) == 0 {
			return err
		}
		return s.startJobs(ctx, tx, claimed)
	})
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

// claimable is the condition for a task of queue $1 that a worker of generation $2 may run: its own and the
// previous one.
func (s *Store) claimable() string {
	return `state = 'queued' AND queue = $1 AND run_at <= ` + s.now + ` AND generation <= $2 AND generation >= $2 - 1`
}

type claim struct {
	job.Task
	turn, createdAt int64
	known           bool // the job is there
}

// The materialized list matters: PostgreSQL would otherwise run the sub-select again for other rows and claim
// more than the limit.
func (s *Store) claimTasks(ctx context.Context, tx *sql.Tx, q job.Queue, n int, owner string, lease time.Duration) ([]claim, error) {
	var out []claim
	mark := owner + "/" + rand.Text()
	err := query(ctx, tx, `WITH c(jid, num) AS MATERIALIZED (
	SELECT job_id, part FROM tasks WHERE `+s.claimable()+` ORDER BY lane, turn, created_at, job_id, part LIMIT $3 `+s.db.Dialect.SkipLocked+`)
UPDATE tasks SET state = 'running', attempt = attempt + 1, owner = $4, lease_until = `+s.now+` + $5
FROM c WHERE job_id = jid AND part = num
RETURNING job_id, org, queue, lane, turn, stage, part, payload, attempt, trace, created_at`,
		[]any{string(q), s.opt.Generation, n, mark, millis(lease)}, func(r *sql.Rows) error {
			c := claim{Task: job.Task{Owner: mark}}
			if err := r.Scan(&c.JobID, &c.Org, &c.Queue, &c.Lane, &c.turn, &c.Stage, &c.Part, &c.Payload, &c.Attempt, &c.Trace, &c.createdAt); err != nil {
				return err
			}
			c.known = c.Part == job.Probe
			out = append(out, c)
			return nil
		})
	return out, err
}

// startJobs makes the jobs of main tasks InProgress and copies what a worker needs into all tasks.
func (s *Store) startJobs(ctx context.Context, tx *sql.Tx, claimed []claim) error {
	byJob := map[string][]*claim{}
	var mains []*claim
	var parts []string
	for i := range claimed {
		c := &claimed[i]
		byJob[c.JobID] = append(byJob[c.JobID], c)
		switch {
		case c.Part == job.Probe:
		case c.Part == job.Main:
			mains = append(mains, c)
		default:
			parts = append(parts, c.JobID)
		}
	}
	fill := func(r *sql.Rows) error {
		var id string
		var t job.Task
		var started, elapsed, timeout int64
		if err := r.Scan(&id, &t.Type, &t.Request, &t.URLMark, &t.Persist, &t.Bucket, &started, &elapsed, &timeout); err != nil {
			return err
		}
		for _, c := range byJob[id] {
			c.known = true
			c.Type, c.Request, c.URLMark, c.Persist, c.Bucket = t.Type, t.Request, t.URLMark, t.Persist, t.Bucket
			c.Started = time.UnixMilli(started).UTC()
			c.Elapsed = max(0, time.Duration(elapsed)*time.Millisecond)
			c.Timeout = time.Duration(timeout) * time.Millisecond
		}
		return nil
	}
	columns := `id, type, request, url_mark, persist, bucket, started_at, ` + s.now + ` - started_at, timeout_ms`
	if len(mains) > 0 {
		var p params
		text := `WITH v(jid, tries) AS (` + p.values(len(mains), func(i int) []any {
			return []any{mains[i].JobID, mains[i].Attempt}
		}) + `)
UPDATE jobs SET state = 'InProgress', started_at = COALESCE(started_at, ` + s.now + `), attempt = tries
FROM v WHERE id = jid AND state IN ('Pending', 'InProgress') RETURNING ` + columns
		if err := query(ctx, tx, text, p.args, fill); err != nil {
			return fmt.Errorf("start jobs: %w", err)
		}
	}
	if len(parts) > 0 {
		var p params
		text := `SELECT ` + columns + ` FROM jobs WHERE state = 'InProgress' AND id IN (` + p.list(parts) + `)`
		if err := query(ctx, tx, text, p.args, fill); err != nil {
			return fmt.Errorf("read jobs of parts: %w", err)
		}
	}
	return s.dropStray(ctx, tx, claimed)
}

// dropStray removes claimed tasks whose job is gone or has ended, which only damage from outside can bring about.
func (s *Store) dropStray(ctx context.Context, tx *sql.Tx, claimed []claim) error {
	for _, c := range claimed {
		if c.known {
			continue
		}
		slog.ErrorContext(ctx, "a task has no unfinished job and is removed", "job", c.JobID, "part", c.Part)
		if _, err := tx.ExecContext(ctx, `DELETE FROM tasks WHERE job_id = $1 AND part = $2`, c.JobID, c.Part); err != nil {
			return fmt.Errorf("remove stray task: %w", err)
		}
	}
	return nil
}
