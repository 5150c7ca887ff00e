package client

import "context"

// ParseRequest asks to read a document. Async and QueuePriority say how the job runs; Parse, which waits for it, leaves
// Async out.
type ParseRequest struct {
	Input Input  `json:"input"`
	Async *Async `json:"async,omitempty"`
	ParseOptions
	QueuePriority QueuePriority `json:"queue_priority,omitempty"`
}

// Parse reads a document into chunks of typed blocks.
func (c *Client) Parse(ctx context.Context, r ParseRequest) (*ParseResponse, error) {
	r.Async = nil
	return operate[ParseResponse](ctx, c, "/parse", r)
}

// ParseAsync starts to read a document and returns the id of the job.
func (c *Client) ParseAsync(ctx context.Context, r ParseRequest) (string, error) {
	return c.start(ctx, "parse", r)
}

// ParseResponse is the outcome of a parse.
type ParseResponse struct {
	ResponseType       string              `json:"response_type"`
	JobID              string              `json:"job_id"`
	Duration           float64             `json:"duration"` // seconds of processing
	PDFURL             string              `json:"pdf_url"`  // the PDF whose pages OriginalPage counts
	StudioLink         string              `json:"studio_link"`
	Usage              Usage               `json:"usage"`
	Result             ParseResult         `json:"result"`
	DocumentProperties *DocumentProperties `json:"document_properties"`
	ParseMode          ParseMode           `json:"parse_mode"`
}

func (r *ParseResponse) settle(ctx context.Context, c *Client) error {
	return c.fetch(ctx, URLResult{r.Result.Type, r.Result.URL, r.Result.ResultID}, &r.Result)
}

// ParseMode says how a document was read.
type ParseMode string

// The parse modes.
const (
	ModeBase ParseMode = "base"
	ModeLite ParseMode = "lite" // the text layer only
)

// ParseResult is what was read. URL and ResultID are set where the service keeps the result behind a URL; the calls of
// this package have fetched it by then.
type ParseResult struct {
	Type     string  `json:"type"`
	Chunks   []Chunk `json:"chunks"`
	OCR      *OCR    `json:"ocr"`
	Custom   *Custom `json:"custom"`
	URL      string  `json:"url"`
	ResultID string  `json:"result_id"`
}

// Chunk is a run of blocks and their text.
type Chunk struct {
	Content           string  `json:"content"`
	Embed             string  `json:"embed"`
	Enriched          string  `json:"enriched"`
	EnrichmentSuccess bool    `json:"enrichment_success"`
	Blocks            []Block `json:"blocks"`
}

// BlockType says what a block is.
type BlockType string

// The types of blocks.
const (
	BlockHeader        BlockType = "Header"
	BlockFooter        BlockType = "Footer"
	BlockTitle         BlockType = "Title"
	BlockSectionHeader BlockType = "Section Header"
	BlockPageNumber    BlockType = "Page Number"
	BlockListItem      BlockType = "List Item"
	BlockFigure        BlockType = "Figure"
	BlockTable         BlockType = "Table"
	BlockKeyValue      BlockType = "Key Value"
	BlockText          BlockType = "Text"
	BlockComment       BlockType = "Comment"
	BlockSignature     BlockType = "Signature"
)

// Block is one typed piece of a page.
type Block struct {
	Type               BlockType           `json:"type"`
	BBox               BoundingBox         `json:"bbox"`
	Content            string              `json:"content"`
	ImageURL           string              `json:"image_url"`
	ChartData          []string            `json:"chart_data"`
	Confidence         Confidence          `json:"confidence"`
	GranularConfidence *GranularConfidence `json:"granular_confidence"`
	MergedTables       []MergedTable       `json:"merged_tables"`
	Extra              *BlockExtra         `json:"extra"`
}

// MergedTable is a fragment of a table that was joined with others.
type MergedTable struct {
	Content  string      `json:"content"`
	BBox     BoundingBox `json:"bbox"`
	ImageURL string      `json:"image_url"`
}

// BlockExtra says more about a block. DocumentIndex is set for lists of documents.
type BlockExtra struct {
	Level               int      `json:"level"`
	DocumentIndex       *int     `json:"document_index"`
	SheetName           string   `json:"sheet_name"`
	IsChart             bool     `json:"is_chart"`
	ChartJobID          string   `json:"chart_job_id"`
	ChartReconstruction string   `json:"chart_reconstruction"`
	ChartOverlays       []string `json:"chart_overlays"`
	Agentic             string   `json:"agentic"`
	Caption             string   `json:"caption"`
}
