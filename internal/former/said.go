package former

import (
	"encoding/json"

	"github.com/octavo-dev/octavo/internal/api"
)

// said is a body of the second version with its defaults. What is no part of an operation stays empty.
type said struct {
	DocumentURL   api.Input          `json:"document_url"`
	Priority      *bool              `json:"priority"`
	Webhook       *api.WebhookConfig `json:"webhook"`
	Async         *async             `json:"async"`
	QueuePriority api.QueuePriority  `json:"queue_priority"`
	Options       options            `json:"options"`
	Advanced      advanced           `json:"advanced_options"`
	Experimental  experimental       `json:"experimental_options"`

	Schema            json.RawMessage  `json:"schema"`
	SystemPrompt      string           `json:"system_prompt"`
	GenerateCitations bool             `json:"generate_citations"`
	CitationsOptions  citationsOptions `json:"citations_options"`
	ArrayExtract      arrayExtract     `json:"array_extract"`
	DeepExtract       bool             `json:"deep_extract"`
	AgentExtract      agentExtract     `json:"agent_extract"`
	IncludeImages     bool             `json:"include_images"`
	UseChunking       bool             `json:"use_chunking"`

	SplitDescription  []api.SplitCategory `json:"split_description"`
	SplitRules        string              `json:"split_rules"`
	SplitOptions      splitOptions        `json:"split_options"`
	DeepSplit         bool                `json:"deep_split"`
	IncludeConfidence bool                `json:"include_confidence"`

	PipelineID string               `json:"pipeline_id"`
	Settings   api.PipelineSettings `json:"settings"`
}

type async struct {
	Enabled  bool               `json:"enabled"`
	Metadata json.RawMessage    `json:"metadata"`
	Priority *bool              `json:"priority"`
	Webhook  *api.WebhookConfig `json:"webhook"`
}

type options struct {
	OCRMode        string        `json:"ocr_mode"`
	ExtractionMode string        `json:"extraction_mode"`
	Chunking       api.Chunking  `json:"chunking"`
	TableSummary   tableSummary  `json:"table_summary"`
	FigureSummary  figureSummary `json:"figure_summary"`
	FilterBlocks   []string      `json:"filter_blocks"`
	ForceURLResult bool          `json:"force_url_result"`
}

type tableSummary struct {
	Enabled bool   `json:"enabled"`
	Prompt  string `json:"prompt"`
}

type figureSummary struct {
	Enabled            bool   `json:"enabled"`
	Prompt             string `json:"prompt"`
	Enhanced           bool   `json:"enhanced"`
	AdvancedChartAgent bool   `json:"advanced_chart_agent"`
}

type advanced struct {
	OCRSystem                  string               `json:"ocr_system"`
	TableOutputFormat          string               `json:"table_output_format"`
	MergeTables                bool                 `json:"merge_tables"`
	AddPageMarkers             bool                 `json:"add_page_markers"`
	IncludeColorInformation    bool                 `json:"include_color_information"`
	IncludeFormulaInformation  bool                 `json:"include_formula_information"`
	IncludeDropdownInformation bool                 `json:"include_dropdown_information"`
	LargeTableChunking         api.SplitLargeTables `json:"large_table_chunking"`
	SpreadsheetTableClustering string               `json:"spreadsheet_table_clustering"`
	ExcludeHiddenSheets        bool                 `json:"exclude_hidden_sheets"`
	ExcludeHiddenRowsCols      bool                 `json:"exclude_hidden_rows_cols"`
	ReadComments               bool                 `json:"read_comments"`
	EnableChangeTracking       bool                 `json:"enable_change_tracking"`
	EnableHighlightDetection   bool                 `json:"enable_highlight_detection"`
	IgnoreWatermarks           bool                 `json:"ignore_watermarks"`
	PageRange                  *api.Pages           `json:"page_range"`
	ForceFileExtension         *string              `json:"force_file_extension"`
	ReturnOCRData              bool                 `json:"return_ocr_data"`
	DocumentPassword           *string              `json:"document_password"`
	PersistResults             bool                 `json:"persist_results"`
	ContinueHierarchy          bool                 `json:"continue_hierarchy"`
	KeepLineBreaks             bool                 `json:"keep_line_breaks"`
	RemoveTextFormatting       bool                 `json:"remove_text_formatting"`
	FilterLineNumbers          bool                 `json:"filter_line_numbers"`
}

type experimental struct {
	ReturnFigureImages          bool     `json:"return_figure_images"`
	ReturnTableImages           bool     `json:"return_table_images"`
	ReturnPageImages            bool     `json:"return_page_images"`
	EmbedTextMetadataPDF        bool     `json:"embed_text_metadata_pdf"`
	DetectSignatures            bool     `json:"detect_signatures"`
	UserSpecifiedTimeoutSeconds *float64 `json:"user_specified_timeout_seconds"`
	LatencySensitive            bool     `json:"latency_sensitive"`
	Enrich                      enrich   `json:"enrich"`
	LayoutModel                 string   `json:"layout_model"`
	LayoutEnrichment            bool     `json:"layout_enrichment"`
	AgenticLayout               bool     `json:"agentic_layout"`
	EnableScripts               bool     `json:"enable_scripts"`
	ChunkTableBlocks            bool     `json:"chunk_table_blocks"`
}

type enrich struct {
	Enabled bool   `json:"enabled"`
	Mode    string `json:"mode"`
	Prompt  string `json:"prompt"`
}

type citationsOptions struct {
	NumericalConfidence bool `json:"numerical_confidence"`
}

type arrayExtract struct {
	Enabled         bool `json:"enabled"`
	PagesPerSegment int  `json:"pages_per_segment"`
}

type agentExtract struct {
	Enabled bool `json:"enabled"`
}

type splitOptions struct {
	TableCutoff       string `json:"table_cutoff"`
	DeepSplit         bool   `json:"deep_split"`
	IncludeConfidence bool   `json:"include_confidence"`
}
