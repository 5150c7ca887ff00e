package api

// ClassifyRequest is a normalised classify request. Async is nil when it was not given: only then does Priority
// choose the lane of the asynchronous form.
type ClassifyRequest struct {
	Input                Input                    `json:"input"`
	Model                string                   `json:"model"`
	Priority             bool                     `json:"priority"`
	Async                *AsyncConfig             `json:"async"`
	ForceURLResult       bool                     `json:"force_url_result"`
	ClassificationSchema []ClassificationCategory `json:"classification_schema"`
	CategoryGroups       map[string][]string      `json:"category_groups"`
	PageRange            *Pages                   `json:"page_range"`
	DocumentMetadata     *string                  `json:"document_metadata"`
	PersistResults       bool                     `json:"persist_results"`
}

// ClassificationCategory is one label and what speaks for it.
type ClassificationCategory struct {
	Category string   `json:"category"`
	Criteria []string `json:"criteria"`
}

// ClassifyResponse is the outcome of a classification. Result is a *ClassifyResult or a *URLResult.
type ClassifyResponse struct {
	ResponseType       string              `json:"response_type"` // classify
	JobID              string              `json:"job_id"`
	Result             any                 `json:"result"`
	ResponseConfidence *ResponseConfidence `json:"response_confidence"`
	Usage              *ClassifyUsage      `json:"usage"`
	ExtraMetadata      map[string]string   `json:"extra_metadata,omitempty"`
	Duration           *Seconds            `json:"duration"`
}

// ClassifyResult is the label chosen.
type ClassifyResult struct {
	Category string `json:"category"`
}

// ResponseConfidence rates every category.
type ResponseConfidence struct {
	Categories []CategoryConfidence `json:"categories"`
}

// CategoryConfidence rates one category.
type CategoryConfidence struct {
	Category           string               `json:"category"`
	Confidence         float64              `json:"confidence"`
	CriteriaConfidence []CriteriaConfidence `json:"criteria_confidence"`
}

// CriteriaConfidence rates one criterion.
type CriteriaConfidence struct {
	Criterion  string `json:"criterion"`
	Confidence string `json:"confidence"`
}

// ClassifyUsage is what a classification used.
type ClassifyUsage struct {
	NumPages       int                     `json:"num_pages"`
	NumCategories  int                     `json:"num_categories"`
	Credits        Opt[float64]            `json:"credits,omitzero"`
	UsageBreakdown *ClassifyUsageBreakdown `json:"usage_breakdown"`
}

// ClassifyUsageBreakdown is classify usage under the newer pricing model.
type ClassifyUsageBreakdown struct {
	ClassifyModel string `json:"classify_model"`
	ClassifyPages int    `json:"classify_pages"`
}

// Values of classify_model.
const (
	ModelClassify     = "Classify"
	ModelDeepClassify = "Deep Classify"
)
