package client

// ParseOptions say how documents are read. What is not set is left to the service.
type ParseOptions struct {
	Enhance     Enhance     `json:"enhance,omitzero"`
	Retrieval   Retrieval   `json:"retrieval,omitzero"`
	Formatting  Formatting  `json:"formatting,omitzero"`
	Spreadsheet Spreadsheet `json:"spreadsheet,omitzero"`
	Settings    Settings    `json:"settings,omitzero"`
}

// Enhance asks for passes that improve what was read; they take longer. SummarizeFigures is true unless it is set.
type Enhance struct {
	Agentic             []Agentic `json:"agentic,omitempty"`
	AdvancedChartAgent  bool      `json:"advanced_chart_agent,omitempty"`
	SummarizeFigures    *bool     `json:"summarize_figures,omitempty"`
	IntelligentOrdering bool      `json:"intelligent_ordering,omitempty"`
}

// AgenticScope is what a second look is taken at.
type AgenticScope string

// The scopes of second looks.
const (
	ScopeTable  AgenticScope = "table"
	ScopeFigure AgenticScope = "figure"
	ScopeText   AgenticScope = "text"
)

// TableMode says which tables are looked at again.
type TableMode string

// The table modes.
const (
	TablesDefault TableMode = "default"
	TablesAuto    TableMode = "auto"
	TablesMax     TableMode = "max" // all of them
)

// Agentic is a second look. Mode belongs to tables, the last two fields to figures.
type Agentic struct {
	Scope              AgenticScope `json:"scope"`
	Prompt             string       `json:"prompt,omitempty"`
	Mode               TableMode    `json:"mode,omitempty"`
	AdvancedChartAgent bool         `json:"advanced_chart_agent,omitempty"`
	ReturnOverlays     bool         `json:"return_overlays,omitempty"`
}

// Retrieval says how blocks become chunks.
type Retrieval struct {
	Chunking           Chunking    `json:"chunking,omitzero"`
	FilterBlocks       []BlockType `json:"filter_blocks,omitempty"`
	EmbeddingOptimized bool        `json:"embedding_optimized,omitempty"`
}

// ChunkMode says where chunks end.
type ChunkMode string

// The chunk modes.
const (
	ChunkDisabled     ChunkMode = "disabled" // one chunk
	ChunkVariable     ChunkMode = "variable"
	ChunkSection      ChunkMode = "section"
	ChunkPage         ChunkMode = "page"
	ChunkBlock        ChunkMode = "block"
	ChunkPageSections ChunkMode = "page_sections"
)

// Chunking cuts a document into chunks; a Size of 0 lets it vary.
type Chunking struct {
	Mode    ChunkMode `json:"chunk_mode,omitempty"`
	Size    int       `json:"chunk_size,omitempty"`
	Overlap int       `json:"chunk_overlap,omitempty"`
}

// TableFormat says how tables are written.
type TableFormat string

// The table formats.
const (
	TableDynamic  TableFormat = "dynamic" // Markdown for simple tables, HTML for the others
	TableHTML     TableFormat = "html"
	TableJSON     TableFormat = "json"
	TableMarkdown TableFormat = "md"
	TableJSONBox  TableFormat = "jsonbbox"
	TableCSV      TableFormat = "csv"
)

// Mark is something that may be shown besides plain text.
type Mark string

// The marks.
const (
	MarkChanges          Mark = "change_tracking"
	MarkHighlight        Mark = "highlight"
	MarkComments         Mark = "comments"
	MarkHyperlinks       Mark = "hyperlinks"
	MarkSignatures       Mark = "signatures"
	MarkIgnoreWatermarks Mark = "ignore_watermarks"
)

// Formatting says how text and tables are written.
type Formatting struct {
	AddPageMarkers    bool        `json:"add_page_markers,omitempty"`
	TableOutputFormat TableFormat `json:"table_output_format,omitempty"`
	MergeTables       bool        `json:"merge_tables,omitempty"`
	Include           []Mark      `json:"include,omitempty"`
}
