package jobtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// tenancy shows that a foreign id is like one that never existed.
func tenancy(t *testing.T, r *rig) {
	id := r.submit()
	for _, try := range []struct{ org, id string }{{"other", id}, {org, job.NewID()}, {org, "x"}, {"", ""}} {
		errs := map[string]error{}
		_, errs["get"] = r.Get(r.ctx, try.org, try.id)
		_, errs["cancel"] = r.Cancel(r.ctx, try.org, try.id)
		_, errs["delete"] = r.MarkDeleting(r.ctx, try.org, try.id, true)
		_, errs["expire"] = r.Expire(r.ctx, try.org, try.id, fault.New(fault.Timeout, ""), nil)
		for name, err := range errs {
			if !errors.Is(err, job.ErrNotFound) {
				t.Errorf("%s of a foreign id: %v", name, err)
			}
		}
	}
	if jobs, err := r.List(r.ctx, "other", job.Position{}, 10, job.Filter{}); err != nil || len(jobs) != 0 {
		t.Errorf("another organization sees %d jobs, %v", len(jobs), err)
	}
	r.wantState(id, job.Pending)
}

// pages walks the list to its end, doing something between two pages.
func (r *rig) pages(limit int, f job.Filter, between func()) (ids []string) {
	r.t.Helper()
	var at job.Position
	for {
		page, err := r.List(r.ctx, org, at, limit, f)
		r.ok(err)
		for _, j := range page {
			ids = append(ids, j.ID)
		}
		if len(page) < limit {
			return ids
		}
		last := page[len(page)-1]
		at = job.Position{CreatedAt: last.CreatedAt, ID: last.ID}
		between()
	}
}

func reversed(ids []string) []string {
	out := make([]string, 0, len(ids))
	for i := len(ids) - 1; i >= 0; i-- {
		out = append(out, ids[i])
	}
	return out
}

func sameIDs(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d jobs, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("job %d is %s, want %s", i, got[i], want[i])
		}
	}
}

func list(t *testing.T, r *rig) {
	var ids []string
	for range 23 {
		ids = append(ids, r.submit())
	}
	r.exec(`UPDATE jobs SET created_at = (SELECT min(created_at) FROM jobs)`) // the id decides
	sameIDs(t, r.pages(5, job.Filter{}, func() {}), reversed(ids))
	sameIDs(t, r.pages(23, job.Filter{}, func() {}), reversed(ids))
	all, err := r.List(r.ctx, org, job.Position{}, 1, job.Filter{})
	r.ok(err)
	if j := all[0]; j.RawConfig != `{"raw":1}` || j.Source == "" || j.Type != "Parse" || j.CreatedAt.IsZero() {
		t.Errorf("listed %+v", j)
	}
}

// listUnderInserts submits and deletes between pages: what was there at the beginning and stays is seen once.
func listUnderInserts(t *testing.T, r *rig) {
	var ids []string
	for range 20 {
		ids = append(ids, r.submit())
	}
	older := 0
	got := r.pages(4, job.Filter{}, func() {
		r.submit()
		// The anchor of the next page goes.
		if _, err := r.MarkDeleting(r.ctx, org, ids[len(ids)-1-4*older-3], false); err != nil {
			t.Error(err)
		}
		older++
	})
	sameIDs(t, got, reversed(ids))
}

func filters(t *testing.T, r *rig) {
	ids, _ := everyState(r)
	typed := r.submit(func(s *job.Submission) { s.Type = "Edit" })
	for st, id := range ids {
		found := r.pages(50, job.Filter{State: st, Type: "Parse"}, func() {})
		sameIDs(t, found, []string{id})
	}
	sameIDs(t, r.pages(50, job.Filter{Type: "Edit"}, func() {}), []string{typed})
	for status, want := range map[string]int{"Pending": 4, "Completed": 1, "Failed": 2, "Idle": 1, "Nothing": 0} {
		found := r.pages(50, job.Filter{Status: status}, func() {})
		if len(found) != want {
			t.Errorf("%d jobs are %s, want %d", len(found), status, want)
		}
	}
	at := r.get(typed).CreatedAt
	r.exec(`UPDATE jobs SET created_at = created_at - 1000 WHERE id <> $1`, typed)
	sameIDs(t, r.pages(50, job.Filter{From: at}, func() {}), []string{typed})
	if found := r.pages(50, job.Filter{To: at}, func() {}); len(found) != len(ids) {
		t.Errorf("%d jobs before, want %d", len(found), len(ids))
	}
	if found := r.pages(50, job.Filter{From: at, To: at}, func() {}); len(found) != 0 {
		t.Errorf("%d jobs in an empty time", len(found))
	}
}

func depth(t *testing.T, r *rig) {
	r.fanOut(5)
	for i := range 12 {
		r.submit(func(s *job.Submission) {
			switch {
			case i < 3:
				s.Queue = job.IO
			case i < 7:
				s.Lane = job.Batch
			case i == 7:
				s.ParentID = "parent"
			}
		})
	}
	for _, tt := range []struct{ limit, cpu, io, batch int }{{100, 5, 3, 4}, {2, 2, 2, 2}, {0, 0, 0, 0}} {
		cpu, err := r.Depth(r.ctx, job.CPU, tt.limit)
		r.ok(err)
		io, err := r.Depth(r.ctx, job.IO, tt.limit)
		r.ok(err)
		batch, err := r.BatchDepth(r.ctx, tt.limit)
		r.ok(err)
		if cpu != tt.cpu || io != tt.io || batch != tt.batch {
			t.Errorf("up to %d: cpu %d io %d batch %d, want %+v", tt.limit, cpu, io, batch, tt)
		}
	}
	depths, err := r.Depths(r.ctx)
	r.ok(err)
	got := map[job.Depth]bool{}
	for _, d := range depths {
		got[d] = true
	}
	for _, want := range []job.Depth{
		{Queue: job.CPU, Lane: job.Normal, Queued: 4, Running: 1}, {Queue: job.IO, Lane: job.Normal, Queued: 3}, {Lane: job.Batch, Queued: 4},
	} {
		if !got[want] {
			t.Errorf("%+v is not in %+v", want, depths)
		}
	}
}

func legacy(t *testing.T, r *rig) {
	r.submit()
	r.submit()
	r.claim("w")
	r.exec(`UPDATE tasks SET created_at = created_at - 60000`)
	next := r.another(Options{Generation: 4})
	if _, err := next.Submit(r.ctx, submission()); err != nil {
		t.Fatal(err)
	}
	l, err := next.Legacy(r.ctx)
	if err != nil || l.Queued != 1 || l.Running != 1 || l.Oldest < time.Minute || l.Oldest > 2*time.Minute {
		t.Errorf("legacy %+v, %v", l, err)
	}
	if l, err = r.Legacy(r.ctx); err != nil || l != (job.Legacy{}) {
		t.Errorf("its own generation counts as legacy: %+v, %v", l, err)
	}
}

func probe(t *testing.T, r *rig) {
	r.submit(func(s *job.Submission) { s.Lane = job.Priority })
	took := make(chan error, 1)
	go func() {
		_, err := r.Probe(r.ctx, job.CPU)
		took <- err
	}()
	var task job.Task
	deadline := time.Now().Add(10 * time.Second)
	for {
		tasks, err := r.Claim(r.ctx, job.CPU, 1, "w", lease)
		r.ok(err)
		if len(tasks) == 1 && tasks[0].Part == job.Probe {
			task = tasks[0]
			break
		}
		for _, other := range tasks {
			r.ok(r.Release(r.ctx, other))
		}
		if time.Now().After(deadline) {
			t.Fatal("no probe came")
		}
	}
	if n, err := r.Depth(r.ctx, job.CPU, 10); err != nil || n != 1 {
		t.Errorf("depth %d, %v: a probe does not count", n, err)
	}
	r.loseAll()
	r.notLost("a probe, which touches no document,")
	r.ok(r.Answer(r.ctx, task))
	r.ok(<-took)

	ctx, stop := context.WithTimeout(r.ctx, 30*time.Millisecond)
	defer stop()
	if _, err := r.Probe(ctx, job.IO); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a probe nobody answers: %v", err)
	}
	if n := r.count(`SELECT count(*) FROM tasks WHERE part = -2`); n != 0 {
		t.Errorf("%d probes stay behind", n)
	}
}
