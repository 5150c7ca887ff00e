package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// probeLane is served before all others.
const probeLane job.Lane = -1

// Probe sends a task without a job through the queue and returns how long it took to be run. It waits until ctx
// ends.
func (s *Store) Probe(ctx context.Context, q job.Queue) (time.Duration, error) {
	t := &row{jobID: job.NewID(), part: job.Probe, queue: q, lane: probeLane, state: queued, stage: "probe", generation: s.opt.Generation, createdAt: time.Now().UnixMilli()}
	start := time.Now()
	if err := s.tx(ctx, func(tx *sql.Tx, n *news) error { return s.insertTasks(ctx, tx, []*row{t}, n) }); err != nil {
		return 0, fmt.Errorf("send probe: %w", err)
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		left, err := texts(ctx, s.db.Read, `SELECT job_id FROM tasks WHERE job_id = $1`, t.jobID)
		if err == nil && len(left) == 0 {
			return time.Since(start), nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			s.withdraw(ctx, t.jobID)
			return 0, fmt.Errorf("no worker of queue %s answered: %w", q, ctx.Err())
		}
	}
}

// withdraw removes a probe nobody waits for any more.
func (s *Store) withdraw(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	// A probe that stays behind costs a worker nothing.
	_, _ = s.db.Write.ExecContext(ctx, `DELETE FROM tasks WHERE job_id = $1`, id)
}

// Answer removes a claimed probe, which is what Probe waits for.
func (s *Store) Answer(ctx context.Context, t job.Task) error {
	if _, err := s.db.Write.ExecContext(ctx, `DELETE FROM tasks WHERE job_id = $1 AND part = -2`, t.JobID); err != nil {
		return fmt.Errorf("answer probe: %w", err)
	}
	return nil
}
