package jobtest

import (
	"errors"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

func (r *rig) wantToClean(want ...string) {
	r.t.Helper()
	jobs, err := r.ToClean(r.ctx, 100)
	r.ok(err)
	got := map[string]bool{}
	for _, j := range jobs {
		got[j.ID] = true
	}
	if len(jobs) != len(want) {
		r.t.Errorf("%d jobs to clean, want %d", len(jobs), len(want))
	}
	for _, id := range want {
		if !got[id] {
			r.t.Errorf("job %s is not to be cleaned", id)
		}
	}
}

func deletion(t *testing.T, r *rig) {
	id, kept := r.submit(), r.submit()
	r.complete(r.claim("w"))
	j, err := r.MarkDeleting(r.ctx, org, id, false)
	r.ok(err)
	if j.Deletion != job.Deleting || j.DeleteAll || j.State != job.Completed {
		t.Errorf("marked: %+v", j)
	}
	sameIDs(t, r.pages(10, job.Filter{}, func() {}), []string{kept})
	r.wantToClean(id)
	if j, err = r.MarkDeleting(r.ctx, org, id, true); err != nil || !j.DeleteAll {
		t.Errorf("widened: %+v, %v", j, err)
	}
	if j, err = r.MarkDeleting(r.ctx, org, id, false); err != nil || !j.DeleteAll {
		t.Errorf("narrowed: %+v, %v", j, err)
	}
	if done, err := r.MarkDeleted(r.ctx, id, false); err != nil || done {
		t.Errorf("deleted although only a part was cleaned: %v, %v", done, err)
	}
	for range 2 {
		if done, err := r.MarkDeleted(r.ctx, id, true); err != nil || !done {
			t.Errorf("not deleted: %v, %v", done, err)
		}
	}
	j = r.get(id)
	if j.Deletion != job.Deleted || j.RawConfig != "" || j.Source != "" || j.ResultKey != "" || j.Error != nil || j.State != job.Completed {
		t.Errorf("tombstone: %+v", j)
	}
	if _, err = r.MarkDeleting(r.ctx, org, id, true); !errors.Is(err, job.ErrDeleted) {
		t.Errorf("deleting a deleted job: %v", err)
	}
	r.wantToClean()
}

func deleteUnfinished(t *testing.T, r *rig) {
	ids, claims := everyState(r)
	for st, id := range ids {
		j, err := r.MarkDeleting(r.ctx, org, id, false)
		r.ok(err)
		want := job.Cancelled
		if st == job.Completing || st.Final() {
			want = st
		}
		if j.Deletion != job.Deleting || j.State != want {
			t.Errorf("a job that was %s is %s, %q", st, j.State, j.Deletion)
		}
	}
	r.wantToClean(ids[job.Idle], ids[job.Pending], ids[job.InProgress], ids[job.Completed], ids[job.Failed], ids[job.Cancelled])
	r.wantLost("deleted", r.Completing(r.ctx, claims[job.InProgress]))
	r.ok(r.Complete(r.ctx, claims[job.Completing], job.Stored{Key: "k"}))
	r.wantToClean(ids[job.Idle], ids[job.Pending], ids[job.InProgress], ids[job.Completed], ids[job.Failed], ids[job.Cancelled], ids[job.Completing])

	// A Completing job whose worker dies is not run again for a caller who wants it gone.
	id := r.submit()
	r.ok(r.Completing(r.ctx, r.claim("w")))
	_, err := r.MarkDeleting(r.ctx, org, id, false)
	r.ok(err)
	r.loseAll()
	r.wantState(id, job.Cancelled)

	// Children go with their parent.
	parent := r.submit()
	r.ok(r.Spawn(r.ctx, r.claim("w"), job.Spawn{Jobs: []job.Submission{submission()}, Then: job.Stage{Name: "x", Queue: job.CPU}}))
	child := r.claim("w").JobID
	_, err = r.MarkDeleting(r.ctx, org, parent, false)
	r.ok(err)
	if j := r.get(child); j.State != job.Cancelled || j.Deletion != job.Deleting {
		t.Errorf("child is %s, %q", j.State, j.Deletion)
	}
}

func deletePersisted(t *testing.T, r *rig) {
	id := r.submit(func(s *job.Submission) { s.Persist = true })
	r.complete(r.claim("w"))
	_, err := r.MarkDeleting(r.ctx, org, id, false)
	r.ok(err)
	if done, err := r.MarkDeleted(r.ctx, id, false); err != nil || !done {
		t.Errorf("not deleted: %v, %v", done, err)
	}
	if j := r.get(id); j.ResultKey == "" {
		t.Error("the persisted result is lost")
	}
	if _, err = r.MarkDeleting(r.ctx, org, id, false); !errors.Is(err, job.ErrDeleted) {
		t.Errorf("deleting again without the persisted artifacts: %v", err)
	}
	if j, err := r.MarkDeleting(r.ctx, org, id, true); err != nil || j.Deletion != job.Deleting || !j.DeleteAll {
		t.Errorf("deleting the persisted artifacts later: %+v, %v", j, err)
	}
	if done, err := r.MarkDeleted(r.ctx, id, true); err != nil || !done {
		t.Errorf("not deleted: %v, %v", done, err)
	}
	if _, err = r.MarkDeleting(r.ctx, org, id, true); !errors.Is(err, job.ErrDeleted) {
		t.Errorf("deleting what is gone: %v", err)
	}
}

func retention(t *testing.T, r *rig) {
	ids, _ := everyState(r)
	kept := r.submit(func(s *job.Submission) { s.Persist, s.Lane = true, job.Priority })
	r.complete(r.claim("w"))
	hours := func(n int) {
		r.exec(`UPDATE jobs SET finished_at = finished_at - $1, deleted_at = deleted_at - $1`, (time.Duration(n) * time.Hour).Milliseconds())
	}
	hours(2)
	young := r.submit(func(s *job.Submission) { s.Lane = job.Priority })
	r.complete(r.claim("w"))
	due, err := r.Due(r.ctx, time.Hour, 100)
	r.ok(err)
	if len(due) != 3 {
		t.Errorf("%d jobs are due, want the three that ended two hours ago", len(due))
	}
	for _, j := range due {
		if !j.State.Final() || j.ID == kept || j.ID == young {
			t.Errorf("due: %+v", j)
		}
		r.ok(r.MarkExpired(r.ctx, j.ID))
	}
	r.ok(r.MarkExpired(r.ctx, kept))
	if j := r.get(kept); j.Expired {
		t.Error("a persisted job expired")
	}
	if j := r.get(ids[job.Completed]); !j.Expired || j.ResultKey != "" {
		t.Errorf("expired job: %+v", j)
	}
	if due, err = r.Due(r.ctx, time.Hour, 100); err != nil || len(due) != 0 {
		t.Errorf("%d jobs are due again, %v", len(due), err)
	}
	_, err = r.MarkDeleting(r.ctx, org, ids[job.Failed], false)
	r.ok(err)
	_, err = r.MarkDeleted(r.ctx, ids[job.Failed], false)
	r.ok(err)
	purge := func(want int) {
		t.Helper()
		if n, err := r.Purge(r.ctx, 30*time.Hour, 90*time.Hour, 100); err != nil || n != want {
			t.Errorf("purged %d rows, %v, want %d", n, err, want)
		}
	}
	purge(0)
	hours(31)
	purge(2)
	hours(60)
	purge(1)
	if _, err := r.Get(r.ctx, org, ids[job.Failed]); !errors.Is(err, job.ErrNotFound) {
		t.Errorf("an old tombstone: %v", err)
	}
	r.wantState(kept, job.Completed)
}
