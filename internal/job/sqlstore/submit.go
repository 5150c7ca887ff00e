package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

// batchDest is what metrics count batch jobs under, whichever queue they go to.
const batchDest = "batch"

// intake is one job on its way into the store.
type intake struct {
	sub     job.Submission
	job     job.Job
	awaited bool // by its parent
}

// Submit stores a job and its first task; when it returns without an error, the job is safe. The returned job
// has its id, state (Idle or Pending) and creation time.
func (s *Store) Submit(ctx context.Context, sub job.Submission) (job.Job, error) {
	in := s.intake(sub)
	if err := s.submits.do(ctx, in); err != nil {
		return job.Job{}, fmt.Errorf("store job: %w", err)
	}
	return in.job, nil
}

func (s *Store) intake(sub job.Submission) *intake {
	if sub.ID == "" {
		sub.ID = job.NewID()
	}
	return &intake{sub: sub, job: job.Job{
		ID: sub.ID, Org: sub.Org, Type: sub.Type, State: job.Pending, Queue: sub.Queue, Lane: sub.Lane, Sync: sub.Sync,
		Generation: s.opt.Generation, Tenant: sub.Tenant, UserLabel: sub.UserLabel, Request: sub.Request,
		RawConfig: sub.RawConfig, Source: sub.Source, URLMark: rand.Text(), Timeout: sub.Timeout, Bucket: sub.Bucket,
		ParentID: sub.ParentID, Persist: sub.Persist,
	}}
}

// submitAll needs nothing but two statements, unless jobs have to be counted first.
func (s *Store) submitAll(ctx context.Context, items []*intake) error {
	if slices.ContainsFunc(items, func(in *intake) bool { return ceiling(in.sub) > 0 || s.tenantLimit(in.sub) > 0 }) {
		return s.tx(ctx, func(tx *sql.Tx, n *news) error { return s.insertJobs(ctx, tx, items, n) })
	}
	var n news
	steps, err := s.jobSteps(ctx, s.db.Read, items, &n)
	if err != nil {
		return err
	}
	if err := s.run(ctx, steps...); err != nil {
		return err
	}
	s.tell(&n)
	return nil
}

func (s *Store) insertJobs(ctx context.Context, tx *sql.Tx, items []*intake, n *news) error {
	if err := s.holdBack(ctx, tx, items); err != nil {
		return err
	}
	steps, err := s.jobSteps(ctx, tx, items, n)
	if err != nil {
		return err
	}
	return runSteps(ctx, tx, steps)
}

// jobSteps returns the statements that store jobs and their first tasks.
func (s *Store) jobSteps(ctx context.Context, q queryer, items []*intake, n *news) ([]step, error) {
	byID := make(map[string]*intake, len(items))
	hooks := make([]string, len(items))
	tasks := make([]*row, len(items))
	for i, in := range items {
		byID[in.job.ID] = in
		tasks[i] = s.firstTask(in)
		var err error
		if hooks[i], err = hookText(in.sub.Webhook); err != nil {
			return nil, err
		}
	}
	var p params
	text := `INSERT INTO jobs (id, org, type, state, queue, lane, sync, generation, tenant, user_label, request, raw_config,
	source, webhook, url_mark, timeout_ms, bucket, parent_id, persist, created_at, progress, attempt, result_key,
	result_bytes, error, deletion, delete_all, expired) ` + p.values(len(items), func(i int) []any {
		j := &items[i].job
		return []any{
			j.ID, j.Org, j.Type, string(j.State), string(j.Queue), int(j.Lane), j.Sync, j.Generation, j.Tenant, j.UserLabel,
			j.Request, j.RawConfig, j.Source, hooks[i], j.URLMark, millis(j.Timeout), j.Bucket, j.ParentID, j.Persist,
			raw(s.now), raw("0, 0, '', 0, '', '', FALSE, FALSE"),
		}
	}) + ` RETURNING id, created_at`
	jobs := step{text, p.args, func(scan func(...any) error) error {
		var id string
		var at int64
		if err := scan(&id, &at); err != nil {
			return err
		}
		byID[id].job.CreatedAt = time.UnixMilli(at).UTC()
		return nil
	}}
	steps, err := s.taskSteps(ctx, q, tasks, n)
	if err != nil {
		return nil, err
	}
	return append([]step{jobs}, steps...), nil
}

func (s *Store) firstTask(in *intake) *row {
	t := &row{
		jobID: in.job.ID, part: job.Main, org: in.job.Org, tenant: in.job.Tenant, dest: dest(in.sub),
		queue: in.sub.First.Queue, lane: in.job.Lane, state: queued, stage: in.sub.First.Name,
		awaited: in.awaited, payload: in.sub.First.Payload, generation: in.job.Generation, ceiling: ceiling(in.sub),
		tenantLimit: s.tenantLimit(in.sub), trace: in.sub.Trace,
	}
	if in.job.State == job.Idle {
		t.state = idle
	}
	return t
}

// dest is what metrics count a job under; children count nowhere.
func dest(sub job.Submission) string {
	switch {
	case sub.ParentID != "":
		return ""
	case sub.Lane == job.Batch:
		return batchDest
	}
	return string(sub.Queue)
}

func hookText(w *job.Webhook) (string, error) {
	if w == nil {
		return "", nil
	}
	return compactJSON(w)
}
