package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// Cancel ends a job that is Idle, Pending or InProgress, and its unfinished children, and returns it as it then
// stands. Its workers are interrupted within 2 s. A Completing or final job is returned unchanged.
func (s *Store) Cancel(ctx context.Context, org, id string) (job.Job, error) {
	j, err := s.get(ctx, s.db.Write, org, id)
	if err != nil || j.State.Final() {
		return j, err
	}
	if err := s.cancel(ctx, id); err != nil {
		return j, err
	}
	return s.get(ctx, s.db.Write, org, id)
}

func (s *Store) cancel(ctx context.Context, id string) error {
	ended, err := s.endUnfinished(ctx, id, job.Cancelled, func(job.State) *fault.Error { return fault.New(fault.JobCancelled, "") })
	if err != nil {
		return fmt.Errorf("cancel job: %w", err)
	}
	if !ended {
		return nil
	}
	return s.cancelChildren(ctx, id)
}

func (s *Store) cancelChildren(ctx context.Context, id string) error {
	children, err := texts(ctx, s.db.Write, `SELECT id FROM jobs WHERE parent_id = $1 AND parent_id <> '' AND finished_at IS NULL`, id)
	if err != nil {
		return fmt.Errorf("find children: %w", err)
	}
	var all error
	for _, child := range children {
		all = errors.Join(all, s.cancel(ctx, child))
	}
	return all
}

// Expire ends an unfinished job by name: with waiting when it is Idle or Pending, with running when it is
// InProgress; nil leaves it alone. It returns the job as it then stands. A Completing job is left alone.
func (s *Store) Expire(ctx context.Context, org, id string, waiting, running *fault.Error) (job.Job, error) {
	if _, err := s.get(ctx, s.db.Write, org, id); err != nil {
		return job.Job{}, err
	}
	if _, err := s.expire(ctx, id, waiting, running); err != nil {
		return job.Job{}, err
	}
	return s.get(ctx, s.db.Write, org, id)
}

func (s *Store) expire(ctx context.Context, id string, waiting, running *fault.Error) (bool, error) {
	ended, err := s.endUnfinished(ctx, id, job.Failed, func(st job.State) *fault.Error {
		if st == job.InProgress {
			return running
		}
		return waiting
	})
	if err != nil {
		return false, fmt.Errorf("expire job: %w", err)
	}
	if !ended {
		return false, nil
	}
	return true, s.cancelChildren(ctx, id)
}

// errKeep rolls a transaction back that found nothing to do.
var errKeep = errors.New("the job is left as it is")

// endUnfinished ends a job without holding its claim; a worker that holds it finds it lost. why names the error
// for the state the job is in, or leaves it alone. It is false when the job was left alone or had ended.
func (s *Store) endUnfinished(ctx context.Context, id string, to job.State, why func(job.State) *fault.Error) (bool, error) {
	err := s.tx(ctx, func(tx *sql.Tx, n *news) error {
		gone, err := removeTasks(ctx, tx, id)
		if err != nil {
			return err
		}
		if len(gone) == 0 {
			return errKeep
		}
		states, err := texts(ctx, tx, `SELECT state FROM jobs WHERE id = $1 `+s.lock, id)
		if err != nil {
			return err
		}
		if len(states) == 0 || states[0] == string(job.Completing) {
			return errKeep
		}
		state := job.State(states[0])
		reason := why(state)
		if reason == nil {
			return errKeep
		}
		return s.finish(ctx, tx, n, fate{to, []job.State{state}, []end{{removed: gone[0], why: reason}}})
	})
	if errors.Is(err, errKeep) {
		return false, nil
	}
	return err == nil, err
}
