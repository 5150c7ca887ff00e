package blobtest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"
)

// Proxy stands between a store and its S3 server and spoils what passes.
type Proxy struct {
	URL string

	mu      sync.Mutex
	fault   Fault
	hits    int
	forward http.Handler
}

// Fault answers a request in the server's place, or lets pass have it.
type Fault func(w http.ResponseWriter, r *http.Request, pass http.Handler)

// NewProxy starts a proxy in front of endpoint.
func NewProxy(t testing.TB, endpoint string) *Proxy {
	t.Helper()
	target, err := url.Parse(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	forward := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = target.Scheme, target.Host
			r.Out.Host = r.In.Host // signed
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	p := &Proxy{forward: forward}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// Set makes every request from now on meet f; nil lets them pass. It returns how many requests came since the
// last call.
func (p *Proxy) Set(f Fault) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	hits := p.hits
	p.fault, p.hits = f, 0
	return hits
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	f := p.fault
	p.hits++
	p.mu.Unlock()
	if f == nil {
		p.forward.ServeHTTP(w, r)
		return
	}
	f(w, r, p.forward)
}

// Status answers with an S3 error.
func Status(status int, code string) Fault {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		fmt.Fprintf(w, "<Error><Code>%s</Code><Message>spoiled</Message></Error>", code)
	}
}

// Reset reads some of the request and resets the connection.
func Reset(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	io.CopyN(io.Discard, r.Body, 1000)
	reset(w)
}

// ResetAfter lets the server do its work and resets the connection instead of answering.
func ResetAfter(w http.ResponseWriter, r *http.Request, pass http.Handler) {
	pass.ServeHTTP(httptest.NewRecorder(), r)
	reset(w)
}

func reset(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// Truncate announces the whole answer and sends half of it.
func Truncate(w http.ResponseWriter, r *http.Request, pass http.Handler) {
	rec := httptest.NewRecorder()
	pass.ServeHTTP(rec, r)
	copyHeader(w, rec)
	w.WriteHeader(rec.Code)
	w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// Shorten sends half of the answer and ends it in good order, as if that were all.
func Shorten(w http.ResponseWriter, r *http.Request, pass http.Handler) {
	rec := httptest.NewRecorder()
	pass.ServeHTTP(rec, r)
	copyHeader(w, rec)
	w.Header().Del("Content-Length")
	w.WriteHeader(rec.Code)
	w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
	if r.Method != http.MethodHead {
		w.(http.Flusher).Flush() // or net/http would compute a length
	}
}

// WrongETag lets the server do its work and tells another ETag than it has, each time a different one.
func WrongETag(w http.ResponseWriter, r *http.Request, pass http.Handler) {
	rec := httptest.NewRecorder()
	pass.ServeHTTP(rec, r)
	copyHeader(w, rec)
	if w.Header().Get("ETag") != "" {
		w.Header().Set("ETag", fmt.Sprintf("%q", fmt.Sprintf("%032x", time.Now().UnixNano())))
	}
	w.WriteHeader(rec.Code)
	w.Write(rec.Body.Bytes())
}

func copyHeader(w http.ResponseWriter, rec *httptest.ResponseRecorder) {
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
}

// Delay lets the request pass after a while.
func Delay(d time.Duration) Fault {
	return func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		time.Sleep(d)
		pass.ServeHTTP(w, r)
	}
}

// Hang takes the request and never answers.
func Hang(_ http.ResponseWriter, r *http.Request, _ http.Handler) {
	io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

// Stall sends half of the answer and then nothing, with the connection open.
func Stall(w http.ResponseWriter, r *http.Request, pass http.Handler) {
	rec := httptest.NewRecorder()
	pass.ServeHTTP(rec, r)
	copyHeader(w, rec)
	w.WriteHeader(rec.Code)
	w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

// Only applies f to requests of one method.
func Only(method string, f Fault) Fault {
	return func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		if r.Method == method {
			f(w, r, pass)
			return
		}
		pass.ServeHTTP(w, r)
	}
}

// First applies f to the first n requests it would meet.
func First(n int, f Fault) Fault {
	var mu sync.Mutex
	return func(w http.ResponseWriter, r *http.Request, pass http.Handler) {
		mu.Lock()
		n--
		spoil := n >= 0
		mu.Unlock()
		if spoil {
			f(w, r, pass)
			return
		}
		pass.ServeHTTP(w, r)
	}
}
