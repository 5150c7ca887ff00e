package job_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
)

func TestWait(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		id := s.submit()
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		if j, err := s.waiter.Wait(ctx, org, id); !errors.Is(err, context.DeadlineExceeded) || j.ID != id || j.State != job.Pending {
			t.Errorf("waited for %s, %v", j.State, err)
		}
		for _, try := range [][2]string{{"other", id}, {org, "unknown"}} {
			if _, err := s.waiter.Wait(t.Context(), try[0], try[1]); !errors.Is(err, job.ErrNotFound) {
				t.Errorf("waited for a foreign job: %v", err)
			}
		}
		if _, err := s.store.Cancel(t.Context(), org, id); err != nil {
			t.Fatal(err)
		}
		if j := s.wait(id); j.State != job.Cancelled {
			t.Errorf("job is %s", j.State)
		}
	})
}

// TestWaitMany has many callers wait for jobs of which half end in this process and half in another one.
func TestWaitMany(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		const jobs, callers = 10, 20
		other := sqlstore.New(s.db, sqlstore.Options{Generation: 1})
		var ids []string
		for range jobs {
			ids = append(ids, s.submit())
		}
		var wg sync.WaitGroup
		for i := range jobs * callers {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				if j, err := s.waiter.Wait(ctx, org, ids[i%jobs]); err != nil || j.State != job.Failed {
					t.Errorf("job is %s, %v", j.State, err)
				}
			})
		}
		for i, id := range ids {
			if _, err := []*sqlstore.Store{s.store, other}[i%2].Expire(t.Context(), org, id, fault.New(fault.CapacityTimeout, ""), nil); err != nil {
				t.Error(err)
			}
		}
		wg.Wait()
	})
}

// TestNotices shows that processes on PostgreSQL wake each other without polling.
func TestNotices(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		if s.db.Dialect.Notify == "" {
			s.store.Listen(t.Context()) // returns at once
			return
		}
		other := sqlstore.New(s.db, sqlstore.Options{Generation: 1})
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { other.Listen(ctx) })
		defer wg.Wait()
		defer cancel()
		work, ended := make(chan job.Queue, 100), make(chan string, 100)
		defer other.Hub().OnWork(func(q job.Queue) { work <- q })()
		defer other.Hub().OnDone(func(ids []string) { ended <- ids[0] })()
		deadline := time.After(10 * time.Second)
		for {
			id := s.submit()
			if _, err := s.store.Cancel(t.Context(), org, id); err != nil {
				t.Fatal(err)
			}
			select {
			case q := <-work:
				if q != job.CPU {
					t.Errorf("work in %s", q)
				}
				if got := <-ended; got == "" {
					t.Error("no id came with the end")
				}
				return
			case <-time.After(20 * time.Millisecond): // the listener may not be connected yet
			case <-deadline:
				t.Fatal("no notice arrived")
			}
		}
	})
}
