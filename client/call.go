package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// call is one thing asked of the service, however many requests that takes.
type call struct {
	method string
	url    string
	header http.Header
	// body opens what is sent and says how long it is, -1 where that is not known; nil sends nothing.
	body func() (io.ReadCloser, int64, error)
	once bool // the body cannot be sent a second time
}

// newCall is a call of a path of the service.
func (c *Client) newCall(method, path string, query url.Values) *call {
	k := &call{method: method, url: c.at(path, query), header: http.Header{}}
	k.header.Set("Accept", "application/json")
	if method == http.MethodPost {
		// Drawn once for all repetitions, so that the service runs the work once.
		k.header.Set("Idempotency-Key", "octavo-go-"+rand.Text())
	}
	return k
}

// sendJSON makes value the body.
func (k *call) sendJSON(value any) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("octavo: write request: %w", err)
	}
	k.header.Set("Content-Type", "application/json")
	k.body = func() (io.ReadCloser, int64, error) {
		return io.NopCloser(bytes.NewReader(raw)), int64(len(raw)), nil
	}
	return nil
}

// request makes the HTTP request of one attempt.
func (c *Client) request(ctx context.Context, k *call) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, k.method, k.url, nil)
	if err != nil {
		return nil, err
	}
	r.Header = k.header.Clone()
	r.Header.Set("User-Agent", "octavo-go")
	if c.key != "" && c.own(r.URL) {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	if k.body != nil {
		if r.Body, r.ContentLength, err = k.body(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// own reports whether a URL belongs to the service: signed URLs may lead to a store, which must not see the key.
func (c *Client) own(u *url.URL) bool {
	return u.Scheme == c.base.Scheme && u.Host == c.base.Host &&
		(c.base.Path == "" || strings.HasPrefix(u.Path, c.base.Path+"/"))
}

// exchange carries a call out and reads its JSON answer into answer, unless that is nil.
func (c *Client) exchange(ctx context.Context, k *call, answer any) error {
	return c.do(ctx, k, func(r *http.Response) error {
		if answer == nil {
			return nil
		}
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return &broken{true, fmt.Errorf("octavo: read answer of %s: %w", k.name(), err)}
		}
		if err := json.Unmarshal(raw, answer); err != nil {
			return fmt.Errorf("octavo: read answer of %s: %w", k.name(), err)
		}
		return nil
	})
}

// get reads the JSON answer of a path.
func (c *Client) get(ctx context.Context, path string, query url.Values, answer any) error {
	return c.exchange(ctx, c.newCall(http.MethodGet, path, query), answer)
}

// post sends a JSON body, none where request is nil, and reads the JSON answer.
func (c *Client) post(ctx context.Context, path string, request, answer any) error {
	k := c.newCall(http.MethodPost, path, nil)
	if request != nil {
		if err := k.sendJSON(request); err != nil {
			return err
		}
	}
	return c.exchange(ctx, k, answer)
}

// name says what was called, without the query, which may be a credential.
func (k *call) name() string {
	u, _, _ := strings.Cut(k.url, "?")
	return k.method + " " + u
}
