package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// countUsage adds the jobs to their organizations' counters, which survive the deletion of jobs, and tells other
// processes that the jobs have ended.
func (s *Store) countUsage(ctx context.Context, tx *sql.Tx, finals []final) error {
	type key struct{ org, day, typ string }
	type count struct{ jobs, failures, pages, millis int64 }
	counts := map[key]*count{}
	var keys []key
	for _, f := range finals {
		k := key{f.org, time.UnixMilli(f.finished).UTC().Format(time.DateOnly), f.typ}
		c := counts[k]
		if c == nil {
			c = &count{}
			counts[k] = c
			keys = append(keys, k)
		}
		c.jobs++
		if f.state == job.Failed {
			c.failures++
		}
		if f.state == job.Completed {
			c.pages += int64(f.pages)
		}
		c.millis += millis(f.ending().Duration)
	}
	slices.SortFunc(keys, func(a, b key) int { // the order in which rows are locked
		return cmp.Or(cmp.Compare(a.org, b.org), cmp.Compare(a.day, b.day), cmp.Compare(a.typ, b.typ))
	})
	var p params
	err := p.exec(ctx, tx, `INSERT INTO usage (org, day, type, jobs, failures, pages, millis) `+p.values(len(keys), func(i int) []any {
		k := keys[i]
		c := counts[k]
		return []any{k.org, k.day, k.typ, c.jobs, c.failures, c.pages, c.millis}
	})+` ON CONFLICT (org, day, type) DO UPDATE SET jobs = usage.jobs + excluded.jobs, failures = usage.failures + excluded.failures,
	pages = usage.pages + excluded.pages, millis = usage.millis + excluded.millis`+s.doneNotice(&p, finals))
	if err != nil {
		return fmt.Errorf("count usage: %w", err)
	}
	return nil
}

// doneNotice names all ended jobs in one notice: a batch of them stays far under the 8,000 bytes PostgreSQL allows.
func (s *Store) doneNotice(p *params, finals []final) string {
	if s.db.Dialect.Notify == "" {
		return ""
	}
	ids := make([]string, len(finals))
	for i, f := range finals {
		ids[i] = f.id
	}
	return s.notice(doneChannel, p.add(strings.Join(ids, ",")))
}
