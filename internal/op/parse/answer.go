package parse

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// answer writes the response, with the result behind a URL where it is large or the caller wants that.
func (p *parser) answer(ctx context.Context, sources []source, r *result) (job.Outcome, error) {
	full, err := api.Marshal(r.full)
	if err != nil {
		return job.Outcome{}, err
	}
	limits := p.env.Site.Limits
	if n := int64(len(full)); limits.ResultBytes > 0 && n > limits.ResultBytes {
		return job.Outcome{}, fault.New(fault.OversizedResult, "the result is %d bytes, the limit is %d", n, limits.ResultBytes)
	}
	response := api.ParseResponse{
		ResponseType: "parse", JobID: p.task.JobID, Duration: api.Took(p.env.Now().Sub(p.task.Started)),
		Usage: p.usage(sources, r.pages), Result: r.full, ParseMode: "base",
	}
	if p.lite {
		response.ParseMode = "lite"
	}
	if p.request.Settings.ForceURLResult || limits.InlineBytes > 0 && int64(len(full)) > limits.InlineBytes {
		if response.Result, err = p.behindURL(ctx, full); err != nil {
			return job.Outcome{}, err
		}
	}
	if site := p.env.Site.StudioURL; site != "" {
		link := site + "/job/" + p.task.JobID
		response.StudioLink = &link
	}
	if len(sources) > 0 {
		response.DocumentProperties = p.properties(sources[0])
	}
	body, err := api.Marshal(response)
	if err != nil {
		return job.Outcome{}, err
	}
	pages, total := count(sources)
	return job.Outcome{Result: &job.Result{Body: body, NumPages: pages, TotalPages: total}}, nil
}

// behindURL stores the result as a document of its own.
func (p *parser) behindURL(ctx context.Context, full []byte) (*api.UrlResult, error) {
	stored, err := p.env.Artifacts.Add(ctx, p.task, op.Artifact{
		Kind: op.KindResult, Name: "result.json", ContentType: "application/json", Body: bytes.NewReader(full),
	})
	if err != nil {
		return nil, fmt.Errorf("store result: %w", err)
	}
	return &api.UrlResult{Type: "url", URL: stored.URL, ResultID: stored.ID}, nil
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
