package job_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
)

// TestRunnerCancel cancels through another handle on the database, where no word of it reaches the runner.
func TestRunnerCancel(t *testing.T) {
	aside(t, func(t *testing.T, s *site) {
		began, ended, discarded := make(chan string, 1), make(chan error, 1), make(chan string, 1)
		_, stop := s.start(func(ctx context.Context, task job.Task) (job.Outcome, error) {
			began <- task.JobID
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return done("too late")
		}, func(o *job.Options) { o.Discard = func(_ context.Context, task job.Task) { discarded <- task.JobID } })
		defer stop()
		for _, canceller := range []*sqlstore.Store{s.store, sqlstore.New(s.db, sqlstore.Options{Generation: 1})} {
			id := s.submit()
			<-began
			at := time.Now()
			j, err := canceller.Cancel(t.Context(), org, id)
			if err != nil || j.State != job.Cancelled {
				t.Fatalf("job is %s, %v", j.State, err)
			}
			if cause := <-ended; !errors.Is(cause, job.ErrLost) {
				t.Errorf("interrupted by %v", cause)
			}
			if took := time.Since(at); took > 2*time.Second {
				t.Errorf("interrupted after %v", took)
			}
			if got := <-discarded; got != id {
				t.Errorf("discarded %s", got)
			}
			if j = s.wait(id); j.State != job.Cancelled || j.ResultKey != "" {
				t.Errorf("job is %s with result %q", j.State, j.ResultKey)
			}
		}
	})
}

// TestRunnerPoison runs a job that loses its lease in every attempt beside jobs that do not.
func TestRunnerPoison(t *testing.T) {
	aside(t, func(t *testing.T, s *site) {
		_, stop := s.start(func(ctx context.Context, task job.Task) (job.Outcome, error) {
			if task.Stage != "poison" {
				return done("fine")
			}
			if _, err := s.db.Write.ExecContext(ctx, `UPDATE tasks SET lease_until = 1 WHERE job_id = $1`, task.JobID); err != nil {
				return job.Outcome{}, err
			}
			<-ctx.Done() // the claim is taken away
			return job.Outcome{}, ctx.Err()
		}, func(o *job.Options) { o.Heartbeat = time.Hour })
		defer stop()
		defer s.hurry()()
		poison := s.submit(func(sub *job.Submission) { sub.First.Name = "poison" })
		var others []string
		for range 10 {
			others = append(others, s.submit())
		}
		for _, id := range others {
			if j := s.wait(id); j.State != job.Completed {
				t.Errorf("another job is %s", j.State)
			}
		}
		if j := s.wantFailed(poison, fault.SubprocessCrashed); j.Attempt != job.MaxAttempts {
			t.Errorf("failed after %d attempts", j.Attempt)
		}
	})
}

func TestRunnerResultStore(t *testing.T) {
	aside(t, func(t *testing.T, s *site) {
		_, stop := s.start(func(context.Context, job.Task) (job.Outcome, error) { return done("x") })
		defer stop()
		for _, tt := range []struct {
			name  string
			fail  func(try int) error
			state job.State
			want  fault.Name
			puts  int
		}{
			{"third try", func(try int) error {
				if try < 3 {
					return errors.New("reset")
				}
				return nil
			}, job.Completed, "", 3},
			{"away", func(int) error { return errors.New("reset") }, job.Failed, fault.ServiceUnavailable, 3},
			{"refused", func(int) error { return fault.New(fault.ProcessingFailed, "").Typed("pdf_processing_error") }, job.Failed, fault.ProcessingFailed, 1},
		} {
			s.results.mu.Lock()
			s.results.fail, s.results.puts = tt.fail, 0
			s.results.mu.Unlock()
			j := s.wait(s.submit())
			if j.State != tt.state || j.Error != nil && j.Error.Name != tt.want || s.results.puts != tt.puts {
				t.Errorf("%s: job is %s with %v after %d tries", tt.name, j.State, j.Error, s.results.puts)
			}
		}
	})
}

func TestRunnerProgress(t *testing.T) {
	aside(t, func(t *testing.T, s *site) {
		release := make(chan struct{})
		_, stop := s.start(func(ctx context.Context, _ job.Task) (job.Outcome, error) {
			job.ReportPages(ctx, 3, 10)
			job.ReportPages(ctx, 1, 10)
			job.Report(ctx, job.Progress{TotalPages: 20})
			<-release
			return done("x")
		})
		defer stop()
		id := s.submit()
		deadline := time.Now().Add(5 * time.Second)
		for {
			j, err := s.store.Get(t.Context(), org, id)
			if err != nil {
				t.Fatal(err)
			}
			if j.Progress > 0 {
				if j.Progress != 0.95*3/10 || *j.NumPages != 10 || *j.TotalPages != 20 {
					t.Errorf("progress %v of %d and %d pages", j.Progress, *j.NumPages, *j.TotalPages)
				}
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("no progress was written")
			}
			time.Sleep(5 * time.Millisecond)
		}
		close(release)
		s.wait(id)
	})
}

func TestRunnerProbe(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		_, stop := s.start(func(context.Context, job.Task) (job.Outcome, error) { return done("x") }, func(o *job.Options) { o.Workers.IO = 0 })
		defer stop()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if took, err := s.store.Probe(ctx, job.CPU); err != nil || took <= 0 {
			t.Errorf("probe took %v, %v", took, err)
		}
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := s.store.Probe(short, job.IO); err == nil {
			t.Error("a queue without workers answered")
		}
	})
}
