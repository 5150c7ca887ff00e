package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"
)

// origin is a web server with a document that comes at once and one that never comes.
type origin struct {
	*httptest.Server
	over    chan struct{}
	waiting atomic.Int64
}

func newOrigin() *origin {
	o := &origin{over: make(chan struct{})}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow.txt" {
			o.waiting.Add(1)
			defer o.waiting.Add(-1)
			select {
			case <-o.over:
			case <-r.Context().Done():
			}
		}
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprintln(w, "A document of one line.")
	}))
	return o
}

func (o *origin) end() {
	close(o.over)
	o.Close()
}

// occupy has every worker that downloads wait for the origin.
func occupy(ctx context.Context, p *process, web *origin, slow string) error {
	for range ioWorkers {
		if err := p.call(ctx, http.MethodPost, "/parse_async", slow); err != nil {
			return err
		}
	}
	for deadline := time.Now().Add(30 * time.Second); web.waiting.Load() < ioWorkers; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			return fmt.Errorf("only %d of %d workers are busy", web.waiting.Load(), ioWorkers)
		}
	}
	return nil
}
