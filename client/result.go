package client

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// URLResult is a result that the service keeps behind a URL.
type URLResult struct {
	Type     string `json:"type"`
	URL      string `json:"url"`
	ResultID string `json:"result_id"`
}

// settler is a response parts of which may be kept behind URLs; it fetches them.
type settler interface {
	settle(ctx context.Context, c *Client) error
}

// operate runs a synchronous operation.
func operate[T any](ctx context.Context, c *Client, path string, request any) (*T, error) {
	answer := new(T)
	if err := c.post(ctx, path, request, answer); err != nil {
		return nil, err
	}
	if err := c.settle(ctx, answer); err != nil {
		return nil, err
	}
	return answer, nil
}

func (c *Client) settle(ctx context.Context, answer any) error {
	if s, ok := answer.(settler); ok {
		return s.settle(ctx, c)
	}
	return nil
}

// fetch reads a result that is kept behind a URL into v; nothing is to be done without a URL. The service has it too,
// for callers who cannot reach its store and whose key may read.
func (c *Client) fetch(ctx context.Context, stored URLResult, v any) error {
	if stored.URL == "" {
		return nil
	}
	k, err := c.elsewhere(stored.URL)
	if err != nil {
		return err
	}
	if err = c.exchange(ctx, k, v); err == nil || ctx.Err() != nil || stored.ResultID == "" {
		return err
	}
	if c.get(ctx, "/results/"+url.PathEscape(stored.ResultID), nil, v) == nil {
		return nil
	}
	return err
}

// Download writes what is behind a URL of an answer to w. It is not repeated once bytes have arrived.
func (c *Client) Download(ctx context.Context, from string, w io.Writer) error {
	k, err := c.elsewhere(from)
	if err != nil {
		return err
	}
	k.header.Set("Accept", "*/*")
	return c.do(ctx, k, func(r *http.Response) error {
		if _, err := io.Copy(w, r.Body); err != nil {
			return fmt.Errorf("octavo: download %s: %w", k.name(), err)
		}
		return nil
	})
}

// elsewhere is a call of a URL that an answer gave.
func (c *Client) elsewhere(from string) (*call, error) {
	u, err := url.Parse(from)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("octavo: cannot download: %q is no http or https URL", from)
	}
	k := c.newCall(http.MethodGet, "", nil)
	k.url = from
	return k, nil
}
