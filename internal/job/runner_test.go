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

	"go.uber.org/goleak"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

type handler func(ctx context.Context, t job.Task) (job.Outcome, error)

func (h handler) Run(ctx context.Context, t job.Task) (job.Outcome, error) { return h(ctx, t) }

// results keeps bytes in memory and can be made to fail.
type results struct {
	mu   sync.Mutex
	kept map[string]string
	fail func(try int) error
	puts int
}

func (r *results) PutResult(_ context.Context, t job.Task, body []byte) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.puts++
	if r.fail != nil {
		if err := r.fail(r.puts); err != nil {
			return "", err
		}
	}
	key := t.JobID + "/" + t.Owner
	r.kept[key] = string(body)
	return key, nil
}

// site is a store with a runner and a waiter on it.
type site struct {
	t       *testing.T
	db      *database.DB
	store   *sqlstore.Store
	results *results
	waiter  *job.Waiter
}

const org = "acme"

func newSite(t *testing.T, db *database.DB) *site {
	s := &site{t: t, db: db, store: sqlstore.New(db, sqlstore.Options{Generation: 1, Slots: 8}), results: &results{kept: map[string]string{}}}
	s.waiter = job.NewWaiter(s.store, s.store.Hub())
	t.Cleanup(s.waiter.Close)
	return s
}

// each runs fn on both databases and checks that no goroutine stays behind.
func each(t *testing.T, fn func(t *testing.T, s *site)) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
		fn(t, newSite(t, db))
	})
}

// aside is each for tests that mostly wait: they run beside each other.
func aside(t *testing.T, fn func(t *testing.T, s *site)) {
	t.Parallel()
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		t.Parallel()
		fn(t, newSite(t, db))
	})
}

// start runs h until the returned function is called, which stops at once.
func (s *site) start(h handler, change ...func(*job.Options)) (runner *job.Runner, stop func()) {
	opt := job.Options{Workers: job.Workers{CPU: 4, IO: 4}, Poll: 20 * time.Millisecond}
	for _, fn := range change {
		fn(&opt)
	}
	r := job.NewRunner(s.store, s.store.Hub(), h, s.results, opt)
	r.Start()
	return r, func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r.Stop(ctx)
	}
}

func (s *site) submit(change ...func(*job.Submission)) string {
	s.t.Helper()
	sub := job.Submission{Org: org, Type: "Parse", Queue: job.CPU, First: job.Stage{Name: "read", Queue: job.CPU}, Lane: job.Normal, Request: "{}"}
	for _, fn := range change {
		fn(&sub)
	}
	j, err := s.store.Submit(s.t.Context(), sub)
	if err != nil {
		s.t.Fatal(err)
	}
	return j.ID
}

func (s *site) wait(id string) job.Job {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 20*time.Second)
	defer cancel()
	j, err := s.waiter.Wait(ctx, org, id)
	if err != nil {
		s.t.Fatalf("wait for job: %v; it is %s", err, j.State)
	}
	return j
}

func (s *site) wantFailed(id string, name fault.Name) job.Job {
	s.t.Helper()
	j := s.wait(id)
	if j.State != job.Failed || j.Error.Name != name {
		s.t.Errorf("job is %s with %v, want Failed with %s", j.State, j.Error, name)
	}
	return j
}

// hurry takes the back-off away until the returned function is called.
func (s *site) hurry() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				s.db.Write.ExecContext(ctx, `UPDATE tasks SET run_at = 0 WHERE run_at > 0`)
			}
		}
	})
	return func() {
		cancel()
		wg.Wait()
	}
}

func done(body string) (job.Outcome, error) {
	return job.Outcome{Result: &job.Result{Body: []byte(body), NumPages: 1, TotalPages: 2}}, nil
}

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
