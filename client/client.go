// Package client calls an Octavo service: documents are uploaded, operations run and waited for, jobs listed, and the
// webhooks that the service sends verified.
package client

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Defaults of a Client. Operations may run for many minutes before their first byte is answered.
const (
	defaultRetries = 2
	defaultTimeout = time.Hour
)

// Client calls one service. It is safe for use by several goroutines.
type Client struct {
	base    *url.URL
	key     string
	http    *http.Client
	retries int
}

// Option changes how a Client calls.
type Option func(*Client)

// WithKey sends an API key with every request to the service, and to nobody else.
func WithKey(key string) Option { return func(c *Client) { c.key = key } }

// WithHTTPClient sends requests through h.
func WithHTTPClient(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithTransport sends requests through t, as a client of its own.
func WithTransport(t http.RoundTripper) Option {
	return WithHTTPClient(&http.Client{Transport: t, Timeout: defaultTimeout})
}

// WithRetries repeats a request up to n times when that may help; 0 never repeats, and without this option n is 2.
func WithRetries(n int) Option { return func(c *Client) { c.retries = max(n, 0) } }

// New returns a client of the service at an absolute http or https URL, which may have a path.
func New(baseURL string, options ...Option) (*Client, error) {
	base, err := url.Parse(baseURL)
	if err != nil {
		return nil, fmt.Errorf("octavo: the URL of the service: %w", err)
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("octavo: the URL of the service must be an absolute http or https URL, not %q", baseURL)
	}
	base.Path = strings.TrimSuffix(base.Path, "/")
	base.RawPath, base.RawQuery, base.Fragment = "", "", ""
	c := &Client{base: base, retries: defaultRetries}
	for _, option := range options {
		option(c)
	}
	c.http = cmp.Or(c.http, &http.Client{Timeout: defaultTimeout})
	return c, nil
}

// at is the address of a path of the service. The parts of the path are escaped already.
func (c *Client) at(path string, query url.Values) string {
	u := c.base.String() + path
	if len(query) > 0 {
		u += "?" + query.Encode()
	}
	return u
}
