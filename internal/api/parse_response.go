package api

// BoundingBox is a rectangle: fractions of the page, or counted cells in spreadsheets.
type BoundingBox struct {
	Left         float64 `json:"left"`
	Top          float64 `json:"top"`
	Width        float64 `json:"width"`
	Height       float64 `json:"height"`
	Page         int     `json:"page"`
	OriginalPage int     `json:"original_page,omitempty"`
}

// ParseResponse is the outcome of a parse. Result is a *FullResult or a *URLResult.
type ParseResponse struct {
	ResponseType       string              `json:"response_type"` // parse
	JobID              string              `json:"job_id"`
	Duration           Seconds             `json:"duration"`
	PDFURL             *string             `json:"pdf_url"`
	StudioLink         *string             `json:"studio_link"`
	Usage              ParseUsage          `json:"usage"`
	Result             any                 `json:"result"`
	DocumentProperties *DocumentProperties `json:"document_properties"`
	ParseMode          string              `json:"parse_mode"` // base, lite
}

// FullResult is a parse result returned inline.
type FullResult struct {
	Type   string       `json:"type"` // full
	Chunks []ParseChunk `json:"chunks"`
	OCR    *OCRResult   `json:"ocr"`
	Custom *Custom      `json:"custom"`
}

// URLResult is a result kept behind a URL.
type URLResult struct {
	Type     string `json:"type"` // url
	URL      string `json:"url"`
	ResultID string `json:"result_id"`
}

// Custom holds what a result adds to the interface; a nil *Custom is null.
type Custom struct {
	Documents  []SourceDocument `json:"documents,omitempty"`
	PageImages []PageImage      `json:"page_images,omitempty"`
	Warnings   []string         `json:"warnings,omitempty"`
}

// SourceDocument describes one entry of a list input.
type SourceDocument struct {
	DocumentIndex      int                 `json:"document_index"`
	Name               string              `json:"name"`
	NumPages           int                 `json:"num_pages"`
	FirstPage          int                 `json:"first_page"`
	PDFURL             *string             `json:"pdf_url"`
	DocumentProperties *DocumentProperties `json:"document_properties"`
}

// PageImage is the picture of one page.
type PageImage struct {
	Page          int    `json:"page"`
	OriginalPage  int    `json:"original_page"`
	DocumentIndex int    `json:"document_index"`
	ImageURL      string `json:"image_url"`
	Width         int    `json:"width"`
	Height        int    `json:"height"`
}

// ParseChunk is a run of blocks and their text.
type ParseChunk struct {
	Content           string       `json:"content"`
	Embed             string       `json:"embed"`
	Enriched          *string      `json:"enriched"`
	EnrichmentSuccess bool         `json:"enrichment_success"`
	Blocks            []ParseBlock `json:"blocks"`
}

// Confidence words.
const (
	ConfidenceHigh   = "high"
	ConfidenceMedium = "medium"
	ConfidenceLow    = "low"
)

// ParseBlock is one typed piece of a page.
type ParseBlock struct {
	Type               string              `json:"type"`
	BBox               BoundingBox         `json:"bbox"`
	Content            string              `json:"content"`
	ImageURL           *string             `json:"image_url"`
	ChartData          []string            `json:"chart_data"`
	Confidence         string              `json:"confidence"`
	GranularConfidence *GranularConfidence `json:"granular_confidence"`
	MergedTables       []MergedTable       `json:"merged_tables"`
	Extra              *Extra              `json:"extra"`
}

// GranularConfidence is confidence in numbers.
type GranularConfidence struct {
	ExtractConfidence *float64 `json:"extract_confidence"`
	ParseConfidence   *float64 `json:"parse_confidence"`
}

// MergedTable is a fragment of a merged table.
type MergedTable struct {
	Content  string      `json:"content"`
	BBox     BoundingBox `json:"bbox"`
	ImageURL *string     `json:"image_url"`
}

// Extra holds more about a block; entries that are not set are left out, and a nil *Extra is null.
type Extra struct {
	Level               int      `json:"level,omitempty"`
	DocumentIndex       *int     `json:"document_index,omitempty"`
	SheetName           string   `json:"sheet_name,omitempty"`
	IsChart             bool     `json:"is_chart,omitempty"`
	ChartJobID          string   `json:"chart_job_id,omitempty"`
	ChartReconstruction string   `json:"chart_reconstruction,omitempty"`
	ChartOverlays       []string `json:"chart_overlays,omitempty"`
	Agentic             string   `json:"agentic,omitempty"`
	Caption             string   `json:"caption,omitempty"`
}

// OCRResult lists every word and line of the selected pages.
type OCRResult struct {
	Words []OCRWord `json:"words"`
	Lines []OCRLine `json:"lines"`
}

// OCRWord is one word.
type OCRWord struct {
	Text       string      `json:"text"`
	BBox       BoundingBox `json:"bbox"`
	Confidence *float64    `json:"confidence"`
	ChunkIndex *int        `json:"chunk_index"`
	Rotation   *int        `json:"rotation"`
}

// OCRLine is one line.
type OCRLine OCRWord

// DocumentProperties are what a document says about itself.
type DocumentProperties struct {
	Title          *string `json:"title"`
	Author         *string `json:"author"`
	Subject        *string `json:"subject"`
	Keywords       *string `json:"keywords"`
	Creator        *string `json:"creator"`
	Producer       *string `json:"producer"`
	LastModifiedBy *string `json:"last_modified_by"`
	CreatedAt      *Time   `json:"created_at"`
	ModifiedAt     *Time   `json:"modified_at"`
}

// ParseUsage is what a parse, split, edit or pipeline used. Credits and CreditBreakdown are left out in billing mode
// breakdown and null when billing is off; UsageBreakdown is a *ParseUsageBreakdown, *SplitUsageBreakdown,
// *EditUsageBreakdown or nil.
type ParseUsage struct {
	NumPages             int                     `json:"num_pages"`
	Credits              Opt[float64]            `json:"credits,omitzero"`
	CreditBreakdown      Opt[map[string]float64] `json:"credit_breakdown,omitzero"`
	PageBillingBreakdown map[string][]string     `json:"page_billing_breakdown"`
	NonEmptyCellCount    *int                    `json:"non_empty_cell_count"`
	UsageBreakdown       any                     `json:"usage_breakdown"`
}

// Tiers and models of usage breakdowns.
const (
	TierDefault = "Default"
	TierBatch   = "Batch"
	ModelR1     = "R-1"
	ModelLegacy = "Legacy"
)

// ParseUsageBreakdown is parse usage under the newer pricing model.
type ParseUsageBreakdown struct {
	ParseModel         string  `json:"parse_model"`
	Tier               string  `json:"tier"`
	ParsePages         int     `json:"parse_pages"`
	ParseNativePages   int     `json:"parse_native_pages"`
	OCRPages           int     `json:"ocr_pages"`
	Charts             int     `json:"charts"`
	PromptedBlocks     int     `json:"prompted_blocks"`
	LegacyParseCredits float64 `json:"legacy_parse_credits"`
}
