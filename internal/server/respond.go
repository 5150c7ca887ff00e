package server

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"syscall"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/rate"
)

// gzipFrom is the size below which compressing costs more than it saves.
const gzipFrom = 1400

// JSON answers with v.
func (c *Call) JSON(status int, v any) error {
	body, err := api.Marshal(v)
	if err != nil {
		return err
	}
	c.raw(status, body)
	return nil
}

// raw answers with a body that is JSON already.
func (c *Call) raw(status int, body []byte) {
	h := c.W.Header()
	h.Set("Content-Type", "application/json")
	if len(body) >= gzipFrom && acceptsGzip(c.R) {
		h.Set("Content-Encoding", "gzip")
		h.Add("Vary", "Accept-Encoding")
		c.begin(status)
		zw, _ := gzip.NewWriterLevel(c.W, gzip.BestSpeed) // the level is valid
		_, err := zw.Write(body)
		c.lost(errors.Join(err, zw.Close()))
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.begin(status)
	_, err := c.W.Write(body)
	c.lost(err)
}

// begin sends the header. It may be called once.
func (c *Call) begin(status int) {
	c.wrote = status
	if c.JobID != "" {
		c.W.Header().Set("X-Job-ID", c.JobID)
	}
	c.W.WriteHeader(status)
}

// lost notes that the client went away while it was answered; there is nobody left to tell.
func (c *Call) lost(err error) {
	if err != nil {
		slog.DebugContext(c.Context(), "answer not delivered", "request_id", c.RequestID, "error", err)
	}
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == "gzip" {
			return strings.ReplaceAll(params, " ", "") != "q=0"
		}
	}
	return false
}

// fail answers with an error: the one place where an error becomes a status.
func (c *Call) fail(err error) {
	if c.wrote != 0 { // the header is out; all that can be done is to break the body off
		level := slog.LevelError
		if c.Context().Err() != nil || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) {
			level = slog.LevelDebug // the caller has hung up
		}
		slog.Log(c.Context(), level, "failed after the answer began", "request_id", c.RequestID, "error", err)
		panic(http.ErrAbortHandler)
	}
	var invalid api.Errors
	if errors.As(err, &invalid) {
		if jsonErr := c.JSON(http.StatusUnprocessableEntity, api.HTTPValidationError{Detail: invalid}); jsonErr != nil {
			c.fail(jsonErr)
		}
		return
	}
	e := named(err)
	c.logFailure(e, err)
	c.errorHeaders(e, err)
	body, marshalErr := api.Marshal(api.ErrorBody{Error: api.Detail(e)})
	if marshalErr != nil {
		body = []byte(`{"error":{}}`) // cannot happen: the type has no part that fails to encode
	}
	c.raw(e.Code, body)
}

// named gives every error a name. A database that is away is told apart from a mistake of ours.
func named(err error) *fault.Error {
	var e *fault.Error
	if !errors.As(err, &e) && database.Unavailable(err) {
		return fault.Wrap(fault.ServiceUnavailable, err, "")
	}
	if errors.Is(err, context.Canceled) && e == nil {
		return fault.Wrap(fault.JobCancelled, err, "the request was cancelled")
	}
	return fault.Of(err)
}

func (c *Call) logFailure(e *fault.Error, err error) {
	if e.Code < 500 && errors.Unwrap(e) == nil {
		return
	}
	level := slog.LevelInfo
	if e.Code >= 500 {
		level = slog.LevelError
	}
	slog.Log(c.Context(), level, "request failed", "request_id", c.RequestID, "route", c.routePath(), "name", e.Name, "error", err)
}

func (c *Call) errorHeaders(e *fault.Error, err error) {
	h := c.W.Header()
	if e.Code == http.StatusServiceUnavailable || e.Code == http.StatusTooManyRequests {
		h.Set("Retry-After", strconv.Itoa(retryAfter(e, err)))
	}
	if e.Code == 408 || e.Code == 409 || e.Code == 429 || e.Code >= 500 {
		h.Set("X-Should-Retry", strconv.FormatBool(e.Retriable))
	}
	if challenge := org.Challenge(err); challenge != "" {
		h.Set("WWW-Authenticate", challenge)
	}
}

func retryAfter(e *fault.Error, err error) int {
	switch e.Name {
	case fault.ServiceUnavailable:
		return 5
	case fault.BatchQueueFull:
		return 300
	case fault.RateLimit:
		return max(1, int(math.Ceil(rate.RetryAfter(err).Seconds())))
	}
	return 30
}

func (c *Call) routePath() string {
	if c.Route == nil {
		return "unknown"
	}
	return c.Route.Path
}

// rawJSON lets a stored body stand inside a larger answer.
func rawJSON(b []byte) json.RawMessage {
	if len(b) == 0 {
		return json.RawMessage("null")
	}
	return b
}
