package pipeline

import (
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

// answer is what the steps of a pipeline answer.
type answer struct {
	read     *parse.Read
	parsed   *parsed
	split    *api.SplitResponse
	extract  *api.V3ExtractResponse
	extracts []api.ExtractSplitResponse
}

// answer writes the response.
func (p *pipeline) answer(a *answer) (job.Outcome, error) {
	rates := &p.env.Site.Billing.Rates
	sum := a.parsed.Usage
	result := api.PipelineResult{Split: a.split}
	switch answers := a.parsed.Answers; {
	case answers == nil:
	case a.read.List:
		result.Parse = answers
	case len(answers) > 0:
		result.Parse = answers[0]
	}
	if a.split != nil {
		sum.add(a.split.Usage.Credits, rates.Round)
	}
	if a.extract != nil {
		result.Extract = a.extract
		sum.add(a.extract.Usage.Credits, rates.Round)
	}
	if a.extracts != nil {
		result.Extract = a.extracts
		for _, one := range a.extracts {
			if r, ok := one.Result.(*api.V3ExtractResponse); ok {
				sum.add(r.Usage.Credits, rates.Round)
			}
		}
	}
	pages, total := a.read.Count()
	return p.outcome(sum.ParseUsage, result, pages, total)
}

// outcome ends the job.
func (p *pipeline) outcome(sum api.ParseUsage, result api.PipelineResult, pages, total int) (job.Outcome, error) {
	body, err := api.Marshal(api.PipelineResponse{ResponseType: "pipeline", JobID: p.task.JobID, Usage: sum, Result: result})
	if err != nil {
		return job.Outcome{}, fmt.Errorf("write the answer of a pipeline: %w", err)
	}
	return job.Outcome{Result: &job.Result{Body: body, NumPages: pages, TotalPages: total}}, nil
}

// usage is what a pipeline used: what its parse tells of pages, and what all steps cost. It reads back as it was written.
type usage struct{ api.ParseUsage }

// UnmarshalJSON keeps the order of the keys of a breakdown.
func (u *usage) UnmarshalJSON(b []byte) error {
	var raw struct {
		Breakdown json.RawMessage `json:"usage_breakdown"`
	}
	if err := json.Unmarshal(b, &u.ParseUsage); err != nil {
		return err
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	u.UsageBreakdown = raw.Breakdown
	return nil
}

// add adds the credits of a step, where credits are told.
func (u *usage) add(credits api.Opt[float64], round func(float64) float64) {
	mine, theirs := u.Credits.Get(), credits.Get()
	if mine != nil && theirs != nil {
		u.Credits = api.Some(round(*mine + *theirs))
	}
}
