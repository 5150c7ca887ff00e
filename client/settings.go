package client

// Spreadsheet says how workbooks are read.
type Spreadsheet struct {
	SplitLargeTables *SplitLargeTables `json:"split_large_tables,omitempty"`
	Include          []SheetDetail     `json:"include,omitempty"`
	Clustering       Clustering        `json:"clustering,omitempty"`
	Exclude          []SheetPart       `json:"exclude,omitempty"`
	MaxCellCount     int               `json:"max_cell_count,omitempty"`
}

// SplitLargeTables cuts tables of more than Size rows or columns; it is on unless it is switched off.
type SplitLargeTables struct {
	Enabled bool `json:"enabled"`
	Size    int  `json:"size,omitempty"`
}

// SheetDetail is something that may be shown besides the values of cells.
type SheetDetail string

// The details of sheets.
const (
	SheetColors    SheetDetail = "cell_colors"
	SheetFormulas  SheetDetail = "formula"
	SheetDropdowns SheetDetail = "dropdowns"
)

// SheetPart is something that may be left out of a workbook.
type SheetPart string

// The parts of workbooks.
const (
	HiddenSheets  SheetPart = "hidden_sheets"
	HiddenRows    SheetPart = "hidden_rows"
	HiddenColumns SheetPart = "hidden_cols"
	SheetStyling  SheetPart = "styling"
	SheetImages   SheetPart = "spreadsheet_images"
)

// Clustering says how tables are found in a sheet.
type Clustering string

// The ways to find tables.
const (
	ClusterAccurate Clustering = "accurate"
	ClusterFast     Clustering = "fast"
	ClusterDisabled Clustering = "disabled"
)

// OCRSystem says which recognition reads pixels.
type OCRSystem string

// The recognition systems.
const (
	OCRStandard OCRSystem = "standard"
	OCRLegacy   OCRSystem = "legacy"
)

// ExtractionMode says where text is taken from.
type ExtractionMode string

// The extraction modes.
const (
	FromPixels ExtractionMode = "ocr"
	FromBoth   ExtractionMode = "hybrid"
	FromText   ExtractionMode = "metadata"
)

// Picture is a kind of image that may be returned.
type Picture string

// The kinds of images.
const (
	FigureImages Picture = "figure"
	TableImages  Picture = "table"
	PageImages   Picture = "page"
)

// ParseModel is the reading model of a parse.
type ParseModel string

// The reading models.
const (
	ModelR1     ParseModel = "r-1"
	ModelLegacy ParseModel = "legacy"
)

// Settings are the settings of a parse.
type Settings struct {
	OCRSystem                 OCRSystem         `json:"ocr_system,omitempty"`
	ExtractionMode            ExtractionMode    `json:"extraction_mode,omitempty"`
	ForceURLResult            bool              `json:"force_url_result,omitempty"`
	ForceFileExtension        string            `json:"force_file_extension,omitempty"`
	ReturnOCRData             bool              `json:"return_ocr_data,omitempty"`
	ReturnImages              []Picture         `json:"return_images,omitempty"`
	EmbedPDFMetadata          bool              `json:"embed_pdf_metadata,omitempty"`
	EmbedPDFMetadataDPI       int               `json:"embed_pdf_metadata_dpi,omitempty"`
	ExtractDocumentProperties bool              `json:"extract_document_properties,omitempty"`
	PersistResults            bool              `json:"persist_results,omitempty"`
	TenantThrottling          *TenantThrottling `json:"tenant_throttling,omitempty"`
	Timeout                   float64           `json:"timeout,omitempty"` // seconds of processing
	PageRange                 Pages             `json:"page_range,omitzero"`
	DocumentPassword          string            `json:"document_password,omitempty"`
	HybridVpc                 HybridVpc         `json:"hybrid_vpc,omitzero"`
	Model                     ParseModel        `json:"model,omitempty"`
	Alpha                     map[string]any    `json:"alpha,omitempty"` // model versions
}

// TenantThrottling holds one tenant of an organization to a share of its workers.
type TenantThrottling struct {
	TenantID string  `json:"tenant_id"`
	MaxShare float64 `json:"max_share,omitempty"`
}

// HybridVpc names the environment that keeps what a job makes.
type HybridVpc struct {
	Environment string `json:"environment,omitempty"`
}
