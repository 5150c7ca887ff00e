package conformance

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
)

// front stands before a service and turns the first requests away, once with each way to say when to come again.
type front struct {
	url  string
	seen atomic.Int64 // requests
}

var refusals = []http.Header{
	{"Retry-After": {"1"}},
	{"Retry-After-Ms": {"20"}},
}

func newFront(t *testing.T, service string, secure *certificate) *front {
	t.Helper()
	target, err := url.Parse(service)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: secure.pool, MinVersion: tls.VersionTLS12}}
	proxy := &httputil.ReverseProxy{Transport: transport, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	f := &front{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := f.seen.Add(1) - 1
		if n >= int64(len(refusals)) {
			proxy.ServeHTTP(w, r)
			return
		}
		for name, values := range refusals[n] {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusServiceUnavailable)
		w.Write([]byte(`{"error":{"code":503,"name":"QUEUE_FULL","message":"the cpu queue is full","job_id":null,"type":"queue_full","retriable":true}}`))
	}))
	t.Cleanup(func() { s.Close(); transport.CloseIdleConnections() })
	f.url = s.URL
	return f
}
