package jobtest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

func rescue(t *testing.T, r *rig) {
	id := r.submit()
	first := r.claim("w1")
	r.maintain()
	r.wantState(id, job.InProgress) // the lease holds
	r.loseAll()
	if j := r.get(id); j.State != job.Pending || j.Attempt != 1 {
		t.Errorf("rescued job is %s, attempt %d", j.State, j.Attempt)
	}
	second := r.claimLost(job.CPU, "w2")
	if second.Attempt != 2 {
		t.Errorf("attempt %d, want 2", second.Attempt)
	}
	r.wantLost("late finish", r.Completing(r.ctx, first))
	r.complete(second)
}

func rescueCompleting(_ *testing.T, r *rig) {
	id := r.submit()
	task := r.claim("w1")
	r.ok(r.Completing(r.ctx, task))
	r.loseAll()
	r.wantState(id, job.Pending)
	r.wantLost("late complete", r.Complete(r.ctx, task, job.Stored{Key: key(task)}))
	r.complete(r.claimLost(job.CPU, "w2"))
}

func rescueUsedUp(t *testing.T, r *rig) {
	for lane, want := range map[job.Lane]fault.Name{
		job.Priority: fault.SubprocessCrashed, job.Normal: fault.SubprocessCrashed, job.Batch: fault.BatchOrphaned,
	} {
		id := r.submit(func(s *job.Submission) { s.Lane = lane })
		r.claim("w1")
		r.loseAll()
		for range job.MaxAttempts - 1 {
			r.claimLost(job.CPU, "w1")
			r.loseAll()
		}
		r.wantFailed(id, want)
		if j := r.get(id); j.Attempt != job.MaxAttempts {
			t.Errorf("failed after %d attempts", j.Attempt)
		}
	}
}

// twoWorkers lets the worker of a rescued job and its successor finish at the same time.
func twoWorkers(t *testing.T, r *rig) {
	for range 30 {
		id := r.submit()
		tasks := []job.Task{r.claim("w1")}
		r.loseAll()
		tasks = append(tasks, r.claimLost(job.CPU, "w2"))
		errs := make([]error, 2)
		var wg sync.WaitGroup
		for i, task := range tasks {
			wg.Go(func() {
				if errs[i] = r.Completing(r.ctx, task); errs[i] == nil {
					errs[i] = r.Complete(r.ctx, task, job.Stored{Key: key(task)})
				}
			})
		}
		wg.Wait()
		r.wantLost("first worker", errs[0])
		r.ok(errs[1])
		if j := r.get(id); j.State != job.Completed || j.ResultKey != key(tasks[1]) {
			t.Fatalf("job is %s with result %s", j.State, j.ResultKey)
		}
	}
}

// overClaim has 16 claimers empty a queue: nobody gets more than asked for, nothing is handed out twice.
func overClaim(t *testing.T, r *rig) {
	const jobs, claimers, at = 320, 16, 7
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range jobs / 8 {
				if _, err := r.Submit(r.ctx, submission()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var mu sync.Mutex
	seen := map[string]int{}
	for range claimers {
		wg.Go(func() {
			for {
				tasks, err := r.Claim(r.ctx, job.CPU, at, "w", lease)
				if err != nil {
					t.Error(err)
					return
				}
				if len(tasks) > at {
					t.Errorf("asked for %d tasks, got %d", at, len(tasks))
				}
				if len(tasks) == 0 {
					return
				}
				mu.Lock()
				for _, task := range tasks {
					seen[task.JobID]++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(seen) != jobs {
		t.Errorf("%d of %d tasks were claimed", len(seen), jobs)
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("task %s was claimed %d times", id, n)
		}
	}
	if n := r.count(`SELECT count(*) FROM tasks WHERE state = 'running' AND attempt = 1`); n != jobs {
		t.Errorf("%d tasks run in their first attempt", n)
	}
}

func generations(t *testing.T, r *rig) {
	old := r.submit()
	for generation, want := range map[int]int{2: 0, 3: 1, 4: 1, 5: 0} {
		tasks, err := r.another(Options{Generation: generation}).Claim(r.ctx, job.CPU, 5, "w", lease)
		r.ok(err)
		if len(tasks) != want {
			t.Errorf("a worker of generation %d got %d jobs of generation 3, want %d", generation, len(tasks), want)
		}
		for _, task := range tasks {
			r.ok(r.Release(r.ctx, task))
		}
	}
	r.wantState(old, job.Pending)
}

// order claims everything one by one and returns the labels of the jobs.
func (r *rig) order(q job.Queue) (labels []string) {
	r.t.Helper()
	for {
		tasks, err := r.Claim(r.ctx, q, 1, "w", lease)
		r.ok(err)
		if len(tasks) == 0 {
			return labels
		}
		j, err := r.Get(r.ctx, tasks[0].Org, tasks[0].JobID)
		r.ok(err)
		labels = append(labels, j.UserLabel)
	}
}

func (r *rig) wantOrder(q job.Queue, want ...string) {
	r.t.Helper()
	if got := r.order(q); !slices.Equal(got, want) {
		r.t.Errorf("served %v, want %v", got, want)
	}
}

func labelled(org, label string) func(*job.Submission) {
	return func(s *job.Submission) { s.Org, s.UserLabel = org, label }
}

func claimOrder(t *testing.T, r *rig) {
	for i, lane := range []job.Lane{job.Batch, job.Normal, job.Priority, job.Batch, job.Normal, job.Priority} {
		r.submit(func(s *job.Submission) { s.Lane, s.UserLabel = lane, string(rune('a'+i)) })
	}
	tasks, err := r.Claim(r.ctx, job.CPU, 3, "w", lease)
	r.ok(err)
	var got []string
	for _, task := range tasks {
		got = append(got, r.get(task.JobID).UserLabel)
	}
	if !slices.Equal(got, []string{"c", "f", "b"}) {
		t.Errorf("claimed %v together", got)
	}
	r.wantOrder(job.CPU, "e", "a", "d")
}

func fairness(_ *testing.T, r *rig) {
	for _, l := range []string{"a1", "a2", "a3", "a4", "a5"} {
		r.submit(labelled("a", l))
	}
	first := r.claim("w")
	for _, l := range []string{"b1", "b2", "c1"} {
		r.submit(labelled(l[:1], l))
	}
	r.ok(r.Release(r.ctx, first))
	r.wantOrder(job.CPU, "a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5")
	// One that comes late does not have to catch up with all the rounds before it.
	for _, l := range []string{"a6", "a7", "a8", "d1"} {
		r.submit(labelled(l[:1], l))
	}
	r.wantOrder(job.CPU, "a6", "d1", "a7", "a8")
}

// fairAfterDownload has one organization fill the line for the processors before another one comes.
func fairAfterDownload(t *testing.T, r *rig) {
	through := func(o, label string) {
		r.submit(labelled(o, label), func(s *job.Submission) { s.First = job.Stage{Name: "fetch", Queue: job.IO} })
		r.ok(r.Advance(r.ctx, r.claimFrom(job.IO, "w"), job.Stage{Name: "read", Queue: job.CPU}))
	}
	for _, l := range []string{"a1", "a2", "a3"} {
		through("a", l)
	}
	through("b", "b1")
	// Later stages of a job go before jobs that are still to begin.
	task := r.claim("w")
	r.ok(r.Advance(r.ctx, task, job.Stage{Name: "assemble", Queue: job.CPU}))
	again := r.claim("w")
	if again.JobID != task.JobID || again.Stage != "assemble" {
		t.Errorf("claimed %+v, want the later stage of the same job", again)
	}
	r.wantOrder(job.CPU, "b1", "a2", "a3")
}

func batchAges(t *testing.T, r *rig) {
	young := r.submit(func(s *job.Submission) { s.Lane, s.UserLabel = job.Batch, "young" })
	old := r.submit(func(s *job.Submission) { s.Lane, s.UserLabel = job.Batch, "old" })
	hours := func(id string, h int) {
		r.exec(`UPDATE tasks SET created_at = created_at - $1 WHERE job_id = $2`, time.Duration(h*int(time.Hour)).Milliseconds(), id)
	}
	hours(young, 11)
	hours(old, 13)
	r.maintain()
	r.submit(func(s *job.Submission) { s.UserLabel = "normal" })
	if n, err := r.BatchDepth(r.ctx, 10); err != nil || n != 2 {
		t.Errorf("batch depth %d, %v: an old batch job still counts there", n, err)
	}
	if j := r.get(old); j.Lane != job.Batch {
		t.Errorf("the job's own lane became %d", j.Lane)
	}
	r.wantOrder(job.CPU, "old", "normal", "young")
}
