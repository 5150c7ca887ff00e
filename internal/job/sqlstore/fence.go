package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

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

// heldBy is the condition that a task is held by one of n claims. The first list finds the rows, the second is the
// fence.
func heldBy(p *params, n int, claim func(i int) job.Task) string {
	jobs, marks := make([]string, n), make([]string, n)
	for i := range n {
		t := claim(i)
		jobs[i], marks[i] = t.JobID, fmt.Sprint(t.JobID, " ", t.Part, " ", t.Owner)
	}
	return `state = 'running' AND job_id IN (` + p.list(jobs) + `) AND job_id || ' ' || part || ' ' || owner IN (` + p.list(marks) + `)`
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
