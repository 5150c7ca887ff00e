package chaos

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

// A worker that was frozen past its lease wakes up with its work done. Another one has the job now, and nothing the
// late one does changes that, though it was away for a minute. Faults 39 and 44.
func TestLateFinishIsRefused(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		in, from := fresh(t), newOrigin(t)
		book := newLedger(t, in, newReceiver(t))
		front := in.front()
		late := in.worker()
		from.hold()
		id := book.submit(from.url+"/held/late", "late")
		askedFor(t, from, "/held/late", 1)
		late.stop()
		frozen := time.Now()
		other := in.worker()
		askedFor(t, from, "/held/late", 2)
		if took := time.Since(frozen); took > in.lease+noticed {
			t.Errorf("the job was taken over after %v, with a lease of %v", took, in.lease)
		}
		if _, ok := database.File(in.settings["database_url"]); !ok { // once is enough
			time.Sleep(time.Until(frozen.Add(time.Minute)))
		}
		from.releaseFirst()
		comesTooLate(t, in, late, other, id)
		from.release()
		book.settle(30 * time.Second)
		book.balance()
		other.leave()
		front.leave()
		in.balanceFolder()
	})
}

// The same with a worker that was frozen while the store took its result, which is the last moment there is. Faults 39
// and 44.
func TestLateResultIsRefused(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		in, from := fresh(t), newOrigin(t)
		server, proxy := onBucket(t, in)
		book := newLedger(t, in, newReceiver(t))
		front := in.front()
		late := in.worker()
		g := newGate(t, proxy, "PUT", "/response/", true)
		id := book.submit(from.url+"/free/late", "late")
		g.await()
		late.stop()
		other := in.worker()
		g.await()
		close(g.first)
		comesTooLate(t, in, late, other, id)
		g.open()
		book.settle(30 * time.Second)
		book.balance()
		other.leave()
		front.leave()
		in.balanceBucket(server)
	})
}

// comesTooLate wakes a worker that lost a job and lets it come to an end, while another one holds the job.
func comesTooLate(t testing.TB, in *installation, late, other *process, id string) {
	t.Helper()
	held := func() string {
		t.Helper()
		return strings.Join(in.column(`SELECT state || ' ' || stage || ', attempt ' || CAST(attempt AS TEXT) || ' of ' || owner
			FROM tasks WHERE job_id = $1`, id), "\n")
	}
	before := held()
	if !owns(other, before) {
		t.Fatalf("the other worker does not hold the job: %s", before)
	}
	late.resume()
	late.leave() // it waits for its own work
	if after := held(); after != before {
		t.Errorf("the late worker changed\n%s\nto\n%s", before, after)
	}
}

func askedFor(t testing.TB, from *origin, path string, times int) {
	t.Helper()
	await(t, 30*time.Second, "the origin is asked", func() error {
		if n := from.times(path); n < times {
			return fmt.Errorf("asked for %s %d times", path, n)
		}
		return nil
	})
}
