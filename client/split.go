package client

import (
	"context"
	"encoding/json"
	"fmt"
)

// SplitRequest asks which pages belong to which section.
type SplitRequest struct {
	Input            Input           `json:"input"`
	Async            *Async          `json:"async,omitempty"`
	Parsing          ParseOptions    `json:"parsing,omitzero"`
	SplitDescription []SplitCategory `json:"split_description"`
	SplitRules       string          `json:"split_rules,omitempty"`
	Settings         SplitSettings   `json:"settings,omitzero"`
}

// SplitCategory is a section to look for. PartitionKey names the identifier by which it is divided further.
type SplitCategory struct {
	Name         string `json:"name"`
	Description  string `json:"description"`
	PartitionKey string `json:"partition_key,omitempty"`
}

// TableCutoff says how much of a table is looked at.
type TableCutoff string

// How much of a table is looked at.
const (
	TableTruncate TableCutoff = "truncate" // its first rows
	TablePreserve TableCutoff = "preserve"
)

// SplitSettings are the settings of a split. AllowPageOverlap and AutoPartition are true unless they are set.
type SplitSettings struct {
	TableCutoff      TableCutoff    `json:"table_cutoff,omitempty"`
	AllowPageOverlap *bool          `json:"allow_page_overlap,omitempty"`
	AutoPartition    *bool          `json:"auto_partition,omitempty"`
	DeepSplit        bool           `json:"deep_split,omitempty"`
	ForceURLResult   bool           `json:"force_url_result,omitempty"`
	Alpha            map[string]any `json:"alpha,omitempty"`
}

// Split divides the pages of a document among sections.
func (c *Client) Split(ctx context.Context, r SplitRequest) (*SplitResponse, error) {
	r.Async = nil
	return operate[SplitResponse](ctx, c, "/split", r)
}

// SplitAsync starts a split and returns the id of the job.
func (c *Client) SplitAsync(ctx context.Context, r SplitRequest) (string, error) {
	return c.start(ctx, "split", r)
}

// SplitResponse is the outcome of a split.
type SplitResponse struct {
	ResponseType string      `json:"response_type"`
	JobID        string      `json:"job_id"`
	Usage        Usage       `json:"usage"`
	Duration     float64     `json:"duration"` // seconds of processing
	Result       SplitResult `json:"result"`
}

func (r *SplitResponse) settle(ctx context.Context, c *Client) error {
	return c.fetch(ctx, URLResult{r.Result.Type, r.Result.URL, r.Result.ResultID}, &r.Result)
}

// SplitResult gives the sections in the order of the request. URL and ResultID are set where the service keeps the
// result behind a URL; the calls of this package have fetched it by then.
type SplitResult struct {
	SectionMapping map[string][]int `json:"section_mapping"`
	Splits         []Section        `json:"splits"`
	Type           string           `json:"type"`
	URL            string           `json:"url"`
	ResultID       string           `json:"result_id"`
}

// Section is a section and its pages.
type Section struct {
	Name       string      `json:"name"`
	Pages      []SplitPage `json:"pages"`
	Conf       Confidence  `json:"conf"`
	Partitions []Partition `json:"partitions"`
}

// Partition is a part of a section: the pages that share an identifier.
type Partition struct {
	Name  string      `json:"name"`
	Pages []SplitPage `json:"pages"`
	Conf  Confidence  `json:"conf"`
}

// SplitPage is a page of a section. A deep split says why it belongs there.
type SplitPage struct {
	PageNumber int        `json:"page_number"`
	Evidence   string     `json:"evidence"`
	Confidence Confidence `json:"confidence"`
}

// UnmarshalJSON reads a page number or, of a deep split, a page with its evidence.
func (p *SplitPage) UnmarshalJSON(raw []byte) error {
	*p = SplitPage{}
	type evidence SplitPage
	if json.Unmarshal(raw, &p.PageNumber) == nil {
		return nil
	}
	if err := json.Unmarshal(raw, (*evidence)(p)); err != nil {
		return fmt.Errorf("read page of a section: %w", err)
	}
	return nil
}
