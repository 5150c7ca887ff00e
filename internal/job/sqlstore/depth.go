package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// Depth counts the unfinished jobs admission counts for a queue, up to limit. Batch jobs, children and probes
// do not count.
func (s *Store) Depth(ctx context.Context, q job.Queue, limit int) (int, error) {
	return s.depth(ctx, `lane < 2`, limit, q)
}

// BatchDepth counts the unfinished jobs that were submitted to the batch lane, up to limit.
func (s *Store) BatchDepth(ctx context.Context, limit int) (int, error) {
	return s.depth(ctx, `lane = 2`, limit, job.CPU, job.IO)
}

// The order of the index makes PostgreSQL read it and stop at the limit, so that the time does not grow with
// the backlog.
func (s *Store) depth(ctx context.Context, lanes string, limit int, queues ...job.Queue) (total int, err error) {
	for _, q := range queues {
		var n int
		err := s.db.Read.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT 1 FROM jobs WHERE finished_at IS NULL AND parent_id = ''
	AND queue = $1 AND `+lanes+` ORDER BY queue, lane, sync, created_at LIMIT $2) d`, string(q), limit-total).Scan(&n)
		if err != nil {
			return 0, fmt.Errorf("count queued jobs: %w", err)
		}
		total += n
	}
	return total, nil
}

// Depths counts all unfinished jobs by queue and lane.
func (s *Store) Depths(ctx context.Context) ([]job.Depth, error) {
	var out []job.Depth
	err := query(ctx, s.db.Read, `SELECT dest, lane, sum(CASE WHEN state IN ('idle', 'queued') THEN 1 ELSE 0 END), count(*)
FROM tasks WHERE part = -1 AND dest <> '' GROUP BY dest, lane`, nil, func(r *sql.Rows) error {
		var dest string
		var d job.Depth
		var all int
		if err := r.Scan(&dest, &d.Lane, &d.Queued, &all); err != nil {
			return err
		}
		d.Running = all - d.Queued
		if dest != batchDest {
			d.Queue = job.Queue(dest)
		}
		out = append(out, d)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count jobs: %w", err)
	}
	return out, nil
}

// Legacy counts the unfinished jobs of earlier generations.
func (s *Store) Legacy(ctx context.Context) (job.Legacy, error) {
	var l job.Legacy
	var age int64
	err := s.db.Read.QueryRowContext(ctx, `SELECT COALESCE(sum(CASE WHEN state IN ('idle', 'queued') THEN 1 ELSE 0 END), 0),
	COALESCE(sum(CASE WHEN state IN ('idle', 'queued') THEN 0 ELSE 1 END), 0), COALESCE(`+s.now+` - min(created_at), 0)
FROM tasks WHERE part = -1 AND generation < $1`, s.opt.Generation).Scan(&l.Queued, &l.Running, &age)
	if err != nil {
		return l, fmt.Errorf("count jobs of earlier versions: %w", err)
	}
	l.Oldest = max(0, time.Duration(age)*time.Millisecond)
	return l, nil
}
