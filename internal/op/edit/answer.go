package edit

import (
	"fmt"
	"strconv"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// response is what the caller is told.
func (e *editor) response(c *changed) api.EditResponse {
	r := api.EditResponse{
		ResponseType: "edit", JobID: &e.task.JobID, DocumentURL: c.url, FormSchema: c.schema, Usage: e.usage(c), Warnings: c.notes,
	}
	for _, l := range c.left {
		r.Warnings = append(r.Warnings, fmt.Sprintf("not done: %s (%s)", l.Sentence, l.Reason))
	}
	return r
}

func (e *editor) answer(c *changed) (job.Outcome, error) {
	body, err := api.Marshal(e.response(c))
	if err != nil {
		return job.Outcome{}, err
	}
	if most := e.env.Site.Limits.InlineBytes; most > 0 && int64(len(body)) > most {
		return job.Outcome{}, fault.New(fault.OversizedResult, "the form_schema makes an answer of %d bytes, the limit is %d", len(body), most)
	}
	return job.Outcome{Result: &job.Result{Body: body, NumPages: c.pages, TotalPages: c.pages}}, nil
}

// usage says what the job used, in the form the billing mode asks for.
func (e *editor) usage(c *changed) *api.ParseUsage {
	u := &api.ParseUsage{NumPages: c.pages, PageBillingBreakdown: map[string][]string{}}
	for n := range c.pages {
		u.PageBillingBreakdown[strconv.Itoa(n+1)] = []string{"page"}
	}
	rates := &e.env.Site.Billing.Rates
	normal := c.pages - c.prefilled
	switch e.env.Site.Billing.Mode {
	case "off":
		u.Credits, u.CreditBreakdown = api.Null[float64](), api.Null[map[string]float64]()
	case "breakdown":
		b := &api.EditUsageBreakdown{EditModel: api.ModelEdit, EditPages: normal, PrefillPages: c.prefilled}
		if normal == 0 && c.prefilled > 0 {
			b.EditModel, b.EditPages, b.PrefillPages = api.ModelPrefill, c.prefilled, 0
		}
		u.UsageBreakdown = b
	default:
		parts := map[string]float64{}
		if normal > 0 {
			parts["edit"] = rates.Round(float64(normal) * rates.EditPage)
		}
		if c.prefilled > 0 {
			parts["prefill"] = rates.Round(float64(c.prefilled) * rates.PrefilledPage)
		}
		u.Credits, u.CreditBreakdown = api.Some(rates.Round(parts["edit"]+parts["prefill"])), api.Some(parts)
	}
	return u
}
