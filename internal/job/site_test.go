package job_test

import (
	"context"
	"sync"
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
		// A connection whose statement was cancelled is closed behind our back, within seconds.
		closing := goleak.IgnoreAnyFunction("github.com/jackc/pgx/v5/pgconn/internal/bgreader.(*BGReader).bgRead")
		defer goleak.VerifyNone(t, goleak.IgnoreCurrent(), closing)
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
