package extract

import (
	"context"
	"io"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
)

// answer writes the response, with the result behind a URL where it is large or the caller wants that.
func (e *extractor) answer(ctx context.Context, read *parse.Read, docs []*doc.Document, f *found) (*api.V3ExtractResponse, error) {
	result, err := e.env.Result(ctx, e.task, e.request.Settings.ForceURLResult, func(w io.Writer) error {
		if want := e.request.Settings.Citations; want.Enabled {
			return f.Write(w, newCiter(read, docs, want).leaf)
		}
		return list(w, f.Node)
	})
	if err != nil {
		return nil, err
	}
	took := api.Took(e.env.Now().Sub(e.task.Started))
	pages, _ := read.Count()
	return &api.V3ExtractResponse{
		ResponseType: "v3_extract", JobID: &e.task.JobID, Usage: e.usage(read.Cost, pages, f.Leaves(), f.mode),
		Duration: &took, StudioLink: e.env.Site.StudioLink(e.task.JobID), Confidence: f.sure, ConfidenceReason: f.reason, Result: result,
	}, nil
}

// list writes a result without citations: a list of one object.
func list(w io.Writer, found *record.Node) error {
	if _, err := io.WriteString(w, "["); err != nil {
		return err
	}
	if err := found.Write(w, nil); err != nil {
		return err
	}
	_, err := io.WriteString(w, "]")
	return err
}

// usage says what the job used, in the form the billing mode asks for.
func (e *extractor) usage(read parse.Cost, pages, fields int, mode string) api.ExtractUsage {
	u := api.ExtractUsage{NumPages: pages, NumFields: fields, ExtractMode: &mode}
	switch e.env.Site.Billing.Mode {
	case "off":
		u.Credits = api.Null[float64]()
	case "breakdown":
		u.UsageBreakdown = &api.ExtractUsageBreakdown{
			ExtractModel: api.ModelExtract, Tier: api.TierDefault,
			ExtractPages: pages, ExtractFields: fields, OCRPages: read.OCRPages, Charts: read.Charts, PromptedBlocks: read.Prompted,
		}
		if mode == api.ModeDeepExtract {
			u.UsageBreakdown.ExtractModel = api.ModelDeepExtract
		}
		if e.task.Lane == job.Batch {
			u.UsageBreakdown.Tier = api.TierBatch
		}
	default:
		u.Credits = api.Some(e.credits(read, pages, fields, mode))
	}
	return u
}

func (e *extractor) credits(read parse.Cost, pages, fields int, mode string) float64 {
	rates := &e.env.Site.Billing.Rates
	sum := float64(pages) * rates.ExtractPage
	if mode == api.ModeDeepExtract {
		sum = max(float64(pages)*rates.DeepExtractPage+float64(fields)*rates.DeepExtractField, rates.DeepExtractMin)
	}
	sum += read.Credits
	if e.request.Settings.OptimizeForLatency {
		sum *= rates.LatencyFactor
	}
	if e.task.Lane == job.Batch {
		sum *= rates.BatchFactor
	}
	return rates.Round(sum)
}
