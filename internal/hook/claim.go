package hook

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// claim is the right to make one attempt. The owner is the fence: only its holder may record the outcome.
type claim struct {
	id, org, host, owner string
	at                   time.Time // the database's clock when it was taken
}

// claimWindow is how many due deliveries are looked at for those that fit the room.
const claimWindow = 4 * maxRunning

// claim takes due deliveries, the longest waiting first, as far as their receivers and organizations have room.
func (d *Dispatcher) claim(ctx context.Context, r room) ([]claim, error) {
	if r.total <= 0 {
		return nil, nil
	}
	owner := newOwner()
	now := d.db.Dialect.Now
	args := []any{owner, leaseTime.Milliseconds(), claimWindow, r.perHost, r.perOrg, r.total}
	except := exclude("host", r.busyHosts, &args) + exclude("org", r.busyOf, &args)
	rows, err := d.db.Write.QueryContext(ctx, `
		WITH due AS MATERIALIZED (
			SELECT id, org, host, next_attempt_at FROM deliveries
			WHERE status = 'pending' AND next_attempt_at <= `+now+` AND lease_until <= `+now+except+`
			ORDER BY next_attempt_at, id LIMIT $3 `+d.db.Dialect.SkipLocked+`
		), ranked AS (
			SELECT id, next_attempt_at,
				ROW_NUMBER() OVER (PARTITION BY host ORDER BY next_attempt_at, id) AS in_host,
				ROW_NUMBER() OVER (PARTITION BY org ORDER BY next_attempt_at, id) AS in_org
			FROM due
		), chosen AS MATERIALIZED (
			SELECT id FROM ranked WHERE in_host <= $4 AND in_org <= $5 ORDER BY next_attempt_at, id LIMIT $6
		)
		UPDATE deliveries SET owner = $1, lease_until = `+now+` + $2 WHERE id IN (SELECT id FROM chosen)
		RETURNING id, org, host, `+now, args...)
	if err != nil {
		return nil, fmt.Errorf("claim webhook deliveries: %w", err)
	}
	defer rows.Close()
	var out []claim
	for rows.Next() {
		c := claim{owner: owner}
		var at int64
		if err := rows.Scan(&c.id, &c.org, &c.host, &at); err != nil {
			return nil, fmt.Errorf("claim webhook deliveries: %w", err)
		}
		c.at = time.UnixMilli(at).UTC()
		out = append(out, c)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("claim webhook deliveries: %w", err)
	}
	return out, nil
}

// exclude returns a condition that leaves out the given values, and adds them to the arguments.
func exclude(column string, values []string, args *[]any) string {
	if len(values) == 0 {
		return ""
	}
	return " AND " + column + " NOT IN " + marks(values, args)
}

// marks returns a bracketed list of placeholders for the values, and adds them to the arguments.
func marks(values []string, args *[]any) string {
	names := make([]string, len(values))
	for i, v := range values {
		*args = append(*args, v)
		names[i] = "$" + strconv.Itoa(len(*args))
	}
	return "(" + strings.Join(names, ", ") + ")"
}
