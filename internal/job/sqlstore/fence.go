package sqlstore

import (
	"context"
	"database/sql"

	"github.com/octavo-dev/octavo/internal/job"
)

// token is a claim: a task and the mark its claimer left. A mark is never used twice, so that a claim on one
// stage or attempt fits no other.
type token struct {
	jobID string
	part  int
	owner string
}

func tokenOf(t job.Task) token { return token{t.JobID, t.Part, t.Owner} }

// fence is the condition that a task is still held by the claim $1 (job), $2 (part), $3 (owner).
const fence = `job_id = $1 AND part = $2 AND owner = $3 AND state = 'running'`

func claimArgs(t job.Task, more ...any) []any {
	return append([]any{t.JobID, t.Part, t.Owner}, more...)
}

// held is a common table of the tasks that are still held by the given claims, with the claims' further cells as
// columns. PostgreSQL locks them in the order of their keys: heartbeats, moves and ends of one worker meet on the
// same rows, and would otherwise wait for each other.
func (s *Store) held(p *params, columns string, n int, claim func(i int) (job.Task, []any)) string {
	names := ""
	if columns != "" {
		names = ", " + columns
	}
	return `WITH v(vjob, vpart, vowner` + names + `) AS (` + p.values(n, func(i int) []any {
		t, cells := claim(i)
		return append([]any{t.JobID, t.Part, t.Owner}, cells...)
	}) + `), held(jid, num` + names + `) AS MATERIALIZED (SELECT job_id, part` + names + ` FROM v
	JOIN tasks ON job_id = vjob AND part = vpart AND owner = vowner WHERE state = 'running' ORDER BY job_id, part ` + s.lock + `)
`
}

// claims runs a statement that answers job, part and owner of tasks.
func claims(ctx context.Context, q queryer, text string, args ...any) (map[token]bool, error) {
	out := map[token]bool{}
	err := query(ctx, q, text, args, func(r *sql.Rows) error {
		var t token
		if err := r.Scan(&t.jobID, &t.part, &t.owner); err != nil {
			return err
		}
		out[t] = true
		return nil
	})
	return out, err
}
