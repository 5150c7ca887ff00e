package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// ExtractRequest asks for the values of a schema. Parsing says how documents are read that are no earlier job.
type ExtractRequest struct {
	Input         Input           `json:"input"`
	Async         *Async          `json:"async,omitempty"`
	Parsing       ParseOptions    `json:"parsing,omitzero"`
	Instructions  Instructions    `json:"instructions"`
	Settings      ExtractSettings `json:"settings,omitzero"`
	QueuePriority QueuePriority   `json:"queue_priority,omitempty"`
}

// Instructions say what to extract. Schema is a JSON schema of type object: a json.RawMessage, a map, or whatever else
// is written as one.
type Instructions struct {
	Schema       any    `json:"schema,omitempty"`
	SystemPrompt string `json:"system_prompt,omitempty"`
}

// ExtractSettings are the settings of an extraction.
type ExtractSettings struct {
	IncludeImages      bool           `json:"include_images,omitempty"`
	OptimizeForLatency bool           `json:"optimize_for_latency,omitempty"`
	ForceURLResult     bool           `json:"force_url_result,omitempty"`
	ArrayExtract       bool           `json:"array_extract,omitempty"`
	DeepExtract        bool           `json:"deep_extract,omitempty"`
	Citations          Citations      `json:"citations,omitzero"`
	PageRange          Pages          `json:"page_range,omitzero"`
	PersistResults     bool           `json:"persist_results,omitempty"`
	Alpha              map[string]any `json:"alpha,omitempty"` // model versions
}

// ParentBlock says how much of the block around a citation is returned.
type ParentBlock string

// How much of a block is returned.
const (
	ParentFull    ParentBlock = "full"
	ParentBoxOnly ParentBlock = "bbox_only"
)

// Citations say how values are traced to their places. NumericalConfidence is true unless it is set.
type Citations struct {
	Enabled             bool        `json:"enabled,omitempty"`
	NumericalConfidence *bool       `json:"numerical_confidence,omitempty"`
	ParentBlock         ParentBlock `json:"parent_block,omitempty"`
}

// Extract returns the values that a schema asks for.
func (c *Client) Extract(ctx context.Context, r ExtractRequest) (*ExtractResponse, error) {
	r.Async = nil
	return operate[ExtractResponse](ctx, c, "/extract", r)
}

// ExtractAsync starts an extraction and returns the id of the job.
func (c *Client) ExtractAsync(ctx context.Context, r ExtractRequest) (string, error) {
	return c.start(ctx, "extract", r)
}

// ExtractResponse is the outcome of an extraction. Result is a list of one object that follows the schema or, with
// citations, that object with a Cited value in the place of every value; Decode reads both.
type ExtractResponse struct {
	ResponseType     string          `json:"response_type"`
	JobID            string          `json:"job_id"`
	Usage            ExtractUsage    `json:"usage"`
	Duration         float64         `json:"duration"` // seconds of processing
	StudioLink       string          `json:"studio_link"`
	Confidence       Confidence      `json:"confidence"` // of deep extraction
	ConfidenceReason string          `json:"confidence_reason"`
	Result           json.RawMessage `json:"result"`
}

// ExtractUsage is what an extraction used.
type ExtractUsage struct {
	NumPages       int            `json:"num_pages"`
	NumFields      int            `json:"num_fields"`
	Credits        *float64       `json:"credits"`
	ExtractMode    string         `json:"extract_mode"`
	UsageBreakdown map[string]any `json:"usage_breakdown"`
}

// Cited is a value and the places it was taken from.
type Cited[T any] struct {
	Value     T          `json:"value"`
	Citations []Citation `json:"citations"`
}

// Citation is a place that a value was taken from.
type Citation struct {
	Type               BlockType           `json:"type"`
	Content            string              `json:"content"`
	BBox               BoundingBox         `json:"bbox"`
	Confidence         Confidence          `json:"confidence"`
	GranularConfidence *GranularConfidence `json:"granular_confidence"`
	ImageURL           string              `json:"image_url"`
	ParentBlock        *CitedBlock         `json:"parentBlock"`
}

// CitedBlock is the block around a citation.
type CitedBlock struct {
	Type       BlockType   `json:"type"`
	BlockType  BlockType   `json:"block_type"`
	BBox       BoundingBox `json:"bbox"`
	Content    string      `json:"content"`
	Confidence Confidence  `json:"confidence"`
}

// Decode reads the extracted object into v; with citations its fields are of type Cited.
func (r *ExtractResponse) Decode(v any) error {
	object := r.Result
	if bytes.HasPrefix(bytes.TrimSpace(object), []byte("[")) {
		var list []json.RawMessage
		if err := json.Unmarshal(object, &list); err != nil {
			return fmt.Errorf("octavo: read extracted values: %w", err)
		}
		if len(list) == 0 {
			return errors.New("octavo: read extracted values: the result is an empty list")
		}
		object = list[0]
	}
	if err := json.Unmarshal(object, v); err != nil {
		return fmt.Errorf("octavo: read extracted values: %w", err)
	}
	return nil
}

// settle fetches values that are kept behind a URL. An object with such a type is nothing else: values stand in a list,
// and values with citations are objects.
func (r *ExtractResponse) settle(ctx context.Context, c *Client) error {
	var stored URLResult
	if bytes.HasPrefix(bytes.TrimSpace(r.Result), []byte("[")) || json.Unmarshal(r.Result, &stored) != nil || stored.Type != "url" {
		return nil
	}
	return c.fetch(ctx, stored, &r.Result)
}
