package jobtest

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

func outbox(t *testing.T, r *rig) {
	hook := &job.Webhook{Mode: "svix", Channels: []string{"a<b"}, Metadata: json.RawMessage(`{"k":"<&>"}`)}
	hooked := func(s *job.Submission) { s.Webhook = hook }
	direct := func(s *job.Submission) { s.Webhook = &job.Webhook{Mode: "direct", URL: "https://x.test/"} }
	silent := []string{r.submit(), r.submit(hooked, func(s *job.Submission) { s.Sync = true }), r.submit(hooked, func(s *job.Submission) { s.ParentID = "p" })}
	for range silent {
		r.complete(r.claim("w"))
	}
	if n := r.count(`SELECT count(*) FROM messages`); n != 0 {
		t.Errorf("%d messages of jobs that tell nobody", n)
	}
	done := r.submit(hooked)
	task := r.claim("w")
	r.ok(r.Completing(r.ctx, task))
	for range 2 {
		r.ok(r.Complete(r.ctx, task, job.Stored{Key: "k"}))
	}
	failed := r.submit(direct)
	r.ok(r.Fail(r.ctx, r.claim("w"), fault.New(fault.DocumentEmpty, "")))
	cancelled := r.submit(hooked)
	_, err := r.Cancel(r.ctx, org, cancelled)
	r.ok(err)

	type row struct{ id, org, mode, url, channels, body string }
	for id, want := range map[string]row{
		done:      {"", org, "svix", "", `["a<b"]`, `{"status":"Completed","job_id":"` + done + `","metadata":{"k":"<&>"}}`},
		failed:    {"", org, "direct", "https://x.test/", `[]`, `{"status":"Failed","job_id":"` + failed + `","metadata":null}`},
		cancelled: {"", org, "svix", "", `["a<b"]`, `{"status":"Failed","job_id":"` + cancelled + `","metadata":{"k":"<&>"}}`},
	} {
		if n := r.count(`SELECT count(*) FROM messages WHERE job_id = $1 AND NOT expanded AND created_at > 0`, id); n != 1 {
			t.Errorf("%d messages, want 1", n)
			continue
		}
		var got row
		r.ok(r.db.Read.QueryRowContext(r.ctx, `SELECT id, org, mode, url, channels, body FROM messages WHERE job_id = $1`, id).
			Scan(&got.id, &got.org, &got.mode, &got.url, &got.channels, &got.body))
		if !regexp.MustCompile(`^msg_[0-9A-Za-z]{27}$`).MatchString(got.id) {
			t.Errorf("message id %q", got.id)
		}
		if got.id = ""; got != want {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
	}
}

func usage(t *testing.T, r *rig) {
	for range 3 {
		r.submit()
		r.complete(r.claim("w"))
	}
	r.submit()
	r.ok(r.Fail(r.ctx, r.claim("w"), fault.New(fault.DocumentEmpty, "")))
	_, err := r.Cancel(r.ctx, org, r.submit())
	r.ok(err)
	r.submit(func(s *job.Submission) { s.Type = "Extract" })
	r.complete(r.claim("w"))
	for typ, want := range map[string][3]int{"Parse": {5, 1, 6}, "Extract": {1, 0, 2}} {
		var got [3]int
		var day string
		r.ok(r.db.Read.QueryRowContext(r.ctx, `SELECT day, jobs, failures, pages FROM usage WHERE org = $1 AND type = $2`, org, typ).
			Scan(&day, &got[0], &got[1], &got[2]))
		if got != want {
			t.Errorf("%s: jobs, failures, pages %v, want %v", typ, got, want)
		}
		if at, err := time.Parse(time.DateOnly, day); err != nil || time.Since(at) > 48*time.Hour {
			t.Errorf("counted on day %q", day)
		}
	}
}

func endings(t *testing.T, r *rig) {
	id := r.submit()
	r.exec(`UPDATE jobs SET created_at = created_at - 5000`)
	task := r.claim("w")
	r.exec(`UPDATE jobs SET started_at = started_at - 3000`)
	r.complete(task)
	if len(r.ended) != 1 {
		t.Fatalf("%d ends", len(r.ended))
	}
	e := r.ended[0]
	near := func(d, want time.Duration) bool { return d >= want-100*time.Millisecond && d < want+time.Second }
	if e.ID != id || e.Org != org || e.Type != "Parse" || e.State != job.Completed || e.Error != nil || e.Pages != 2 || e.Queue != job.CPU || e.Lane != job.Normal || !near(e.Duration, 3*time.Second) || !near(e.QueueWait, 2*time.Second) {
		t.Errorf("end: %+v", e)
	}
	_, err := r.Cancel(r.ctx, org, r.submit())
	r.ok(err)
	if e = r.ended[1]; e.State != job.Cancelled || e.Duration != 0 || !fault.Is(e.Error, fault.JobCancelled) {
		t.Errorf("end of a job that never started: %+v", e)
	}
	got, err := r.Ended(r.ctx, []string{id, "unknown", r.submit()})
	r.ok(err)
	if strings.Join(got, " ") != id+" unknown" {
		t.Errorf("ended: %v", got)
	}
}

// badNeighbour submits jobs together of which some cannot be stored; the others are.
func badNeighbour(t *testing.T, r *rig) {
	const jobs = 60
	taken := r.submit()
	errs := make([]error, jobs)
	var wg sync.WaitGroup
	for i := range jobs {
		wg.Go(func() {
			_, errs[i] = r.Submit(r.ctx, submission(func(s *job.Submission) {
				if i%10 == 0 {
					s.ID = taken
				}
			}))
		})
	}
	wg.Wait()
	for i, err := range errs {
		if (err != nil) != (i%10 == 0) {
			t.Errorf("job %d: %v", i, err)
		}
	}
	if n := r.count(`SELECT count(*) FROM jobs`); n != 1+jobs-jobs/10 {
		t.Errorf("%d jobs are stored", n)
	}
}

// processes runs the same work through two handles on one database, as two processes would.
func processes(t *testing.T, r *rig) {
	const jobs = 60
	stores := []Store{r.Store, r.another(Options{Generation: 3}), r.another(Options{Generation: 3})}
	var wg sync.WaitGroup
	for i, store := range stores {
		wg.Go(func() {
			for range jobs / len(stores) {
				if _, err := store.Submit(r.ctx, submission()); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			deadline := time.Now().Add(30 * time.Second)
			for r.count(`SELECT count(*) FROM jobs WHERE state = 'Completed'`) < jobs/len(stores)*len(stores) {
				if time.Now().After(deadline) {
					t.Error("the work does not come to an end")
					return
				}
				tasks, err := store.Claim(r.ctx, job.CPU, 5, string(rune('a'+i)), lease)
				if err != nil {
					t.Error(err)
					return
				}
				for _, task := range tasks {
					if err := store.Completing(r.ctx, task); err != nil {
						t.Error(err)
					}
					if err := store.Complete(r.ctx, task, job.Stored{Key: key(task)}); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if n := r.count(`SELECT max(attempt) FROM jobs`); n != 1 {
		t.Errorf("a job was tried %d times", n)
	}
}
