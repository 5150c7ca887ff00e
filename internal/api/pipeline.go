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

// PipelineRequest is a normalised pipeline request; Async is nil in the synchronous form.
type PipelineRequest struct {
	Input      Input            `json:"input"`
	PipelineID string           `json:"pipeline_id"`
	Settings   PipelineSettings `json:"settings"`
	Async      *AsyncConfig     `json:"async,omitempty"`
}

// PipelineSettings are the settings of a pipeline run.
type PipelineSettings struct {
	DocumentPassword *string `json:"document_password"`
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
