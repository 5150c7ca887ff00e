package sqlstore

import (
	"context"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// lost is the condition for a task that was lost with its worker and whose turn it is: what was never lost and stands in
// a better lane goes first, as everywhere.
func (s *Store) lost() string {
	return s.due() + ` AND lost AND NOT EXISTS (SELECT 1 FROM tasks b WHERE b.state = 'queued' AND NOT b.lost AND b.queue = $1
	AND b.lane < tasks.lane AND b.run_at <= ` + s.now + ` AND b.generation <= $2 AND b.generation >= $2 - 1)`
}

// lostOrder lets those go first that were lost least often: the one that kills its workers is soon not among them. It is
// also what makes SQLite read the small index, however long the line of the others is.
const lostOrder = ` ORDER BY lane, attempt, created_at, job_id, part`

// ClaimLost takes one task that was lost with its worker.
func (s *Store) ClaimLost(ctx context.Context, q job.Queue, owner string, lease time.Duration) ([]job.Task, error) {
	if there, err := s.there(ctx, q, s.lost()+lostOrder); err != nil || !there {
		return nil, err
	}
	return s.take(ctx, q, s.lost()+lostOrder, 1, owner, lease)
}

// Reserve writes the name of a worker and a lease on a task that stays queued. A worker that dies meanwhile has not
// tried it: the name is worth nothing when the lease has ended.
func (s *Store) Reserve(ctx context.Context, q job.Queue, owner string, lease time.Duration) (bool, error) {
	if there, err := s.there(ctx, q, s.lost()+lostOrder); err != nil || !there {
		return false, err
	}
	reserved := false
	for _, free := range []string{`owner = $3`, `lease_until < ` + s.now} {
		err := s.runLazily(ctx, step{
			`WITH c(jid, num) AS MATERIALIZED (
	SELECT job_id, part FROM tasks WHERE ` + s.lost() + ` AND ` + free + lostOrder + ` LIMIT 1 ` + s.db.Dialect.SkipLocked + `)
UPDATE tasks SET owner = $3, lease_until = ` + s.now + ` + $4 FROM c WHERE job_id = jid AND part = num RETURNING job_id`,
			[]any{string(q), s.opt.Generation, owner, millis(lease)},
			func(scan func(...any) error) error {
				reserved = true
				return scan(new(string))
			},
		})
		if err != nil {
			return false, fmt.Errorf("reserve a task: %w", err)
		}
		if reserved {
			break
		}
	}
	return reserved, nil
}
