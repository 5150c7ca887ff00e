package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/job"
)

func ceiling(sub job.Submission) int {
	if sub.ParentID != "" {
		return 0 // a child that waits for its parent's place would wait for ever
	}
	return sub.Ceiling
}

// tenantLimit is the most jobs of the tenant that may be active at a time, 0 for no limit.
func (s *Store) tenantLimit(sub job.Submission) int {
	if sub.Tenant == "" || sub.ParentID != "" {
		return 0
	}
	total := sub.Ceiling
	if total == 0 {
		total = s.opt.Slots
	}
	const rounding = 1e-9 // 0.29 × 100 is 28.999…
	return max(1, int(math.Floor(sub.TenantShare*float64(total)+rounding)))
}

// holdBack makes jobs Idle that their organization's ceiling or their tenant's share has no room for.
func (s *Store) holdBack(ctx context.Context, tx *sql.Tx, items []*intake) error {
	limited := map[string][]*intake{}
	for _, in := range items {
		in.job.State = job.Pending
		if ceiling(in.sub) > 0 || s.tenantLimit(in.sub) > 0 {
			limited[in.sub.Org] = append(limited[in.sub.Org], in)
		}
	}
	for _, org := range slices.Sorted(maps.Keys(limited)) {
		room, err := s.lockRoom(ctx, tx, org)
		if err != nil {
			return err
		}
		for _, in := range limited[org] {
			ok, err := room.take(ctx, in.sub.Tenant, ceiling(in.sub), s.tenantLimit(in.sub))
			if err != nil {
				return err
			}
			if !ok {
				in.job.State = job.Idle
			}
		}
	}
	return nil
}

// room counts the active jobs of one organization that are under a limit, as all of its jobs or all of a tenant's
// are. Other submits and promotions of the organization wait until the commit.
type room struct {
	tx      *sql.Tx
	org     string
	all     *int
	tenants map[string]int
}

func (s *Store) lockRoom(ctx context.Context, tx *sql.Tx, org string) (*room, error) {
	if s.db.Dialect.LockOrg != "" {
		if _, err := tx.ExecContext(ctx, s.db.Dialect.LockOrg, org); err != nil {
			return nil, fmt.Errorf("lock organization: %w", err)
		}
	}
	return &room{tx: tx, org: org, tenants: map[string]int{}}, nil
}

// take counts one more active job if both limits allow it. Nothing is counted further than a limit needs.
func (r *room) take(ctx context.Context, tenant string, ceiling, tenantLimit int) (bool, error) {
	const active = `SELECT count(*) FROM (SELECT 1 FROM tasks WHERE part = -1 AND state <> 'idle' AND (ceiling > 0 OR tenant_limit > 0) AND org = $1`
	if ceiling > 0 && r.all == nil {
		var n int
		if err := r.tx.QueryRowContext(ctx, active+` LIMIT $2) a`, r.org, ceiling).Scan(&n); err != nil {
			return false, fmt.Errorf("count active jobs: %w", err)
		}
		r.all = &n
	}
	if _, known := r.tenants[tenant]; tenantLimit > 0 && !known {
		var n int
		if err := r.tx.QueryRowContext(ctx, active+` AND tenant = $2 LIMIT $3) a`, r.org, tenant, tenantLimit).Scan(&n); err != nil {
			return false, fmt.Errorf("count active jobs of a tenant: %w", err)
		}
		r.tenants[tenant] = n
	}
	if ceiling > 0 && *r.all >= ceiling || tenantLimit > 0 && r.tenants[tenant] >= tenantLimit {
		return false, nil
	}
	if r.all != nil {
		*r.all++
	}
	if _, known := r.tenants[tenant]; known {
		r.tenants[tenant]++
	}
	return true, nil
}
