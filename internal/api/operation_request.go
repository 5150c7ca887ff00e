package api

import "encoding/json"

// ExtractRequest is a normalised extract request. Async is nil when the caller did not ask for the asynchronous form.
type ExtractRequest struct {
	Input         Input           `json:"input"`
	Async         *AsyncConfig    `json:"async"`
	Parsing       ParseOptions    `json:"parsing"`
	Instructions  Instructions    `json:"instructions"`
	Settings      ExtractSettings `json:"settings"`
	QueuePriority QueuePriority   `json:"queue_priority"`
}

// Instructions say what to extract. Schema is the caller's own text and has not been checked.
type Instructions struct {
	Schema       json.RawMessage `json:"schema"`
	SystemPrompt string          `json:"system_prompt"`
}

// ExtractSettings are the settings of an extraction.
type ExtractSettings struct {
	IncludeImages      bool      `json:"include_images"`
	OptimizeForLatency bool      `json:"optimize_for_latency"`
	ForceURLResult     bool      `json:"force_url_result"`
	ArrayExtract       bool      `json:"array_extract"`
	DeepExtract        bool      `json:"deep_extract"`
	Citations          Citations `json:"citations"`
	PageRange          *Pages    `json:"page_range"`
	PersistResults     bool      `json:"persist_results"`
	Alpha              Alpha     `json:"alpha"`
}

// Citations say how values are traced to their source.
type Citations struct {
	Enabled             bool   `json:"enabled"`
	NumericalConfidence bool   `json:"numerical_confidence"`
	ParentBlock         string `json:"parent_block"`
}

// SplitRequest is a normalised split request; Async is nil in the synchronous form.
type SplitRequest struct {
	Input            Input           `json:"input"`
	Async            *AsyncConfig    `json:"async,omitempty"`
	Parsing          ParseOptions    `json:"parsing"`
	SplitDescription []SplitCategory `json:"split_description"`
	SplitRules       string          `json:"split_rules"`
	Settings         SplitSettings   `json:"settings"`
}

// SplitCategory is one section to look for.
type SplitCategory struct {
	Name         string  `json:"name"`
	Description  string  `json:"description"`
	PartitionKey *string `json:"partition_key"`
}

// SplitSettings are the settings of a split.
type SplitSettings struct {
	TableCutoff      string `json:"table_cutoff"`
	AllowPageOverlap bool   `json:"allow_page_overlap"`
	AutoPartition    bool   `json:"auto_partition"`
	DeepSplit        bool   `json:"deep_split"`
	ForceURLResult   bool   `json:"force_url_result"`
	Alpha            Alpha  `json:"alpha"`
}

// EditRequest is a normalised edit request; Webhook is nil in the synchronous form.
type EditRequest struct {
	DocumentURL      Input          `json:"document_url"`
	EditInstructions string         `json:"edit_instructions"`
	EditOptions      EditOptions    `json:"edit_options"`
	FormSchema       []EditWidget   `json:"form_schema"`
	Priority         bool           `json:"priority"`
	Webhook          *WebhookConfig `json:"webhook,omitempty"`
}

// EditOptions say how values are written into a document.
type EditOptions struct {
	Color                 string   `json:"color"`
	FontSize              *float64 `json:"font_size"`
	LLMProviderPreference *string  `json:"llm_provider_preference"`
	EnableOverflowPages   bool     `json:"enable_overflow_pages"`
	Flatten               bool     `json:"flatten"`
}

// EditWidget is a form field, asked for or found.
type EditWidget struct {
	BBox        BoundingBox `json:"bbox"`
	Description string      `json:"description"`
	Type        string      `json:"type"`
	Fill        bool        `json:"fill"`
	Value       *string     `json:"value"`
	FontSize    *float64    `json:"font_size"`
}

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

// PipelineRequest is a normalised pipeline request; Async is nil in the synchronous form.
type PipelineRequest struct {
	Input      Input            `json:"input"`
	PipelineID string           `json:"pipeline_id"`
	Settings   PipelineSettings `json:"settings"`
	Async      *AsyncConfig     `json:"async,omitempty"`
}

// PipelineSettings are the settings of a pipeline run.
type PipelineSettings struct {
	DocumentPassword *string `json:"document_password"`
}

// CiteRequest is a normalised cite request. Source is a jobid:// string or a FullResult.
type CiteRequest struct {
	Source  json.RawMessage `json:"source"`
	Queries []CiteQuery     `json:"queries"`
}

// CiteQuery is a phrase to find, perhaps only within a box.
type CiteQuery struct {
	Text       string       `json:"text"`
	BBoxFilter *BoundingBox `json:"bbox_filter"`
}
