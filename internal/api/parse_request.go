package api

import (
	"bytes"
	"encoding/json"
)

// ParseRequest is a normalised parse request: every default is filled in. Async is nil when the caller did not ask
// for the asynchronous form.
type ParseRequest struct {
	Input         Input         `json:"input"`
	Async         *AsyncConfig  `json:"async"`
	Enhance       Enhance       `json:"enhance"`
	Retrieval     Retrieval     `json:"retrieval"`
	Formatting    Formatting    `json:"formatting"`
	Spreadsheet   Spreadsheet   `json:"spreadsheet"`
	Settings      Settings      `json:"settings"`
	QueuePriority QueuePriority `json:"queue_priority"`
}

// ParseOptions is what a parse inside another operation is told.
type ParseOptions struct {
	Enhance     Enhance     `json:"enhance"`
	Retrieval   Retrieval   `json:"retrieval"`
	Formatting  Formatting  `json:"formatting"`
	Spreadsheet Spreadsheet `json:"spreadsheet"`
	Settings    Settings    `json:"settings"`
}

// Options is the request without what concerns the job.
func (r *ParseRequest) Options() ParseOptions {
	return ParseOptions{r.Enhance, r.Retrieval, r.Formatting, r.Spreadsheet, r.Settings}
}

// Enhance asks for passes that improve what was read.
type Enhance struct {
	Agentic             []Agentic `json:"agentic"`
	AdvancedChartAgent  bool      `json:"advanced_chart_agent"`
	SummarizeFigures    bool      `json:"summarize_figures"`
	IntelligentOrdering bool      `json:"intelligent_ordering"`
}

// Scopes of agentic entries.
const (
	ScopeTable  = "table"
	ScopeFigure = "figure"
	ScopeText   = "text"
)

// TableMax is the mode of a table entry that looks at every table again, not only at those of low confidence.
const TableMax = "max"

// Agentic is an entry of any scope; Mode belongs to tables, the last two fields to figures.
type Agentic struct {
	Scope              string  `json:"scope"`
	Prompt             *string `json:"prompt"`
	Mode               string  `json:"mode,omitempty"`
	AdvancedChartAgent bool    `json:"advanced_chart_agent,omitempty"`
	ReturnOverlays     bool    `json:"return_overlays,omitempty"`
}

// Scoped returns the entry of a scope, nil when there is none.
func (e *Enhance) Scoped(scope string) *Agentic {
	for i := range e.Agentic {
		if e.Agentic[i].Scope == scope {
			return &e.Agentic[i]
		}
	}
	return nil
}

// Retrieval shapes chunks.
type Retrieval struct {
	Chunking           Chunking `json:"chunking"`
	FilterBlocks       []string `json:"filter_blocks"`
	EmbeddingOptimized bool     `json:"embedding_optimized"`
}

// Chunk modes.
const (
	ChunkVariable     = "variable"
	ChunkSection      = "section"
	ChunkPage         = "page"
	ChunkDisabled     = "disabled"
	ChunkBlock        = "block"
	ChunkPageSections = "page_sections"
)

// Chunking says how blocks are grouped into chunks.
type Chunking struct {
	Mode    string `json:"chunk_mode"`
	Size    *int   `json:"chunk_size"`
	Overlap int    `json:"chunk_overlap"`
}

// Formatting says how text and tables are written.
type Formatting struct {
	AddPageMarkers    bool     `json:"add_page_markers"`
	TableOutputFormat string   `json:"table_output_format"`
	MergeTables       bool     `json:"merge_tables"`
	Include           []string `json:"include"`
}

// Spreadsheet says how workbooks are read.
type Spreadsheet struct {
	SplitLargeTables SplitLargeTables `json:"split_large_tables"`
	Include          []string         `json:"include"`
	Clustering       string           `json:"clustering"`
	Exclude          []string         `json:"exclude"`
	MaxCellCount     *int             `json:"max_cell_count"`
}

// SplitLargeTables cuts tables above a size.
type SplitLargeTables struct {
	Enabled bool      `json:"enabled"`
	Size    TableSize `json:"size"`
}

// TableSize is where tables are cut; 0 leaves the axis whole.
type TableSize struct{ Row, Column int }

// UnmarshalJSON reads one number for both axes or one per axis.
func (s *TableSize) UnmarshalJSON(b []byte) error {
	*s = TableSize{}
	if b = bytes.TrimSpace(b); len(b) > 0 && b[0] == '{' {
		var axes struct{ Row, Column *int }
		if err := json.Unmarshal(b, &axes); err != nil {
			return err
		}
		if axes.Row != nil {
			s.Row = *axes.Row
		}
		if axes.Column != nil {
			s.Column = *axes.Column
		}
		return nil
	}
	if err := json.Unmarshal(b, &s.Row); err != nil {
		return err
	}
	s.Column = s.Row
	return nil
}

// MarshalJSON writes one number when both axes are cut alike.
func (s TableSize) MarshalJSON() ([]byte, error) {
	if s.Row == s.Column {
		return Marshal(s.Row)
	}
	return Marshal(map[string]int{"row": s.Row, "column": s.Column})
}

// JobSettings are the settings that concern the whole job, shared by parse, extract and split.
type JobSettings struct {
	PersistResults   bool
	TenantThrottling *TenantThrottling
	Timeout          float64 // seconds, 0 when none
	DocumentPassword string
	Environment      string // Hybrid VPC environment, empty when none
}

// Settings are the settings of a parse.
type Settings struct {
	OCRSystem                 string            `json:"ocr_system"`
	ExtractionMode            string            `json:"extraction_mode"`
	ForceURLResult            bool              `json:"force_url_result"`
	ForceFileExtension        *string           `json:"force_file_extension"`
	ReturnOCRData             bool              `json:"return_ocr_data"`
	ReturnImages              []string          `json:"return_images"`
	EmbedPDFMetadata          bool              `json:"embed_pdf_metadata"`
	EmbedPDFMetadataDPI       int               `json:"embed_pdf_metadata_dpi"`
	ExtractDocumentProperties bool              `json:"extract_document_properties"`
	PersistResults            bool              `json:"persist_results"`
	TenantThrottling          *TenantThrottling `json:"tenant_throttling"`
	Timeout                   *float64          `json:"timeout"`
	PageRange                 *Pages            `json:"page_range"`
	DocumentPassword          *string           `json:"document_password"`
	HybridVpc                 HybridVpcSettings `json:"hybrid_vpc"`
	Model                     *string           `json:"model"`
	Alpha                     Alpha             `json:"alpha"`
}

// Alpha holds model pins; other keys are ignored.
type Alpha struct {
	LayoutModel       string `json:"layout_model,omitempty"`
	ExtractModel      string `json:"extract_model,omitempty"`
	DeepSplit         bool   `json:"deep_split,omitempty"`
	IncludeConfidence bool   `json:"include_confidence,omitempty"`
}

// Job picks the settings that concern the whole job.
func (s *Settings) Job() JobSettings {
	j := JobSettings{PersistResults: s.PersistResults, TenantThrottling: s.TenantThrottling}
	if s.Timeout != nil {
		j.Timeout = *s.Timeout
	}
	if s.DocumentPassword != nil {
		j.DocumentPassword = *s.DocumentPassword
	}
	if s.HybridVpc.Environment != nil {
		j.Environment = *s.HybridVpc.Environment
	}
	return j
}
