package sqlstore

import (
	"context"
	"database/sql"
	"slices"

	"github.com/octavo-dev/octavo/internal/job"
)

// row is a task to insert.
type row struct {
	jobID                string
	part                 int
	org, tenant, dest    string
	queue                job.Queue
	lane                 job.Lane
	turn                 int64
	state, stage         string
	awaited              bool
	payload              string
	generation           int
	ceiling, tenantLimit int
	trace                string
	createdAt            int64 // 0: now
}

func (r *row) line() line { return line{r.queue, r.lane, r.org} }

// maxRows keeps a statement under the number of arguments SQLite allows.
const maxRows = 500

// insertTasks gives queued tasks their turns and stores all.
func (s *Store) insertTasks(ctx context.Context, tx *sql.Tx, tasks []*row, n *news) error {
	steps, err := s.taskSteps(ctx, tx, tasks, n)
	if err != nil {
		return err
	}
	return runSteps(ctx, tx, steps)
}

// taskSteps gives queued tasks their turns and returns the statements that store all.
func (s *Store) taskSteps(ctx context.Context, q queryer, tasks []*row, n *news) ([]step, error) {
	var lines []line
	for _, t := range tasks {
		if t.state == queued {
			lines = append(lines, t.line())
			n.work(t.queue)
			n.told = append(n.told, t.queue)
		}
	}
	turns, err := s.turns.next(ctx, q, lines)
	if err != nil {
		return nil, err
	}
	for _, t := range tasks {
		if t.state == queued {
			t.turn, turns = turns[0], turns[1:]
		}
	}
	var steps []step
	for chunk := range slices.Chunk(tasks, maxRows) {
		var p params
		text := `INSERT INTO tasks (job_id, part, org, tenant, dest, queue, lane, turn, state, stage, awaited, payload,
	generation, ceiling, tenant_limit, trace, created_at, step, waits, fanned, attempt, owner, lease_until, run_at) ` +
			p.values(len(chunk), func(i int) []any {
				t := chunk[i]
				var created any = raw(s.now)
				if t.createdAt != 0 {
					created = t.createdAt
				}
				return []any{
					t.jobID, t.part, t.org, t.tenant, t.dest, string(t.queue), int(t.lane), t.turn, t.state, t.stage, t.awaited, t.payload,
					t.generation, t.ceiling, t.tenantLimit, t.trace, created, raw("0, 0, FALSE, 0, '', 0, 0"),
				}
			}) + s.notice(workChannel, "queue")
		steps = append(steps, step{text: text, args: p.args})
	}
	return steps, nil
}
