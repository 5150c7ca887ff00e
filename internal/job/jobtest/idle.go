package jobtest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/job"
)

func limited(ceiling int, tenant string, share float64) func(*job.Submission) {
	return func(s *job.Submission) { s.Ceiling, s.Tenant, s.TenantShare = ceiling, tenant, share }
}

func (r *rig) wantStates(want map[job.State]int) {
	r.t.Helper()
	got := map[job.State]int{}
	jobs, err := r.List(r.ctx, org, job.Position{}, 500, job.Filter{})
	r.ok(err)
	for _, j := range jobs {
		if !j.State.Final() {
			got[j.State]++
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		r.t.Errorf("unfinished jobs %v, want %v", got, want)
	}
}

func ceilings(t *testing.T, r *rig) {
	var ids []string
	for range 5 {
		ids = append(ids, r.submit(limited(2, "", 0)))
	}
	r.submit(limited(2, "", 0), func(s *job.Submission) { s.Org, s.First.Queue = "other", job.IO }) // does not count here
	r.wantStates(map[job.State]int{job.Pending: 2, job.Idle: 3})
	if n, err := r.Depth(r.ctx, job.CPU, 100); err != nil || n != 6 {
		t.Errorf("depth %d, %v: idle jobs count", n, err)
	}
	r.ok(r.Advance(r.ctx, r.claim("w"), job.Stage{Name: "next", Queue: job.CPU})) // still one of the two
	r.maintain()
	r.wantStates(map[job.State]int{job.Pending: 1, job.InProgress: 1, job.Idle: 3})
	task := r.claim("w")
	r.ok(r.Completing(r.ctx, task))
	r.maintain()
	r.wantStates(map[job.State]int{job.InProgress: 1, job.Completing: 1, job.Idle: 3})
	r.ok(r.Complete(r.ctx, task, job.Stored{Key: "k"}))
	r.wantStates(map[job.State]int{job.InProgress: 1, job.Pending: 1, job.Idle: 2})
	if st := r.get(ids[2]).State; st != job.Pending {
		t.Errorf("the third is %s, want the first of the idle to be promoted", st)
	}
	j, err := r.Cancel(r.ctx, org, ids[4]) // an idle one gives no room
	r.ok(err)
	if j.State != job.Cancelled {
		t.Errorf("cancelled job is %s", j.State)
	}
	r.wantStates(map[job.State]int{job.InProgress: 1, job.Pending: 1, job.Idle: 1})
	_, err = r.Cancel(r.ctx, org, ids[2])
	r.ok(err)
	r.wantStates(map[job.State]int{job.InProgress: 1, job.Pending: 1})
}

func tenantShare(t *testing.T, r *rig) {
	for range 4 {
		r.submit(limited(8, "t1", 0.29)) // floor(2.32)
		r.submit(limited(8, "t2", 0.01)) // at least one
	}
	r.wantStates(map[job.State]int{job.Pending: 3, job.Idle: 5})
	// The end of a job of one tenant lets only that tenant's next one in.
	var task job.Task
	for task.JobID == "" || r.get(task.JobID).Tenant != "t2" {
		task = r.claim("w")
	}
	r.complete(task)
	if n := r.count(`SELECT count(*) FROM tasks WHERE tenant = 't2' AND state = 'queued'`); n != 1 {
		t.Errorf("%d jobs of the tenant are queued, want 1", n)
	}
	if n := r.count(`SELECT count(*) FROM tasks WHERE state = 'idle'`); n != 4 {
		t.Errorf("%d jobs are idle, want 4", n)
	}
	for range 6 {
		r.submit(limited(0, "t3", 0.5)) // half of the 8 slots of the installation
	}
	if n := r.count(`SELECT count(*) FROM tasks WHERE tenant = 't3' AND state = 'idle'`); n != 2 {
		t.Errorf("%d jobs of a tenant without a ceiling are idle, want 2", n)
	}
}

func promotionOrder(t *testing.T, r *rig) {
	for i, lane := range []job.Lane{job.Normal, job.Batch, job.Normal, job.Priority, job.Normal} {
		tenant := []string{"x", "y"}[i%2]
		r.submit(limited(1, tenant, 1), func(s *job.Submission) { s.Lane, s.UserLabel = lane, string(rune('a'+i)) })
	}
	var got string
	for {
		tasks, err := r.Claim(r.ctx, job.CPU, 5, "w", lease)
		r.ok(err)
		if len(tasks) == 0 {
			break
		}
		if len(tasks) > 1 {
			t.Fatalf("%d jobs at once under a ceiling of 1", len(tasks))
		}
		got += r.get(tasks[0].JobID).UserLabel
		r.complete(tasks[0])
	}
	if got != "adceb" {
		t.Errorf("promoted in the order %s, want adceb", got)
	}
}

// promotionNet shows that a maintenance pass finds idle jobs that nobody promoted.
func promotionNet(_ *testing.T, r *rig) {
	first := r.submit(limited(1, "", 0))
	r.submit(limited(1, "", 0))
	r.exec(`UPDATE tasks SET ceiling = 0 WHERE job_id = $1`, first)
	r.complete(r.claim("w"))
	r.wantStates(map[job.State]int{job.Idle: 1})
	r.maintain()
	r.wantStates(map[job.State]int{job.Pending: 1})
}

// ceilingRace submits and finishes from many sides at once; the ceiling holds at every moment and nothing is
// left behind.
func ceilingRace(t *testing.T, r *rig) {
	const jobs, most = 60, 3
	second := r.another(Options{Generation: 3, Slots: 8})
	var wg sync.WaitGroup
	for i := range 6 {
		store := []Store{r.Store, second}[i%2]
		wg.Go(func() {
			for range jobs / 6 {
				if _, err := store.Submit(r.ctx, submission(limited(most, "", 0))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := 0
	for done < jobs && !t.Failed() {
		tasks, err := second.Claim(r.ctx, job.CPU, 10, "w", lease)
		r.ok(err)
		if n := r.count(`SELECT count(*) FROM tasks WHERE state <> 'idle'`); n > most {
			t.Errorf("%d jobs are active under a ceiling of %d", n, most)
		}
		for _, task := range tasks {
			wg.Go(func() {
				if err := r.Completing(r.ctx, task); err != nil {
					t.Error(err)
				}
				if err := r.Complete(r.ctx, task, job.Stored{Key: "k"}); err != nil {
					t.Error(err)
				}
			})
		}
		done += len(tasks)
	}
	wg.Wait()
	r.wantStates(map[job.State]int{})
}
