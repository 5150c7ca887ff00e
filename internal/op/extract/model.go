package extract

import (
	"context"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/distill"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/window"
)

// found is what was found, and how.
type found struct {
	*record.Node
	mode   string  // of the usage
	sure   *string // what deep extract says of the whole
	reason *string
}

// model is the one that is asked, nil where values are found without one.
func (e *extractor) model() *infer.Model {
	if e.request.Settings.IncludeImages {
		return e.env.Models.For(infer.Vision)
	}
	return e.env.Models.For(infer.Language)
}

// values finds the values. What is found without a model is shown to it as a hint.
func (e *extractor) values(ctx context.Context, docs []*doc.Document, root *schema.Field, pictures []parse.Picture) (*found, error) {
	guidance := e.request.Instructions.SystemPrompt
	plain, err := e.find(ctx, docs, root, match.Options{Guidance: guidance, Embed: e.env.Embed})
	if err != nil {
		return nil, fmt.Errorf("find values: %w", err)
	}
	m := e.model()
	if m == nil {
		if err := e.unaided(); err != nil {
			return nil, err
		}
		return &found{Node: plain, mode: api.ModeExtract}, nil
	}
	settings := &e.request.Settings
	o := distill.Options{
		Version: e.version, Guidance: guidance, Context: m.Context(), Output: m.Output(), Hints: plain,
		Deep: settings.DeepExtract, Arrays: settings.ArrayExtract && !settings.DeepExtract, Hurried: settings.OptimizeForLatency,
	}
	if e.former != nil {
		o.Segment = e.former.Segment
	}
	for _, p := range pictures {
		o.Images = append(o.Images, window.Image{Document: p.Document, Page: p.Page, Data: p.PNG, Media: "image/png"})
	}
	drawn, err := distill.Extract(ctx, m, docs, root, o)
	if err != nil {
		return nil, err
	}
	out := &found{Node: drawn.Root, mode: api.ModeExtract}
	switch {
	case settings.DeepExtract:
		sure := api.ConfidenceLow
		if drawn.Sure {
			sure = api.ConfidenceHigh
		}
		out.mode, out.sure, out.reason = api.ModeDeepExtract, &sure, &drawn.Reason
	case !slices.ContainsFunc(docs, func(d *doc.Document) bool { return d.Kind != doc.Sheet }):
		out.mode = api.ModeSheet
	}
	return out, nil
}

// unaided refuses what cannot be done without a model, should this worker have none while others do.
func (e *extractor) unaided() error {
	switch {
	case e.request.Settings.IncludeImages:
		return op.NeedsModel("settings.include_images", infer.Vision)
	case e.request.Settings.DeepExtract:
		return op.NeedsModel("settings.deep_extract", infer.Language)
	}
	return nil
}

// pictures are those of the pages, where the caller wants the model to see them.
func (e *extractor) pictures(ctx context.Context, read *parse.Read) ([]parse.Picture, error) {
	if !e.request.Settings.IncludeImages {
		return nil, nil
	}
	if n, _ := read.Count(); n > e.env.Site.Limits.ImagePages {
		return nil, fault.New(fault.InvalidConfig, "settings.include_images takes at most %d pages, these are %d; use settings.page_range", e.env.Site.Limits.ImagePages, n)
	}
	return read.Pictures(ctx)
}
