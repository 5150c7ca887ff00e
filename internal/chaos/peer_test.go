package chaos

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
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

// receiver takes webhooks. Every tenth job's first delivery is refused, so that repeats are seen in every run.
type receiver struct {
	url string

	mu        sync.Mutex
	mute      bool
	ids       map[string]map[string]int // job → webhook-id → deliveries
	status    map[string]string         // job → what it was told
	metadata  map[string]string
	malformed []string
}

// hookKey signs webhooks.
const hookKey = "a key of twenty-four bytes or more"

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{ids: map[string]map[string]int{}, status: map[string]string{}, metadata: map[string]string{}}
	web := httptest.NewServer(r)
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	r.url = web.URL + "/hook"
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		return // the sender died
	}
	var body struct {
		Status   string          `json:"status"`
		JobID    string          `json:"job_id"`
		Metadata json.RawMessage `json:"metadata"`
	}
	id := req.Header.Get("webhook-id")
	r.mu.Lock()
	if r.mute {
		defer func() { <-req.Context().Done() }() // without an answer
	}
	defer r.mu.Unlock()
	mac := hmac.New(sha256.New, []byte(hookKey))
	fmt.Fprintf(mac, "%s.%s.%s", id, req.Header.Get("webhook-timestamp"), raw)
	signed := req.Header.Get("webhook-signature") == "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil))
	if err := json.Unmarshal(raw, &body); err != nil || id == "" || !signed {
		r.malformed = append(r.malformed, fmt.Sprintf("webhook-id %q, signed %v: %s", id, signed, raw))
		return
	}
	if known, ok := r.status[body.JobID]; ok && known != body.Status {
		r.malformed = append(r.malformed, fmt.Sprintf("job %s was %s and then %s", body.JobID, known, body.Status))
	}
	r.status[body.JobID], r.metadata[body.JobID] = body.Status, string(body.Metadata)
	if r.ids[body.JobID] == nil {
		r.ids[body.JobID] = map[string]int{}
	}
	r.ids[body.JobID][id]++
	h := fnv.New32()
	io.WriteString(h, body.JobID)
	if h.Sum32()%10 == 0 && r.ids[body.JobID][id] == 1 {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

// silent makes the receiver take webhooks and not answer.
func (r *receiver) silent(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mute = on
}

// told is how often a job was reported.
func (r *receiver) told(job string) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, times := range r.ids[job] {
		n += times
	}
	return n
}
