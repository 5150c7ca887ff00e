package server

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Health check names the pipeline asks for.
const (
	HealthDatabase = "database"
	HealthStore    = "store"
)

// ServeHTTP takes one request through the checks in the order of the contract and answers it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &Call{W: w, R: r, RequestID: requestID(r), Started: time.Now()}
	w.Header().Set("X-Request-ID", c.RequestID)
	defer s.finish(c)
	if s.preflight(c) {
		return
	}
	reply, err := s.answer(c)
	if err != nil {
		c.fail(err)
		return
	}
	if err := c.reply(reply); err != nil {
		c.fail(err)
	}
}

// finish turns a panic into an answer and counts the request.
func (s *Server) finish(c *Call) {
	p := recover()
	if p != nil && p != http.ErrAbortHandler { //nolint:errorlint // the value net/http compares with
		slog.ErrorContext(c.Context(), "panic", "request_id", c.RequestID, "route", c.routePath(), "panic", p, "stack", string(debug.Stack()))
		if c.wrote == 0 {
			c.fail(fault.New(fault.InternalError, ""))
		}
	}
	s.log(c)
	s.Metrics.Requests.WithLabelValues(c.routePath(), method(c.R), strconv.Itoa(c.wrote)).Inc()
	s.Metrics.RequestSeconds.WithLabelValues(c.routePath()).Observe(time.Since(c.Started).Seconds())
	if p == http.ErrAbortHandler { //nolint:errorlint // the value net/http compares with
		panic(p)
	}
}

// log writes one line a request, without anything a document, a key or a signed URL could hide in. Probes and
// scrapes come every few seconds and say nothing.
func (s *Server) log(c *Call) {
	if c.Route != nil && c.Route.Ops {
		return
	}
	slog.InfoContext(c.Context(), "request", "request_id", c.RequestID, "method", method(c.R), "route", c.routePath(), "status", c.wrote,
		"took_ms", time.Since(c.Started).Milliseconds(), "org", c.Caller.Org, "key", c.Caller.KeyID, "job_id", c.JobID)
}

// answer runs the checks up to the handler.
func (s *Server) answer(c *Call) (Reply, error) {
	if err := s.route(c); err != nil {
		return Reply{}, err
	}
	if err := s.checkSize(c); err != nil {
		return Reply{}, err
	}
	if c.Route.Scope != "" {
		if err := s.authenticate(c); err != nil {
			return Reply{}, err
		}
		if err := s.checkRate(c); err != nil {
			return Reply{}, err
		}
		if err := s.checkHealth(c); err != nil {
			return Reply{}, err
		}
	}
	if c.Route.Body != NoBody {
		c.R.Body = newPatientBody(c.W, c.R.Body, bodyPatience)
	}
	if c.Route.Body == JSONBody {
		if err := s.readBody(c); err != nil {
			return Reply{}, err
		}
	}
	if c.Route.Method == http.MethodPost && c.Route.Scope != "" && c.Route.Body != UploadBody && !c.Route.Relay {
		return s.idempotent(c, fingerprint(c.R.URL.RawQuery, c.Body), c.Route.Handle)
	}
	return c.Route.Handle(c)
}

// route is checks 1 and 2.
func (s *Server) route(c *Call) error {
	route, values, allowed := s.router.find(c.R.Method, c.R.URL.EscapedPath())
	if route != nil {
		c.Route, c.Values = route, values
		return nil
	}
	if len(allowed) == 0 {
		return fault.New(fault.NotFound, "this path was not found").Typed("unknown_path")
	}
	c.W.Header().Set("Allow", strings.Join(allowed, ", "))
	return fault.New(fault.NotApplicable, "method %s does not apply to this path", method(c.R)).Typed("method_not_allowed")
}

// checkSize is check 3: a request that declares too much is refused before it is read.
func (s *Server) checkSize(c *Call) error {
	limit := s.Config.Limits.RequestBytes
	switch c.Route.Body {
	case UploadBody:
		limit = s.uploadBodyLimit()
	case StreamBody:
		limit = s.Config.Limits.DocumentBytes
	}
	if c.R.ContentLength > limit {
		return tooLarge(c.R.ContentLength, limit)
	}
	return nil
}

func tooLarge(size, limit int64) error {
	return fault.New(fault.DocumentTooLarge, "the request body is %d bytes, the limit is %d", size, limit).Typed("request_too_large")
}

// checkHealth is check 6. A store that is away stops what stores, not what reads records.
func (s *Server) checkHealth(c *Call) error {
	if c.Route.Work && s.Health.Draining() {
		return fault.New(fault.ServiceUnavailable, "the server is shutting down")
	}
	err := s.Health.Err(HealthDatabase)
	if err == nil && c.Route.Work {
		err = s.Health.Err(HealthStore)
	}
	if err != nil {
		return fault.Wrap(fault.ServiceUnavailable, err, "")
	}
	return nil
}

// readBody reads a JSON body within its limit.
func (s *Server) readBody(c *Call) error {
	limit := s.Config.Limits.RequestBytes
	body, err := io.ReadAll(http.MaxBytesReader(c.W, c.R.Body, limit))
	var over *http.MaxBytesError
	if errors.As(err, &over) {
		return fault.New(fault.DocumentTooLarge, "the request body is above the limit of %d bytes", limit).Typed("request_too_large")
	}
	if err != nil {
		return fmt.Errorf("read request body: %w", err)
	}
	c.Body = body
	if errs := api.CheckContentType(c.R.Header.Get("Content-Type")); errs != nil && len(body) > 0 {
		return errs
	}
	return nil
}

var requestIDs = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// requestID echoes the caller's id, or makes one.
func requestID(r *http.Request) string {
	if id := r.Header.Get("X-Request-ID"); requestIDs.MatchString(id) {
		return id
	}
	return "req_" + rand.Text()[:26]
}

// method keeps made-up methods out of metrics and messages.
func method(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return r.Method
	}
	return "other"
}
