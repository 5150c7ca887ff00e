package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

const jobColumns = `id, org, type, state, queue, lane, sync, generation, tenant, user_label, raw_config, source, url_mark,
	progress, num_pages, total_pages, attempt, timeout_ms, result_key, error, bucket, parent_id, persist, deletion,
	delete_all, expired, created_at, started_at, finished_at`

func scanJob(r *sql.Rows, more ...any) (job.Job, error) {
	var j job.Job
	var timeout, created int64
	var started, finished *int64
	var why string
	err := r.Scan(append([]any{&j.ID, &j.Org, &j.Type, &j.State, &j.Queue, &j.Lane, &j.Sync, &j.Generation, &j.Tenant, &j.UserLabel,
		&j.RawConfig, &j.Source, &j.URLMark, &j.Progress, &j.NumPages, &j.TotalPages, &j.Attempt, &timeout, &j.ResultKey,
		&why, &j.Bucket, &j.ParentID, &j.Persist, &j.Deletion, &j.DeleteAll, &j.Expired, &created, &started, &finished}, more...)...)
	if err != nil {
		return j, err
	}
	j.Timeout = time.Duration(timeout) * time.Millisecond
	j.CreatedAt = time.UnixMilli(created).UTC()
	j.StartedAt, j.FinishedAt = moment(started), moment(finished)
	j.Error, err = faultOf(why, j.ID)
	return j, err
}

func moment(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	t := time.UnixMilli(*ms).UTC()
	return &t
}

func (s *Store) jobs(ctx context.Context, q queryer, where string, args ...any) ([]job.Job, error) {
	var out []job.Job
	err := query(ctx, q, `SELECT `+jobColumns+` FROM jobs WHERE `+where, args, func(r *sql.Rows) error {
		j, err := scanJob(r)
		out = append(out, j)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read jobs: %w", err)
	}
	return out, nil
}

// Get returns a job of the organization, deleted and expired ones included (see Job.Deletion, Job.Expired).
// Unknown and foreign ids are the same: job.ErrNotFound.
func (s *Store) Get(ctx context.Context, org, id string) (job.Job, error) {
	return s.get(ctx, s.db.Read, org, id)
}

func (s *Store) get(ctx context.Context, q queryer, org, id string) (job.Job, error) {
	var found []job.Job
	err := query(ctx, q, `SELECT `+jobColumns+`, request FROM jobs WHERE id = $1 AND org = $2`, []any{id, org}, func(r *sql.Rows) error {
		var request string
		j, err := scanJob(r, &request)
		j.Request = request
		found = append(found, j)
		return err
	})
	if err != nil {
		return job.Job{}, fmt.Errorf("read job: %w", err)
	}
	if len(found) == 0 {
		return job.Job{}, job.ErrNotFound
	}
	return found[0], nil
}

// List returns up to limit jobs of the organization strictly older than after, newest first. Jobs being deleted
// are left out. Request is not filled.
func (s *Store) List(ctx context.Context, org string, after job.Position, limit int, f job.Filter) ([]job.Job, error) {
	var p params
	where := []string{`deletion = ''`, `org = ` + p.add(org)}
	if after != (job.Position{}) {
		where = append(where, `(created_at, id) < (`+p.add(after.CreatedAt.UnixMilli())+`, `+p.add(after.ID)+`)`)
	}
	if f.Type != "" {
		where = append(where, `type = `+p.add(f.Type))
	}
	if f.State != "" {
		where = append(where, `state = `+p.add(string(f.State)))
	}
	if f.Status != "" {
		where = append(where, `state IN (`+p.list(statesOf(f.Status))+`)`)
	}
	if !f.From.IsZero() {
		where = append(where, `created_at >= `+p.add(ceilMillis(f.From)))
	}
	if !f.To.IsZero() {
		where = append(where, `created_at < `+p.add(ceilMillis(f.To)))
	}
	text := strings.Join(where, ` AND `) + ` ORDER BY created_at DESC, id DESC LIMIT ` + p.add(limit)
	return s.jobs(ctx, s.db.Read, text, p.args...)
}

// statesOf returns the states behind a public status; an unknown status has one that no job is in.
func statesOf(status string) []string {
	all := []job.State{job.Idle, job.Pending, job.InProgress, job.Completing, job.Completed, job.Failed, job.Cancelled}
	var out []string
	for _, st := range all {
		if st.Status() == status {
			out = append(out, string(st))
		}
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

func ceilMillis(t time.Time) int64 {
	ms := t.UnixMilli()
	if t.After(time.UnixMilli(ms)) {
		ms++
	}
	return ms
}

// Ended returns those of ids whose jobs are final or gone.
func (s *Store) Ended(ctx context.Context, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var p params
	text := `SELECT id FROM jobs WHERE finished_at IS NULL AND id IN (` + p.list(ids) + `)`
	open, err := texts(ctx, s.db.Read, text, p.args...)
	if err != nil {
		return nil, fmt.Errorf("look for ended jobs: %w", err)
	}
	running := set(open)
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return running[id] }), nil
}

// StateOf returns the state of a job of any organization, job.ErrNotFound when it is gone.
func (s *Store) StateOf(ctx context.Context, jobID string) (job.State, error) {
	states, err := texts(ctx, s.db.Read, `SELECT state FROM jobs WHERE id = $1`, jobID)
	if err != nil {
		return "", fmt.Errorf("read state: %w", err)
	}
	if len(states) == 0 {
		return "", job.ErrNotFound
	}
	return job.State(states[0]), nil
}

// failure is how an error is stored.
type failure struct {
	Name      fault.Name `json:"name"`
	Code      int        `json:"code"`
	Type      string     `json:"type"`
	Message   string     `json:"message"`
	Retriable bool       `json:"retriable"`
	Pointer   string     `json:"pointer,omitempty"`
}

func faultText(e *fault.Error) string {
	if e == nil {
		return ""
	}
	text, err := json.Marshal(failure{e.Name, e.Code, e.Type, e.Message, e.Retriable, e.Pointer})
	if err != nil {
		panic(err) // strings, numbers and booleans always encode
	}
	return string(text)
}

func faultOf(text, jobID string) (*fault.Error, error) {
	if text == "" {
		return nil, nil
	}
	var f failure
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return nil, fmt.Errorf("read error of job %s: %w", jobID, err)
	}
	return &fault.Error{
		Name: f.Name, Code: f.Code, Type: f.Type, Message: f.Message, Retriable: f.Retriable, Pointer: f.Pointer, JobID: jobID,
	}, nil
}
