package jobtest

import (
	"slices"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/job"
)

// notLost is for what has to stay with the others.
func (r *rig) notLost(what string) {
	r.t.Helper()
	lost, err := r.ClaimLost(r.ctx, job.CPU, "w", lease)
	r.ok(err)
	if len(lost) != 0 {
		r.t.Errorf("%s is taken for lost", what)
	}
}

// lostOnce keeps a task that was lost apart from the others until its end, whatever else becomes of it, and nobody else.
func lostOnce(t *testing.T, r *rig) {
	for name, end := range map[string]func(job.Task) error{"failed": everyEnd(r)["retry"], "was given back": everyEnd(r)["release"]} {
		r.submit()
		r.ok(end(r.claim("w")))
		r.notLost("what " + name)
		r.complete(r.claim("w"))
	}
	r.submit()
	r.claim("w")
	r.loseAll()
	tasks, err := r.Claim(r.ctx, job.CPU, 10, "w", lease)
	r.ok(err)
	if len(tasks) != 0 {
		t.Error("a lost task was claimed among others")
	}
	r.ok(r.Release(r.ctx, r.claimLost(job.CPU, "w")))
	r.ok(r.Retry(r.ctx, r.claimLost(job.CPU, "w"), 0))
	last := r.claimLost(job.CPU, "w")
	if last.Attempt != 3 {
		t.Errorf("attempt %d after one that was lost, one that was given back and one that failed", last.Attempt)
	}
	r.complete(last)
}

// lostOrder serves lanes in their order, also across both kinds, and in a lane those first that were lost least.
func lostOrder(_ *testing.T, r *rig) {
	label := func(lane job.Lane, label string) {
		r.submit(func(s *job.Submission) { s.Lane, s.UserLabel = lane, label })
	}
	label(job.Normal, "twice")
	r.claim("w")
	r.loseAll()
	r.claimLost(job.CPU, "w")
	for _, l := range []string{"once", "once more"} {
		label(job.Normal, l)
		r.claim("w")
	}
	label(job.Batch, "batch")
	r.claim("w")
	label(job.Priority, "priority")
	r.claim("w")
	r.loseAll()
	label(job.Normal, "fresh")
	r.wantLostOrder("priority", "once", "once more", "twice")
	r.wantOrder(job.CPU, "fresh")
	r.wantLostOrder("batch")
}

func (r *rig) wantLostOrder(want ...string) {
	r.t.Helper()
	var got []string
	for {
		tasks, err := r.ClaimLost(r.ctx, job.CPU, "w", lease)
		r.ok(err)
		if len(tasks) == 0 {
			break
		}
		got = append(got, r.get(tasks[0].JobID).UserLabel)
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("served %v of the lost, want %v", got, want)
	}
}

// lostStages goes on alone in the next stage and in the one that assembles; the parts in between have never been lost.
func lostStages(_ *testing.T, r *rig) {
	r.submit()
	r.claim("w")
	r.loseAll()
	r.ok(r.Advance(r.ctx, r.claimLost(job.CPU, "w"), job.Stage{Name: "cut", Queue: job.CPU}))
	r.ok(r.Fan(r.ctx, r.claimLost(job.CPU, "w"), cut(2)))
	r.notLost("a part")
	r.ok(r.FinishPart(r.ctx, r.claim("w"), "one"))
	r.claim("w")
	r.loseAll()
	r.ok(r.FinishPart(r.ctx, r.claimLost(job.CPU, "w"), "two"))
	r.complete(r.claimLost(job.IO, "w"))
}

// lostTogether has many claimers take what many workers lost: one task each time, none of them twice.
func lostTogether(t *testing.T, r *rig) {
	const jobs, claimers = 60, 8
	for range jobs {
		r.submit()
	}
	tasks, err := r.Claim(r.ctx, job.CPU, jobs, "w", lease)
	r.ok(err)
	r.loseAll()
	var mu sync.Mutex
	seen := map[string]int{}
	var wg sync.WaitGroup
	for range claimers {
		wg.Go(func() {
			for {
				mine, err := r.ClaimLost(r.ctx, job.CPU, "w", lease)
				if err != nil || len(mine) > 1 {
					t.Errorf("claimed %d lost tasks: %v", len(mine), err)
				}
				if len(mine) == 0 {
					return
				}
				mu.Lock()
				seen[mine[0].JobID]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(tasks) != jobs || len(seen) != jobs {
		t.Errorf("%d of %d lost tasks were claimed", len(seen), len(tasks))
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("task %s was claimed %d times", id, n)
		}
	}
}

// reserve has one worker make room for each lost task; what is only meant to be run is not tried.
func reserve(t *testing.T, r *rig) {
	want := func(owner string, want bool) {
		t.Helper()
		got, err := r.Reserve(r.ctx, job.CPU, owner, lease)
		r.ok(err)
		if got != want {
			t.Errorf("%s reserved: %v", owner, got)
		}
	}
	r.submit()
	want("w1", false) // never lost
	r.claim("w")
	want("w1", false)
	r.loseAll()
	want("w1", true)
	want("w2", false)
	want("w1", true)
	if got, err := r.Reserve(r.ctx, job.IO, "w2", lease); got || err != nil {
		t.Errorf("reserved in another queue: %v, %v", got, err)
	}

	// The one that makes room dies: another does, and no attempt is gone.
	r.exec(`UPDATE tasks SET lease_until = 1`)
	r.maintain()
	want("w2", true)
	want("w1", false)

	// Who has room already need not ask.
	task := r.claimLost(job.CPU, "w3")
	if task.Attempt != 2 {
		t.Errorf("attempt %d", task.Attempt)
	}
	want("w2", false)

	// One for each.
	r.submit()
	r.claim("w")
	r.loseAll()
	want("w1", true)
	want("w2", true)
	want("w3", false)
	want("w1", true)
}
