package job_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// skewed is a site whose workers are off by an hour or more against the clock of the database, which step moves.
func skewed(t *testing.T, db *database.DB) (s *site, ended func(id string) int, step func(d time.Duration)) {
	t.Helper()
	step = func(d time.Duration) {
		t.Helper()
		if _, err := db.Write.Exec(`INSERT INTO meta (name, value, updated_at) VALUES ('skew', $1, 0)
			ON CONFLICT (name) DO UPDATE SET value = $1`, fmt.Sprint(d.Milliseconds())); err != nil {
			t.Fatal(err)
		}
	}
	step(0)
	off := *db
	off.Dialect.Now = "(" + db.Dialect.Now + " + (SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'skew'))"
	var mu sync.Mutex
	ends := map[string]int{}
	s = newSite(t, &off)
	s.store = sqlstore.New(&off, sqlstore.Options{Generation: 1, Slots: 8, OnFinish: func(e job.Ending) {
		mu.Lock()
		defer mu.Unlock()
		ends[e.ID]++
	}})
	s.waiter = job.NewWaiter(s.store, s.store.Hub())
	t.Cleanup(s.waiter.Close)
	return s, func(id string) int {
		mu.Lock()
		defer mu.Unlock()
		return ends[id]
	}, step
}

// TestClockSkew runs two workers whose clocks are an hour before or behind that of the database, with work that is longer
// than a lease. Nobody loses a lease that it renews, a worker that died is noticed as soon as ever, and a job ends once. Then
// the clock is set by an hour, forwards and backwards, while they work. Fault 44.
func TestClockSkew(t *testing.T) {
	t.Parallel()
	const lease, jobs = 2 * time.Second, 8
	for name, by := range map[string]time.Duration{"before": time.Hour, "behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
				t.Parallel()
				s, ended, step := skewed(t, db)
				step(by)
				dead := s.submit()
				if tasks, err := s.store.Claim(t.Context(), job.CPU, 1, "dead", lease); err != nil || len(tasks) != 1 {
					t.Fatalf("claimed %v, %v", tasks, err)
				}
				began := time.Now()
				slow := func(ctx context.Context, task job.Task) (job.Outcome, error) {
					select {
					case <-time.After(lease * 3 / 2):
						return done(task.JobID)
					case <-ctx.Done():
						return job.Outcome{}, ctx.Err()
					}
				}
				for range 2 {
					_, stop := s.start(slow, func(o *job.Options) { o.Lease, o.Heartbeat = lease, lease/4 })
					defer stop()
				}
				var ids []string
				for range jobs {
					ids = append(ids, s.submit())
				}
				finish := func(attempts int) {
					t.Helper()
					for _, id := range ids {
						j := s.wait(id)
						if j.State != job.Completed || ended(id) != 1 || s.results.read(j.ResultKey) != id || j.Attempt > attempts {
							t.Errorf("job is %s, ended %d times, attempt %d, result %q", j.State, ended(id), j.Attempt, s.results.read(j.ResultKey))
						}
					}
				}
				finish(1)
				if j := s.wait(dead); j.State != job.Completed || j.Attempt != 2 || ended(dead) != 1 {
					t.Errorf("the job of a dead worker is %s, attempt %d, ended %d times", j.State, j.Attempt, ended(dead))
				}
				t.Logf("a dead worker cost %v", time.Since(began))

				ids = nil
				for range 4 {
					ids = append(ids, s.submit())
				}
				await(t, func() bool { return s.running() == 4 })
				step(0) // an hour back, or an hour on: then every lease has run out at once
				finish(2)
			})
		})
	}
}

func (r *results) read(key string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept[key]
}

func (s *site) running() (n int) {
	s.t.Helper()
	if err := s.db.Read.QueryRow("SELECT count(*) FROM tasks WHERE state = 'running'").Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func await(t *testing.T, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come about")
		}
	}
}
