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
// waits for the row is noticed.
func (s *Store) completeAll(ctx context.Context, items []*completion) error {
	return s.db.Tx(ctx, func(tx *sql.Tx) error {
		var p params
		text := `WITH v(jid, tid, tries, own) AS (VALUES ` + rows(len(items), func(i int) []string {
			t := items[i].task
			return []string{p.add(t.JobID), p.add(t.ID), p.int(int64(t.Attempt)), p.add(t.Owner)}
		}) + `)
UPDATE jobs SET state = 'Completing' FROM v
WHERE id = jid AND attempt = tries AND state IN ('InProgress', 'Completing') AND EXISTS (
	SELECT 1 FROM tasks t WHERE t.id = tid AND t.part = -1 AND t.state = 'running' AND t.attempt = tries AND t.owner = own)
RETURNING id`
		moved, err := texts(ctx, tx, text, p.args...)
		if err != nil {
			return err
		}
		done := set(moved)
		for _, c := range items {
			c.lost = !done[c.task.JobID]
		}
		return nil
	})
}

// verdict is how the claim on a main task ends its job.
type verdict struct {
	task   job.Task
	stored job.Stored
	why    *fault.Error // nil: completed
	lost   bool
}

// Complete ends a Completing job with a stored result. Doing it again with the same key is no error.
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
	return s.tx(ctx, func(tx *sql.Tx, n *news) error {
		var p params
		text := `WITH v(tid, tries, own) AS (VALUES ` + rows(len(items), func(i int) []string {
			t := items[i].task
			return []string{p.add(t.ID), p.int(int64(t.Attempt)), p.add(t.Owner)}
		}) + `)
DELETE FROM tasks WHERE id IN (SELECT tid FROM v) AND part = -1 AND state = 'running' AND EXISTS (
	SELECT 1 FROM v WHERE tid = tasks.id AND tries = tasks.attempt AND own = tasks.owner)
RETURNING ` + removedColumns
		gone, err := scanRemoved(ctx, tx, text, p.args...)
		if err != nil {
			return err
		}
		byJob := make(map[string]removed, len(gone))
		for _, g := range gone {
			byJob[g.jobID] = g
		}
		var ends []end
		for _, v := range items {
			g, ok := byJob[v.task.JobID]
			v.lost = !ok
			if !ok {
				continue
			}
			e := end{removed: g, to: job.Completed, from: []job.State{job.Completing}, stored: v.stored}
			if v.why != nil {
				e = end{removed: g, to: job.Failed, from: []job.State{job.InProgress, job.Completing}, why: v.why}
			}
			ends = append(ends, e)
		}
		return s.finish(ctx, tx, ends, n)
	})
}

func set(vs []string) map[string]bool {
	m := make(map[string]bool, len(vs))
	for _, v := range vs {
		m[v] = true
	}
	return m
}
