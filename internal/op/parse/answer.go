package parse

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
)

// answer ends a parse.
func (p *parser) answer(ctx context.Context, r *result) (job.Outcome, error) {
	body, err := p.response(ctx, r)
	if err != nil {
		return job.Outcome{}, err
	}
	pages, total := count(r.sources)
	return job.Outcome{Result: &job.Result{Body: body, NumPages: pages, TotalPages: total}}, nil
}

// response writes the response, with the result behind a URL where it is large or the caller wants that.
func (p *parser) response(ctx context.Context, r *result) ([]byte, error) {
	inner, err := p.env.Result(ctx, p.task, p.request.Settings.ForceURLResult, func(w io.Writer) error { return p.encode(w, r) })
	if err != nil {
		return nil, err
	}
	response := api.ParseResponse{
		ResponseType: "parse", JobID: p.task.JobID, Duration: api.Took(p.env.Now().Sub(p.task.Started)),
		Usage: p.usage(r.sources, r.pages), ParseMode: "base", StudioLink: p.env.Site.StudioLink(p.task.JobID),
	}
	if p.lite {
		response.ParseMode = "lite"
	}
	if len(r.sources) > 0 {
		response.DocumentProperties = p.properties(r.sources[0])
	}
	if !r.list && len(r.sources) == 1 {
		response.PDFURL = given(r.sources[0].pdf)
	}
	written, inline := inner.(json.RawMessage)
	if !inline {
		if written, err = api.Marshal(inner); err != nil {
			return nil, err
		}
	}
	return api.MarshalAround(response, "result", written)
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
