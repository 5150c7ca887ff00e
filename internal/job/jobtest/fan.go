package jobtest

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// fanOut submits a job and cuts it into n parts.
func (r *rig) fanOut(n int) string {
	r.t.Helper()
	id := r.submit()
	r.ok(r.Fan(r.ctx, r.claim("w"), cut(n)))
	return id
}

// claimWhole claims the next task that is not a part.
func (r *rig) claimWhole(owner string) job.Task {
	r.t.Helper()
	var parts []job.Task
	defer func() {
		for _, part := range parts {
			r.ok(r.Release(r.ctx, part))
		}
	}()
	for {
		task := r.claim(owner)
		if task.Part < 0 {
			return task
		}
		parts = append(parts, task)
	}
}

func cut(n int) job.Fan {
	f := job.Fan{Stage: "pages", Queue: job.CPU, Then: job.Stage{Name: "assemble", Queue: job.IO, Payload: "all"}}
	for i := range n {
		f.Parts = append(f.Parts, fmt.Sprintf("pages %d", i))
	}
	return f
}

func (r *rig) wantParts(id string, want ...string) {
	r.t.Helper()
	got, err := r.Parts(r.ctx, id)
	r.ok(err)
	if !slices.Equal(got, want) {
		r.t.Errorf("outputs %q, want %q", got, want)
	}
}

func fan(t *testing.T, r *rig) {
	id := r.fanOut(4)
	r.wantState(id, job.InProgress)
	if n, err := r.Depth(r.ctx, job.CPU, 10); err != nil || n != 1 {
		t.Errorf("depth %d, %v: one long document is one", n, err)
	}
	parts, err := r.Claim(r.ctx, job.CPU, 10, "w", lease)
	r.ok(err)
	if len(parts) != 4 {
		t.Fatalf("claimed %d parts", len(parts))
	}
	for i, part := range parts {
		if part.Part != i || part.Payload != fmt.Sprintf("pages %d", i) || part.Stage != "pages" || part.Attempt != 1 || part.Request == "" || part.Type != "Parse" {
			t.Errorf("part %d: %+v", i, part)
		}
	}
	var last float64
	for i, n := range []int{2, 0, 3, 1} {
		r.nothingToClaim(job.IO)
		r.ok(r.FinishPart(r.ctx, parts[n], fmt.Sprintf("out %d", n)))
		r.wantLost("finishing a part twice", r.FinishPart(r.ctx, parts[n], "twice"))
		p := r.get(id).Progress
		if want := 0.95 * float64(i+1) / 4; math.Abs(p-want) > 1e-9 || p <= last {
			t.Errorf("progress %v after %d parts, want %v", p, i+1, want)
		}
		last = p
	}
	main := r.claimFrom(job.IO, "w")
	if main.Stage != "assemble" || main.Payload != "all" || main.Part != -1 || main.Attempt != 1 {
		t.Errorf("assembly: %+v", main)
	}
	r.wantParts(id, "out 0", "out 1", "out 2", "out 3")
	// A lost assembly finds the outputs again.
	r.loseAll()
	r.wantState(id, job.Pending)
	main = r.claimLost(job.IO, "w2")
	r.wantParts(id, "out 0", "out 1", "out 2", "out 3")
	r.complete(main)
	r.wantParts(id)
}

func fanTwice(_ *testing.T, r *rig) {
	id := r.fanOut(2)
	for range 2 {
		r.ok(r.FinishPart(r.ctx, r.claim("w"), "first"))
	}
	r.ok(r.Fan(r.ctx, r.claimFrom(job.IO, "w"), cut(1)))
	r.ok(r.FinishPart(r.ctx, r.claim("w"), "second"))
	r.wantParts(id, "second")
	r.ok(r.Fan(r.ctx, r.claimFrom(job.IO, "w"), cut(0))) // nothing to wait for
	r.complete(r.claimFrom(job.IO, "w"))
}

// partDies loses the worker of one part until the attempts are used up: the job fails and its siblings go.
func partDies(t *testing.T, r *rig) {
	id := r.fanOut(3)
	r.ok(r.FinishPart(r.ctx, r.claim("w"), "out"))
	r.claim("w1")
	r.loseAll()
	r.wantState(id, job.InProgress)
	if n := r.count(`SELECT count(*) FROM tasks WHERE part >= 0 AND state = 'queued'`); n != 2 {
		t.Errorf("%d parts are queued, want 2", n)
	}
	sibling := r.claim("w3")
	for i := range job.MaxAttempts - 1 {
		dead := r.claimLost(job.CPU, "w2")
		if dead.Attempt != i+2 {
			t.Fatalf("the lost part is in attempt %d", dead.Attempt)
		}
		r.exec(`UPDATE tasks SET lease_until = 1 WHERE job_id = $1 AND part = $2`, dead.JobID, dead.Part)
		r.maintain()
	}
	r.wantFailed(id, fault.BatchOrphaned)
	r.wantLost("part of a failed job", r.FinishPart(r.ctx, sibling, "late"))
	r.nothingToClaim(job.CPU)
	r.nothingToClaim(job.IO)
}

func partFails(_ *testing.T, r *rig) {
	id := r.fanOut(3)
	r.ok(r.FinishPart(r.ctx, r.claim("w"), "out"))
	retried := r.claim("w")
	r.ok(r.Retry(r.ctx, retried, 0))
	r.wantState(id, job.InProgress)
	sibling := r.claim("w")
	r.ok(r.Release(r.ctx, r.claim("w")))
	r.ok(r.Fail(r.ctx, r.claim("w"), fault.New(fault.DocumentCorrupt, "")))
	r.wantFailed(id, fault.DocumentCorrupt)
	r.wantLost("sibling", r.FinishPart(r.ctx, sibling, "late"))
	r.wantLost("sibling", r.Fail(r.ctx, sibling, fault.New(fault.InternalError, "")))
	r.wantFailed(id, fault.DocumentCorrupt)
}

// partsTogether finishes the parts of several jobs at once while some of the jobs are cancelled.
func partsTogether(t *testing.T, r *rig) {
	const jobs, width = 8, 6
	var ids []string
	for range jobs {
		ids = append(ids, r.submit())
	}
	for range jobs {
		r.ok(r.Fan(r.ctx, r.claimWhole("w"), cut(width)))
	}
	parts, err := r.Claim(r.ctx, job.CPU, jobs*width, "w", lease)
	r.ok(err)
	if len(parts) != jobs*width {
		t.Fatalf("claimed %d parts", len(parts))
	}
	var wg sync.WaitGroup
	for _, part := range parts {
		wg.Go(func() {
			err := r.FinishPart(r.ctx, part, "out")
			if err != nil && slices.Index(ids, part.JobID) >= 2 {
				t.Error(err)
			}
		})
	}
	for _, id := range ids[:2] {
		wg.Go(func() {
			if _, err := r.Cancel(r.ctx, org, id); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, id := range ids[:2] {
		r.wantState(id, job.Cancelled)
	}
	mains, err := r.Claim(r.ctx, job.IO, jobs, "w", lease)
	r.ok(err)
	if len(mains) != jobs-2 {
		t.Errorf("%d jobs can be assembled, want %d", len(mains), jobs-2)
	}
	for _, main := range mains {
		r.complete(main)
	}
}

func spawn(t *testing.T, r *rig) {
	id := r.submit(limited(1, "", 0))
	children := job.Spawn{Then: job.Stage{Name: "collect", Queue: job.CPU}}
	for range 3 {
		children.Jobs = append(children.Jobs, submission(func(s *job.Submission) { s.ID, s.Type, s.Org, s.Ceiling = job.NewID(), "Chart", "", 1 }))
	}
	r.ok(r.Spawn(r.ctx, r.claim("w"), children))
	r.wantState(id, job.InProgress)
	if n, err := r.Depth(r.ctx, job.CPU, 10); err != nil || n != 1 {
		t.Errorf("depth %d, %v: children do not count", n, err)
	}
	child := r.claim("w")
	if j := r.get(child.JobID); child.ParentID != id || j.ParentID != id || j.Type != "Chart" || j.ID != children.Jobs[0].ID {
		t.Errorf("child %+v", j)
	}
	// A child nobody waits for changes nothing.
	stray := r.submit(func(s *job.Submission) { s.ParentID = id })
	_, err := r.Cancel(r.ctx, org, stray)
	r.ok(err)
	r.complete(child)
	r.ok(r.Fail(r.ctx, r.claim("w"), fault.New(fault.ProcessingFailed, "")))
	_, err = r.Cancel(r.ctx, org, children.Jobs[2].ID)
	r.ok(err)
	main := r.claim("w")
	if main.JobID != id || main.Stage != "collect" {
		t.Errorf("claimed %+v, want the parent", main)
	}
	r.complete(main)
}
