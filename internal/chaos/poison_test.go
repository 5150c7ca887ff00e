package chaos

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// A document that kills whoever touches it costs three workers and then fails by name. Nobody else waits longer than
// it takes to notice a dead worker. Fault 39.
func TestPoison(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) { poison(t, fresh(t)) })
}

func poison(t *testing.T, in *installation) {
	from := newOrigin(t)
	in.front()
	ward := newWard(in, 2)
	asked := make(chan struct{}, 100)
	from.onRequest(func(path string) {
		if path == "/held/poison" {
			asked <- struct{}{}
		}
	})
	from.hold()
	// What the others take on this machine now, while nobody dies.
	calm := newCrowd(in, from)
	await(t, time.Minute, "the others have had their turn", func() error {
		if n := calm.count(); n < 12 {
			return fmt.Errorf("%d documents", n)
		}
		return nil
	})
	_, usual := calm.end()

	// Others come and go all the while, several at a time, and some are there when it strikes first.
	crowd := newCrowd(in, from)
	await(t, time.Minute, "others are under way", func() error {
		if n := in.number("SELECT COUNT(*) FROM tasks WHERE state = 'running'"); n < 2 {
			return fmt.Errorf("%d tasks", n)
		}
		return nil
	})
	began := time.Now()
	id := in.client.want(http.StatusOK, "POST", "/parse", map[string]any{"input": from.url + "/held/poison", "async": map[string]any{}}).text("job_id")
	killed := 0
	for ended := false; !ended; {
		select {
		case <-asked:
			beside := ward.killHolder(id)
			killed++
			if killed > 1 && beside > 0 {
				t.Errorf("%d others were with the poison when it struck for the time %d", beside, killed)
			}
		case <-time.After(200 * time.Millisecond):
			ended = in.number("SELECT COUNT(*) FROM jobs WHERE id = $1 AND finished_at IS NOT NULL", id) == 1
		}
		if time.Since(began) > 2*time.Minute {
			t.Fatalf("the job lives on after %d kills", killed)
		}
	}
	others, slowest := crowd.end()
	t.Logf("%d workers killed in %v; %d other documents, the slowest after %v, before that after %v", killed, time.Since(began), others, slowest, usual)
	a := in.client.want(http.StatusOK, "GET", "/job/"+id, nil)
	if a.text("status") != "Failed" || a.text("error", "name") != "SUBPROCESS_CRASHED" || killed != 3 {
		t.Errorf("after %d kills: %v", killed, a)
	}
	// One lease, the time in which its end is noticed, and twice the work itself: a document may be lost once.
	if most := in.lease + noticed + 2*usual; slowest > most || others == 0 {
		t.Errorf("%d other documents, the slowest took %v", others, slowest)
	}
	// Who was with the poison when it struck is not with it again.
	if n := in.number("SELECT COUNT(*) FROM jobs WHERE attempt > 2 AND id <> $1", id); n != 0 {
		t.Errorf("%d other jobs lost their worker more than once", n)
	}
	if n := in.number("SELECT COUNT(*) FROM jobs WHERE state <> 'Completed' AND id <> $1", id); n != 0 {
		t.Errorf("%d other jobs did not complete", n)
	}
}

// crowd is callers with documents that are nothing special.
type crowd struct {
	quit chan struct{}
	all  sync.WaitGroup

	mu      sync.Mutex
	done    int
	slowest time.Duration
}

func newCrowd(in *installation, from *origin) *crowd {
	c := &crowd{quit: make(chan struct{})}
	for n := range 4 {
		c.all.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-c.quit:
					return
				case <-in.t.Context().Done():
					return
				case <-time.After(100 * time.Millisecond):
				}
				began := time.Now()
				a, err := in.client.try(time.Minute, "POST", "/parse", map[string]any{"input": fmt.Sprintf("%s/slow/200/other%d-%d", from.url, n, i)})
				if err != nil || a.status != http.StatusOK {
					in.t.Errorf("another document: %v %v", a, err)
					return
				}
				c.mu.Lock()
				c.slowest = max(c.slowest, time.Since(began))
				c.done++
				c.mu.Unlock()
			}
		})
	}
	in.t.Cleanup(c.all.Wait)
	return c
}

func (c *crowd) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done
}

func (c *crowd) end() (done int, slowest time.Duration) {
	close(c.quit)
	c.all.Wait()
	return c.done, c.slowest
}

// ward is workers that are replaced when they die.
type ward struct {
	in      *installation
	members []*process
}

func newWard(in *installation, n int) *ward {
	w := &ward{in: in}
	for range n {
		w.members = append(w.members, in.worker())
	}
	return w
}

// killHolder kills the worker that holds a job, as the document itself would. It returns what else the worker held.
func (w *ward) killHolder(id string) (beside int) {
	w.in.t.Helper()
	owner := w.in.column("SELECT owner FROM tasks WHERE job_id = $1 AND state = 'running'", id)
	if len(owner) != 1 {
		w.in.t.Fatalf("the poison is with %v", owner)
	}
	i := slices.IndexFunc(w.members, func(p *process) bool { return owns(p, owner[0]) })
	if i < 0 {
		w.in.t.Fatalf("nobody knows %s", owner[0])
	}
	w.members[i].kill()
	held, _ := w.in.holds(w.members[i])
	w.members[i] = w.in.worker()
	return held - 1
}
