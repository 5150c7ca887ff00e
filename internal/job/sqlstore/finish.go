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
	jobID, org, owner string
	limited           bool // a ceiling or a tenant's share held it
	fanned            bool
	awaited           bool
}

const removedColumns = `job_id, org, owner, (ceiling > 0 OR tenant_limit > 0), fanned, awaited`

func scanRemoved(ctx context.Context, tx *sql.Tx, text string, args ...any) ([]removed, error) {
	var out []removed
	err := query(ctx, tx, text, args, func(r *sql.Rows) error {
		var g removed
		if err := r.Scan(&g.jobID, &g.org, &g.owner, &g.limited, &g.fanned, &g.awaited); err != nil {
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
	stored job.Stored
	why    *fault.Error
}

// fate is the final state of some jobs, and the states they may come from.
type fate struct {
	to   job.State
	from []job.State
	ends []end
}

// claimedStates are those of a job whose main task is claimed or waits.
var claimedStates = []job.State{job.InProgress, job.Completing}

// finish writes the final states and everything that must not be told apart from them: usage, the webhook
// outbox, waiting parents, promoted jobs.
func (s *Store) finish(ctx context.Context, tx *sql.Tx, n *news, fates ...fate) error {
	var ends []end
	var finals []final
	for _, f := range fates {
		if len(f.ends) == 0 {
			continue
		}
		some, err := s.endJobs(ctx, tx, f)
		if err != nil {
			return err
		}
		if len(some) != len(f.ends) {
			return fault.New(fault.JobStateError, "")
		}
		finals = append(finals, some...)
		ends = append(ends, f.ends...)
	}
	if len(ends) == 0 {
		return nil
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
	if err := s.countUsage(ctx, tx, finals); err != nil {
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
	queue             job.Queue
	lane              job.Lane
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
		ID: f.id, Org: f.org, Type: f.typ, State: f.state, Error: f.why, Pages: f.pages, Queue: f.queue, Lane: f.lane,
		Duration:  max(0, time.Duration(f.finished-began)*time.Millisecond),
		QueueWait: max(0, time.Duration(began-f.created)*time.Millisecond),
	}
}

func (s *Store) endJobs(ctx context.Context, tx *sql.Tx, f fate) ([]final, error) {
	var p params
	whys := make(map[string]*fault.Error, len(f.ends))
	for _, e := range f.ends {
		whys[e.jobID] = e.why
	}
	columns, set := `jid, why`, `error = why`
	row := func(i int) []any { return []any{f.ends[i].jobID, faultText(f.ends[i].why)} }
	if f.to == job.Completed {
		columns, set = `jid, rkey, size, num, total`, `result_key = rkey, result_bytes = size, num_pages = num, total_pages = total, progress = 1`
		row = func(i int) []any {
			r := f.ends[i].stored
			return []any{f.ends[i].jobID, r.Key, r.Bytes, r.NumPages, r.TotalPages}
		}
	}
	text := `WITH v(` + columns + `) AS (` + p.values(len(f.ends), row) + `)
UPDATE jobs SET state = ` + p.add(string(f.to)) + `, request = '', finished_at = ` + s.now + `, ` + set + `
FROM v WHERE ` + p.among("id") + ` AND id = jid AND state IN (` + p.list(names(f.from)) + `)
RETURNING id, org, type, queue, lane, sync, webhook, parent_id, COALESCE(num_pages, 0), created_at, started_at, finished_at`
	var out []final
	err := query(ctx, tx, text, p.args, func(r *sql.Rows) error {
		one := final{state: f.to}
		if err := r.Scan(&one.id, &one.org, &one.typ, &one.queue, &one.lane, &one.sync, &one.hook, &one.parent, &one.pages, &one.created, &one.started, &one.finished); err != nil {
			return err
		}
		one.why = whys[one.id]
		out = append(out, one)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("end jobs: %w", err)
	}
	return out, nil
}

func names(states []job.State) []string {
	out := make([]string, len(states))
	for i, st := range states {
		out[i] = string(st)
	}
	return out
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
	if err := p.exec(ctx, tx, `DELETE FROM parts WHERE job_id IN (`+p.list(fanned)+`)`); err != nil {
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
