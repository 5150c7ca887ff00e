package former

import (
	"cmp"

	"github.com/octavo-dev/octavo/internal/api"
)

// row is a row of the table of keys: what the second version says, and what of today that is. A row without put has no
// effect. Rows stand in the order of the table.
type row struct {
	keys string // with the keys that lead to them, divided by blanks
	put  func(*said, *today)
}

// jobRows are about the job, whatever it does.
var jobRows = []row{
	{"document_url", func(s *said, t *today) { t.input = s.DocumentURL }},
	{"priority webhook async.enabled async.metadata async.priority async.webhook", func(s *said, t *today) {
		own := async{} // says more than what stands beside it
		if s.Async != nil && s.Async.Enabled {
			own = *s.Async
		}
		t.extra.Priority = !t.async
		if wish := cmp.Or(own.Priority, s.Priority); wish != nil {
			t.extra.Priority = *wish
		}
		if t.async {
			t.how = told(cmp.Or(own.Webhook, s.Webhook))
			t.how.Priority = t.extra.Priority
			if own.Metadata != nil && string(own.Metadata) != "null" {
				t.how.Metadata = own.Metadata
			}
		}
	}},
	{"queue_priority", func(s *said, t *today) { t.queue = s.QueuePriority }},
}

// told is whom a job tells of its end, and what.
func told(hook *api.WebhookConfig) *api.AsyncConfig {
	if hook == nil {
		return &api.AsyncConfig{}
	}
	w := &api.WebhookConfig{Mode: hook.Mode}
	switch hook.Mode {
	case api.WebhookDirect:
		w.URL = hook.URL
	case api.WebhookSvix:
		w.Channels = hook.Channels
	}
	return &api.AsyncConfig{Webhook: w, Metadata: hook.Metadata}
}

// parseRows are about how documents are read.
var parseRows = []row{
	{"options.ocr_mode", func(s *said, t *today) {
		if s.Options.OCRMode == "agentic" {
			t.parsing.Enhance.Agentic = append(t.parsing.Enhance.Agentic, api.Agentic{Scope: api.ScopeText}, api.Agentic{Scope: api.ScopeTable, Mode: "default"})
		}
	}},
	{"options.extraction_mode", func(s *said, t *today) { t.parsing.Settings.ExtractionMode = s.Options.ExtractionMode }},
	{"options.chunking", func(s *said, t *today) { t.parsing.Retrieval.Chunking = s.Options.Chunking }},
	{"options.table_summary.enabled options.table_summary.prompt", func(s *said, t *today) {
		if v := s.Options.TableSummary; v.Enabled {
			t.parsing.Retrieval.EmbeddingOptimized, t.extra.TablePrompt = true, v.Prompt
		}
	}},
	{"options.figure_summary.enabled options.figure_summary.prompt options.figure_summary.enhanced options.figure_summary.advanced_chart_agent", func(s *said, t *today) {
		v, e := s.Options.FigureSummary, &t.parsing.Enhance
		e.SummarizeFigures, e.AdvancedChartAgent = v.Enabled, v.AdvancedChartAgent
		if v.Enabled && (v.Enhanced || v.Prompt != "") {
			e.Agentic = append(e.Agentic, api.Agentic{Scope: api.ScopeFigure, Prompt: given(v.Prompt)})
		}
	}},
	{"options.figure_summary.override", nil},
	{"options.filter_blocks options.force_url_result", func(s *said, t *today) {
		t.parsing.Retrieval.FilterBlocks = s.Options.FilterBlocks
		t.parsing.Settings.ForceURLResult = s.Options.ForceURLResult
		t.drawing.ForceURLResult, t.cutting.ForceURLResult = s.Options.ForceURLResult, s.Options.ForceURLResult
	}},
	{"advanced_options.ocr_system", func(s *said, t *today) {
		if t.parsing.Settings.OCRSystem = "standard"; s.Advanced.OCRSystem == "legacy" {
			t.parsing.Settings.OCRSystem = "legacy"
		}
	}},
	// The schema of the body knows ai_json as another word for json.
	{"advanced_options.table_output_format", func(s *said, t *today) { t.parsing.Formatting.TableOutputFormat = s.Advanced.TableOutputFormat }},
	{"advanced_options.merge_tables advanced_options.add_page_markers", func(s *said, t *today) {
		t.parsing.Formatting.MergeTables, t.parsing.Formatting.AddPageMarkers = s.Advanced.MergeTables, s.Advanced.AddPageMarkers
	}},
	{"advanced_options.include_color_information advanced_options.include_formula_information advanced_options.include_dropdown_information", func(s *said, t *today) {
		include := &t.parsing.Spreadsheet.Include
		set(include, "cell_colors", s.Advanced.IncludeColorInformation)
		set(include, "formula", s.Advanced.IncludeFormulaInformation)
		set(include, "dropdowns", s.Advanced.IncludeDropdownInformation)
	}},
	{"advanced_options.large_table_chunking", func(s *said, t *today) { t.parsing.Spreadsheet.SplitLargeTables = s.Advanced.LargeTableChunking }},
	// The schema of the body knows default, disabled and intelligent as fast, disabled and accurate.
	{"advanced_options.spreadsheet_table_clustering", func(s *said, t *today) { t.parsing.Spreadsheet.Clustering = s.Advanced.SpreadsheetTableClustering }},
	{"advanced_options.exclude_hidden_sheets advanced_options.exclude_hidden_rows_cols", func(s *said, t *today) {
		exclude := &t.parsing.Spreadsheet.Exclude
		set(exclude, "hidden_sheets", s.Advanced.ExcludeHiddenSheets)
		set(exclude, "hidden_rows", s.Advanced.ExcludeHiddenRowsCols)
		set(exclude, "hidden_cols", s.Advanced.ExcludeHiddenRowsCols)
	}},
	{"advanced_options.read_comments advanced_options.enable_change_tracking advanced_options.enable_highlight_detection advanced_options.ignore_watermarks", func(s *said, t *today) {
		include := &t.parsing.Formatting.Include
		set(include, "comments", s.Advanced.ReadComments)
		set(include, "change_tracking", s.Advanced.EnableChangeTracking)
		set(include, "highlight", s.Advanced.EnableHighlightDetection)
		set(include, "ignore_watermarks", s.Advanced.IgnoreWatermarks)
	}},
	{"advanced_options.page_range advanced_options.force_file_extension advanced_options.return_ocr_data advanced_options.document_password advanced_options.persist_results", func(s *said, t *today) {
		o := &t.parsing.Settings
		o.PageRange, o.ForceFileExtension, o.ReturnOCRData = s.Advanced.PageRange, s.Advanced.ForceFileExtension, s.Advanced.ReturnOCRData
		o.DocumentPassword, o.PersistResults = s.Advanced.DocumentPassword, s.Advanced.PersistResults
	}},
	{"advanced_options.continue_hierarchy", func(s *said, t *today) { t.extra.ContinueHierarchy = s.Advanced.ContinueHierarchy }},
	{"advanced_options.keep_line_breaks advanced_options.remove_text_formatting advanced_options.filter_line_numbers", func(s *said, t *today) {
		t.extra.KeepLineBreaks, t.extra.RemoveTextFormatting = s.Advanced.KeepLineBreaks, s.Advanced.RemoveTextFormatting
		t.extra.FilterLineNumbers = s.Advanced.FilterLineNumbers
	}},
	{"experimental_options.return_figure_images experimental_options.return_table_images experimental_options.return_page_images", func(s *said, t *today) {
		images := &t.parsing.Settings.ReturnImages
		set(images, "figure", s.Experimental.ReturnFigureImages)
		set(images, "table", s.Experimental.ReturnTableImages)
		set(images, "page", s.Experimental.ReturnPageImages)
	}},
	{"experimental_options.embed_text_metadata_pdf experimental_options.detect_signatures experimental_options.user_specified_timeout_seconds", func(s *said, t *today) {
		t.parsing.Settings.EmbedPDFMetadata = s.Experimental.EmbedTextMetadataPDF
		set(&t.parsing.Formatting.Include, "signatures", s.Experimental.DetectSignatures)
		t.parsing.Settings.Timeout = s.Experimental.UserSpecifiedTimeoutSeconds
	}},
	{"experimental_options.latency_sensitive", func(s *said, t *today) {
		t.extra.Priority = t.extra.Priority || s.Experimental.LatencySensitive
		if t.how != nil {
			t.how.Priority = t.extra.Priority
		}
	}},
	{"experimental_options.enrich.enabled experimental_options.enrich.mode experimental_options.enrich.prompt", func(s *said, t *today) {
		if v := s.Experimental.Enrich; v.Enabled {
			t.extra.Enrich = &api.Enrich{Mode: v.Mode, Prompt: v.Prompt}
		}
	}},
	{"experimental_options.layout_model", func(s *said, t *today) {
		if v := s.Experimental.LayoutModel; v != "default" {
			t.parsing.Settings.Alpha.LayoutModel = v
		}
	}},
	{"experimental_options.layout_enrichment experimental_options.agentic_layout", func(s *said, t *today) {
		t.parsing.Enhance.IntelligentOrdering = s.Experimental.LayoutEnrichment || s.Experimental.AgenticLayout
	}},
	{"experimental_options.enable_scripts experimental_options.chunk_table_blocks", func(s *said, t *today) {
		t.extra.EnableScripts, t.extra.ChunkTableBlocks = s.Experimental.EnableScripts, s.Experimental.ChunkTableBlocks
	}},
	{"experimental_options.enable_checkboxes experimental_options.enable_equations experimental_options.rotate_pages experimental_options.rotate_figures", nil},
	{"experimental_options.danger_filter_wide_boxes experimental_options.native_docx_parsing experimental_options.native_office_conversion experimental_options.disable_office_external_links", nil},
}

// extractRows are about values.
var extractRows = []row{
	{"schema system_prompt", func(s *said, t *today) {
		t.instructions = api.Instructions{Schema: s.Schema, SystemPrompt: s.SystemPrompt}
	}},
	{"generate_citations citations_options.numerical_confidence", func(s *said, t *today) {
		t.drawing.Citations.Enabled, t.drawing.Citations.NumericalConfidence = s.GenerateCitations, s.CitationsOptions.NumericalConfidence
	}},
	{"array_extract.enabled array_extract.pages_per_segment", func(s *said, t *today) {
		t.drawing.ArrayExtract, t.extra.Segment = s.ArrayExtract.Enabled, s.ArrayExtract.PagesPerSegment
	}},
	{"array_extract.mode array_extract.streaming_extract_item_density", nil},
	{"deep_extract agent_extract.enabled", func(s *said, t *today) { t.drawing.DeepExtract = s.DeepExtract || s.AgentExtract.Enabled }},
	{"include_images", func(s *said, t *today) { t.drawing.IncludeImages = s.IncludeImages }},
	{"use_chunking", func(s *said, t *today) { t.extra.UseChunking = s.UseChunking }},
	{"spreadsheet_agent experimental_table_citations", nil},
}

// splitRows are about sections.
var splitRows = []row{
	{"split_description split_rules", func(s *said, t *today) { t.sections, t.rules = s.SplitDescription, s.SplitRules }},
	{"split_options.table_cutoff", func(s *said, t *today) { t.cutting.TableCutoff = s.SplitOptions.TableCutoff }},
	{"split_options.deep_split deep_split", func(s *said, t *today) { t.cutting.DeepSplit = s.SplitOptions.DeepSplit || s.DeepSplit }},
	{"split_options.include_confidence include_confidence", func(s *said, t *today) {
		t.cutting.Alpha.IncludeConfidence = s.SplitOptions.IncludeConfidence || s.IncludeConfidence
	}},
}

// pipelineRows are about what an operator has defined.
var pipelineRows = []row{
	{"pipeline_id settings", func(s *said, t *today) { t.chain, t.running = s.PipelineID, s.Settings }},
}

// given is a text, nil for none.
func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
