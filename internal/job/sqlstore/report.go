package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// Usage returns what an organization used from one day to another, both included; an empty day is open.
func (s *Store) Usage(ctx context.Context, org, from, to string) ([]job.Usage, error) {
	var out []job.Usage
	err := query(ctx, s.db.Read, `SELECT day, type, jobs, failures, pages, millis FROM usage
WHERE org = $1 AND day >= $2 AND day <= $3 ORDER BY day, type`, []any{org, from, cmp.Or(to, "9999-12-31")}, func(r *sql.Rows) error {
		var u job.Usage
		var millis int64
		if err := r.Scan(&u.Day, &u.Type, &u.Jobs, &u.Failures, &u.Pages, &millis); err != nil {
			return err
		}
		u.Time = time.Duration(millis) * time.Millisecond
		out = append(out, u)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read usage: %w", err)
	}
	return out, nil
}
