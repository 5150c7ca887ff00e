package split

import (
	"context"
	"io"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/section"
)

// answer writes the response, with the result behind a URL where it is large or the caller wants that.
func (s *splitter) answer(ctx context.Context, read *parse.Read, found []section.Section) (*api.SplitResponse, error) {
	result, err := s.env.Result(ctx, s.task, s.request.Settings.ForceURLResult, func(w io.Writer) error {
		return Write(w, found, deep(&s.request))
	})
	if err != nil {
		return nil, err
	}
	took := api.Took(s.env.Now().Sub(s.task.Started))
	return &api.SplitResponse{ResponseType: "split", JobID: s.task.JobID, Usage: s.usage(read), Duration: &took, Result: result}, nil
}

// Write writes sections as a result.
func Write(w io.Writer, found []section.Section, deep bool) error {
	var result any = plainResult(found)
	if deep {
		result = deepResult(found)
	}
	body, err := api.Marshal(result)
	if err != nil {
		return err
	}
	_, err = w.Write(body)
	return err
}

func plainResult(found []section.Section) api.SplitResult {
	r := api.SplitResult{SectionMapping: map[string][]int{}, Splits: []api.Split{}}
	for _, f := range found {
		s := api.Split{Name: f.Name, Pages: numbers(f.Pages), Conf: conf(f.Sure)}
		if f.Parts != nil {
			s.Partitions = []api.SplitPartition{}
		}
		for _, p := range f.Parts {
			s.Partitions = append(s.Partitions, api.SplitPartition{Name: p.Name, Pages: numbers(p.Pages), Conf: conf(p.Sure)})
		}
		r.SectionMapping[f.Name] = s.Pages
		r.Splits = append(r.Splits, s)
	}
	return r
}

func numbers(pages []section.Page) []int {
	out := make([]int, len(pages))
	for i, p := range pages {
		out[i] = p.Number
	}
	return out
}

// conf is what a plain result says of how sure a section is: it knows two grades.
func conf(s section.Sure) string {
	if s == section.Low {
		return api.ConfidenceLow
	}
	return api.ConfidenceHigh
}

func deepResult(found []section.Section) api.DeepSplitResult {
	r := api.DeepSplitResult{Splits: []api.DeepSplit{}}
	for _, f := range found {
		s := api.DeepSplit{Name: f.Name, Pages: evidence(f.Pages)}
		if f.Parts != nil {
			s.Partitions = []api.DeepSplitPartition{}
		}
		for _, p := range f.Parts {
			s.Partitions = append(s.Partitions, api.DeepSplitPartition{Name: p.Name, Pages: evidence(p.Pages)})
		}
		r.Splits = append(r.Splits, s)
	}
	return r
}

func evidence(pages []section.Page) []api.DeepSplitPageEvidence {
	out := make([]api.DeepSplitPageEvidence, len(pages))
	for i, p := range pages {
		grade := []string{section.Low: api.ConfidenceLow, section.Medium: api.ConfidenceMedium, section.High: api.ConfidenceHigh}[p.Sure]
		out[i] = api.DeepSplitPageEvidence{PageNumber: p.Number, Evidence: p.Evidence, Confidence: &grade}
	}
	return out
}

// usage says what the job used, in the form the billing mode asks for.
func (s *splitter) usage(read *parse.Read) api.ParseUsage {
	u := read.Usage()
	rates, isDeep := &s.env.Site.Billing.Rates, deep(&s.request)
	switch s.env.Site.Billing.Mode {
	case "off":
	case "breakdown":
		b := &api.SplitUsageBreakdown{
			SplitModel: modelSplit, SplitPages: u.NumPages, OCRPages: read.Cost.OCRPages, Charts: read.Cost.Charts, PromptedBlocks: read.Cost.Prompted,
		}
		if isDeep {
			b.SplitModel = modelDeepSplit
		}
		u.UsageBreakdown = b
	default:
		sum := float64(u.NumPages) * rates.SplitPage
		if isDeep {
			sum = float64(u.NumPages) * rates.DeepSplitPage
		}
		sum += read.Cost.Credits
		if s.task.Lane == job.Batch {
			sum *= rates.BatchFactor
		}
		u.Credits = api.Some(rates.Round(sum))
	}
	return u
}

// Models of the breakdown.
const (
	modelSplit     = "Split"
	modelDeepSplit = "Deep Split"
)
