package jobtest

import (
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

func lifecycle(t *testing.T, r *rig) {
	id := r.submit(func(s *job.Submission) { s.Timeout, s.Persist, s.Bucket, s.Trace = time.Minute, true, "eu", "00-trace" })
	j := r.get(id)
	if j.State != job.Pending || j.Progress != 0 || j.StartedAt != nil || j.Attempt != 0 || j.Generation != 3 || j.URLMark == "" || j.Error != nil {
		t.Errorf("after submit: %+v", j)
	}
	if age := time.Since(j.CreatedAt); age < -time.Second || age > time.Minute {
		t.Errorf("created %v ago", age)
	}
	task := r.claim("w1")
	if task.JobID != id || task.Attempt != 1 || task.Part != -1 || task.Type != "Parse" || task.Request != `{"input":"x"}` || task.Payload != "p" ||
		task.Stage != "read" || task.URLMark != j.URLMark || !task.Persist || task.Bucket != "eu" || task.Timeout != time.Minute || task.Trace != "00-trace" {
		t.Errorf("claimed %+v", task)
	}
	if j = r.get(id); j.State != job.InProgress || j.StartedAt == nil || j.Attempt != 1 || !j.StartedAt.Equal(task.Started) {
		t.Errorf("after claim: %+v", j)
	}
	r.nothingToClaim(job.CPU)
	r.ok(r.Completing(r.ctx, task))
	r.wantState(id, job.Completing)
	r.ok(r.Complete(r.ctx, task, job.Stored{Key: "k", Bytes: 7, NumPages: 2, TotalPages: 3}))
	j = r.get(id)
	if j.State != job.Completed || j.Progress != 1 || j.ResultKey != "k" || *j.NumPages != 2 || *j.TotalPages != 3 || j.FinishedAt == nil || j.Duration() == nil || j.Request != "" {
		t.Errorf("after completion: %+v", j)
	}
}

func stages(t *testing.T, r *rig) {
	id := r.submit(func(s *job.Submission) { s.First = job.Stage{Name: "fetch", Queue: job.IO, Payload: "url"} })
	r.nothingToClaim(job.CPU)
	first := r.claimFrom(job.IO, "w1")
	r.ok(r.Advance(r.ctx, first, job.Stage{Name: "read", Queue: job.CPU, Payload: "key"}))
	r.wantState(id, job.InProgress)
	r.nothingToClaim(job.IO)
	second := r.claim("w1")
	if second.Stage != "read" || second.Payload != "key" || second.Attempt != 1 || second.Owner == first.Owner {
		t.Errorf("second stage: %+v", second)
	}
	r.wantLost("advance of a stage that is over", r.Advance(r.ctx, first, job.Stage{Name: "again", Queue: job.CPU}))
	r.complete(second)
}

func failure(t *testing.T, r *rig) {
	id := r.submit()
	why := fault.New(fault.InvalidSchema, "invalid schema at /a: no").At("/a")
	r.ok(r.Fail(r.ctx, r.claim("w1"), why))
	j := r.get(id)
	if j.State != job.Failed || j.Error == nil || j.Error.Name != why.Name || j.Error.Code != 422 || j.Error.Type != why.Type ||
		j.Error.Message != why.Message || j.Error.Pointer != "/a" || j.Error.JobID != id || j.ResultKey != "" || j.Progress != 0 {
		t.Errorf("failed job: %+v, %+v", j, j.Error)
	}
	// A store that refuses the result fails a job that is already Completing.
	id = r.submit()
	task := r.claim("w1")
	r.ok(r.Completing(r.ctx, task))
	r.ok(r.Fail(r.ctx, task, fault.New(fault.ServiceUnavailable, "")))
	r.wantFailed(id, fault.ServiceUnavailable)
	// A stored state that does not fit the claim, which only damage from outside brings about, is named.
	id = r.submit()
	task = r.claim("w1")
	r.exec(`UPDATE jobs SET state = 'Pending' WHERE id = $1`, id)
	if err := r.Complete(r.ctx, task, job.Stored{Key: "k"}); !fault.Is(err, fault.JobStateError) {
		t.Errorf("completing a job that is Pending: %v", err)
	}
	r.exec(`UPDATE jobs SET state = 'InProgress' WHERE id = $1`, id)
	r.ok(r.Complete(r.ctx, task, job.Stored{Key: "k"})) // straight through
	r.wantState(id, job.Completed)
}

func retry(t *testing.T, r *rig) {
	id := r.submit()
	task := r.claim("w1")
	r.ok(r.Retry(r.ctx, task, time.Hour))
	r.wantState(id, job.Pending)
	r.nothingToClaim(job.CPU)
	r.hurry()
	again := r.claim("w2")
	if again.Attempt != 2 || r.get(id).Attempt != 2 || !again.Started.Equal(task.Started) {
		t.Errorf("second attempt: %+v", again)
	}
	r.complete(again)
}

func release(t *testing.T, r *rig) {
	id := r.submit()
	r.ok(r.Release(r.ctx, r.claim("w1")))
	if j := r.get(id); j.State != job.Pending || j.Attempt != 0 {
		t.Errorf("released job is %s, attempt %d", j.State, j.Attempt)
	}
	task := r.claim("w2")
	if task.Attempt != 1 {
		t.Errorf("attempt %d after a release, want 1", task.Attempt)
	}
	r.complete(task)
}

func completeTwice(_ *testing.T, r *rig) {
	r.submit()
	task := r.claim("w1")
	r.ok(r.Completing(r.ctx, task))
	r.ok(r.Completing(r.ctx, task))
	stored := job.Stored{Key: key(task)}
	r.ok(r.Complete(r.ctx, task, stored))
	r.ok(r.Complete(r.ctx, task, stored)) // the answer to the first may have been lost
	r.wantLost("complete with another result", r.Complete(r.ctx, task, job.Stored{Key: "other"}))
	r.wantLost("completing after the end", r.Completing(r.ctx, task))
}

// everyEnd is everything the holder of a claim can do.
func everyEnd(r *rig) map[string]func(job.Task) error {
	return map[string]func(job.Task) error{
		"completing": func(t job.Task) error { return r.Completing(r.ctx, t) },
		"complete":   func(t job.Task) error { return r.Complete(r.ctx, t, job.Stored{Key: job.NewID()}) },
		"fail":       func(t job.Task) error { return r.Fail(r.ctx, t, fault.New(fault.InternalError, "")) },
		"retry":      func(t job.Task) error { return r.Retry(r.ctx, t, 0) },
		"release":    func(t job.Task) error { return r.Release(r.ctx, t) },
		"advance":    func(t job.Task) error { return r.Advance(r.ctx, t, job.Stage{Name: "x", Queue: job.CPU}) },
		"fan": func(t job.Task) error {
			return r.Fan(r.ctx, t, job.Fan{Parts: []string{"a"}, Queue: job.CPU, Then: job.Stage{Name: "x", Queue: job.CPU}})
		},
		"spawn": func(t job.Task) error {
			return r.Spawn(r.ctx, t, job.Spawn{Jobs: []job.Submission{submission()}, Then: job.Stage{Name: "x", Queue: job.CPU}})
		},
		"finish part": func(t job.Task) error { return r.FinishPart(r.ctx, t, "x") },
	}
}

func fence(t *testing.T, r *rig) {
	id := r.submit()
	stale := r.claim("w1")
	r.loseAll()
	held := r.claimLost(job.CPU, "w2")
	foreign := held
	foreign.Owner = "w3"
	for name, end := range everyEnd(r) {
		for _, task := range []job.Task{stale, foreign} {
			r.wantLost(name, end(task))
		}
	}
	late := beatOf(stale)
	late.Report = &job.Progress{Done: 0.5}
	lost, err := r.Renew(r.ctx, lease, []job.Beat{late})
	r.ok(err)
	if len(lost) != 1 || lost[0] != late || r.get(id).Progress != 0 {
		t.Errorf("a lost claim was renewed: %v, progress %v", lost, r.get(id).Progress)
	}
	lost, err = r.Renew(r.ctx, lease, []job.Beat{beatOf(held)})
	r.ok(err)
	if len(lost) != 0 {
		t.Errorf("a held claim was not renewed: %v", lost)
	}
	r.wantState(id, job.InProgress)
	r.complete(held)
	for name, end := range everyEnd(r) {
		r.wantLost(name+" after the end", end(held))
	}
	r.wantState(id, job.Completed)
}

func progress(t *testing.T, r *rig) {
	id := r.submit()
	task := r.claim("w1")
	beat := func(p job.Progress) {
		t.Helper()
		b := beatOf(task)
		b.Report = &p
		lost, err := r.Renew(r.ctx, lease, []job.Beat{b})
		r.ok(err)
		if len(lost) > 0 {
			t.Fatal("the claim was lost")
		}
	}
	beat(job.Progress{Done: 0.4, NumPages: 5, TotalPages: 9})
	beat(job.Progress{Done: 0.2})
	if j := r.get(id); j.Progress != 0.4 || *j.NumPages != 5 || *j.TotalPages != 9 {
		t.Errorf("progress went down or pages were lost: %+v", j)
	}
	beat(job.Progress{Done: 7})
	if p := r.get(id).Progress; p != 0.99 {
		t.Errorf("an unfinished job shows %v", p)
	}
	r.ok(r.Retry(r.ctx, task, 0))
	task = r.claim("w1")
	beat(job.Progress{Done: 0.1})
	if p := r.get(id).Progress; p != 0.99 {
		t.Errorf("a new attempt shows %v", p)
	}
	lost, err := r.Held(r.ctx, []job.Beat{beatOf(task), {JobID: "gone"}})
	r.ok(err)
	if len(lost) != 1 || lost[0].JobID != "gone" {
		t.Errorf("held says %v is lost", lost)
	}
	r.ok(r.Fail(r.ctx, task, fault.New(fault.DocumentCorrupt, "")))
	if p := r.get(id).Progress; p != 0.99 {
		t.Errorf("a failed job shows %v, want its last value", p)
	}
}
