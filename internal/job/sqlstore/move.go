package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// advance is a main task on its way to the next stage.
type advance struct {
	task job.Task
	next job.Stage
	lost bool
}

// Advance queues the main task for its next stage.
func (s *Store) Advance(ctx context.Context, t job.Task, next job.Stage) error {
	a := &advance{task: t, next: next}
	if err := s.advances.do(ctx, a); err != nil {
		return fmt.Errorf("advance job: %w", err)
	}
	if a.lost {
		return job.ErrLost
	}
	return nil
}

// advanceAll takes the attempt back, which counts failures and not stages. The first move of a job puts it in line
// with the jobs of other organizations: work usually begins with a download, and the line for the processors forms
// behind it.
func (s *Store) advanceAll(ctx context.Context, items []*advance) error {
	s.beats.RLock()
	defer s.beats.RUnlock()
	return s.tx(ctx, func(tx *sql.Tx, n *news) error {
		lines := make([]line, len(items))
		for i, a := range items {
			lines[i] = line{a.next.Queue, a.task.Lane, a.task.Org}
		}
		turns, err := s.turns.next(ctx, tx, lines)
		if err != nil {
			return err
		}
		var p params
		text := `WITH v(jid, own, name, place, input, line) AS (` + p.values(len(items), func(i int) []any {
			t, to := items[i].task, items[i].next
			return []any{t.JobID, t.Owner, to.Name, string(to.Queue), to.Payload, turns[i]}
		}) + `)
UPDATE tasks SET state = 'queued', stage = name, queue = place, payload = input, step = step + 1,
	attempt = attempt - 1, lease_until = 0, run_at = 0,
	turn = CASE WHEN step = 0 THEN line ELSE COALESCE((SELECT f.turn FROM tasks f
		WHERE f.state = 'queued' AND NOT f.lost AND f.queue = place AND f.lane = tasks.lane ORDER BY f.turn LIMIT 1), 0) END
FROM v WHERE ` + p.among("job_id") + ` AND job_id = jid AND part = -1 AND owner = own AND state = 'running' RETURNING job_id, part, owner`
		moved, err := claims(ctx, tx, text, p.args...)
		if err != nil {
			return err
		}
		for _, a := range items {
			a.lost = !moved[tokenOf(a.task)]
			if !a.lost {
				n.work(a.next.Queue)
			}
		}
		return nil
	})
}

// Retry queues a task again after delay; the attempt counts.
func (s *Store) Retry(ctx context.Context, t job.Task, delay time.Duration) error {
	if err := s.requeue(ctx, t, 0, delay); err != nil {
		return fmt.Errorf("retry task: %w", err)
	}
	return nil
}

// Release queues a task again that nobody failed on; the attempt does not count.
func (s *Store) Release(ctx context.Context, t job.Task) error {
	if err := s.requeue(ctx, t, 1, 0); err != nil {
		return fmt.Errorf("release task: %w", err)
	}
	return nil
}

func (s *Store) requeue(ctx context.Context, t job.Task, restore int, delay time.Duration) error {
	return s.tx(ctx, func(tx *sql.Tx, n *news) error {
		moved, err := texts(ctx, tx, `UPDATE tasks SET state = 'queued', lease_until = 0, attempt = attempt - $4,
	run_at = `+s.now+` + $5, turn = `+front+` WHERE `+fence+` RETURNING job_id`, claimArgs(t, restore, millis(delay))...)
		if err != nil {
			return err
		}
		if len(moved) == 0 {
			return job.ErrLost
		}
		if delay == 0 {
			n.work(t.Queue)
		}
		if t.Part >= 0 {
			return nil
		}
		_, err = tx.ExecContext(ctx, `UPDATE jobs SET state = 'Pending', attempt = attempt - $2
WHERE id = $1 AND state IN ('InProgress', 'Completing')`, t.JobID, restore)
		return err
	})
}
