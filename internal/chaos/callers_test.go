package chaos

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

// callers submit and read all the time and look at what they are told.
type callers struct {
	t    testing.TB
	book *ledger
	quit chan struct{}
	all  sync.WaitGroup

	mu      sync.Mutex
	refused int
	slowest time.Duration
}

func startCallers(t testing.TB, book *ledger, from *origin, known string) *callers {
	c := &callers{t: t, book: book, quit: make(chan struct{})}
	for n := range 3 {
		c.loop(func(i int) {
			words := fmt.Sprintf("load%d-%d", n, i)
			err := book.insist(fmt.Sprintf("%s/slow/%d/%s", from.url, 100*n, words), words, time.Minute)
			if err != nil && t.Context().Err() == nil {
				t.Error(err)
			}
		})
	}
	for _, path := range []string{"/job/" + known, "/jobs?limit=5"} {
		c.loop(func(int) { c.look("GET", path, nil) })
	}
	c.loop(func(i int) {
		body, contentType := form("load.txt", "text")
		c.look("POST", "/upload", body, "Content-Type", contentType)
	})
	t.Cleanup(c.end)
	return c
}

// look sends one request, which is answered in time: as usual, or with when to try again.
func (c *callers) look(method, path string, body any, header ...string) {
	a, err := c.book.in.client.try(patience+time.Second, method, path, body, header...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slowest = max(c.slowest, a.took)
	if err == nil && a.status == http.StatusOK {
		return
	}
	c.refused++
	if wrong := promptly(a, err); wrong != nil && c.t.Context().Err() == nil {
		c.t.Errorf("%s %s: %v", method, path, wrong)
	}
}

func (c *callers) loop(fn func(i int)) {
	c.all.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-c.quit:
				return
			case <-c.t.Context().Done():
				return
			case <-time.After(50 * time.Millisecond):
				fn(i)
			}
		}
	})
}

func (c *callers) end() {
	select {
	case <-c.quit:
	default:
		close(c.quit)
	}
	c.all.Wait()
}

func (c *callers) until(t testing.TB, what string, fn func() error) {
	t.Helper()
	await(t, time.Minute, what, fn)
}

// stage keeps a fault up for its time and asks what has to hold meanwhile.
func (c *callers) stage(t testing.TB, what string, d time.Duration) {
	t.Helper()
	in := c.book.in
	for deadline := time.Now().Add(d); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if a, err := in.client.try(patience, "GET", "/health", nil); err != nil || a.status != http.StatusOK {
			t.Errorf("%s: the process says %v %v of itself", what, a, err)
		}
		if a, err := in.client.try(patience, "GET", "/ready", nil); err != nil || a.status != http.StatusServiceUnavailable {
			t.Errorf("%s: ready: %v %v", what, a, err)
		}
	}
}
