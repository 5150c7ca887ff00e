package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// sweep is how many rows one step of maintenance takes at a time.
const sweep = 100

// stray is a running task whose lease has expired.
type stray struct {
	job.Task
	dest string
}

// expired is the condition for a task whose worker is gone. That a lease is more than nothing is what lets it use the index.
func (s *Store) expired() string {
	return `state = 'running' AND lease_until > 0 AND lease_until < ` + s.now
}

func (s *Store) strays(ctx context.Context, q queryer, more string, args ...any) ([]stray, error) {
	var out []stray
	err := query(ctx, q, `SELECT job_id, part, org, queue, attempt, owner, dest FROM tasks WHERE `+s.expired()+more, args, func(r *sql.Rows) error {
		var t stray
		if err := r.Scan(&t.JobID, &t.Part, &t.Org, &t.Queue, &t.Attempt, &t.Owner, &t.dest); err != nil {
			return err
		}
		out = append(out, t)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("find expired leases: %w", err)
	}
	return out, nil
}

// Rescue takes tasks from workers that let their leases expire: back to the queue, or, when the attempts are
// used up, the job fails. From then on such a task runs alone, as ClaimLost says; a probe touches no document and is
// above suspicion. It returns how many it took.
func (s *Store) Rescue(ctx context.Context) (int, error) {
	total := 0
	for {
		found, err := s.strays(ctx, s.db.Read, ` ORDER BY lease_until LIMIT $1`, sweep)
		if err != nil || len(found) == 0 {
			return total, err
		}
		n, err := s.requeueStrays(ctx)
		for _, t := range found {
			if t.Attempt < job.MaxAttempts {
				continue
			}
			gone, failErr := s.failStray(ctx, t)
			err = errors.Join(err, failErr)
			n += gone
		}
		total += n
		if err != nil || n == 0 || len(found) < sweep {
			return total, err
		}
	}
}

func (s *Store) requeueStrays(ctx context.Context) (int, error) {
	count := 0
	err := s.tx(ctx, func(tx *sql.Tx, n *news) error {
		found, err := s.strays(ctx, tx, ` AND attempt < $1 ORDER BY lease_until LIMIT $2 `+s.db.Dialect.SkipLocked, job.MaxAttempts, sweep)
		count = len(found)
		if err != nil || count == 0 {
			return err
		}
		var p params
		err = p.exec(ctx, tx, `WITH v(jid, num) AS (`+p.values(len(found), func(i int) []any {
			return []any{found[i].JobID, found[i].Part}
		})+`)
UPDATE tasks SET state = 'queued', lost = (part <> -2), lease_until = 0, run_at = 0, turn = `+front+` FROM v WHERE `+p.among("job_id")+` AND job_id = jid AND part = num`)
		if err != nil {
			return fmt.Errorf("queue tasks of lost workers: %w", err)
		}
		var mains []string
		for _, t := range found {
			slog.WarnContext(ctx, "a worker lost its lease, the task is queued again", "job", t.JobID, "part", t.Part, "attempt", t.Attempt, "worker", t.Owner)
			n.work(t.Queue)
			if t.Part == job.Main {
				mains = append(mains, t.JobID)
			}
		}
		if len(mains) == 0 {
			return nil
		}
		var q params
		return q.exec(ctx, tx, `UPDATE jobs SET state = 'Pending' WHERE state IN ('InProgress', 'Completing') AND id IN (`+q.list(mains)+`)`)
	})
	if err != nil {
		return 0, fmt.Errorf("rescue tasks: %w", err)
	}
	return count, nil
}

func (s *Store) failStray(ctx context.Context, t stray) (int, error) {
	if t.Part == job.Probe {
		return 1, s.Answer(ctx, t.Task)
	}
	name := fault.SubprocessCrashed
	if t.Part >= 0 || t.dest == batchDest {
		name = fault.BatchOrphaned
	}
	slog.WarnContext(ctx, "a worker lost its lease for the last time, the job fails", "job", t.JobID, "part", t.Part, "worker", t.Owner)
	lost, err := s.failClaim(ctx, t.Task, fault.New(name, ""), ` AND `+s.expired())
	if err != nil {
		return 0, fmt.Errorf("fail job of a lost worker: %w", err)
	}
	if lost {
		return 0, nil
	}
	return 1, s.cancelChildren(ctx, t.JobID)
}

// failClaim fails the job of a claimed task under a further condition on its row. lost is true when the claim or
// the condition does not hold any more.
func (s *Store) failClaim(ctx context.Context, t job.Task, why *fault.Error, more string) (lost bool, err error) {
	err = s.tx(ctx, func(tx *sql.Tx, n *news) error {
		// The main task is the job's mutex, also when a part fails.
		if _, err := texts(ctx, tx, `SELECT owner FROM tasks WHERE job_id = $1 AND part = -1 `+s.lock, t.JobID); err != nil {
			return err
		}
		held, err := texts(ctx, tx, `SELECT owner FROM tasks WHERE `+fence+more+` `+s.lock, claimArgs(t)...)
		if err != nil {
			return err
		}
		if len(held) == 0 {
			return job.ErrLost
		}
		gone, err := removeTasks(ctx, tx, t.JobID)
		if err != nil {
			return err
		}
		if len(gone) == 0 {
			return job.ErrLost
		}
		return s.finish(ctx, tx, n, fate{job.Failed, claimedStates, []end{{removed: gone[0], why: why}}})
	})
	if errors.Is(err, job.ErrLost) {
		return true, nil
	}
	return false, err
}
