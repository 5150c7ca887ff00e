package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// batchAge is how long a job stands in the batch lane at most.
const batchAge = 12 * time.Hour

// Maintain rescues tasks whose lease has expired, promotes idle jobs, moves old batch jobs to the normal lane
// and ends jobs that have waited too long. Many machines may do so at once.
func (s *Store) Maintain(ctx context.Context, waits job.Waits) error {
	_, err := s.Rescue(ctx)
	return errors.Join(err, s.ExpireWaiting(ctx, waits), s.Promote(ctx), s.age(ctx), s.cancelDeleting(ctx))
}

// ExpireWaiting fails jobs that are Idle or Pending for longer than they may be.
func (s *Store) ExpireWaiting(ctx context.Context, waits job.Waits) error {
	return errors.Join(s.expireWaiting(ctx, true, waits.Sync), s.expireWaiting(ctx, false, waits.Async))
}

func (s *Store) expireWaiting(ctx context.Context, sync bool, limit time.Duration) error {
	if limit <= 0 {
		return nil
	}
	for {
		// The lines are named one by one so that only old jobs are read, however many wait.
		found, err := texts(ctx, s.db.Read, `WITH v(q, l) AS (VALUES ('cpu', 0), ('cpu', 1), ('cpu', 2), ('io', 0), ('io', 1), ('io', 2))
SELECT id FROM v JOIN jobs ON queue = q AND lane = l WHERE finished_at IS NULL AND parent_id = '' AND sync = $1
	AND created_at < `+s.now+` - $2 AND state IN ('Idle', 'Pending') LIMIT $3`, sync, millis(limit), sweep)
		if err != nil {
			return fmt.Errorf("find jobs that waited too long: %w", err)
		}
		ended := 0
		for _, id := range found {
			ok, err := s.expire(ctx, id, fault.New(fault.CapacityTimeout, "no worker became free within %.0f s", limit.Seconds()), nil)
			if err != nil {
				return err
			}
			if ok {
				ended++
			}
		}
		if ended == 0 || len(found) < sweep {
			return nil
		}
	}
}

// age moves tasks that have stood in the batch lane for too long to the normal one.
func (s *Store) age(ctx context.Context) error {
	old := `SELECT job_id, part, queue, org FROM tasks WHERE lane = 2 AND created_at < ` + s.now + ` - $1 ORDER BY created_at LIMIT $2 `
	for {
		found, err := texts(ctx, s.db.Read, `SELECT job_id FROM (`+old+`) o`, millis(batchAge), sweep)
		if err != nil {
			return fmt.Errorf("find old batch jobs: %w", err)
		}
		moved := 0
		if len(found) > 0 {
			err = s.db.Tx(ctx, func(tx *sql.Tx) (err error) {
				moved, err = s.ageTasks(ctx, tx, old+s.db.Dialect.SkipLocked)
				return err
			})
		}
		if err != nil || moved < sweep {
			return err
		}
	}
}

func (s *Store) ageTasks(ctx context.Context, tx *sql.Tx, text string) (int, error) {
	type old struct {
		id   string
		part int
		line
	}
	var found []old
	var lines []line
	err := query(ctx, tx, text, []any{millis(batchAge), sweep}, func(r *sql.Rows) error {
		o := old{line: line{lane: job.Normal}}
		if err := r.Scan(&o.id, &o.part, &o.queue, &o.org); err != nil {
			return err
		}
		found = append(found, o)
		lines = append(lines, o.line)
		return nil
	})
	if err != nil || len(found) == 0 {
		return 0, err
	}
	turns, err := s.turns.next(ctx, tx, lines)
	if err != nil {
		return 0, err
	}
	var p params
	err = p.exec(ctx, tx, `WITH v(jid, num, place) AS (`+p.values(len(found), func(i int) []any {
		return []any{found[i].id, found[i].part, turns[i]}
	})+`) UPDATE tasks SET lane = 1, turn = place FROM v WHERE `+p.among("job_id")+` AND job_id = jid AND part = num`)
	if err != nil {
		return 0, fmt.Errorf("move old batch jobs: %w", err)
	}
	return len(found), nil
}

// cancelDeleting ends jobs that are to be deleted and were not cancelled with the request, because they were
// Completing or the process died.
func (s *Store) cancelDeleting(ctx context.Context) error {
	found, err := texts(ctx, s.db.Read, `SELECT id FROM jobs WHERE deletion = 'deleting' AND deletion <> '' AND finished_at IS NULL
	AND state <> 'Completing' LIMIT $1`, sweep)
	if err != nil {
		return fmt.Errorf("find unfinished jobs to delete: %w", err)
	}
	var all error
	for _, id := range found {
		all = errors.Join(all, s.cancel(ctx, id))
	}
	return all
}
