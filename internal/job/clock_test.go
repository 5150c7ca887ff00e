package job_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// virtual runs fn in a world where time passes only while all wait. start runs a handler in one slot on a fake
// store until the end.
func virtual(t *testing.T, opt job.Options, fn func(t *testing.T, f *fake, start func(handler))) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{lost: map[string]bool{}}
		opt.Workers.CPU = 1
		var r *job.Runner
		fn(t, f, func(h handler) {
			r = job.NewRunner(f, job.NewHub(), h, &results{kept: map[string]string{}}, opt)
			r.Start()
		})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r.Stop(ctx)
	})
}

func (f *fake) add(ids ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range ids {
		f.tasks = append(f.tasks, job.Task{JobID: id})
	}
}

// TestBeats shows how often leases are renewed and progress is written.
func TestBeats(t *testing.T) {
	virtual(t, job.Options{}, func(t *testing.T, f *fake, start func(handler)) {
		release, report := make(chan struct{}), make(chan float64)
		f.add("a")
		start(func(ctx context.Context, _ job.Task) (job.Outcome, error) {
			for {
				select {
				case p := <-report:
					job.Report(ctx, job.Progress{Done: p})
				case <-release:
					return done("x")
				}
			}
		})
		time.Sleep(31 * time.Second)
		if n := len(f.named("renew")); n < 9 || n > 11 {
			t.Errorf("renewed %d times in 31 s", n)
		}
		if n := len(f.named("held")); n < 18 || n > 22 {
			t.Errorf("looked %d times in between", n)
		}
		before := len(f.named("renew"))
		for i := range 100 { // ten seconds
			report <- float64(i%50) / 100
			time.Sleep(100 * time.Millisecond)
		}
		renewed := f.named("renew")[before:]
		if len(renewed) > 11 {
			t.Errorf("wrote %d times in 10 s", len(renewed))
		}
		last := 0.0
		for _, c := range renewed {
			if c.report == nil {
				continue
			}
			if c.report.Done <= last {
				t.Errorf("progress went from %v to %v", last, c.report.Done)
			}
			last = c.report.Done
		}
		if last != 0.49 {
			t.Errorf("the last progress is %v", last)
		}
		close(release)
	})
}

// TestLeaseWithoutDatabase lets work go on without a database until the lease must be taken for lost.
func TestLeaseWithoutDatabase(t *testing.T) {
	virtual(t, job.Options{}, func(t *testing.T, f *fake, start func(handler)) {
		ended := make(chan error, 1)
		var at time.Time
		f.add("a")
		start(func(ctx context.Context, _ job.Task) (job.Outcome, error) {
			<-ctx.Done()
			at = time.Now()
			ended <- context.Cause(ctx)
			return job.Outcome{}, ctx.Err()
		})
		time.Sleep(10 * time.Second)
		held := f.named("renew")
		f.set(func() { f.away = true })
		if cause := <-ended; !errors.Is(cause, job.ErrLost) {
			t.Errorf("interrupted by %v", cause)
		}
		if d := at.Sub(held[len(held)-1].at); d < 8*time.Second || d > 10*time.Second {
			t.Errorf("interrupted %v after the last renewal", d)
		}
		f.set(func() { f.away = false })
		time.Sleep(time.Minute)
		for _, name := range []string{"fail", "retry", "release", "complete"} {
			if c := f.named(name); len(c) != 0 {
				t.Errorf("%s was written for a lost claim", name)
			}
		}
	})
}

// TestResultOutlivesOutage keeps a finished result until the database is back.
func TestResultOutlivesOutage(t *testing.T) {
	virtual(t, job.Options{Lease: time.Minute}, func(t *testing.T, f *fake, start func(handler)) {
		finish := make(chan struct{})
		f.add("a")
		start(func(context.Context, job.Task) (job.Outcome, error) {
			<-finish
			return done("x")
		})
		time.Sleep(time.Second)
		f.set(func() { f.away = true })
		close(finish)
		time.Sleep(25 * time.Second)
		f.set(func() { f.away = false })
		time.Sleep(3 * time.Second)
		if n := len(f.named("complete")); n != 1 {
			t.Errorf("completed %d times", n)
		}
	})
}

// TestDeafHandler ends a job in time although its handler does not return, and does not use its slot meanwhile.
func TestDeafHandler(t *testing.T) {
	virtual(t, job.Options{JobTimeout: time.Minute}, func(t *testing.T, f *fake, start func(handler)) {
		wake := make(chan struct{})
		f.add("deaf", "next")
		start(func(_ context.Context, task job.Task) (job.Outcome, error) {
			if task.JobID == "deaf" {
				<-wake
				return done("too late")
			}
			return done("x")
		})
		time.Sleep(70 * time.Second)
		failed := f.named("fail")
		if len(failed) != 1 || failed[0].job != "deaf" || failed[0].why.Name != fault.Timeout {
			t.Fatalf("failed: %+v", failed)
		}
		if n := len(f.named("complete")); n != 0 {
			t.Error("its slot was used")
		}
		close(wake)
		time.Sleep(time.Second)
		if c := f.named("complete"); len(c) != 1 || c[0].job != "next" {
			t.Errorf("completed: %+v", c)
		}
	})
}

// slowResults take a second each.
type slowResults struct{}

func (slowResults) PutResult(context.Context, job.Task, []byte) (string, error) {
	time.Sleep(time.Second)
	return "k", nil
}

// TestSlotsWhileStoring lets the next handlers run while results are being stored, unless these are large.
func TestSlotsWhileStoring(t *testing.T) {
	for size, want := range map[int][]time.Duration{1 << 10: {0, 0, 0, 0}, 40 << 20: {0, 0, time.Second, time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			f := &fake{lost: map[string]bool{}}
			var began []time.Duration
			start := time.Now()
			body := string(make([]byte, size))
			h := handler(func(context.Context, job.Task) (job.Outcome, error) {
				began = append(began, time.Since(start).Round(100*time.Millisecond))
				return done(body)
			})
			f.add("a", "b", "c", "d")
			r := job.NewRunner(f, job.NewHub(), h, slowResults{}, job.Options{Workers: job.Workers{CPU: 1}, Poll: time.Hour})
			r.Start()
			time.Sleep(10 * time.Second)
			r.Stop(t.Context())
			if !slices.Equal(began, want) {
				t.Errorf("handlers with results of %d bytes began after %v, want %v", size, began, want)
			}
			if n := len(f.named("complete")); n != 4 {
				t.Errorf("%d completed", n)
			}
		})
	}
}
