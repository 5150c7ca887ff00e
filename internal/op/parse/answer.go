package parse

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// answer writes the response, with the result behind a URL where it is large or the caller wants that.
func (p *parser) answer(ctx context.Context, r *result) (job.Outcome, error) {
	inner, err := p.inner(ctx, r)
	if err != nil {
		return job.Outcome{}, err
	}
	response := api.ParseResponse{
		ResponseType: "parse", JobID: p.task.JobID, Duration: api.Took(p.env.Now().Sub(p.task.Started)),
		Usage: p.usage(r.sources, r.pages), Result: inner, ParseMode: "base",
	}
	if p.lite {
		response.ParseMode = "lite"
	}
	if site := p.env.Site.StudioURL; site != "" {
		link := site + "/job/" + p.task.JobID
		response.StudioLink = &link
	}
	if len(r.sources) > 0 {
		response.DocumentProperties = p.properties(r.sources[0])
	}
	if !r.list && len(r.sources) == 1 {
		response.PDFURL = given(r.sources[0].pdf)
	}
	body, err := api.Marshal(response)
	if err != nil {
		return job.Outcome{}, err
	}
	pages, total := count(r.sources)
	return job.Outcome{Result: &job.Result{Body: body, NumPages: pages, TotalPages: total}}, nil
}

// inner is the result as it is written, or where it was stored. It is made while it is stored, so that a large one is
// never held as a whole.
func (p *parser) inner(ctx context.Context, r *result) (any, error) {
	body := produce(func(w io.Writer) error { return p.encode(w, r) })
	defer func() { _ = body.Close() }()
	most := p.env.Site.Limits.InlineBytes
	if most <= 0 {
		most = math.MaxInt64 - 1
	}
	start, err := io.ReadAll(io.LimitReader(body, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(start)) <= most && !p.request.Settings.ForceURLResult {
		return json.RawMessage(start), nil
	}
	stored, err := p.env.Artifacts.Add(ctx, p.task, op.Artifact{
		Kind: op.KindResult, Name: "result.json", ContentType: "application/json",
		Body: io.MultiReader(bytes.NewReader(start), body),
	})
	if err != nil {
		return nil, fmt.Errorf("store result: %w", err)
	}
	return &api.URLResult{Type: "url", URL: stored.URL, ResultID: stored.ID}, nil
}

// produce returns what write writes, as it is written. Closing the reader ends the writer. A panic of the writer is the
// reader's error: nothing else could catch it there.
func produce(write func(io.Writer) error) io.ReadCloser {
	in, out := io.Pipe()
	go func() {
		defer func() {
			if cause := recover(); cause != nil {
				_ = out.CloseWithError(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
			}
		}()
		_ = out.CloseWithError(write(out))
	}()
	return in
}

// properties are what the document says about itself, nil unless asked for.
func (p *parser) properties(s source) *api.DocumentProperties {
	if !s.options.Settings.ExtractDocumentProperties {
		return nil
	}
	d := &s.doc.Properties
	return &api.DocumentProperties{
		Title: given(d.Title), Author: given(d.Author), Subject: given(d.Subject), Keywords: given(d.Keywords),
		Creator: given(d.Creator), Producer: given(d.Producer), LastModifiedBy: given(d.LastModifiedBy),
		CreatedAt: instant(d.Created), ModifiedAt: instant(d.Modified),
	}
}

func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// instant reads a time as doc.Properties holds it.
func instant(s string) *api.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return nil
	}
	return api.AtPtr(&t)
}
