package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/batch"
	"github.com/octavo-dev/octavo/internal/local"
)

// open is who does the work: this process, unless a service is named.
func (w *worklist) open(s *session, o *order) (doer, error) {
	if w.Server != "" {
		return w.service.open(s.ctx, o)
	}
	slog.SetLogLoggerLevel(slog.LevelWarn)
	cfg, err := s.config()
	if err != nil {
		return nil, err
	}
	l, err := app.OpenLocal(s.ctx, cfg, w.jobs())
	if err != nil {
		return nil, err
	}
	if o.readable == nil {
		o.readable = readable(l.Reading.Types())
	}
	return inProcess{l}, nil
}

// readable tells by the ending of its name whether a file can be read; types says how those of each ending are.
func readable(types map[string]string) func(name string) bool {
	return func(name string) bool { return types[ending(name)] == "native" || types[ending(name)] == "converter" }
}

// inProcess does the work as the service does, and keeps nothing.
type inProcess struct{ *app.Local }

func (p inProcess) check(o *order) error {
	body, err := o.body([]string{"-"})
	if err != nil {
		return err
	}
	if _, err := p.Plan(local.Job{Operation: o.operation, Schema: o.schema, Request: body}); err != nil {
		return wrongUse("%w", err)
	}
	return nil
}

func (p inProcess) do(ctx context.Context, o *order, docs []batch.Input, report func(batch.Progress)) (*answer, error) {
	names := make([]string, len(docs))
	for i, d := range docs {
		if names[i] = d.URL; d.URL == "" {
			names[i] = local.File(d.Path)
		}
	}
	body, err := o.body(names)
	if err != nil {
		return nil, err
	}
	run := local.Job{Operation: o.operation, Schema: o.schema, Request: body, Report: func(p local.Progress) { report(batch.Progress(p)) }}
	a := &answer{about: docs}
	if o.explained != nil {
		run.Operation = o.explained(&a.extra)
	}
	made, err := p.Run(ctx, run)
	if err != nil {
		return nil, err
	}
	a.body, a.pages, a.document, a.parsed = made.Body, made.Pages, made.Document, made.Parsed
	for _, name := range names {
		a.read = append(a.read, made.Read[name])
	}
	a.result, err = resultOf(made.Body)
	return a, err
}

// resultOf is the result in a response.
func resultOf(body []byte) (json.RawMessage, error) {
	var r struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("read answer: %w", err)
	}
	return r.Result, nil
}

// urlResult is where a result was stored, empty where it stands in the answer.
func urlResult(result json.RawMessage) string {
	var u api.URLResult
	if bytes.HasPrefix(result, []byte("{")) && json.Unmarshal(result, &u) == nil && u.Type == "url" {
		return u.URL
	}
	return ""
}
