package api

// PipelineDefinition is a stored pipeline. ID, Version and UpdatedAt are set in answers only.
type PipelineDefinition struct {
	ID        string        `json:"id,omitempty"`
	Name      string        `json:"name"`
	Version   int           `json:"version,omitempty"`
	UpdatedAt *Time         `json:"updated_at,omitempty"`
	Parse     *ParseOptions `json:"parse"`
	Split     *SplitStep    `json:"split"`
	Extract   *ExtractStep  `json:"extract"`
	Edit      *EditStep     `json:"edit"`
}

// SplitStep is the split of a pipeline.
type SplitStep struct {
	SplitDescription []SplitCategory `json:"split_description"`
	SplitRules       string          `json:"split_rules"`
	Settings         SplitSettings   `json:"settings"`
}

// ExtractStep is the extraction of a pipeline; PerSplit overrides it for named sections.
type ExtractStep struct {
	Instructions Instructions               `json:"instructions"`
	Settings     ExtractSettings            `json:"settings"`
	PerSplit     map[string]ExtractOverride `json:"per_split"`
}

// ExtractOverride replaces the shared instructions or settings of an ExtractStep; nil keeps them.
type ExtractOverride struct {
	Instructions *Instructions    `json:"instructions"`
	Settings     *ExtractSettings `json:"settings"`
}

// EditStep is the edit of a pipeline; the instructions come with the run.
type EditStep struct {
	DocumentURL Input        `json:"document_url"`
	FormSchema  []EditWidget `json:"form_schema"`
	EditOptions EditOptions  `json:"edit_options"`
}

// PipelineSummary is a pipeline in a list.
type PipelineSummary struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Version   int    `json:"version"`
	UpdatedAt *Time  `json:"updated_at"`
}

// PipelinesResponse lists pipelines.
type PipelinesResponse struct {
	Pipelines []PipelineSummary `json:"pipelines"`
}
