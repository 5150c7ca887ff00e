package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// completion is a main task whose work is done.
type completion struct {
	task job.Task
	lost bool
}

// Completing says that the work is done and the result is being written. From here on the job cannot be
// cancelled. Saying it twice is no error.
func (s *Store) Completing(ctx context.Context, t job.Task) error {
	c := &completion{task: t}
	if err := s.completes.do(ctx, c); err != nil {
		return fmt.Errorf("mark job as completing: %w", err)
	}
	if c.lost {
		return job.ErrLost
	}
	return nil
}

// The attempt stands in the job row too, so that a claim that passes to another worker while this statement
// waits for the row is noticed: PostgreSQL then looks again at that row only.
func (s *Store) completeAll(ctx context.Context, items []*completion) error {
	s.beats.RLock()
	defer s.beats.RUnlock()
	var p params
	text := `WITH v(jid, own, tries) AS (` + p.values(len(items), func(i int) []any {
		t := items[i].task
		return []any{t.JobID, t.Owner, t.Attempt}
	}) + `)
UPDATE jobs SET state = 'Completing' FROM v JOIN tasks ON job_id = jid AND part = -1 AND owner = own
WHERE ` + p.among("tasks.job_id") + ` AND ` + p.among("jobs.id") + ` AND jobs.id = jid AND jobs.attempt = tries AND jobs.state IN ('InProgress', 'Completing') AND tasks.state = 'running'
RETURNING id`
	moved, err := texts(ctx, s.db.Write, text, p.args...)
	if err != nil {
		return err
	}
	done := set(moved)
	for _, c := range items {
		c.lost = !done[c.task.JobID]
	}
	return nil
}

// verdict is how the claim on a main task ends its job.
type verdict struct {
	task   job.Task
	stored job.Stored
	why    *fault.Error // nil: completed
	lost   bool
}

// Complete ends a job with a stored result. A job that is still InProgress passes through Completing in the same
// moment. Doing it again with the same key is no error.
func (s *Store) Complete(ctx context.Context, t job.Task, result job.Stored) error {
	v := &verdict{task: t, stored: result}
	if err := s.endings.do(ctx, v); err != nil {
		return fmt.Errorf("complete job: %w", err)
	}
	if !v.lost {
		return nil
	}
	// The commit may have happened although its answer was lost with the connection.
	found, err := texts(ctx, s.db.Read, `SELECT id FROM jobs WHERE id = $1 AND state = 'Completed' AND result_key = $2`, t.JobID, result.Key)
	if err != nil {
		return fmt.Errorf("complete job: %w", err)
	}
	if len(found) == 0 {
		return job.ErrLost
	}
	return nil
}

// Fail ends the job of a main or part task with an error; its other tasks and its children are dropped.
func (s *Store) Fail(ctx context.Context, t job.Task, why *fault.Error) error {
	v := &verdict{task: t, why: why}
	var err error
	if t.Part < 0 {
		err = s.endings.do(ctx, v)
	} else {
		v.lost, err = s.failClaim(ctx, t, why, "")
	}
	if err != nil {
		return fmt.Errorf("fail job: %w", err)
	}
	if v.lost {
		return job.ErrLost
	}
	return s.cancelChildren(ctx, t.JobID)
}

// endAll ends the jobs of main tasks. A main task is running only when it has no parts, so its row is the last.
func (s *Store) endAll(ctx context.Context, items []*verdict) error {
	s.beats.RLock()
	defer s.beats.RUnlock()
	return s.tx(ctx, func(tx *sql.Tx, n *news) error {
		var p params
		text := `DELETE FROM tasks WHERE part = -1 AND ` + heldBy(&p, len(items), func(i int) job.Task { return items[i].task }) +
			` RETURNING ` + removedColumns
		gone, err := scanRemoved(ctx, tx, text, p.args...)
		if err != nil {
			return err
		}
		held := make(map[token]removed, len(gone))
		for _, g := range gone {
			held[token{g.jobID, job.Main, g.owner}] = g
		}
		var completed, failed []end
		for _, v := range items {
			g, ok := held[tokenOf(v.task)]
			v.lost = !ok
			switch {
			case !ok:
			case v.why != nil:
				failed = append(failed, end{removed: g, why: v.why})
			default:
				completed = append(completed, end{removed: g, stored: v.stored})
			}
		}
		return s.finish(ctx, tx, n,
			fate{job.Completed, claimedStates, completed}, fate{job.Failed, claimedStates, failed})
	})
}

func set(vs []string) map[string]bool {
	m := make(map[string]bool, len(vs))
	for _, v := range vs {
		m[v] = true
	}
	return m
}
