package server

import (
	"context"
	"encoding/json"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/source"
)

// cite is POST /cite: where the words of a parsed document stand. It creates no job.
func (s *Server) cite(c *Call) (Reply, error) {
	request, errs := api.Read[api.CiteRequest]("CiteRequest", c.Body)
	if errs != nil {
		return Reply{}, errs
	}
	began := time.Now()
	from, err := s.citeSource(c, request.Source)
	if err != nil {
		return Reply{}, err
	}
	return ok(api.CiteResponse{Results: cite.Answer(from, request.Queries), Duration: api.Took(time.Since(began))})
}

func (s *Server) citeSource(c *Call, raw json.RawMessage) (cite.Source, error) {
	var input string
	if json.Unmarshal(raw, &input) != nil {
		var result api.FullResult
		if err := json.Unmarshal(raw, &result); err != nil {
			return cite.Source{}, fault.Wrap(fault.InvalidConfig, err, "the source is not the result of a parse")
		}
		return cite.FromResult(&result)
	}
	in := source.Parse(input, s.scheme)
	if in.Form != source.Job {
		return cite.Source{}, fault.New(fault.InvalidConfig, "the source must be a jobid:// URL or the result of a parse").Typed("invalid_url_format")
	}
	if _, err := s.Sources.Check(c.Context(), c.Org(), in, true); err != nil {
		return cite.Source{}, err
	}
	documents, err := s.parsed(c.Context(), c.Org(), in.ID)
	return cite.FromDocuments(documents), err
}

// parsed reads the documents an earlier job kept.
func (s *Server) parsed(ctx context.Context, org, jobID string) ([]*doc.Document, error) {
	o, err := s.Objects.FindArtifact(ctx, org, jobID, op.KindModel)
	if err != nil {
		return nil, err
	}
	r, _, err := s.Objects.OpenObject(ctx, o.ID, 0, -1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	kept, err := op.ReadParsed(r)
	if err != nil {
		return nil, err
	}
	documents := make([]*doc.Document, len(kept.Documents))
	for i, d := range kept.Documents {
		documents[i] = d.Document
	}
	return documents, nil
}
