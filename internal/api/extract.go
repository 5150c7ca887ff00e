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

// ParentFull asks for the content of the blocks around citations.
const ParentFull = "full"

// Modes and models of extract usage.
const (
	ModeExtract     = "extract"
	ModeDeepExtract = "super_agent"
	ModeSheet       = "spreadsheet_agent" // a model on spreadsheets

	ModelExtract     = "Extract"
	ModelDeepExtract = "Deep Extract"
)

// V3ExtractResponse is the outcome of an extraction. Result is a list of one object, an object whose leaves carry
// citations, or a *URLResult.
type V3ExtractResponse struct {
	ResponseType     string       `json:"response_type"` // v3_extract
	JobID            *string      `json:"job_id"`
	Usage            ExtractUsage `json:"usage"`
	Duration         *Seconds     `json:"duration"`
	StudioLink       *string      `json:"studio_link"`
	Confidence       *string      `json:"confidence"`
	ConfidenceReason *string      `json:"confidence_reason"`
	Result           any          `json:"result"`
}

// ExtractResponse is the outcome of an extraction asked for with a V2 body.
type ExtractResponse struct {
	ResponseType       string                     `json:"response_type"` // extract
	JobID              *string                    `json:"job_id"`
	Usage              ExtractUsage               `json:"usage"`
	Duration           *Seconds                   `json:"duration"`
	StudioLink         *string                    `json:"studio_link"`
	Result             any                        `json:"result"`
	Citations          any                        `json:"citations"`
	ResponseConfidence *ExtractResponseConfidence `json:"response_confidence"`
}

// ExtractResponseConfidence is deep extract confidence of a V2 answer; Fields mirrors the result.
type ExtractResponseConfidence struct {
	Document float64 `json:"document"`
	Fields   any     `json:"fields"`
}

// Citation is the place a value was taken from.
type Citation struct {
	Type               string              `json:"type"`
	Content            string              `json:"content"`
	BBox               BoundingBox         `json:"bbox"`
	Confidence         string              `json:"confidence"`
	GranularConfidence *GranularConfidence `json:"granular_confidence"`
	ImageURL           *string             `json:"image_url"`
	ParentBlock        ParentBlock         `json:"parentBlock"`
}

// ParentBlock is the block around a citation.
type ParentBlock struct {
	Type       string      `json:"type"`
	BlockType  string      `json:"block_type"` // repeats Type for older readers
	BBox       BoundingBox `json:"bbox"`
	Content    string      `json:"content"`
	Confidence string      `json:"confidence"`
}

// ExtractUsage is what an extraction used.
type ExtractUsage struct {
	NumPages       int                    `json:"num_pages"`
	NumFields      int                    `json:"num_fields"`
	Credits        Opt[float64]           `json:"credits,omitzero"`
	ExtractMode    *string                `json:"extract_mode"`
	UsageBreakdown *ExtractUsageBreakdown `json:"usage_breakdown"`
}

// ExtractUsageBreakdown is extract usage under the newer pricing model.
type ExtractUsageBreakdown struct {
	ExtractModel   string `json:"extract_model"`
	Tier           string `json:"tier"`
	ExtractPages   int    `json:"extract_pages"`
	ExtractFields  int    `json:"extract_fields"`
	OCRPages       int    `json:"ocr_pages"`
	Charts         int    `json:"charts"`
	PromptedBlocks int    `json:"prompted_blocks"`
}

// ExtractSplitResponse is one extraction of a pipeline that splits first.
type ExtractSplitResponse struct {
	SplitName string  `json:"split_name"`
	PageRange []int   `json:"page_range"`
	Partition *string `json:"partition"`
	Result    any     `json:"result"` // *V3ExtractResponse or *ExtractResponse
}
