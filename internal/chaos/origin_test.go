package chaos

import (
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// origin is a document server on loopback. /slow/<milliseconds>/<words> takes that long over its answer; what is
// held answers when it is let go.
type origin struct {
	url string

	mu    sync.Mutex
	gate  chan struct{} // of /held/, nil when open
	first chan struct{} // the same for the first request alone
	asked map[string]int
	hook  func(path string)
}

func newOrigin(t testing.TB) *origin {
	t.Helper()
	o := &origin{asked: map[string]int{}}
	web := httptest.NewServer(http.HandlerFunc(o.serve))
	o.url = web.URL
	t.Cleanup(func() {
		o.release()
		web.CloseClientConnections()
		web.Close()
	})
	return o
}

func (o *origin) serve(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	o.asked[r.URL.Path]++
	gate, hook := o.gate, o.hook
	var first chan struct{} // nil never passes
	if o.asked[r.URL.Path] == 1 {
		first = o.first
	}
	o.mu.Unlock()
	if hook != nil {
		hook(r.URL.Path)
	}
	parts := strings.Split(r.URL.Path, "/")
	text := document(parts[len(parts)-1])
	w.Header().Set("Content-Type", "text/plain")
	w.Header().Set("Content-Length", fmt.Sprint(len(text)))
	var pause time.Duration
	switch parts[1] {
	case "held":
		if gate != nil {
			select {
			case <-gate:
			case <-first:
			case <-r.Context().Done():
				return
			}
		}
	case "slow":
		fmt.Sscan(parts[2], &pause)
		pause *= time.Millisecond
	}
	// Half of the wait is before the header and half within the body.
	if !wait(r, pause/2) {
		return
	}
	io.WriteString(w, text[:len(text)/2])
	w.(http.Flusher).Flush()
	if wait(r, pause/2) {
		io.WriteString(w, text[len(text)/2:])
	}
}

func wait(r *http.Request, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
		return false
	}
}

// hold makes everything below /held/ wait.
func (o *origin) hold() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.gate == nil {
		o.gate, o.first = make(chan struct{}), make(chan struct{})
	}
}

// releaseFirst answers the first request for each path that is held, and no other.
func (o *origin) releaseFirst() {
	o.mu.Lock()
	defer o.mu.Unlock()
	close(o.first)
}

func (o *origin) release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.gate != nil {
		close(o.gate)
		o.gate = nil
	}
}

// times is how often a path was asked for.
func (o *origin) times(path string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.asked[path]
}

// onRequest calls fn at every request from now on.
func (o *origin) onRequest(fn func(path string)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.hook = fn
}

// document is a text that holds the given words and is not the same length as the next one.
func document(words string) string {
	h := fnv.New32()
	io.WriteString(h, words)
	lines := 3 + int(h.Sum32()%400)
	return "# " + words + "\n\n" + strings.Repeat("A line that is there to be read, and nothing else.\n\n", lines)
}
