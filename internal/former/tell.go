package former

import (
	"errors"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
)

// spoken are the settings that a request may be refused for, and what the second version calls them.
var spoken = []string{
	"enhance.advanced_chart_agent", "options.figure_summary.advanced_chart_agent",
	"enhance.intelligent_ordering", "experimental_options.layout_enrichment",
	"retrieval.chunking.", "options.chunking.",
	"retrieval.embedding_optimized", "options.table_summary.enabled",
	"formatting.table_output_format", "advanced_options.table_output_format",
	"settings.include_images", "include_images",
	"settings.deep_extract", "deep_extract",
	"settings.array_extract", "array_extract.enabled",
	"settings.deep_split", "deep_split",
}

// Tell is a refusal of the request in the words that it was made in. The settings of a pipeline are those of its
// definition, which is of today.
func (r *Request) Tell(err error) error {
	var named *fault.Error
	if r.operation == "pipeline" || !errors.As(err, &named) {
		return err
	}
	words := spoken
	for i, a := range r.agentic {
		said := "options.ocr_mode"
		if a.Scope == api.ScopeFigure {
			said = "options.figure_summary"
		}
		words = append(words[:len(words):len(words)], fmt.Sprintf("enhance.agentic[%d]", i), said)
	}
	told := *named
	told.Message = strings.NewReplacer(words...).Replace(told.Message)
	return &told
}
