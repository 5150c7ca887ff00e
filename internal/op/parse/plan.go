package parse

import (
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/register"
	"github.com/octavo-dev/octavo/internal/render"
)

func plan(site op.Site, call op.Call) (op.Plan, error) {
	var r api.ParseRequest
	if err := json.Unmarshal(call.Body, &r); err != nil {
		return op.Plan{}, fmt.Errorf("read parse request: %w", err)
	}
	lite := api.Lite(call.Raw)
	if lite && call.Async {
		return op.Plan{}, fault.New(fault.InvalidConfig, "lite parse is not offered to asynchronous requests").Typed("lite_mode_unsupported")
	}
	if err := op.CheckInputs(site, &r.Input); err != nil {
		return op.Plan{}, err
	}
	options := r.Options()
	if err := CheckOptions(site, &options); err != nil {
		return op.Plan{}, err
	}
	if err := CheckFormer(site, call.Former); err != nil {
		return op.Plan{}, err
	}
	layout, err := site.Register.Resolve(register.Layout, r.Settings.Alpha.LayoutModel)
	if err != nil {
		return op.Plan{}, err
	}
	p := op.Plan{
		Inputs: r.Input.Values, List: r.Input.List, JobInputs: true,
		Queue: job.CPU, First: firstStage(r.Input.Values), Lane: call.Lane(r.QueuePriority, r.Async),
		Webhook: op.Webhook(r.Async), Request: call.Body, Former: call.Former, Lite: lite, Layout: layout,
	}
	p.Settle(r.Settings.Job())
	return p, nil
}

// firstStage is the download where an input needs one.
func firstStage(inputs []string) job.Stage {
	for _, input := range inputs {
		if op.Remote(input) {
			return job.Stage{Name: stageFetch, Queue: job.IO}
		}
	}
	return job.Stage{Name: stageRead, Queue: job.CPU}
}

// CheckOptions refuses parse options that contradict each other, pin an unknown model, or need a model that is not
// there. Other operations that parse use it too.
func CheckOptions(site op.Site, o *api.ParseOptions) error {
	for _, check := range []func(op.Site, *api.ParseOptions) error{checkChunking, checkTables, checkPin, checkModel, checkAgentic} {
		if err := check(site, o); err != nil {
			return err
		}
	}
	return nil
}

// checkChunking refuses an overlap that could be as long as a chunk.
func checkChunking(_ op.Site, o *api.ParseOptions) error {
	c := o.Retrieval.Chunking
	bounded := c.Mode == api.ChunkVariable || c.Mode == api.ChunkSection || c.Mode == api.ChunkPageSections
	if !bounded || c.Size == nil || *c.Size == 0 || c.Overlap == 0 {
		return nil
	}
	if low, _ := chunk.Bounds(*c.Size); c.Overlap >= low {
		return fault.New(fault.InvalidConfig, "retrieval.chunking.chunk_overlap %d must be below %d, the least length of a chunk of chunk_size %d", c.Overlap, low, *c.Size)
	}
	return nil
}

func checkTables(site op.Site, o *api.ParseOptions) error {
	if isR1(site, o) && o.Formatting.TableOutputFormat == string(render.JSONBBox) {
		return fault.New(fault.InvalidConfig, "formatting.table_output_format jsonbbox does not apply to settings.model r-1")
	}
	return nil
}

func checkPin(site op.Site, o *api.ParseOptions) error {
	_, err := site.Register.Resolve(register.Layout, o.Settings.Alpha.LayoutModel)
	return err
}

func checkModel(site op.Site, o *api.ParseOptions) error {
	if isR1(site, o) && !site.LayoutModel {
		return op.NeedsModel("settings.model r-1", "layout")
	}
	return nil
}

func isR1(site op.Site, o *api.ParseOptions) bool {
	model := site.DefaultModel
	if o.Settings.Model != nil {
		model = *o.Settings.Model
	}
	return model == "r-1"
}

// checkAgentic refuses what only a model can do.
func checkAgentic(site op.Site, o *api.ParseOptions) error {
	asked := []wish{
		{"enhance.advanced_chart_agent", "chart_agent", o.Enhance.AdvancedChartAgent},
		{"enhance.intelligent_ordering", "reading_order", o.Enhance.IntelligentOrdering},
		{"retrieval.embedding_optimized", "embedding_text", o.Retrieval.EmbeddingOptimized},
	}
	for i, a := range o.Enhance.Agentic {
		path := fmt.Sprintf("enhance.agentic[%d]", i)
		prompted := a.Prompt != nil && *a.Prompt != ""
		switch a.Scope {
		case api.ScopeFigure:
			chartOnly := a.AdvancedChartAgent && !prompted
			asked = append(asked, wish{path, "agentic_figure", !chartOnly}, wish{path + ".advanced_chart_agent", "chart_agent", chartOnly})
		default:
			asked = append(asked, wish{path + ".prompt", "agentic_" + a.Scope + "_prompt", prompted}, wish{path, "agentic_" + a.Scope, !prompted})
		}
	}
	for _, w := range asked {
		if !w.asked {
			continue
		}
		if err := op.Require(site, w.setting, w.capability); err != nil {
			return err
		}
	}
	return nil
}

// CheckFormer refuses what a request of the second version asks for beyond parse options and only a model can do.
func CheckFormer(site op.Site, f *api.Former) error {
	switch {
	case f == nil:
		return nil
	case f.TablePrompt != "" && !site.HasRole(infer.Language):
		return op.NeedsModel("options.table_summary.prompt", infer.Language)
	case f.Enrich != nil:
		return op.Require(site, "experimental_options.enrich.enabled", "enrich")
	}
	return nil
}

// wish is a setting and the capability it needs.
type wish struct {
	setting, capability string
	asked               bool
}
