package jobtest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// everyState brings one job into each state and returns their ids with the claim where there is one.
func everyState(r *rig) (ids map[job.State]string, claims map[job.State]job.Task) {
	r.t.Helper()
	ids, claims = map[job.State]string{}, map[job.State]job.Task{}
	for _, st := range []job.State{job.Completed, job.Failed, job.Cancelled, job.InProgress, job.Completing} {
		ids[st] = r.submit()
		claims[st] = r.claim("w")
		switch st {
		case job.Completed:
			r.complete(claims[st])
		case job.Failed:
			r.ok(r.Fail(r.ctx, claims[st], fault.New(fault.DocumentEmpty, "")))
		case job.Cancelled:
			_, err := r.Cancel(r.ctx, org, ids[st])
			r.ok(err)
		case job.Completing:
			r.ok(r.Completing(r.ctx, claims[st]))
		}
	}
	ids[job.Pending] = r.submit(limited(1, "", 0))
	ids[job.Idle] = r.submit(limited(1, "", 0))
	for st, id := range ids {
		r.wantState(id, st)
	}
	return ids, claims
}

func cancel(t *testing.T, r *rig) {
	ids, claims := everyState(r)
	for _, tt := range []struct{ from, to job.State }{
		{job.Idle, job.Cancelled}, {job.Pending, job.Cancelled}, {job.InProgress, job.Cancelled}, {job.Completing, job.Completing},
		{job.Completed, job.Completed}, {job.Failed, job.Failed}, {job.Cancelled, job.Cancelled},
	} {
		before := r.get(ids[tt.from])
		j, err := r.Cancel(r.ctx, org, ids[tt.from])
		r.ok(err)
		if j.State != tt.to {
			t.Errorf("cancelling a job that is %s makes it %s, want %s", tt.from, j.State, tt.to)
		}
		if tt.from != tt.to && (j.Error == nil || j.Error.Name != fault.JobCancelled || j.FinishedAt == nil) {
			t.Errorf("cancelled job: %+v", j)
		}
		if tt.from.Final() && fmt.Sprint(j.FinishedAt, j.Error) != fmt.Sprint(before.FinishedAt, before.Error) {
			t.Errorf("a final job changed from %+v to %+v", before, j)
		}
	}
	for name, end := range everyEnd(r) {
		r.wantLost(name+" after cancel", end(claims[job.InProgress]))
	}
	lost, err := r.Held(r.ctx, []job.Beat{beatOf(claims[job.InProgress]), beatOf(claims[job.Completing])})
	r.ok(err)
	if len(lost) != 1 || lost[0].JobID != ids[job.InProgress] {
		t.Errorf("lost claims %v, want the cancelled one", lost)
	}
	r.ok(r.Complete(r.ctx, claims[job.Completing], job.Stored{Key: "k"}))
	r.wantState(ids[job.Completing], job.Completed)

	waiting := r.fanOut(2)
	part := r.claim("w")
	if j, err := r.Cancel(r.ctx, org, waiting); err != nil || j.State != job.Cancelled {
		t.Errorf("cancelling a waiting job: %s, %v", j.State, err)
	}
	r.wantLost("part of a cancelled job", r.FinishPart(r.ctx, part, "x"))
}

func cancelChildren(t *testing.T, r *rig) {
	id := r.submit()
	r.ok(r.Spawn(r.ctx, r.claim("w"), job.Spawn{
		Jobs: []job.Submission{submission(), submission(), submission()}, Then: job.Stage{Name: "collect", Queue: job.CPU},
	}))
	done := r.claim("w")
	r.complete(done)
	running := r.claim("w")
	if _, err := r.Cancel(r.ctx, org, id); err != nil {
		t.Fatal(err)
	}
	r.wantState(done.JobID, job.Completed)
	r.wantState(running.JobID, job.Cancelled)
	r.nothingToClaim(job.CPU)
	if n := r.count(`SELECT count(*) FROM jobs WHERE state = 'Cancelled'`); n != 3 {
		t.Errorf("%d jobs are cancelled, want the parent and two children", n)
	}
}

// cancelRace cancels jobs while they finish: every job ends exactly once, and both sides are told the truth.
func cancelRace(t *testing.T, r *rig) {
	const jobs, step = 1000, 50
	won := map[job.State]int{}
	for range jobs / step {
		for range step {
			r.submit()
		}
		tasks, err := r.Claim(r.ctx, job.CPU, step, "w", lease)
		r.ok(err)
		if len(tasks) != step {
			t.Fatalf("claimed %d", len(tasks))
		}
		finished := make([]error, step)
		cancelled := make([]job.Job, step)
		var wg sync.WaitGroup
		for i, task := range tasks {
			marked := make(chan struct{})
			wg.Go(func() {
				finished[i] = r.Completing(r.ctx, task)
				close(marked)
				if finished[i] == nil {
					finished[i] = r.Complete(r.ctx, task, job.Stored{Key: key(task)})
				}
			})
			wg.Go(func() {
				if i%2 == 0 { // half of them meet the first step of the end, half the second
					<-marked
				}
				var err error
				if cancelled[i], err = r.Cancel(r.ctx, org, task.JobID); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for i, task := range tasks {
			j := r.get(task.JobID)
			won[j.State]++
			switch {
			case j.State == job.Completed && finished[i] == nil && cancelled[i].State != job.Cancelled && j.ResultKey == key(task) && j.Error == nil:
			case j.State == job.Cancelled && errors.Is(finished[i], job.ErrLost) && cancelled[i].State == job.Cancelled && j.ResultKey == "":
			default:
				t.Errorf("job is %s, the worker heard %v, the canceller %s", j.State, finished[i], cancelled[i].State)
			}
		}
	}
	if len(r.ended) != jobs || won[job.Completed]+won[job.Cancelled] != jobs {
		t.Errorf("%d ends were told of %d jobs: %v", len(r.ended), jobs, won)
	}
	t.Logf("%v", won)
}

func expire(t *testing.T, r *rig) {
	ids, claims := everyState(r)
	late, slow := fault.New(fault.CapacityTimeout, ""), fault.New(fault.Timeout, "").Coded(504, false)
	for st, want := range map[job.State]fault.Name{job.Idle: late.Name, job.Pending: late.Name, job.InProgress: slow.Name} {
		j, err := r.Expire(r.ctx, org, ids[st], late, slow)
		r.ok(err)
		if j.State != job.Failed || j.Error.Name != want || st == job.InProgress && j.Error.Retriable {
			t.Errorf("a job that was %s is %s with %+v", st, j.State, j.Error)
		}
	}
	r.wantLost("expired", r.Completing(r.ctx, claims[job.InProgress]))
	for _, st := range []job.State{job.Completing, job.Completed, job.Failed, job.Cancelled} {
		if j, err := r.Expire(r.ctx, org, ids[st], late, slow); err != nil || j.State != st {
			t.Errorf("expiring a job that is %s makes it %s, %v", st, j.State, err)
		}
	}
	id := r.submit()
	if j, err := r.Expire(r.ctx, org, id, nil, slow); err != nil || j.State != job.Pending {
		t.Errorf("a waiting job is %s, %v although only running ones were meant", j.State, err)
	}
	if _, err := r.Expire(r.ctx, "other", id, late, slow); !errors.Is(err, job.ErrNotFound) {
		t.Errorf("expiring a foreign job: %v", err)
	}
}

func expireWaiting(_ *testing.T, r *rig) {
	sync := func(s *job.Submission) { s.Sync = true }
	running := r.submit(sync)
	r.claim("w")
	oldSync, oldAsync := r.submit(sync), r.submit()
	r.submit(limited(1, "", 0))
	oldIdle := r.submit(sync, limited(1, "", 0))
	r.wantState(oldIdle, job.Idle)
	r.exec(`UPDATE jobs SET created_at = created_at - 60000`)
	newSync, newAsync := r.submit(sync), r.submit()
	waits := job.Waits{Sync: 30 * time.Second}
	r.ok(r.Maintain(r.ctx, waits))
	r.wantFailed(oldSync, fault.CapacityTimeout)
	r.wantFailed(oldIdle, fault.CapacityTimeout)
	r.wantState(oldAsync, job.Pending)
	waits.Async = 30 * time.Second
	r.ok(r.Maintain(r.ctx, waits))
	r.wantFailed(oldAsync, fault.CapacityTimeout)
	r.wantState(running, job.InProgress)
	r.wantState(newSync, job.Pending)
	r.wantState(newAsync, job.Pending)
}
