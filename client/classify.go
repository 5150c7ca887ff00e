package client

import "context"

// ClassifyRequest asks which category a document belongs to. Priority is true unless it is set.
type ClassifyRequest struct {
	Input                Input               `json:"input"`
	Model                ClassifyModel       `json:"model,omitempty"`
	Priority             *bool               `json:"priority,omitempty"`
	Async                *Async              `json:"async,omitempty"`
	ForceURLResult       bool                `json:"force_url_result,omitempty"`
	ClassificationSchema []Category          `json:"classification_schema"`
	CategoryGroups       map[string][]string `json:"category_groups,omitempty"`
	PageRange            Pages               `json:"page_range,omitzero"`
	DocumentMetadata     string              `json:"document_metadata,omitempty"`
	PersistResults       bool                `json:"persist_results,omitempty"`
}

// ClassifyModel says how thoroughly a document is classified.
type ClassifyModel string

// The classification models.
const (
	ClassifyDefault  ClassifyModel = "default"
	ClassifyAccurate ClassifyModel = "accurate"
)

// Category is a label and what speaks for it.
type Category struct {
	Category string   `json:"category"`
	Criteria []string `json:"criteria"`
}

// Classify assigns a document to one of the categories.
func (c *Client) Classify(ctx context.Context, r ClassifyRequest) (*ClassifyResponse, error) {
	r.Async = nil
	return operate[ClassifyResponse](ctx, c, "/classify", r)
}

// ClassifyAsync starts a classification and returns the id of the job.
func (c *Client) ClassifyAsync(ctx context.Context, r ClassifyRequest) (string, error) {
	return c.start(ctx, "classify", r)
}

// ClassifyResponse is the outcome of a classification.
type ClassifyResponse struct {
	ResponseType       string              `json:"response_type"`
	JobID              string              `json:"job_id"`
	Result             ClassifyResult      `json:"result"`
	ResponseConfidence *ResponseConfidence `json:"response_confidence"`
	Usage              *ClassifyUsage      `json:"usage"`
	ExtraMetadata      map[string]string   `json:"extra_metadata"`
	Duration           float64             `json:"duration"` // seconds of processing
}

func (r *ClassifyResponse) settle(ctx context.Context, c *Client) error {
	return c.fetch(ctx, URLResult{r.Result.Type, r.Result.URL, r.Result.ResultID}, &r.Result)
}

// ClassifyResult is the category that was chosen. URL and ResultID are set where the service keeps the result behind a
// URL; the calls of this package have fetched it by then.
type ClassifyResult struct {
	Category string `json:"category"`
	Type     string `json:"type"`
	URL      string `json:"url"`
	ResultID string `json:"result_id"`
}

// ResponseConfidence rates every category, in the order of the request.
type ResponseConfidence struct {
	Categories []CategoryConfidence `json:"categories"`
}

// CategoryConfidence rates a category: the share of its criteria that hold.
type CategoryConfidence struct {
	Category           string               `json:"category"`
	Confidence         float64              `json:"confidence"`
	CriteriaConfidence []CriteriaConfidence `json:"criteria_confidence"`
}

// CriteriaConfidence rates one criterion.
type CriteriaConfidence struct {
	Criterion  string     `json:"criterion"`
	Confidence Confidence `json:"confidence"`
}

// ClassifyUsage is what a classification used.
type ClassifyUsage struct {
	NumPages       int            `json:"num_pages"`
	NumCategories  int            `json:"num_categories"`
	Credits        *float64       `json:"credits"`
	UsageBreakdown map[string]any `json:"usage_breakdown"`
}
