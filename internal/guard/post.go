package guard

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/octavo-dev/octavo/internal/fault"
)

// maxAnswer is how much of an answer is read, out of politeness, before the connection is closed.
const maxAnswer = 64 << 10

// Post delivers body once and returns the status of the answer. A redirect is an answer like any other and is
// not followed. An error means that there was no answer; its fault message may be shown.
func (c *Client) Post(ctx context.Context, rawURL string, header http.Header, body []byte) (status int, err error) {
	t, err := parseTarget(rawURL)
	if err != nil {
		return 0, badURL(err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.times.Post,
		fault.New(fault.Timeout, "delivery did not finish within %v s", c.times.Post.Seconds()))
	defer cancel()
	req := &http.Request{Method: http.MethodPost, URL: t.url, Header: header,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body))}
	x, err := c.exchange(ctx, t, req)
	if err != nil {
		return 0, delivering.failure(ctx, t.host, err)
	}
	defer x.close()
	// The status is the answer; what happens to the rest of it does not matter.
	_, _ = io.CopyN(io.Discard, x.resp.Body, maxAnswer)
	return x.resp.StatusCode, nil
}
