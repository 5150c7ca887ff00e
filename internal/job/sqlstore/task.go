package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/job"
)

// row is a task to insert.
type row struct {
	id, jobID, org, tenant, dest string
	queue                        job.Queue
	lane                         job.Lane
	turn                         int64
	state, stage                 string
	part                         int
	awaited                      bool
	payload                      string
	generation                   int
	ceiling, tenantLimit         int
	trace                        string
	createdAt                    int64
}

func (r *row) line() line { return line{r.queue, r.lane, r.org} }

// maxRows keeps a statement under the number of arguments SQLite allows.
const maxRows = 500

// insertTasks gives queued tasks their turns and stores all.
func (s *Store) insertTasks(ctx context.Context, tx *sql.Tx, tasks []*row, n *news) error {
	var lines []line
	for _, t := range tasks {
		if t.state == queued {
			lines = append(lines, t.line())
			n.work(t.queue)
		}
	}
	next, err := turnsFor(ctx, tx, lines)
	if err != nil {
		return err
	}
	for _, t := range tasks {
		if t.state == queued {
			t.turn = next.take(t.line())
		}
	}
	for chunk := range slices.Chunk(tasks, maxRows) {
		var p params
		_, err := tx.ExecContext(ctx, `INSERT INTO tasks (id, job_id, org, tenant, dest, queue, lane, turn, state, stage,
	step, part, waits, fanned, awaited, payload, attempt, owner, lease_until, run_at, generation, ceiling, tenant_limit, trace, created_at)
VALUES `+rows(len(chunk), func(i int) []string {
			t := chunk[i]
			return []string{
				p.add(t.id), p.add(t.jobID), p.add(t.org), p.add(t.tenant), p.add(t.dest),
				p.add(string(t.queue)), p.add(int(t.lane)), p.add(t.turn), p.add(t.state), p.add(t.stage),
				"0", p.add(t.part), "0", "FALSE", p.add(t.awaited), p.add(t.payload), "0", "''", "0", "0",
				p.add(t.generation), p.add(t.ceiling), p.add(t.tenantLimit), p.add(t.trace), p.add(t.createdAt),
			}
		}), p.args...)
		if err != nil {
			return fmt.Errorf("store tasks: %w", err)
		}
	}
	return nil
}
