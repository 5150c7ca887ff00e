package job_test

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// TestStop gives running work its time, puts the rest back with its attempt, and leaves queued work alone. Fault 44.
func TestStop(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		began := make(chan string, 4)
		release := make(chan struct{})
		r, _ := s.start(func(ctx context.Context, task job.Task) (job.Outcome, error) {
			began <- task.JobID
			if task.Stage == "quick" {
				<-release
				return done("in time")
			}
			<-ctx.Done()
			return job.Outcome{}, ctx.Err()
		}, func(o *job.Options) { o.Workers.CPU = 2 })
		quick := s.submit(func(sub *job.Submission) { sub.First.Name = "quick" })
		slow := s.submit()
		<-began
		<-began
		waiting := s.submit()
		ctx, cancel := context.WithCancel(t.Context())
		stopped := make(chan struct{})
		go func() {
			r.Stop(ctx)
			close(stopped)
		}()
		close(release)
		if j := s.wait(quick); j.State != job.Completed {
			t.Errorf("the job that had time is %s", j.State)
		}
		select {
		case <-stopped:
			t.Error("stopped although work was running")
		default:
		}
		cancel()
		<-stopped
		for _, id := range []string{slow, waiting} {
			j, err := s.store.Get(t.Context(), org, id)
			if err != nil || j.State != job.Pending || j.Attempt != 0 || j.Error != nil {
				t.Errorf("job is %s, attempt %d, %v, %v", j.State, j.Attempt, j.Error, err)
			}
		}
		if n := r.Running(); n != 0 {
			t.Errorf("%d tasks still run", n)
		}
		_, stop := s.start(func(context.Context, job.Task) (job.Outcome, error) { return done("x") })
		defer stop()
		for _, id := range []string{slow, waiting} {
			if j := s.wait(id); j.State != job.Completed || j.Attempt != 1 {
				t.Errorf("after the restart the job is %s, attempt %d", j.State, j.Attempt)
			}
		}
	})
}

// TestStartStopStress starts and stops runners under load: every job ends once and no interruption counts.
func TestStartStopStress(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		const jobs = 60
		var runs atomic.Int32
		var ids []string
		for range jobs {
			ids = append(ids, s.submit(func(sub *job.Submission) { sub.First = job.Stage{Name: "fetch", Queue: job.IO} }))
		}
		work := func(ctx context.Context, task job.Task) (job.Outcome, error) {
			runs.Add(1)
			select {
			case <-ctx.Done():
				return job.Outcome{}, ctx.Err()
			case <-time.After(2 * time.Millisecond):
			}
			if task.Stage == "fetch" {
				return job.Outcome{Next: &job.Stage{Name: "read", Queue: job.CPU}}, nil
			}
			return done("x")
		}
		job.NewRunner(s.store, s.store.Hub(), handler(work), s.results, job.Options{}).Stop(t.Context()) // never started
		for range 15 {
			_, stop := s.start(work)
			for at := runs.Load(); runs.Load() < at+4 && s.open() > 0; {
				time.Sleep(time.Millisecond)
			}
			stop()
			stop()
		}
		_, stop := s.start(work)
		defer stop()
		for _, id := range ids {
			if j := s.wait(id); j.State != job.Completed || j.Attempt != 1 {
				t.Errorf("job is %s after %d attempts", j.State, j.Attempt)
			}
		}
	})
}

func (s *site) open() (n int) {
	s.t.Helper()
	if err := s.db.Read.QueryRow(`SELECT count(*) FROM jobs WHERE finished_at IS NULL`).Scan(&n); err != nil && !errors.Is(err, sql.ErrNoRows) {
		s.t.Fatal(err)
	}
	return n
}

// TestOutage stops the database under running work: nothing is interrupted, nothing is tried again, and the
// result that became ready meanwhile is kept.
func TestOutage(t *testing.T) {
	t.Parallel()
	server, err := testenv.StartPostgres()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Remove()
	url, err := server.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	db, err := database.Open(t.Context(), url, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := database.Migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	s := newSite(t, db)
	began, release := make(chan string, 2), make(chan struct{})
	_, stop := s.start(func(ctx context.Context, task job.Task) (job.Outcome, error) {
		began <- task.JobID
		select {
		case <-release:
			return done("kept")
		case <-ctx.Done():
			return job.Outcome{}, context.Cause(ctx)
		}
	})
	defer stop()
	during, after := s.submit(), s.submit()
	<-began
	<-began
	// A crash may forget claims until something durable is written after them.
	if _, err := db.Write.ExecContext(t.Context(), `INSERT INTO meta (name, value, updated_at) VALUES ('durable', '', 0)`); err != nil {
		t.Fatal(err)
	}
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	release <- struct{}{}
	if _, err := s.store.Submit(t.Context(), job.Submission{Org: org}); !database.Unavailable(err) {
		t.Errorf("submit without a database: %v", err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	release <- struct{}{}
	for _, id := range []string{during, after} {
		if j := s.wait(id); j.State != job.Completed || j.Attempt != 1 || s.results.kept[j.ResultKey] != "kept" {
			t.Errorf("job is %s after %d attempts, %v", j.State, j.Attempt, j.Error)
		}
	}
}
