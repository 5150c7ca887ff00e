package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/octavo-dev/octavo/internal/job"
)

// line is one organization's place in a lane of a queue.
type line struct {
	queue job.Queue
	lane  job.Lane
	org   string
}

// turns gives out round-robin positions: the first queued task of every organization stands in the current
// round, its second in the next one, and so on. Workers take the lowest round first. Nothing is locked: two
// transactions may give out the same position, which costs a little fairness and nothing else.
type turns map[line]int64

// turnsFor reads where the given lines end.
func turnsFor(ctx context.Context, tx *sql.Tx, lines []line) (turns, error) {
	next := turns{}
	var distinct []line
	for _, l := range lines {
		if _, seen := next[l]; !seen {
			next[l] = 0
			distinct = append(distinct, l)
		}
	}
	if len(distinct) == 0 {
		return next, nil
	}
	var p params
	text := `WITH v(q, l, o) AS (` + p.values(len(distinct), func(i int) []any {
		d := distinct[i]
		return []any{string(d.queue), int(d.lane), d.org}
	}) + `)
SELECT q, l, o,
	COALESCE((SELECT turn FROM tasks WHERE state = 'queued' AND queue = q AND lane = l ORDER BY turn LIMIT 1), 0),
	COALESCE((SELECT turn FROM tasks WHERE state = 'queued' AND queue = q AND lane = l AND org = o ORDER BY turn DESC LIMIT 1), 0)
FROM v`
	err := query(ctx, tx, text, p.args, func(r *sql.Rows) error {
		var l line
		var round, own int64
		if err := r.Scan(&l.queue, &l.lane, &l.org, &round, &own); err != nil {
			return err
		}
		next[l] = max(round-1, own)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read turns: %w", err)
	}
	return next, nil
}

func (t turns) take(l line) int64 {
	t[l]++
	return t[l]
}

// front is an SQL expression for the current round of the lane a task stands in. Work that was begun goes on
// there: a job that waits behind newer ones for every stage would keep its intermediate results for long.
const front = `COALESCE((SELECT f.turn FROM tasks f WHERE f.state = 'queued' AND f.queue = tasks.queue AND f.lane = tasks.lane ORDER BY f.turn LIMIT 1), 0)`
