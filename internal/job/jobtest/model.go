package jobtest

import (
	"errors"
	"flag"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/job"
)

// model runs random sequences of everything that can happen to jobs against a small picture of the state
// machine and compares after every step.
func model(t *testing.T, r *rig) {
	checks := flag.Lookup("rapid.checks")
	before := checks.Value.String()
	if before == checks.DefValue { // a database is slower than what rapid is made for
		if err := checks.Value.Set("12"); err != nil {
			t.Fatal(err)
		}
		defer checks.Value.Set(before)
	}
	rapid.Check(t, func(rt *rapid.T) {
		for _, table := range []string{"jobs", "tasks", "parts"} {
			r.exec("DELETE FROM " + table)
		}
		m := &picture{r: r, jobs: map[string]*sketch{}}
		rt.Repeat(map[string]func(*rapid.T){
			"":           m.compare,
			"submit":     m.submit,
			"claim":      m.claim,
			"claim lost": m.claimLost,
			"work":       m.work,
			"lose":       m.lose,
			"maintain":   m.maintain,
			"cancel":     m.cancel,
			"delete":     m.delete,
		})
	})
}

func (m *picture) submit(t *rapid.T) {
	limited := rapid.Bool().Draw(t, "limited")
	sub := submission()
	want := job.Pending
	if limited {
		sub.Ceiling = modelCeiling
		if m.active() >= modelCeiling {
			want = job.Idle
		}
	}
	got, err := m.r.Submit(m.r.ctx, sub)
	if err != nil || got.State != want {
		t.Fatalf("submitted as %s, %v, want %s", got.State, err, want)
	}
	j := &sketch{id: got.ID, state: want, limited: limited, waits: -1, tasks: map[int]*piece{job.Main: {}}}
	m.order = append(m.order, j)
	m.jobs[j.id] = j
}

// queued counts the tasks that a worker may claim, those that were lost or the others.
func (m *picture) queued(lost bool) (n int) {
	for _, j := range m.order {
		for part, p := range j.tasks {
			if p.held == nil && p.lost == lost && j.state != job.Idle && (part != job.Main || j.waits < 0) {
				n++
			}
		}
	}
	return n
}

func (m *picture) claim(t *rapid.T) {
	n := rapid.IntRange(1, 3).Draw(t, "n")
	tasks, err := m.r.Claim(m.r.ctx, job.CPU, n, "w", lease)
	if want := min(n, m.queued(false)); err != nil || len(tasks) != want {
		t.Fatalf("claimed %d tasks, %v, want %d", len(tasks), err, want)
	}
	m.claimed(t, tasks, false)
}

func (m *picture) claimLost(t *rapid.T) {
	tasks, err := m.r.ClaimLost(m.r.ctx, job.CPU, "w", lease)
	if want := min(1, m.queued(true)); err != nil || len(tasks) != want {
		t.Fatalf("claimed %d lost tasks, %v, want %d", len(tasks), err, want)
	}
	m.claimed(t, tasks, true)
}

func (m *picture) claimed(t *rapid.T, tasks []job.Task, lost bool) {
	for _, task := range tasks {
		j := m.jobs[task.JobID]
		if j == nil || j.tasks[task.Part] == nil || j.tasks[task.Part].held != nil || j.tasks[task.Part].lost != lost {
			t.Fatalf("claimed what was not queued: %+v", task)
		}
		p := j.tasks[task.Part]
		p.attempt++
		p.held, p.expired = &task, false
		if task.Attempt != p.attempt {
			t.Fatalf("attempt %d, want %d", task.Attempt, p.attempt)
		}
		if task.Part == job.Main {
			j.state, j.attempt = job.InProgress, p.attempt
		}
	}
}

func (m *picture) held() (all []*job.Task) {
	for _, j := range m.order {
		for part := job.Main; part < 3; part++ {
			if p := j.tasks[part]; p != nil && p.held != nil {
				all = append(all, p.held)
			}
		}
	}
	return all
}

// work has a worker do something with a claim it holds, or with one that it held once.
func (m *picture) work(t *rapid.T) {
	moves := []string{"completing", "complete", "fail", "retry", "release", "advance", "fan", "finish part"}
	if held := m.held(); len(held) > 0 && rapid.IntRange(0, 4).Draw(t, "honest") > 0 {
		task := rapid.SampledFrom(held).Draw(t, "task")
		if m.jobs[task.JobID].state == job.Completing { // who has said that the work is done does not go on with it
			moves = moves[:5]
		}
		move := rapid.SampledFrom(moves).Draw(t, "move")
		m.apply(t, move, *task, everyEnd(m.r)[move](*task))
		return
	}
	if len(m.old) == 0 {
		t.Skip("no claim")
	}
	move := rapid.SampledFrom(moves).Draw(t, "move")
	if err := everyEnd(m.r)[move](rapid.SampledFrom(m.old).Draw(t, "stale")); !errors.Is(err, job.ErrLost) {
		t.Fatalf("%s with an old claim: %v", move, err)
	}
}

// apply says what a move must have done.
func (m *picture) apply(t *rapid.T, move string, task job.Task, err error) {
	j := m.jobs[task.JobID]
	p := j.tasks[task.Part]
	main := task.Part == job.Main
	switch {
	case move == "fail" && err == nil:
		m.end(j, job.Failed)
	case move == "completing" && main && err == nil:
		j.state = job.Completing
	case move == "complete" && main && err == nil:
		m.end(j, job.Completed)
	case move == "finish part" && !main && err == nil:
		m.drop(p)
		delete(j.tasks, task.Part)
		if j.waits--; j.waits == 0 {
			j.waits = -1
		}
	case (move == "retry" || move == "release") && err == nil:
		m.drop(p)
		if move == "release" {
			p.attempt--
		}
		if main {
			j.state, j.attempt = job.Pending, p.attempt
		}
	case (move == "advance" || move == "fan") && main && err == nil:
		m.drop(p)
		p.attempt--
		if move == "fan" {
			j.waits, j.tasks[0] = 1, &piece{}
		}
	case !main && move != "fail" && move != "retry" && move != "release" && errors.Is(err, job.ErrLost):
	case main && move == "finish part" && errors.Is(err, job.ErrLost):
	default:
		t.Fatalf("%s of part %d of a job that is %s: %v", move, task.Part, j.state, err)
	}
}

// drop takes the claim off a task.
func (m *picture) drop(p *piece) {
	m.old = append(m.old, *p.held)
	p.held = nil
}

// lose lets the lease of a claim run out; it holds until maintenance notices.
func (m *picture) lose(t *rapid.T) {
	held := m.held()
	if len(held) == 0 {
		t.Skip("nothing runs")
	}
	task := rapid.SampledFrom(held).Draw(t, "task")
	m.r.exec(`UPDATE tasks SET lease_until = 1 WHERE job_id = $1 AND part = $2`, task.JobID, task.Part)
	m.jobs[task.JobID].tasks[task.Part].expired = true
}

func (m *picture) maintain(t *rapid.T) {
	if err := m.r.Maintain(m.r.ctx, job.Waits{}); err != nil {
		t.Fatal(err)
	}
	m.r.hurry()
	for _, j := range m.order {
		for part, p := range j.tasks {
			switch {
			case !p.expired || p.held == nil:
			case p.attempt >= job.MaxAttempts:
				m.end(j, job.Failed)
			default:
				m.drop(p)
				p.lost = true
				if part == job.Main {
					j.state = job.Pending
				}
			}
			p.expired = false
		}
	}
	m.promote()
}

func (m *picture) any(t *rapid.T) *sketch {
	if len(m.order) == 0 {
		t.Skip("no job")
	}
	return rapid.SampledFrom(m.order).Draw(t, "job")
}

func (m *picture) cancel(t *rapid.T) {
	j := m.any(t)
	if _, err := m.r.Cancel(m.r.ctx, org, j.id); err != nil {
		t.Fatal(err)
	}
	if !j.state.Final() && j.state != job.Completing {
		m.end(j, job.Cancelled)
	}
}

// delete is cancel for the state machine, as long as the job is not Completing.
func (m *picture) delete(t *rapid.T) {
	j := m.any(t)
	if j.state == job.Completing {
		t.Skip("goes on until its end")
	}
	if _, err := m.r.MarkDeleting(m.r.ctx, org, j.id, false); err != nil {
		t.Fatal(err)
	}
	if !j.state.Final() {
		m.end(j, job.Cancelled)
	}
}

func (m *picture) compare(t *rapid.T) {
	for _, want := range m.order {
		got, err := m.r.Get(m.r.ctx, org, want.id)
		if err != nil {
			t.Fatal(err)
		}
		if got.State != want.state || got.Attempt != want.attempt && !want.state.Final() {
			t.Fatalf("job %d is %s in attempt %d, want %s in attempt %d", slices.Index(m.order, want), got.State, got.Attempt, want.state, want.attempt)
		}
	}
	if n := m.r.broken(); len(n) > 0 {
		t.Fatalf("broken: %v", n)
	}
}
