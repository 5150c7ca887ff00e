package chaos

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A worker that was frozen past its lease wakes up with its work done. Another one has ended the job meanwhile, and
// nothing the late one does shows.
func TestLateFinishIsRefused(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		in, from := fresh(t), newOrigin(t)
		book := newLedger(t, in, newReceiver(t))
		in.front()
		late := in.worker()
		from.hold()
		id := book.submit(from.url+"/held/late", "late")
		askedFor(t, from, "/held/late", 1)
		late.stop()
		frozen := time.Now()
		other := in.worker()
		askedFor(t, from, "/held/late", 2)
		if took := time.Since(frozen); took > lease+4*time.Second {
			t.Errorf("the job was taken over after %v, with a lease of %v", took, lease)
		}
		from.release() // to both: the bytes for the late one wait in its socket
		book.settle(30 * time.Second)
		before := in.traces(id)

		other.leave()
		late.resume()
		book.submit(from.url+"/free/next", "next") // only the late one is left to do it
		book.settle(30 * time.Second)
		if after := in.traces(id); after != before {
			t.Errorf("the late worker changed the job from\n%s\nto\n%s", before, after)
		}
		book.balance()
		late.leave()
	})
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

// traces is everything the records say about a job: its row, its objects, its webhook.
func (i *installation) traces(id string) string {
	i.t.Helper()
	number := func(column string) string { return "'" + column + " ' || CAST(" + column + " AS TEXT)" }
	var out []string
	out = append(out, i.column("SELECT state || ' ' || result_key || ' ' || error || ' ' || "+number("attempt")+" || ' ' || "+number("finished_at")+
		" FROM jobs WHERE id = $1", id)...)
	out = append(out, i.column("SELECT kind || ' ' || id || ' ' || state FROM objects WHERE job_id = $1 ORDER BY id", id)...)
	out = append(out, i.column("SELECT id || ' ' || body FROM messages WHERE job_id = $1 ORDER BY id", id)...)
	return strings.Join(out, "\n")
}
