package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/idempotency"
)

// fingerprint tells two requests with the same key apart.
func fingerprint(query string, body []byte) string {
	h := sha256.New()
	h.Write([]byte(query))
	h.Write([]byte{0})
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}

// idempotent is check 7: with an Idempotency-Key, run answers once and every retry gets the same answer.
func (s *Server) idempotent(c *Call, print string, run func(*Call) (Reply, error)) (Reply, error) {
	if errs := api.ValidateHeader(c.R.Header); errs != nil {
		return Reply{}, errs
	}
	values := c.R.Header.Values("Idempotency-Key")
	if len(values) == 0 {
		return run(c)
	}
	key := idempotency.Key{Org: c.Org(), Path: c.Route.Path, Key: values[0]}
	for {
		turn, record, err := s.Idempotency.Begin(c.Context(), key, print)
		switch {
		case errors.Is(err, idempotency.ErrReused):
			return Reply{}, fault.New(fault.InvalidConfig, "this Idempotency-Key was used with another request").Typed("idempotency_key_reused")
		case err != nil:
			return Reply{}, err
		case turn != nil:
			return s.takeTurn(c, turn, run)
		case !record.Running:
			return s.replay(c, record)
		}
		if err := s.awaitTurn(c.Context(), key); err != nil {
			return Reply{}, err
		}
	}
}

// takeTurn answers for the first time. The client may go away meanwhile: the work goes on, so that its retry
// can collect the answer.
func (s *Server) takeTurn(c *Call, turn *idempotency.Turn, run func(*Call) (Reply, error)) (Reply, error) {
	c.turn = turn
	type outcome struct {
		reply Reply
		err   error
	}
	done := make(chan outcome, 1)
	detached := *c
	detached.R = c.R.WithContext(context.WithoutCancel(c.Context()))
	headers := http.Header{}
	detached.W = &shadow{headers}
	s.background.Go(func() {
		reply, err := guarded(&detached, run)
		s.remember(detached.Context(), turn, reply, err)
		done <- outcome{reply, err}
	})
	select {
	case out := <-done:
		c.JobID, c.limit = detached.JobID, detached.limit
		maps.Copy(c.W.Header(), headers)
		return out.reply, out.err
	case <-c.Context().Done():
		return Reply{}, c.Context().Err()
	}
}

// guarded keeps a panic of a handler that runs outside the request's goroutine from ending the process.
func guarded(c *Call, run func(*Call) (Reply, error)) (reply Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(c.Context(), "panic", "request_id", c.RequestID, "route", c.routePath(), "panic", p)
			err = fault.New(fault.InternalError, "")
		}
	}()
	return run(c)
}

// remember keeps the answer, or frees the key for answers that a retry may change.
func (s *Server) remember(ctx context.Context, turn *idempotency.Turn, reply Reply, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	status, body, keep := reply.Status, []byte(nil), true
	var marshalErr error
	if err != nil {
		status, body, keep = remembered(err)
	} else if reply.Ref == "" {
		body, marshalErr = reply.body()
	}
	if keep && marshalErr == nil {
		marshalErr = turn.Done(ctx, status, body)
	} else {
		marshalErr = errors.Join(marshalErr, turn.Free(ctx))
	}
	if marshalErr != nil {
		slog.ErrorContext(ctx, "idempotent answer not stored", "error", marshalErr)
	}
}

func remembered(err error) (status int, body []byte, keep bool) {
	var invalid api.Errors
	if errors.As(err, &invalid) {
		return 0, nil, false
	}
	e := named(err)
	switch {
	case e.Code == 401, e.Code == 403, e.Code == 408, e.Code == 413, e.Code == 429, e.Code >= 500:
		return 0, nil, false
	}
	body, marshalErr := api.Marshal(api.ErrorBody{Error: api.Detail(e)})
	return e.Code, body, marshalErr == nil
}

// awaitTurn waits until the running request with the same key has ended.
func (s *Server) awaitTurn(ctx context.Context, key idempotency.Key) error {
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, 500*time.Millisecond) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		record, found, err := s.Idempotency.Find(ctx, key)
		if err != nil {
			return err
		}
		// A running record is looked at by Begin again as well: its holder may have died.
		if !found || !record.Running || wait >= 500*time.Millisecond {
			return nil
		}
	}
}

// replay answers from a record.
func (s *Server) replay(c *Call, record idempotency.Record) (Reply, error) {
	if outdated(c) { // the body was valid, or there would be no record of it
		deprecate(c)
	}
	if len(record.Body) > 0 || record.JobID == "" {
		return Reply{Status: record.Status, Raw: record.Body, Replayed: true}, nil
	}
	reply, err := s.rebuild(c, record.JobID)
	if err != nil {
		c.W.Header().Set("Idempotency-Replayed", "true")
		return Reply{}, err
	}
	reply.Replayed = true
	if reply.Status == 0 {
		reply.Status = http.StatusOK
	}
	return reply, nil
}
