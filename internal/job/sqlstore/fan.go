package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/octavo-dev/octavo/internal/job"
)

// lot is what a main task that waits passes on to the rows it waits for.
type lot struct {
	dest, trace string
	lane        job.Lane
	generation  int
	createdAt   int64
}

// wait makes a main task wait for count others and then run a stage. Like a move it gets its attempt back.
func (s *Store) wait(ctx context.Context, tx *sql.Tx, t job.Task, then job.Stage, count int, fanned bool) (lot, error) {
	var h lot
	err := tx.QueryRowContext(ctx, `UPDATE tasks SET state = $4, waits = $5, stage = $6, queue = $7, payload = $8,
	step = step + 1, attempt = attempt - 1, lease_until = 0, run_at = 0, fanned = (fanned OR $9)
WHERE `+fence+` AND part = -1 RETURNING dest, trace, lane, generation, created_at`,
		claimArgs(t, waiting, count, then.Name, string(then.Queue), then.Payload, fanned)...).
		Scan(&h.dest, &h.trace, &h.lane, &h.generation, &h.createdAt)
	if errors.Is(err, sql.ErrNoRows) {
		return h, job.ErrLost
	}
	return h, err
}

// Fan queues one part task for every payload; the main task waits for all of them and then runs fan.Then.
func (s *Store) Fan(ctx context.Context, t job.Task, fan job.Fan) error {
	if len(fan.Parts) == 0 {
		return s.Advance(ctx, t, fan.Then)
	}
	err := s.tx(ctx, func(tx *sql.Tx, n *news) error {
		h, err := s.wait(ctx, tx, t, fan.Then, len(fan.Parts), true)
		if err != nil {
			return err
		}
		// Outputs of an earlier fan have been read by the stage that makes this one.
		if _, err := tx.ExecContext(ctx, `DELETE FROM parts WHERE job_id = $1`, t.JobID); err != nil {
			return err
		}
		parts := make([]*row, len(fan.Parts))
		for i, payload := range fan.Parts {
			parts[i] = &row{
				jobID: t.JobID, org: t.Org, dest: h.dest, queue: fan.Queue, lane: h.lane, state: queued,
				stage: fan.Stage, part: i, payload: payload, generation: h.generation, trace: h.trace, createdAt: h.createdAt,
			}
		}
		return s.insertTasks(ctx, tx, parts, n)
	})
	if err != nil {
		return fmt.Errorf("fan out job: %w", err)
	}
	return nil
}
