package infer

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// Bounds of what a backend may send. The longest answers of models are a few hundred thousand tokens of four bytes.
const (
	maxAnswer  = 16 << 20
	maxRefusal = 64 << 10 // of a response that is no success
	maxHeader  = 256 << 10
)

// NewClient is the HTTP client of the backends: no proxy, no redirects, no compression, and nothing of a response beyond
// bounds. Every response that is no success comes out of it as a Failure, so that all protocols fail alike.
func NewClient() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	return &http.Client{Transport: &transport{next: &http.Transport{
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    10 * time.Second,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxIdleConnsPerHost:    parallel,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
	}}}
}

// transport turns everything that is no answer into a Failure.
type transport struct{ next http.RoundTripper }

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, severed(r.Context(), err)
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		defer resp.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
		return nil, judge(resp.StatusCode, resp.Header, body)
	}
	if resp.ContentLength > maxAnswer {
		resp.Body.Close()
		return nil, &Failure{Status: resp.StatusCode, what: flood}
	}
	resp.Body = &bounded{ReadCloser: resp.Body, ctx: r.Context(), left: maxAnswer}
	return resp, nil
}

// CloseIdleConnections lets http.Client reach the connections.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// bounded is a body of which only so much is read.
type bounded struct {
	io.ReadCloser
	ctx  context.Context
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, &Failure{Status: http.StatusOK, what: flood}
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		err = severed(b.ctx, err)
	}
	return n, err
}

// severed names a connection that failed by itself; one that we let go keeps the reason why.
func severed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return &Failure{what: unreachable, cause: err}
}
