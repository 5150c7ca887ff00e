package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/job"
)

// head is the idle task of a tenant that is promoted first.
type head struct {
	jobID, tenant        string
	queue                job.Queue
	lane                 job.Lane
	createdAt            int64
	ceiling, tenantLimit int
}

// promote queues idle jobs of the organization while there is room: lane by lane, first come first served.
func (s *Store) promote(ctx context.Context, tx *sql.Tx, org string, n *news) error {
	room, err := s.lockRoom(ctx, tx, org)
	if err != nil {
		return err
	}
	for more := true; more; {
		heads, err := idleHeads(ctx, tx, org)
		if err != nil {
			return err
		}
		if more, err = s.promoteFirst(ctx, tx, room, heads, n); err != nil {
			return err
		}
	}
	return nil
}

// promoteFirst queues the first of the tasks that there is room for; it is false when there is none.
func (s *Store) promoteFirst(ctx context.Context, tx *sql.Tx, room *room, heads []head, n *news) (bool, error) {
	for i := range heads {
		h := &heads[i]
		ok, err := room.take(ctx, h.tenant, h.ceiling, h.tenantLimit)
		if err != nil {
			return false, err
		}
		if !ok {
			continue
		}
		if ok, err = s.queueIdle(ctx, tx, h, room.org); err != nil {
			return false, err
		}
		if ok {
			n.work(h.queue)
			return true, nil
		}
	}
	return false, nil
}

// idleHeads returns the first idle task of every tenant in the order of promotion. It looks at one row for each
// tenant, however many are idle.
func idleHeads(ctx context.Context, tx *sql.Tx, org string) ([]head, error) {
	var heads []head
	err := query(ctx, tx, `WITH RECURSIVE t(tenant) AS (
	SELECT min(tenant) FROM tasks WHERE state = 'idle' AND org = $1
	UNION ALL
	SELECT (SELECT min(i.tenant) FROM tasks i WHERE i.state = 'idle' AND i.org = $1 AND i.tenant > t.tenant) FROM t WHERE t.tenant IS NOT NULL)
SELECT h.job_id, h.tenant, h.queue, h.lane, h.created_at, h.ceiling, h.tenant_limit FROM t JOIN tasks h ON h.part = -1 AND h.job_id = (
	SELECT i.job_id FROM tasks i WHERE i.state = 'idle' AND i.org = $1 AND i.tenant = t.tenant ORDER BY i.lane, i.created_at, i.job_id LIMIT 1)`,
		[]any{org}, func(r *sql.Rows) error {
			var h head
			if err := r.Scan(&h.jobID, &h.tenant, &h.queue, &h.lane, &h.createdAt, &h.ceiling, &h.tenantLimit); err != nil {
				return err
			}
			heads = append(heads, h)
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("find idle jobs: %w", err)
	}
	slices.SortFunc(heads, func(a, b head) int {
		return cmp.Or(cmp.Compare(a.lane, b.lane), cmp.Compare(a.createdAt, b.createdAt), cmp.Compare(a.jobID, b.jobID))
	})
	return heads, nil
}

// queueIdle moves one task from idle to queued. It is false when somebody else holds the row, to cancel it.
func (s *Store) queueIdle(ctx context.Context, tx *sql.Tx, h *head, org string) (bool, error) {
	l := line{h.queue, h.lane, org}
	turns, err := s.turns.next(ctx, tx, []line{l})
	if err != nil {
		return false, err
	}
	moved, err := texts(ctx, tx, `WITH c AS MATERIALIZED (SELECT job_id FROM tasks WHERE job_id = $1 AND part = -1 AND state = 'idle' `+s.db.Dialect.SkipLocked+`)
UPDATE tasks SET state = 'queued', turn = $2 WHERE part = -1 AND job_id IN (SELECT job_id FROM c) RETURNING job_id`, h.jobID, turns[0])
	if err != nil {
		return false, fmt.Errorf("queue an idle job: %w", err)
	}
	if len(moved) == 0 {
		return false, nil
	}
	_, err = tx.ExecContext(ctx, `UPDATE jobs SET state = 'Pending' WHERE id = $1 AND state = 'Idle'`, h.jobID)
	return true, err
}

// Promote queues idle jobs wherever there is room. Ends of jobs do the same for their organization; this is the net.
func (s *Store) Promote(ctx context.Context) error {
	orgs, err := texts(ctx, s.db.Read, `WITH RECURSIVE o(org) AS (
	SELECT min(org) FROM tasks WHERE state = 'idle'
	UNION ALL
	SELECT (SELECT min(i.org) FROM tasks i WHERE i.state = 'idle' AND i.org > o.org) FROM o WHERE o.org IS NOT NULL)
SELECT org FROM o WHERE org IS NOT NULL`)
	if err != nil {
		return fmt.Errorf("find organizations with idle jobs: %w", err)
	}
	var all error
	for _, org := range orgs {
		all = errors.Join(all, s.tx(ctx, func(tx *sql.Tx, n *news) error { return s.promote(ctx, tx, org, n) }))
	}
	return all
}
