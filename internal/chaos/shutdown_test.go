package chaos

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// A process that is told to stop finishes what it can within its grace and gives the rest back, which counts as
// nobody's failure. Fault 44.
func TestTerminated(t *testing.T) {
	t.Parallel()
	const running, queued, grace = 10, 100, 3 * time.Second
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		in, from := fresh(t), newOrigin(t)
		book := newLedger(t, in, newReceiver(t))
		in.settings["shutdown"] = fmt.Sprintf("{grace: %v}", grace)
		first := in.serve("workers", fmt.Sprintf("{cpu: 2, io: %d}", running))
		quick := book.submit(from.url+"/slow/2500/quick", "quick") // ends within the grace
		from.hold()
		for n := range running + queued - 1 {
			words := fmt.Sprintf("held%d", n)
			book.submit(from.url+"/held/"+words, words)
		}
		await(t, 20*time.Second, "all slots are taken", func() error {
			if tasks, _ := in.holds(first); tasks < running {
				return fmt.Errorf("%d tasks run", tasks)
			}
			return nil
		})

		told := time.Now()
		first.terminate()
		await(t, grace, "it says that it stops", func() error {
			a, err := in.client.try(patience, "GET", "/ready", nil)
			if err != nil || a.status != http.StatusServiceUnavailable {
				return fmt.Errorf("%v %v", a, err)
			}
			return nil
		})
		if err := promptly(in.client.try(patience, "POST", "/parse", book.body(from.url+"/held/new", "new"))); err != nil {
			t.Errorf("a job submitted meanwhile: %v", err)
		}
		if err := promptly(in.client.tryUpload(patience, "new.txt", "new")); err != nil {
			t.Errorf("a file uploaded meanwhile: %v", err)
		}
		if a := in.client.do("GET", "/job/"+quick, nil); a.status != http.StatusOK {
			t.Errorf("reading meanwhile: %v", a)
		}
		if code := first.exited(grace + 10*time.Second); code != 0 {
			t.Errorf("exit code %d", code)
		}
		t.Logf("%d running, %d queued: gone after %v", running, queued, time.Since(told))
		if n := in.number("SELECT COUNT(*) FROM jobs WHERE state = 'Pending' AND attempt = 0 AND id <> $1", quick); n != running+queued-1 {
			t.Errorf("%d of %d jobs wait untouched: %v", n, running+queued-1, in.column("SELECT DISTINCT state || CAST(attempt AS TEXT) FROM jobs"))
		}

		from.release()
		second := in.serve()
		book.settle(time.Minute)
		if n := in.number("SELECT COUNT(*) FROM jobs WHERE attempt <> 1"); n != 0 {
			t.Errorf("%d jobs needed more than one attempt", n)
		}
		if n := from.times("/slow/2500/quick"); n != 1 {
			t.Errorf("a download that had time to end was made %d times", n)
		}
		book.balance()
		second.leave()
		in.balanceFolder()
	})
}
