package api

// V3ExtractResponse is the outcome of an extraction. Result is a list of one object, an object whose leaves carry
// citations, or a *UrlResult.
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

// SplitResponse is the outcome of a split. Result is a *SplitResult, *DeepSplitResult or *UrlResult.
type SplitResponse struct {
	ResponseType string     `json:"response_type"` // split
	JobID        string     `json:"job_id"`
	Usage        ParseUsage `json:"usage"`
	Duration     *Seconds   `json:"duration"`
	Result       any        `json:"result"`
}

// SplitResult gives the pages of every section.
type SplitResult struct {
	SectionMapping map[string][]int `json:"section_mapping"`
	Splits         []Split          `json:"splits"`
}

// Split is one section.
type Split struct {
	Name       string           `json:"name"`
	Pages      []int            `json:"pages"`
	Conf       string           `json:"conf"`
	Partitions []SplitPartition `json:"partitions"`
}

// SplitPartition is a part of a section.
type SplitPartition struct {
	Name  string `json:"name"`
	Pages []int  `json:"pages"`
	Conf  string `json:"conf"`
}

// DeepSplitResult gives the pages of every section with evidence.
type DeepSplitResult struct {
	Splits []DeepSplit `json:"splits"`
}

// DeepSplit is one section with evidence.
type DeepSplit struct {
	Name       string                  `json:"name"`
	Pages      []DeepSplitPageEvidence `json:"pages"`
	Partitions []DeepSplitPartition    `json:"partitions"`
}

// DeepSplitPartition is a part of a section with evidence.
type DeepSplitPartition struct {
	Name  string                  `json:"name"`
	Pages []DeepSplitPageEvidence `json:"pages"`
}

// DeepSplitPageEvidence says why a page belongs where it stands.
type DeepSplitPageEvidence struct {
	PageNumber int     `json:"page_number"`
	Evidence   string  `json:"evidence"`
	Confidence *string `json:"confidence"`
}

// SplitUsageBreakdown is split usage under the newer pricing model.
type SplitUsageBreakdown struct {
	SplitModel     string `json:"split_model"`
	SplitPages     int    `json:"split_pages"`
	OCRPages       int    `json:"ocr_pages"`
	Charts         int    `json:"charts"`
	PromptedBlocks int    `json:"prompted_blocks"`
}

// EditResponse is the outcome of an edit.
type EditResponse struct {
	ResponseType string       `json:"response_type"` // edit
	JobID        *string      `json:"job_id"`
	DocumentURL  string       `json:"document_url"`
	FormSchema   []EditWidget `json:"form_schema"`
	Usage        *ParseUsage  `json:"usage"`
}

// EditUsageBreakdown is edit usage under the newer pricing model.
type EditUsageBreakdown struct {
	EditModel    string `json:"edit_model"`
	EditPages    int    `json:"edit_pages"`
	PrefillPages int    `json:"prefill_pages"`
}

// ClassifyResponse is the outcome of a classification. Result is a *ClassifyResult or a *UrlResult.
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

// PipelineResponse is the outcome of a pipeline.
type PipelineResponse struct {
	ResponseType string         `json:"response_type"` // pipeline
	JobID        string         `json:"job_id"`
	Usage        ParseUsage     `json:"usage"`
	Result       PipelineResult `json:"result"`
}

// PipelineResult holds the response of every step that ran; the others are null. Parse is a *ParseResponse or a list
// of them; Extract a *V3ExtractResponse or a list of ExtractSplitResponse.
type PipelineResult struct {
	Parse   any            `json:"parse"`
	Extract any            `json:"extract"`
	Split   *SplitResponse `json:"split"`
	Edit    *EditResponse  `json:"edit"`
}

// ChartResponse is the outcome of a chart job.
type ChartResponse struct {
	ResponseType string      `json:"response_type"` // chart
	JobID        string      `json:"job_id"`
	Result       ChartResult `json:"result"`
	Usage        ChartUsage  `json:"usage"`
	Duration     *Seconds    `json:"duration"`
}

// ChartResult is what a chart shows.
type ChartResult struct {
	ChartData         ChartData `json:"chart_data"`
	Summary           string    `json:"summary"`
	ReconstructionURL string    `json:"reconstruction_url"`
	Verified          bool      `json:"verified"`
}

// ChartData is a chart in numbers.
type ChartData struct {
	ChartType string        `json:"chart_type"`
	Title     *string       `json:"title"`
	XAxis     *ChartAxis    `json:"x_axis"`
	YAxis     *ChartAxis    `json:"y_axis"`
	Series    []ChartSeries `json:"series"`
}

// ChartAxis is one axis.
type ChartAxis struct {
	Label *string `json:"label"`
	Type  string  `json:"type"`
	Unit  *string `json:"unit"`
}

// ChartSeries is one line, bar group or pie.
type ChartSeries struct {
	Name   *string      `json:"name"`
	Points []ChartPoint `json:"points"`
}

// ChartPoint is one mark; X and Y are numbers or strings.
type ChartPoint struct {
	X     any     `json:"x"`
	Y     any     `json:"y"`
	Label *string `json:"label"`
}

// ChartUsage is what a chart job used.
type ChartUsage struct {
	NumCharts int     `json:"num_charts"` // 1
	Credits   float64 `json:"credits"`
}

// CiteResponse answers cite queries in their order.
type CiteResponse struct {
	Results  []CiteResult `json:"results"`
	Duration Seconds      `json:"duration"`
}

// CiteResult lists the places of one phrase.
type CiteResult struct {
	Matches []CiteMatch `json:"matches"`
}

// CiteMatch is one place: a box per line.
type CiteMatch struct {
	Page   int           `json:"page"`
	BBoxes []BoundingBox `json:"bboxes"`
}
