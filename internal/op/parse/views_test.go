package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
)

// Which blocks a model is shown, and whether its failure is one of the job.
func TestViews(t *testing.T) {
	large := doc.Box{Width: 0.5, Height: 0.5}
	d := &doc.Document{Blocks: []doc.Block{
		{Type: doc.Figure, Box: large, Text: "figure"},
		{Type: doc.Figure, Box: doc.Box{Width: 0.01, Height: 0.01}, Text: "ornament"},
		{Type: doc.Figure, Box: large, Chart: &doc.Chart{}, Text: "chart"},
		{Type: doc.Figure, Box: large, Watermark: true, Text: "watermark"},
		{Type: doc.TableBlock, Box: large, Table: &doc.Table{}, Confidence: 0.9, Text: "sure"},
		{Type: doc.TableBlock, Box: large, Table: &doc.Table{}, Confidence: 0.5, Text: "unsure"},
		{Type: doc.KeyValue, Box: large, Text: "pairs"},
		{Type: doc.Text, Box: large, Text: "text"},
	}}
	ask := " do it "
	for _, c := range []struct {
		name          string
		e             api.Enhance
		model         string
		asked, others string
	}{
		{"Nothing", api.Enhance{}, "legacy", "", ""},
		{"Summaries", api.Enhance{SummarizeFigures: true}, "legacy", "", "figure"},
		{"SummariesOfR1", api.Enhance{SummarizeFigures: true}, "r-1", "", ""},
		{"Figures", api.Enhance{SummarizeFigures: true, Agentic: []api.Agentic{{Scope: api.ScopeFigure}}}, "r-1", "figure ornament chart", ""},
		{"ChartsAlone", api.Enhance{SummarizeFigures: true, Agentic: []api.Agentic{{Scope: api.ScopeFigure, AdvancedChartAgent: true}}}, "legacy", "", "figure"},
		{"ChartsWithPrompt", api.Enhance{Agentic: []api.Agentic{{Scope: api.ScopeFigure, AdvancedChartAgent: true, Prompt: &ask}}}, "legacy", "figure:do it ornament:do it chart:do it", ""},
		{"TablesBuiltin", api.Enhance{Agentic: []api.Agentic{{Scope: api.ScopeTable, Mode: "max"}}}, "legacy", "", ""},
		{"Tables", api.Enhance{Agentic: []api.Agentic{{Scope: api.ScopeTable, Mode: "default", Prompt: &ask}}}, "legacy", "unsure:do it", ""},
		{"AllTables", api.Enhance{Agentic: []api.Agentic{{Scope: api.ScopeTable, Mode: "max", Prompt: &ask}}}, "legacy", "sure:do it unsure:do it", ""},
		{"Text", api.Enhance{Agentic: []api.Agentic{{Scope: api.ScopeText, Prompt: &ask}}}, "legacy", "pairs:do it", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &parser{}
			p.request.Enhance, p.request.Settings.Model = c.e, &c.model
			asked, others := p.views(d, "seer")
			if got := listed(asked); got != c.asked {
				t.Errorf("asked %q", got)
			}
			if got := listed(others); got != c.others {
				t.Errorf("others %q", got)
			}
		})
	}
}

func listed(views []view) string {
	var out []string
	for _, v := range views {
		text := v.block.Text
		if v.prompt != "" {
			text += fmt.Sprintf(":%s", v.prompt)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}
