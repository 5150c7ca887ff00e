package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// MarkDeleting starts the deletion of a job and its children, cancelling what is unfinished, and returns the job
// as it then stands. all includes persisted artifacts and widens a running deletion. A Completing job is
// marked and cleaned after its end. A deleted job is job.ErrDeleted, unless all is set and persisted artifacts
// are left: then deletion starts again.
func (s *Store) MarkDeleting(ctx context.Context, org, id string, all bool) (job.Job, error) {
	j, err := s.get(ctx, s.db.Write, org, id)
	if err != nil {
		return j, err
	}
	if j.Deletion == job.Deleted && (!all || !j.Persist || j.DeleteAll || j.State != job.Completed) {
		return j, job.ErrDeleted
	}
	_, err = s.db.Write.ExecContext(ctx, `UPDATE jobs SET deletion = 'deleting', delete_all = (delete_all OR $2), deleted_at = `+s.now+`
WHERE (id = $1 OR parent_id = $1 AND parent_id <> '') AND (deletion <> 'deleted' OR $2 AND persist AND NOT delete_all)`, id, all)
	if err != nil {
		return j, fmt.Errorf("mark job for deletion: %w", err)
	}
	if err := s.cancel(ctx, id); err != nil {
		return j, err
	}
	if err := s.cancelChildren(ctx, id); err != nil {
		return j, err
	}
	return s.get(ctx, s.db.Write, org, id)
}

// ToClean returns up to limit ended jobs whose artifacts are to be removed, the longest waiting first.
func (s *Store) ToClean(ctx context.Context, limit int) ([]job.Job, error) {
	return s.jobs(ctx, s.db.Read, `deletion = 'deleting' AND deletion <> '' AND finished_at IS NOT NULL ORDER BY deleted_at, id LIMIT $1`, limit)
}

// MarkDeleted turns a cleaned job into a tombstone. all says what was cleaned; false is returned when the
// deletion was widened meanwhile and the job must be cleaned again.
func (s *Store) MarkDeleted(ctx context.Context, id string, all bool) (bool, error) {
	_, err := s.db.Write.ExecContext(ctx, `UPDATE jobs SET deletion = 'deleted', deleted_at = `+s.now+`, raw_config = '', source = '',
	error = '', request = '', webhook = '', result_key = CASE WHEN persist AND NOT delete_all THEN result_key ELSE '' END
WHERE id = $1 AND deletion = 'deleting' AND delete_all = $2 AND finished_at IS NOT NULL`, id, all)
	if err != nil {
		return false, fmt.Errorf("mark job as deleted: %w", err)
	}
	left, err := texts(ctx, s.db.Write, `SELECT id FROM jobs WHERE id = $1 AND deletion = 'deleting'`, id)
	if err != nil {
		return false, fmt.Errorf("mark job as deleted: %w", err)
	}
	return len(left) == 0, nil
}

// Due returns up to limit jobs that ended longer than retention ago and whose results are still there and not
// persisted, the oldest first.
func (s *Store) Due(ctx context.Context, retention time.Duration, limit int) ([]job.Job, error) {
	return s.jobs(ctx, s.db.Read, `finished_at IS NOT NULL AND NOT expired AND NOT persist AND deletion = '' AND finished_at < `+s.now+` - $1
ORDER BY finished_at LIMIT $2`, millis(retention), limit)
}

// MarkExpired says that the results of a job were removed after retention.
func (s *Store) MarkExpired(ctx context.Context, id string) error {
	_, err := s.db.Write.ExecContext(ctx, `UPDATE jobs SET expired = TRUE, result_key = '' WHERE id = $1 AND finished_at IS NOT NULL AND NOT persist`, id)
	if err != nil {
		return fmt.Errorf("mark results as expired: %w", err)
	}
	return nil
}

// Purge removes up to limit rows of expired jobs that ended longer than metadata ago, and up to limit tombstones
// older than tombstones. It returns how many it removed.
func (s *Store) Purge(ctx context.Context, metadata, tombstones time.Duration, limit int) (int, error) {
	var total int64
	err := s.db.Tx(ctx, func(tx *sql.Tx) error {
		total = 0
		for _, old := range []struct {
			where string
			age   time.Duration
		}{
			{`expired AND deletion = '' AND finished_at < ` + s.now + ` - $1 ORDER BY finished_at`, metadata},
			{`deletion = 'deleted' AND deletion <> '' AND deleted_at < ` + s.now + ` - $1 ORDER BY deleted_at`, tombstones},
		} {
			done, err := tx.ExecContext(ctx, `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE `+old.where+` LIMIT $2)`, millis(old.age), limit)
			if err != nil {
				return err
			}
			n, err := done.RowsAffected()
			if err != nil {
				return err
			}
			total += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("purge old jobs: %w", err)
	}
	return int(total), nil
}
