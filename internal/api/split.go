package api

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

// SplitResponse is the outcome of a split. Result is a *SplitResult, *DeepSplitResult or *URLResult.
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
