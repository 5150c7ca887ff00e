package chaos

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/blob/blobtest"
)

// gate holds back requests to the store, which pins a process to one moment of its work.
type gate struct {
	t       testing.TB
	entered chan struct{}
	opened  chan struct{}
	open    func()
	first   chan struct{} // lets the first request pass
}

// newGate holds every request of a method whose path has a part. With arrives, a request whose sender dies still
// reaches the store; otherwise it is lost on the way.
func newGate(t testing.TB, proxy *blobtest.Proxy, method, part string, arrives bool) *gate {
	g := &gate{t: t, entered: make(chan struct{}, 1000), opened: make(chan struct{}), first: make(chan struct{})}
	var came atomic.Int32
	g.open = sync.OnceFunc(func() { close(g.opened) })
	t.Cleanup(g.open)
	proxy.Set(func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		if r.Method != method || !strings.Contains(r.URL.Path, part) {
			pass.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the sender died before it had sent everything
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		var first chan struct{} // nil never passes
		if came.Add(1) == 1 {
			first = g.first
		}
		g.entered <- struct{}{}
		select {
		case <-first:
			pass.ServeHTTP(w, r)
		case <-g.opened:
			pass.ServeHTTP(w, r)
		case <-r.Context().Done():
			if arrives {
				pass.ServeHTTP(httptest.NewRecorder(), r.WithContext(context.WithoutCancel(r.Context())))
			}
		}
	})
	return g
}

// await returns when a request is held.
func (g *gate) await() {
	g.t.Helper()
	select {
	case <-g.entered:
	case <-time.After(30 * time.Second):
		g.t.Fatal("nobody came to the gate")
	}
}
