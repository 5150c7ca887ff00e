package hook_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/hook"
)

// another opens the same database as a second process does.
func (r *rig) another(poster hook.Poster) *hook.Dispatcher {
	r.Helper()
	db, err := database.Open(r.ctx, r.db.URL, database.Options{})
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { db.Close() })
	db.Dialect = r.db.Dialect
	d, err := hook.NewDispatcher(db, poster, hook.Options{})
	if err != nil {
		r.Fatal(err)
	}
	return d
}

// TestDeliveredAfterRestart finds the message of a job whose process died between its end and the delivery. Fault W4.
func TestDeliveredAfterRestart(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 200)
		e := r.endpoint(rec.URL)
		id := r.add(event{mode: "svix"}) // and the process that ended the job is gone
		running(r.T, r.another(loopback(r.T)))
		until(r.T, "delivery after the restart", func() bool { return len(rec.got()) == 1 })
		until(r.T, "the outcome", func() bool { return r.only().Status == hook.Succeeded })
		if d := r.only(); d.MessageID != id || d.EndpointID != e.ID || len(d.Attempts) != 1 {
			r.Errorf("got %+v", d)
		}
	})
}

func TestLeaseTakeover(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 500)
		id := r.add(event{mode: "direct", url: rec.URL})
		started, release := make(chan struct{}), make(chan struct{})
		stop := running(r.T, r.another(posterFunc(func(context.Context, string) (int, error) {
			close(started)
			<-release
			return 200, nil
		})))
		<-started
		if r.dispatcher.Drain(r.T); len(rec.got()) != 0 {
			r.Error("a leased delivery was taken")
		}
		r.advance(hook.LeaseTime - time.Millisecond)
		if r.dispatcher.Drain(r.T); len(rec.got()) != 0 {
			r.Error("taken before the lease ended")
		}
		r.advance(time.Millisecond)
		r.dispatcher.Drain(r.T)
		taken := r.only()
		if taken.Status != hook.Pending || len(taken.Attempts) != 1 || taken.Attempts[0].StatusCode != 500 || taken.MessageID != id {
			r.Errorf("not taken over: %+v", taken)
		}
		close(release) // the first process wakes up and reports an outcome that is no longer its to report
		stop()
		if late := r.only(); late.Status != hook.Pending || len(late.Attempts) != 1 || !late.NextAttemptAt.Equal(*taken.NextAttemptAt) {
			r.Errorf("a lost claim changed the delivery: %+v", late)
		}
	})
}

func TestDeadProcessLeavesNothingStuck(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 200)
		for i := range 20 {
			r.add(event{mode: "direct", url: rec.URL, job: fmt.Sprint("job-", i)})
		}
		// Preparing the deliveries is one round; the process dies with all of them claimed.
		dead := r.another(posterFunc(func(context.Context, string) (int, error) { return 0, errors.New("not called") }))
		prepare(r, dead)
		ids, err := dead.Claim(r.ctx, 20)
		if err != nil || len(ids) != 20 {
			r.Fatalf("claimed %d, %v", len(ids), err)
		}
		r.dispatcher.Drain(r.T)
		if n := len(rec.got()); n != 0 {
			r.Fatalf("%d leased deliveries were sent", n)
		}
		r.advance(hook.LeaseTime)
		r.dispatcher.Drain(r.T)
		if n := len(rec.got()); n != 20 {
			r.Errorf("%d requests after the lease, want 20", n)
		}
		if n := r.count("SELECT count(*) FROM deliveries WHERE status = 'succeeded' AND tries = 1"); n != 20 {
			r.Errorf("%d succeeded at the first recorded try, want 20", n)
		}
	})
}

// prepare turns messages into deliveries without sending any.
func prepare(r *rig, d *hook.Dispatcher) {
	r.Helper()
	if err := d.Expand(r.ctx); err != nil {
		r.Fatal(err)
	}
}

func TestClaimTakesNoMoreThanAsked(t *testing.T) {
	each(t, func(r *rig) {
		for i := range 100 {
			r.add(event{mode: "direct", url: fmt.Sprintf("http://host-%d.test/", i)})
		}
		prepare(r, r.dispatcher)
		seen := map[string]int{}
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 4 {
			d := r.another(nil)
			wg.Go(func() {
				for range 3 {
					ids, err := d.Claim(r.ctx, 7)
					if err != nil || len(ids) > 7 {
						r.Errorf("claimed %d, %v", len(ids), err)
					}
					mu.Lock()
					for _, id := range ids {
						seen[id]++
					}
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		for id, n := range seen {
			if n != 1 {
				r.Errorf("%s was claimed %d times", id, n)
			}
		}
		leased := r.count("SELECT count(*) FROM deliveries WHERE lease_until > " + r.db.Dialect.Now)
		if leased != len(seen) || leased > 84 {
			r.Errorf("%d rows leased, %d handed out", leased, len(seen))
		}
	})
}

func TestTwoDispatchersShareTheWork(t *testing.T) {
	each(t, func(r *rig) {
		const messages = 60
		rec := receive(r.T, 200)
		r.endpoint(rec.URL + "/one")
		r.endpoint(rec.URL + "/two")
		for i := range messages {
			r.add(event{mode: "svix", job: fmt.Sprint("job-", i)})
		}
		running(r.T, r.another(loopback(r.T)))
		running(r.T, r.another(loopback(r.T)))
		until(r.T, "all deliveries", func() bool {
			return r.count("SELECT count(*) FROM deliveries WHERE status = 'succeeded'") == 2*messages
		})
		seen := map[string]int{}
		for _, req := range rec.got() {
			seen[req.header.Get("webhook-id")+req.path]++
		}
		if len(seen) != 2*messages {
			r.Errorf("%d messages arrived, want %d", len(seen), 2*messages)
		}
		for id, n := range seen {
			if n != 1 {
				r.Errorf("%s arrived %d times", id, n)
			}
		}
		if n := r.count("SELECT count(*) FROM deliveries WHERE tries <> 1 OR owner <> ''"); n != 0 {
			r.Errorf("%d deliveries were attempted more than once or are still held", n)
		}
	})
}

func TestSlowReceiverDoesNotBlockOthers(t *testing.T) {
	each(t, func(r *rig) {
		var hanging, most atomic.Int64
		release := make(chan struct{})
		free := sync.OnceFunc(func() { close(release) })
		d := r.another(posterFunc(func(_ context.Context, url string) (int, error) {
			if !strings.HasPrefix(url, "http://slow.test/") {
				return 200, nil
			}
			n := hanging.Add(1)
			defer hanging.Add(-1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			<-release
			return 200, nil
		}))
		for i := range 300 { // more than a claim looks at
			r.add(event{mode: "direct", url: fmt.Sprintf("http://slow.test/?job=%d", i)})
		}
		prepare(r, d)
		r.advance(time.Second)
		for i := range 40 {
			r.add(event{mode: "direct", url: fmt.Sprintf("http://fast-%d.test/", i%4), job: fmt.Sprint("job-", i)})
		}
		running(r.T, d)
		defer free()
		until(r.T, "deliveries to the fast receivers", func() bool {
			return r.count("SELECT count(*) FROM deliveries WHERE status = 'succeeded'") == 40
		})
		if n := hanging.Load(); n != hook.MaxRunningOne {
			r.Errorf("%d attempts hang at the slow receiver, want %d", n, hook.MaxRunningOne)
		}
		free()
		until(r.T, "the slow receiver's deliveries to go on", func() bool {
			return r.count("SELECT count(*) FROM deliveries WHERE status = 'succeeded'") >= 40+3*hook.MaxRunningOne
		})
		if n := most.Load(); n > hook.MaxRunningOne {
			r.Errorf("%d attempts ran at the slow receiver at once", n)
		}
	})
}

func TestOneOrganizationDoesNotTakeAllSlots(t *testing.T) {
	each(t, func(r *rig) {
		var hanging atomic.Int64
		release := make(chan struct{})
		d := r.another(posterFunc(func(_ context.Context, url string) (int, error) {
			if strings.HasPrefix(url, "http://slow-") {
				hanging.Add(1)
				<-release
			}
			return 200, nil
		}))
		for i := range 200 {
			r.add(event{mode: "direct", url: fmt.Sprintf("http://slow-%d.test/", i)})
		}
		prepare(r, d)
		r.advance(time.Second)
		r.add(event{org: "other", mode: "direct", url: "http://fine.test/"})
		running(r.T, d)
		defer close(release)
		until(r.T, "the other organization's delivery", func() bool {
			return r.count("SELECT count(*) FROM deliveries WHERE status = 'succeeded' AND org = 'other'") == 1
		})
		if n := hanging.Load(); n > hook.MaxRunningOrg {
			r.Errorf("%d attempts of one organization", n)
		}
	})
}

func TestFreedRoomIsUsedAtOnce(t *testing.T) {
	each(t, func(r *rig) {
		d := r.another(posterFunc(func(context.Context, string) (int, error) { return 200, nil }))
		for deliveries, want := range map[int]bool{hook.MaxRunningOne - 1: false, hook.MaxRunningOne: true} {
			for range deliveries {
				r.add(event{mode: "direct", url: "http://one.test/"})
			}
			if d.Drain(r.T); d.Woken() != want {
				r.Errorf("%d attempts at one receiver: looked again %v, want %v", deliveries, !want, want)
			}
		}
	})
}

func TestStopFinishesWhatRuns(t *testing.T) {
	each(t, func(r *rig) {
		started, release := make(chan struct{}), make(chan struct{})
		rec := serve(r.T, func(w http.ResponseWriter, _ *http.Request, n int) {
			if n == 0 {
				close(started)
				<-release
			}
			w.WriteHeader(200)
		})
		d := r.another(loopback(r.T))
		r.add(event{mode: "direct", url: rec.URL})
		ctx, cancel := context.WithCancel(r.ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			d.Run(ctx)
		}()
		<-started
		cancel()
		select {
		case <-done:
			r.Fatal("stopped in the middle of an attempt")
		case <-time.After(20 * time.Millisecond):
		}
		close(release)
		<-done
		if got := r.only(); got.Status != hook.Succeeded {
			r.Errorf("the attempt under way was lost: %+v", got)
		}
	})
}

func TestStartStop(t *testing.T) {
	each(t, func(r *rig) {
		for range 20 {
			stop := running(r.T, r.dispatcher)
			r.dispatcher.Wake()
			stop()
		}
	})
}

func TestDatabaseAway(t *testing.T) {
	each(t, func(r *rig) {
		rec := receive(r.T, 200)
		out := logs(r.T)
		r.exec("ALTER TABLE messages RENAME TO away")
		running(r.T, r.dispatcher)
		until(r.T, "the dispatcher to notice", func() bool { return strings.Contains(out.String(), "webhooks wait for the database") })
		r.exec("ALTER TABLE away RENAME TO messages")
		r.add(event{mode: "direct", url: rec.URL})
		until(r.T, "delivery after the database is back", func() bool { return len(rec.got()) == 1 })
		if n := strings.Count(out.String(), "webhooks wait for the database"); n != 1 {
			r.Errorf("one outage was logged %d times", n)
		}
	})
}
