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
	"sync"
	"testing"
)

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
