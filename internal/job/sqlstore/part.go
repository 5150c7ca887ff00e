package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/job"
)

// partEnd is a part whose output is ready.
type partEnd struct {
	task   job.Task
	output string
	lost   bool
}

// FinishPart stores the output of a part; the last one queues the main task.
func (s *Store) FinishPart(ctx context.Context, t job.Task, output string) error {
	e := &partEnd{task: t, output: output}
	if err := s.parts.do(ctx, e); err != nil {
		return fmt.Errorf("finish part: %w", err)
	}
	if e.lost {
		return job.ErrLost
	}
	return nil
}

func (s *Store) finishParts(ctx context.Context, items []*partEnd) error {
	s.beats.RLock()
	defer s.beats.RUnlock()
	return s.tx(ctx, func(tx *sql.Tx, n *news) error {
		if err := s.lockMains(ctx, tx, items); err != nil {
			return err
		}
		done, err := takeParts(ctx, tx, items)
		if err != nil || len(done) == 0 {
			return err
		}
		var p params
		if err := p.exec(ctx, tx, `INSERT INTO parts (job_id, part, output) `+p.values(len(done), func(i int) []any {
			return []any{done[i].task.JobID, done[i].task.Part, done[i].output}
		})); err != nil {
			return fmt.Errorf("store output: %w", err)
		}
		counts := map[string]int{}
		for _, e := range done {
			counts[e.task.JobID]++
		}
		return s.countDown(ctx, tx, counts, n)
	})
}

// lockMains takes the main tasks before their parts, the order everybody keeps.
func (s *Store) lockMains(ctx context.Context, tx *sql.Tx, items []*partEnd) error {
	if s.lock == "" {
		return nil
	}
	var jobs []string
	for _, e := range items {
		jobs = append(jobs, e.task.JobID)
	}
	slices.Sort(jobs)
	var p params
	return p.exec(ctx, tx, `SELECT owner FROM tasks WHERE part = -1 AND job_id IN (`+p.list(slices.Compact(jobs))+`) ORDER BY job_id `+s.lock)
}

// takeParts deletes the rows of parts that are still held, so that none counts twice.
func takeParts(ctx context.Context, tx *sql.Tx, items []*partEnd) (done []*partEnd, err error) {
	var p params
	text := `DELETE FROM tasks WHERE part >= 0 AND ` + heldBy(&p, len(items), func(i int) job.Task { return items[i].task }) +
		` RETURNING job_id, part, owner`
	taken, err := claims(ctx, tx, text, p.args...)
	if err != nil {
		return nil, err
	}
	for _, e := range items {
		e.lost = !taken[tokenOf(e.task)]
		if !e.lost {
			done = append(done, e)
		}
	}
	return done, nil
}

// partsProgress is how far a job has come when all its parts are done.
const partsProgress = "0.95"

// countDown takes finished parts off what main tasks wait for, queues those that wait for nothing more, and
// moves the progress of every job by an equal share for each of its parts.
func (s *Store) countDown(ctx context.Context, tx *sql.Tx, counts map[string]int, n *news) error {
	jobs := slices.Sorted(maps.Keys(counts))
	left, err := s.takeOff(ctx, tx, jobs, counts, n)
	if err != nil {
		return err
	}
	var p params
	err = p.exec(ctx, tx, `WITH v(jid, share) AS (`+p.values(len(jobs), func(i int) []any {
		done := counts[jobs[i]]
		return []any{jobs[i], float64(done) / float64(left[jobs[i]]+done)}
	})+`)
UPDATE jobs SET progress = progress + (`+partsProgress+` - progress) * share FROM v WHERE `+p.among("id")+` AND id = jid AND progress < `+partsProgress)
	if err != nil {
		return fmt.Errorf("write progress: %w", err)
	}
	return nil
}

// takeOff lowers the wait counts of main tasks and queues those that have nothing left to wait for.
func (s *Store) takeOff(ctx context.Context, tx *sql.Tx, jobs []string, counts map[string]int, n *news) (left map[string]int, err error) {
	left = map[string]int{}
	var ready []string
	var p params
	text := `WITH v(jid, done) AS (` + p.values(len(jobs), func(i int) []any {
		return []any{jobs[i], counts[jobs[i]]}
	}) + `)
UPDATE tasks SET waits = waits - done FROM v WHERE ` + p.among("job_id") + ` AND job_id = jid AND part = -1 AND state = 'waiting' RETURNING job_id, waits`
	err = query(ctx, tx, text, p.args, func(r *sql.Rows) error {
		var id string
		var waits int
		if err := r.Scan(&id, &waits); err != nil {
			return err
		}
		left[id] = waits
		if waits <= 0 {
			ready = append(ready, id)
		}
		return nil
	})
	if err != nil || len(ready) == 0 {
		return left, err
	}
	var q params
	wake := `UPDATE tasks SET state = 'queued', turn = ` + front + `
WHERE part = -1 AND state = 'waiting' AND job_id IN (` + q.list(ready) + `) RETURNING queue`
	woken, err := texts(ctx, tx, wake, q.args...)
	for _, queue := range woken {
		n.work(job.Queue(queue))
	}
	return left, err
}

// Parts returns the outputs of a job's finished parts in order.
func (s *Store) Parts(ctx context.Context, jobID string) ([]string, error) {
	out, err := texts(ctx, s.db.Read, `SELECT output FROM parts WHERE job_id = $1 ORDER BY part`, jobID)
	if err != nil {
		return nil, fmt.Errorf("read outputs of parts: %w", err)
	}
	return out, nil
}
