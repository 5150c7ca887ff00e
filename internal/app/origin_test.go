package app_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"
)

// origin is a document server on loopback whose answers can be held back, which keeps a job running for as long
// as a test wants.
type origin struct {
	url, host string
	asked     chan struct{}

	mu   sync.Mutex
	held map[string]chan struct{}
}

func newOrigin(t *testing.T) *origin {
	t.Helper()
	o := &origin{asked: make(chan struct{}, 1000), held: map[string]chan struct{}{}}
	web := httptest.NewServer(http.HandlerFunc(o.serve))
	t.Cleanup(web.Close)
	u, err := url.Parse(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	o.url, o.host = web.URL, u.Host
	return o
}

func (o *origin) serve(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	hold := o.held[r.URL.Path]
	o.mu.Unlock()
	o.asked <- struct{}{}
	if hold != nil {
		select {
		case <-hold:
		case <-r.Context().Done():
			return
		}
	}
	w.Header().Set("Content-Type", "text/plain")
	w.Write([]byte("a document from outside"))
}

// hold makes a path wait until the returned function is called, which may be done twice.
func (o *origin) hold(path string) (release func()) {
	wait := make(chan struct{})
	o.mu.Lock()
	o.held[path] = wait
	o.mu.Unlock()
	return sync.OnceFunc(func() { close(wait) })
}

// await returns when the next request has come in.
func (o *origin) await(t *testing.T) {
	t.Helper()
	select {
	case <-o.asked:
	case <-time.After(20 * time.Second):
		t.Fatal("nobody asked the origin")
	}
}

func withCancel(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithCancel(t.Context())
}
