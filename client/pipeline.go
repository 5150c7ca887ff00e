package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// PipelineRequest runs a stored chain of steps.
type PipelineRequest struct {
	Input      Input            `json:"input"`
	PipelineID string           `json:"pipeline_id"`
	Settings   PipelineSettings `json:"settings,omitzero"`
	Async      *Async           `json:"async,omitempty"`
}

// PipelineSettings are the settings of a run.
type PipelineSettings struct {
	DocumentPassword string `json:"document_password,omitempty"`
}

// Pipeline runs a stored chain of steps.
func (c *Client) Pipeline(ctx context.Context, r PipelineRequest) (*PipelineResponse, error) {
	r.Async = nil
	return operate[PipelineResponse](ctx, c, "/pipeline", r)
}

// PipelineAsync starts a stored chain of steps and returns the id of the job.
func (c *Client) PipelineAsync(ctx context.Context, r PipelineRequest) (string, error) {
	return c.start(ctx, "pipeline", r)
}

// PipelineResponse is the outcome of a pipeline.
type PipelineResponse struct {
	ResponseType string         `json:"response_type"`
	JobID        string         `json:"job_id"`
	Usage        Usage          `json:"usage"`
	Result       PipelineResult `json:"result"`
}

// PipelineResult holds the outcome of every step that ran: a parse for each document, and an extraction for each
// section, or one without a section where the pipeline does not split.
type PipelineResult struct {
	Parse   []ParseResponse  `json:"parse"`
	Extract []SectionExtract `json:"extract"`
	Split   *SplitResponse   `json:"split"`
	Edit    *EditResponse    `json:"edit"`
}

// SectionExtract is what was extracted from one section.
type SectionExtract struct {
	SplitName string          `json:"split_name"`
	PageRange []int           `json:"page_range"`
	Partition string          `json:"partition"`
	Result    ExtractResponse `json:"result"`
}

// UnmarshalJSON reads steps that answer once or several times.
func (r *PipelineResult) UnmarshalJSON(raw []byte) error {
	var wire struct {
		Parse   json.RawMessage `json:"parse"`
		Extract json.RawMessage `json:"extract"`
		Split   *SplitResponse  `json:"split"`
		Edit    *EditResponse   `json:"edit"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return fmt.Errorf("read pipeline result: %w", err)
	}
	*r = PipelineResult{Split: wire.Split, Edit: wire.Edit}
	var parse ParseResponse
	switch several, err := oneOrMore(wire.Parse, &parse, &r.Parse); {
	case err != nil:
		return err
	case !several && parse.ResponseType != "":
		r.Parse = []ParseResponse{parse}
	}
	var extract ExtractResponse
	switch several, err := oneOrMore(wire.Extract, &extract, &r.Extract); {
	case err != nil:
		return err
	case !several && extract.ResponseType != "":
		r.Extract = []SectionExtract{{Result: extract}}
	}
	return nil
}

// oneOrMore reads a list into more or anything else into one, and says which it was.
func oneOrMore(raw json.RawMessage, one, more any) (bool, error) {
	several := bytes.HasPrefix(bytes.TrimSpace(raw), []byte("["))
	if several {
		one = more
	}
	if len(raw) == 0 {
		return false, nil
	}
	if err := json.Unmarshal(raw, one); err != nil {
		return false, fmt.Errorf("read step of a pipeline: %w", err)
	}
	return several, nil
}

func (r *PipelineResponse) settle(ctx context.Context, c *Client) error {
	var steps []settler
	for i := range r.Result.Parse {
		steps = append(steps, &r.Result.Parse[i])
	}
	for i := range r.Result.Extract {
		steps = append(steps, &r.Result.Extract[i].Result)
	}
	if r.Result.Split != nil {
		steps = append(steps, r.Result.Split)
	}
	for _, step := range steps {
		if err := step.settle(ctx, c); err != nil {
			return err
		}
	}
	return nil
}
