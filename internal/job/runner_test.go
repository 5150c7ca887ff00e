package job_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

func TestRunner(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		_, stop := s.start(func(ctx context.Context, task job.Task) (job.Outcome, error) {
			switch task.Stage {
			case "fetch":
				return job.Outcome{Next: &job.Stage{Name: "read", Queue: job.CPU, Payload: "3"}}, nil
			case "read":
				fan := &job.Fan{Stage: "pages", Queue: job.CPU, Then: job.Stage{Name: "assemble", Queue: job.IO}}
				for i := range 3 {
					fan.Parts = append(fan.Parts, fmt.Sprint(i))
				}
				return job.Outcome{Fan: fan}, nil
			case "pages":
				out := "page " + task.Payload
				return job.Outcome{Part: &out}, nil
			case "assemble":
				child := job.Submission{Type: "Chart", Queue: job.IO, First: job.Stage{Name: "chart", Queue: job.IO}}
				return job.Outcome{Spawn: &job.Spawn{Jobs: []job.Submission{child, child}, Then: job.Stage{Name: "end", Queue: job.CPU}}}, nil
			case "chart":
				return done("chart")
			}
			parts, err := s.store.Parts(ctx, task.JobID)
			if err != nil {
				return job.Outcome{}, err
			}
			return done(strings.Join(parts, ", "))
		})
		defer stop()
		id := s.submit(func(sub *job.Submission) { sub.First = job.Stage{Name: "fetch", Queue: job.IO} })
		j := s.wait(id)
		if j.State != job.Completed || s.results.kept[j.ResultKey] != "page 0, page 1, page 2" || *j.NumPages != 1 || *j.TotalPages != 2 || j.Attempt != 1 {
			t.Errorf("job %+v with result %q", j, s.results.kept[j.ResultKey])
		}
	})
}

func TestRunnerFailures(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		var tries sync.Map
		count := func(task job.Task) int {
			n, _ := tries.LoadOrStore(task.JobID, new(atomic.Int32))
			return int(n.(*atomic.Int32).Add(1))
		}
		_, stop := s.start(func(_ context.Context, task job.Task) (job.Outcome, error) {
			n := count(task)
			switch task.Stage {
			case "heals":
				if n < 3 {
					return job.Outcome{}, fault.New(fault.LLMProviderError, "")
				}
				return done("healed")
			case "sick":
				return job.Outcome{}, fmt.Errorf("read: %w", fault.New(fault.LLMProviderError, "provider failed"))
			case "bad input":
				return job.Outcome{}, fault.New(fault.DocumentCorrupt, "")
			case "panic":
				panic("secret details")
			case "unnamed":
				return job.Outcome{}, errors.New("secret details")
			case "nothing":
				return job.Outcome{}, nil
			}
			return job.Outcome{Part: new(string)}, nil
		})
		defer stop()
		defer s.hurry()()
		for _, tt := range []struct {
			stage string
			want  fault.Name
			tries int
		}{
			{"heals", "", 3}, {"sick", fault.LLMProviderError, 3}, {"bad input", fault.DocumentCorrupt, 1}, {"panic", fault.InternalError, 3},
			{"unnamed", fault.InternalError, 3}, {"nothing", fault.InternalInvariantViolation, 1}, {"part of nothing", fault.InternalInvariantViolation, 1},
		} {
			id := s.submit(func(sub *job.Submission) { sub.First.Name = tt.stage })
			j := s.wait(id)
			if tt.want == "" && j.State != job.Completed || tt.want != "" && (j.State != job.Failed || j.Error.Name != tt.want) {
				t.Errorf("%s: job is %s with %v", tt.stage, j.State, j.Error)
			}
			if j.Error != nil && strings.Contains(j.Error.Message, "secret") {
				t.Errorf("%s: the message leaks: %s", tt.stage, j.Error.Message)
			}
			if n, _ := tries.Load(id); int(n.(*atomic.Int32).Load()) != tt.tries || j.Attempt != tt.tries {
				t.Errorf("%s: tried %d times, attempt %d, want %d", tt.stage, n.(*atomic.Int32).Load(), j.Attempt, tt.tries)
			}
		}
	})
}

func TestRunnerTimeLimits(t *testing.T) {
	aside(t, func(t *testing.T, s *site) {
		hang := func(ctx context.Context, _ job.Task) (job.Outcome, error) {
			<-ctx.Done()
			return job.Outcome{}, ctx.Err()
		}
		_, stop := s.start(hang, func(o *job.Options) { o.JobTimeout = 300 * time.Millisecond })
		defer stop()
		slow := s.submit()
		asked := s.submit(func(sub *job.Submission) { sub.Timeout = 100 * time.Millisecond })
		long := s.submit(func(sub *job.Submission) { sub.Timeout = time.Hour })
		if j := s.wantFailed(asked, fault.CustomerTimeout); j.Error.Code != 408 || !strings.Contains(j.Error.Message, "0.1 s") {
			t.Errorf("%+v", j.Error)
		}
		if j := s.wantFailed(slow, fault.Timeout); j.Attempt != 1 || *j.Duration() < 250*time.Millisecond {
			t.Errorf("attempt %d after %v", j.Attempt, j.Duration())
		}
		s.wantFailed(long, fault.Timeout)
	})
}
