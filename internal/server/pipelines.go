package server

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/pipeline"
	"github.com/octavo-dev/octavo/internal/rate"
)

// Pipelines is what the server asks of the pipelines that operators define.
type Pipelines interface {
	List(ctx context.Context, org string) ([]api.PipelineSummary, error)
	Get(ctx context.Context, org, id string) (*api.PipelineDefinition, error)
	Put(ctx context.Context, org, id string, d *api.PipelineDefinition) (*api.PipelineDefinition, error)
	Delete(ctx context.Context, org, id string) error
}

func (s *Server) pipelineRoutes() []Route {
	return []Route{
		{Method: "GET", Path: "/pipelines", Scope: org.Admin, Class: rate.Other, Handle: s.listPipelines},
		{Method: "GET", Path: "/pipelines/{id}", Scope: org.Admin, Class: rate.Other, Handle: s.getPipeline},
		{Method: "PUT", Path: "/pipelines/{id}", Scope: org.Admin, Class: rate.Other, Body: JSONBody, Handle: s.putPipeline},
		{Method: "DELETE", Path: "/pipelines/{id}", Scope: org.Admin, Class: rate.Other, Handle: s.deletePipeline},
	}
}

func (s *Server) listPipelines(c *Call) (Reply, error) {
	list, err := s.Pipelines.List(c.Context(), c.Org())
	if err != nil {
		return Reply{}, err
	}
	return ok(api.PipelinesResponse{Pipelines: list})
}

func (s *Server) getPipeline(c *Call) (Reply, error) {
	if errs := api.ValidatePath("get_pipeline", "id", c.Values["id"]); errs != nil {
		return Reply{}, errs
	}
	d, err := s.Pipelines.Get(c.Context(), c.Org(), c.Values["id"])
	if err != nil {
		return Reply{}, err
	}
	return ok(d)
}

func (s *Server) putPipeline(c *Call) (Reply, error) {
	if errs := api.ValidatePath("put_pipeline", "id", c.Values["id"]); errs != nil {
		return Reply{}, errs
	}
	d, err := pipeline.Read(c.Body)
	if err != nil {
		return Reply{}, err
	}
	if d, err = s.Pipelines.Put(c.Context(), c.Org(), c.Values["id"], d); err != nil {
		return Reply{}, err
	}
	return ok(d)
}

func (s *Server) deletePipeline(c *Call) (Reply, error) {
	if errs := api.ValidatePath("delete_pipeline", "id", c.Values["id"]); errs != nil {
		return Reply{}, errs
	}
	if err := s.Pipelines.Delete(c.Context(), c.Org(), c.Values["id"]); err != nil {
		return Reply{}, err
	}
	return ok(api.Deleted{ID: c.Values["id"]})
}

// definition is the pipeline that a request names. The job gets a copy, so that it runs what it found.
func (s *Server) definition(c *Call, body json.RawMessage) (json.RawMessage, error) {
	var r api.PipelineRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("read pipeline request: %w", err)
	}
	d, err := s.Pipelines.Get(c.Context(), c.Org(), r.PipelineID)
	if err != nil {
		return nil, err
	}
	return api.Marshal(d)
}
