package mcp

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
)

// Within is a transport that asks a service in this process, as though its requests came from where another one came
// from: what that caller may do is decided where it is always decided.
type Within struct {
	Service http.Handler
	// Address is the public URL of the service.
	Address *url.URL
	// Elsewhere reaches the store that signed URLs lead to; nil reaches nothing but the service.
	Elsewhere http.RoundTripper
	// Peer and Host are those of the caller.
	Peer, Host string
	// Header is sent with every request: the key, what shows a proxy or a browser, and what marks a repetition.
	Header http.Header
}

// RoundTrip asks the service.
func (w *Within) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != w.Address.Host && w.Elsewhere != nil {
		return w.Elsewhere.RoundTrip(r)
	}
	if r.URL.Host != w.Address.Host {
		return nil, fmt.Errorf("%s is not this service", r.URL.Host)
	}
	in := r.Clone(r.Context())
	in.RequestURI, in.RemoteAddr, in.Host = r.URL.RequestURI(), w.Peer, w.Host
	if in.Body == nil {
		in.Body = http.NoBody
	}
	for name, values := range w.Header {
		in.Header[name] = values
	}
	body, pipe := io.Pipe()
	reply := &reply{header: http.Header{}, begun: make(chan struct{}), body: pipe}
	go func() {
		defer in.Body.Close()
		pipe.CloseWithError(serve(w.Service, reply, in))
	}()
	select {
	case <-reply.begun:
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	return &http.Response{
		Status: http.StatusText(reply.status), StatusCode: reply.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: reply.sent, Body: body, ContentLength: -1, Request: r,
	}, nil
}

// serve lets the service answer. An answer that it breaks off is broken off here too.
func serve(service http.Handler, reply *reply, r *http.Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("the answer was broken off")
		}
		reply.WriteHeader(http.StatusOK) // of an answer without a body
	}()
	service.ServeHTTP(reply, r)
	return nil
}

// reply is an answer on its way.
type reply struct {
	header http.Header
	sent   http.Header
	status int
	body   *io.PipeWriter
	once   sync.Once
	begun  chan struct{}
}

func (r *reply) Header() http.Header { return r.header }

func (r *reply) WriteHeader(status int) {
	r.once.Do(func() {
		r.status, r.sent = status, r.header.Clone()
		close(r.begun)
	})
}

func (r *reply) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}
