package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// The pauses between attempts where the service names none, and the longest that it may ask for.
const (
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
	patience     = 10 * time.Minute
)

// do sends a call until it is answered or repeating it cannot help, and hands a good answer to read.
func (c *Client) do(ctx context.Context, k *call, read func(*http.Response) error) error {
	for attempt := 0; ; attempt++ {
		err := c.attempt(ctx, k, read)
		if err == nil || attempt >= c.retries || k.once || !worthwhile(ctx, err) {
			return err
		}
		pause := pauseAfter(err, attempt)
		if deadline, ok := ctx.Deadline(); pause > patience || ok && time.Until(deadline) < pause {
			return err // the reason is worth more than a context that ended while waiting
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("octavo: %s: %w", k.name(), ctx.Err())
		case <-time.After(pause):
		}
	}
}

// attempt sends one request.
func (c *Client) attempt(ctx context.Context, k *call, read func(*http.Response) error) error {
	r, err := c.request(ctx, k)
	if err != nil {
		return &broken{false, fmt.Errorf("octavo: %s: %w", k.name(), err)}
	}
	answer, err := c.http.Do(r)
	if r.Body != nil {
		r.Body.Close() // whatever of it was sent: nobody may read it from here on
	}
	if err != nil {
		return &broken{true, fmt.Errorf("octavo: %s: %w", k.name(), concealed(err))}
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		return readError(answer)
	}
	if err := read(answer); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16)) // so that the connection can be used again
	return nil
}

// broken is a request that got no answer.
type broken struct {
	again bool // another connection may fare better
	error
}

func (b *broken) Unwrap() error { return b.error }

// worthwhile reports whether the same request may fare better later.
func worthwhile(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	if failure, ok := errors.AsType[*Error](err); ok {
		return failure.again
	}
	lost, ok := errors.AsType[*broken](err)
	return ok && lost.again
}

// pauseAfter is how long to wait after a failed attempt: as long as the service asked for, else longer each time and
// never quite the same, so that many clients do not come back together.
func pauseAfter(err error, attempt int) time.Duration {
	if failure, ok := errors.AsType[*Error](err); ok && failure.RetryAfter > 0 {
		return failure.RetryAfter
	}
	pause := min(firstPause<<min(attempt, 10), longestPause)
	return pause - time.Duration(rand.Int64N(int64(pause)/4))
}

// retryAfter reads how long an answer asks its caller to wait.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("retry-after-ms"), 64); err == nil && ms >= 0 && ms < 1e12 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 && seconds < 1e9 {
		return time.Duration(seconds * float64(time.Second))
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}
