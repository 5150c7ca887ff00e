package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// line is one organization's place in a lane of a queue.
type line struct {
	queue job.Queue
	lane  job.Lane
	org   string
}

// turns gives out round-robin positions: the first queued task of every organization stands in the current
// round, its second in the next one, and so on. Workers take the lowest round first. Nothing is locked, and what
// was read is believed for a moment: two transactions may give out the same position, which costs a little
// fairness and nothing else.
type turns struct {
	mu   sync.Mutex
	ends map[line]lineEnd
}

// lineEnd is the last position given out in a line.
type lineEnd struct {
	turn int64
	read time.Time
}

const (
	believe  = 50 * time.Millisecond
	maxLines = 1000
)

// next gives every line a position, in order.
func (t *turns) next(ctx context.Context, q queryer, lines []line) ([]int64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.ends) > maxLines || t.ends == nil {
		t.ends = map[line]lineEnd{}
	}
	now := time.Now()
	var stale []line
	for _, l := range lines {
		if now.Sub(t.ends[l].read) > believe {
			stale = append(stale, l)
			t.ends[l] = lineEnd{read: now}
		}
	}
	if err := t.read(ctx, q, stale); err != nil {
		return nil, err
	}
	out := make([]int64, len(lines))
	for i, l := range lines {
		end := t.ends[l]
		end.turn++
		t.ends[l], out[i] = end, end.turn
	}
	return out, nil
}

// read finds out where lines end.
func (t *turns) read(ctx context.Context, q queryer, lines []line) error {
	if len(lines) == 0 {
		return nil
	}
	var p params
	text := `WITH v(q, l, o) AS (` + p.values(len(lines), func(i int) []any {
		return []any{string(lines[i].queue), int(lines[i].lane), lines[i].org}
	}) + `)
SELECT q, l, o,
	COALESCE((SELECT turn FROM tasks WHERE state = 'queued' AND NOT lost AND queue = q AND lane = l ORDER BY turn LIMIT 1), 0),
	COALESCE((SELECT turn FROM tasks WHERE state = 'queued' AND lane >= 0 AND queue = q AND lane = l AND org = o ORDER BY turn DESC LIMIT 1), 0)
FROM v`
	err := query(ctx, q, text, p.args, func(r *sql.Rows) error {
		var l line
		var round, own int64
		if err := r.Scan(&l.queue, &l.lane, &l.org, &round, &own); err != nil {
			return err
		}
		end := t.ends[l]
		end.turn = max(round-1, own)
		t.ends[l] = end
		return nil
	})
	if err != nil {
		t.ends = nil
		return fmt.Errorf("read turns: %w", err)
	}
	return nil
}

// front is an SQL expression for the current round of the lane a task stands in. Work that was begun goes on
// there: a job that waits behind newer ones for every stage would keep its intermediate results for long.
const front = `COALESCE((SELECT f.turn FROM tasks f WHERE f.state = 'queued' AND NOT f.lost AND f.queue = tasks.queue AND f.lane = tasks.lane ORDER BY f.turn LIMIT 1), 0)`
