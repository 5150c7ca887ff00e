package sqlstore

import (
	"database/sql"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// taken is what the statements of a claim have answered.
type taken struct {
	mark   string // what its tasks are owned by
	claims []claim
	jobs   map[string]job.Task // what the jobs of its tasks know, by their ids
}

// takeSteps take up to $3 tasks of a kind for the mark $4 and start the jobs of the main ones. That is one statement
// where a statement can change two tables; otherwise a second one finds the tasks by their mark among those that run, which
// would be slow on PostgreSQL: there that is every task that ran since the table was last vacuumed. The materialized list
// matters: PostgreSQL would otherwise run the sub-select again for other rows and claim more than the limit.
func (s *Store) takeSteps(kind string, got *taken, args ...any) []step {
	place := s.db.Dialect.Place
	pick := `WITH c(place) AS MATERIALIZED (
	SELECT ` + place + ` FROM tasks WHERE ` + kind + ` LIMIT $3 ` + s.db.Dialect.SkipLocked + `)`
	hold := `
UPDATE tasks SET state = 'running', attempt = attempt + 1, owner = $4, lease_until = ` + s.now + ` + $5
FROM c WHERE tasks.` + place + ` = c.place
RETURNING job_id, org, queue, lane, turn, stage, part, payload, attempt, trace, created_at`
	if s.db.Dialect.ChangeWithin {
		text := pick + `, t AS (` + hold + `), j AS (` + s.startFrom(`t WHERE t.part = -1`) + `) SELECT * FROM t LEFT JOIN j ON id = job_id`
		return []step{{text, args, got.bothRow}}
	}
	return []step{
		{pick + hold, args, got.claimRow},
		{s.startFrom(`tasks t WHERE t.owner = $1 AND t.part = -1 AND t.state = 'running' AND t.lease_until > 0`), []any{got.mark}, got.startRow},
	}
}

// startFrom starts the jobs of some tasks, which are called t.
func (s *Store) startFrom(tasks string) string {
	return `
UPDATE jobs SET state = 'InProgress', started_at = COALESCE(started_at, ` + s.now + `), attempt = t.attempt
FROM ` + tasks + ` AND jobs.id = t.job_id AND jobs.state IN ('Pending', 'InProgress') RETURNING ` + s.startColumns()
}

// startColumns are what a worker needs of a job.
func (s *Store) startColumns() string {
	return `id, type, request, url_mark, persist, bucket, parent_id, started_at, ` + s.now + ` - started_at, timeout_ms`
}

func (g *taken) claimRow(scan func(...any) error) error { return g.row(scan, &claim{}, nil) }
func (g *taken) startRow(scan func(...any) error) error { return g.row(scan, nil, &start{}) }
func (g *taken) bothRow(scan func(...any) error) error  { return g.row(scan, &claim{}, &start{}) }

// row reads a task, a job, or a task and its job if it has one that can be started.
func (g *taken) row(scan func(...any) error, c *claim, st *start) error {
	var fields []any
	if c != nil {
		c.Owner = g.mark
		fields = append(fields, &c.JobID, &c.Org, &c.Queue, &c.Lane, &c.turn, &c.Stage, &c.Part, &c.Payload, &c.Attempt, &c.Trace, &c.createdAt)
	}
	if st != nil {
		fields = append(fields, &st.id, &st.typ, &st.request, &st.mark, &st.persist, &st.bucket, &st.parent, &st.began, &st.elapsed, &st.timeout)
	}
	if err := scan(fields...); err != nil {
		return err
	}
	if c != nil {
		g.claims = append(g.claims, *c)
	}
	if st != nil && st.id.Valid {
		g.jobs[st.id.V] = st.task()
	}
	return nil
}

// start is a row of startColumns, or of nothing.
type start struct {
	id, typ, request, mark, bucket, parent sql.Null[string]
	persist                                sql.Null[bool]
	began, elapsed, timeout                sql.Null[int64]
}

func (st *start) task() job.Task {
	return job.Task{
		Type: st.typ.V, Request: st.request.V, URLMark: st.mark.V, Persist: st.persist.V, Bucket: st.bucket.V, ParentID: st.parent.V,
		Started: time.UnixMilli(st.began.V).UTC(), Elapsed: max(0, time.Duration(st.elapsed.V)*time.Millisecond),
		Timeout: time.Duration(st.timeout.V) * time.Millisecond,
	}
}
