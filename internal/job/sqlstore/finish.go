package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// removed is what is remembered of a main task that was deleted because its job ends.
type removed struct {
	jobID, org string
	limited    bool // a ceiling or a tenant's share held it
	fanned     bool
	awaited    bool
}

const removedColumns = `job_id, org, (ceiling > 0 OR tenant_limit > 0), fanned, awaited`

func scanRemoved(ctx context.Context, tx *sql.Tx, text string, args ...any) ([]removed, error) {
	var out []removed
	err := query(ctx, tx, text, args, func(r *sql.Rows) error {
		var g removed
		if err := r.Scan(&g.jobID, &g.org, &g.limited, &g.fanned, &g.awaited); err != nil {
			return err
		}
		out = append(out, g)
		return nil
	})
	return out, err
}

// removeTasks deletes all tasks of a job, the main one first. Nothing is returned when it had none: it has ended.
func removeTasks(ctx context.Context, tx *sql.Tx, id string) ([]removed, error) {
	gone, err := scanRemoved(ctx, tx, `DELETE FROM tasks WHERE job_id = $1 AND part = -1 RETURNING `+removedColumns, id)
	if err != nil || len(gone) == 0 {
		return nil, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM tasks WHERE job_id = $1`, id)
	return gone, err
}

// end is one job to be ended. Its main task is already deleted in the same transaction.
type end struct {
	removed
	to     job.State
	from   []job.State // one to three
	stored job.Stored
	why    *fault.Error
}

// finish writes the final states and everything that must not be told apart from them: usage, the webhook
// outbox, waiting parents, promoted jobs.
func (s *Store) finish(ctx context.Context, tx *sql.Tx, ends []end, n *news) error {
	if len(ends) == 0 {
		return nil
	}
	finals, err := s.endJobs(ctx, tx, ends)
	if err != nil {
		return err
	}
	if len(finals) != len(ends) {
		return fault.New(fault.JobStateError, "")
	}
	if err := dropParts(ctx, tx, ends); err != nil {
		return err
	}
	if err := s.outbox(ctx, tx, finals); err != nil {
		return err
	}
	if err := s.wakeParents(ctx, tx, ends, finals, n); err != nil {
		return err
	}
	for _, org := range limitedOrgs(ends) {
		if err := s.promote(ctx, tx, org, n); err != nil {
			return err
		}
	}
	// Last, because every job of an organization counts in the same rows.
	if err := countUsage(ctx, tx, finals); err != nil {
		return err
	}
	for _, f := range finals {
		n.ended = append(n.ended, f.ending())
	}
	return nil
}

// final is a job row as its end left it.
type final struct {
	id, org, typ      string
	state             job.State
	why               *fault.Error
	sync              bool
	hook, parent      string
	pages             int
	created, finished int64
	started           *int64
}

func (f *final) ending() job.Ending {
	began := f.finished
	if f.started != nil {
		began = *f.started
	}
	return job.Ending{
		ID: f.id, Org: f.org, Type: f.typ, State: f.state, Error: f.why, Pages: f.pages,
		Duration:  max(0, time.Duration(f.finished-began)*time.Millisecond),
		QueueWait: max(0, time.Duration(began-f.created)*time.Millisecond),
	}
}

func (s *Store) endJobs(ctx context.Context, tx *sql.Tx, ends []end) ([]final, error) {
	var p params
	whys := make(map[string]*fault.Error, len(ends))
	text := `WITH v(jid, a, b, c, fate, why, rkey, size, num, total) AS (VALUES ` + rows(len(ends), func(i int) []string {
		e := ends[i]
		whys[e.jobID] = e.why
		from := slices.Concat(e.from, e.from, e.from) // filled up to three
		return []string{
			p.add(e.jobID), p.add(string(from[0])), p.add(string(from[1])), p.add(string(from[2])), p.add(string(e.to)),
			p.add(faultText(e.why)), p.add(e.stored.Key), p.int(e.stored.Bytes),
			p.int(int64(e.stored.NumPages)), p.int(int64(e.stored.TotalPages)),
		}
	}) + `)
UPDATE jobs SET state = fate, error = why, result_key = rkey, result_bytes = size, request = '', finished_at = ` + s.now + `,
	progress = CASE WHEN fate = 'Completed' THEN 1 ELSE progress END,
	num_pages = CASE WHEN fate = 'Completed' THEN num ELSE num_pages END,
	total_pages = CASE WHEN fate = 'Completed' THEN total ELSE total_pages END
FROM v WHERE id = jid AND state IN (a, b, c)
RETURNING id, org, type, state, sync, webhook, parent_id, COALESCE(num_pages, 0), created_at, started_at, finished_at`
	var out []final
	err := query(ctx, tx, text, p.args, func(r *sql.Rows) error {
		var f final
		if err := r.Scan(&f.id, &f.org, &f.typ, &f.state, &f.sync, &f.hook, &f.parent, &f.pages, &f.created, &f.started, &f.finished); err != nil {
			return err
		}
		f.why = whys[f.id]
		out = append(out, f)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("end jobs: %w", err)
	}
	return out, nil
}

func dropParts(ctx context.Context, tx *sql.Tx, ends []end) error {
	var fanned []string
	for _, e := range ends {
		if e.fanned {
			fanned = append(fanned, e.jobID)
		}
	}
	if len(fanned) == 0 {
		return nil
	}
	var p params
	if _, err := tx.ExecContext(ctx, `DELETE FROM parts WHERE job_id IN (`+p.list(fanned)+`)`, p.args...); err != nil {
		return fmt.Errorf("remove outputs of parts: %w", err)
	}
	return nil
}

func limitedOrgs(ends []end) []string {
	var orgs []string
	for _, e := range ends {
		if e.limited {
			orgs = append(orgs, e.org)
		}
	}
	slices.Sort(orgs)
	return slices.Compact(orgs)
}
