package guard

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

const (
	maxRedirects = 5
	retries      = 2
)

// FetchOptions bound one download.
type FetchOptions struct {
	MaxBytes int64         // bytes after decoding; 0 takes 5 GiB
	Timeout  time.Duration // from the call to the last byte, retries included; 0 takes 300 s
}

// Response is a document on its way. Its body ends with a named failure when the transfer breaks a limit or
// breaks off; whoever got it closes it.
type Response struct {
	Body        io.ReadCloser
	Filename    string // from Content-Disposition, else from the path; may be empty
	ContentType string // media type without parameters; may be empty
	Size        int64  // -1 when the origin did not say
}

// Fetch downloads what rawURL points to. Connection failures and answers of 429 or 5xx are tried again twice;
// once a body is handed over, nothing is repeated.
func (c *Client) Fetch(ctx context.Context, rawURL string, opts FetchOptions) (*Response, error) {
	t, err := parseTarget(rawURL)
	if err != nil {
		return nil, badURL(err)
	}
	d := c.newDownload(ctx, t, opts)
	resp, err := d.run(t)
	if err != nil {
		err = d.name(err)
		d.end()
		return nil, err
	}
	return resp, nil
}

// download is one call of Fetch. What ends its context is the cause of its failure.
type download struct {
	c      *Client
	ctx    context.Context
	cancel context.CancelCauseFunc
	host   string // as the caller sent it
	limit  int64
}

func (c *Client) newDownload(parent context.Context, t target, opts FetchOptions) *download {
	if opts.MaxBytes <= 0 {
		opts.MaxBytes = 5 << 30
	}
	if opts.Timeout <= 0 {
		opts.Timeout = 300 * time.Second
	}
	d := &download{c: c, host: t.host, limit: opts.MaxBytes}
	ctx, cancel := context.WithCancelCause(parent)
	timer := d.limitTime(cancel, opts.Timeout, "download did not finish within %v s")
	d.ctx, d.cancel = ctx, func(err error) { timer.Stop(); cancel(err) }
	return d
}

// limitTime ends the download with a TIMEOUT unless the timer is stopped in time.
func (d *download) limitTime(cancel context.CancelCauseFunc, after time.Duration, format string) *time.Timer {
	return time.AfterFunc(after, func() { cancel(fault.New(fault.Timeout, format, after.Seconds())) })
}

func (d *download) end()                 { d.cancel(context.Canceled) }
func (d *download) name(err error) error { return downloading.failure(d.ctx, d.host, err) }

func (d *download) run(t target) (*Response, error) {
	for try := 0; ; try++ {
		x, err := d.follow(t)
		if err == nil {
			return d.open(x)
		}
		if try == retries || !passing(err) {
			return nil, err
		}
		select {
		case <-d.ctx.Done():
			return nil, err
		case <-time.After(d.c.times.Retry << try):
		}
	}
}

// follow asks for the target and goes along with redirects until there is a document. Every hop is decided on
// like the first.
func (d *download) follow(t target) (*exchange, error) {
	for hop := 0; ; hop++ {
		x, err := d.ask(t)
		if err != nil {
			return nil, err
		}
		switch status := x.resp.StatusCode; {
		case isRedirect(status) && hop == maxRedirects:
			err = &broken{text: fmt.Sprintf("more than %d redirects", maxRedirects)}
		case isRedirect(status):
			t, err = redirected(x.resp)
		case status == http.StatusPartialContent:
			err = &broken{text: "the origin sent only a part"}
		case status < 200 || status > 299:
			err = badStatus(status)
		default:
			return x, nil
		}
		x.close()
		if err != nil {
			return nil, err
		}
	}
}

func (d *download) ask(t target) (*exchange, error) {
	req := &http.Request{Method: http.MethodGet, URL: t.url, Header: http.Header{
		"User-Agent":      {"Octavo/1"},
		"Accept":          {"*/*"},
		"Accept-Encoding": {"identity"},
	}}
	defer d.limitTime(d.cancel, d.c.times.Header, "download did not finish: no complete answer within %v s").Stop()
	return d.c.exchange(d.ctx, t, req)
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

func redirected(resp *http.Response) (target, error) {
	where, err := resp.Location()
	if err != nil {
		return target{}, &broken{text: "the origin redirects to no readable address"}
	}
	t, err := newTarget(where)
	if err != nil {
		return target{}, &broken{"the origin redirects to a URL that may not be followed", err}
	}
	return t, nil
}
