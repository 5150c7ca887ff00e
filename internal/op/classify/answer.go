package classify

import (
	"context"
	"io"
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/kind"
)

// answer writes the response, with the result behind a URL where the caller wants that.
func (c *classifier) answer(ctx context.Context, pages int, ratings []kind.Rating) ([]byte, error) {
	categories := c.request.ClassificationSchema
	label := categories[Choice(ratings)].Category
	body, err := api.Marshal(api.ClassifyResult{Category: label})
	if err != nil {
		return nil, err
	}
	result, err := c.env.Result(ctx, c.task, c.request.ForceURLResult, func(w io.Writer) error { _, err := w.Write(body); return err })
	if err != nil {
		return nil, err
	}
	took := api.Took(c.env.Now().Sub(c.task.Started))
	return api.Marshal(api.ClassifyResponse{
		ResponseType: "classify", JobID: c.task.JobID, Result: result, ResponseConfidence: Confidence(categories, ratings),
		Usage: c.usage(pages), ExtraMetadata: grouping(c.request.CategoryGroups, label), Duration: &took,
	})
}

// grouping names the group that holds a label, where there are groups.
func grouping(groups map[string][]string, label string) map[string]string {
	if groups == nil {
		return nil
	}
	for name, labels := range groups {
		if slices.Contains(labels, label) {
			return map[string]string{"grouping": name}
		}
	}
	return map[string]string{"grouping": "ungrouped"}
}

// usage says what the job used, in the form the billing mode asks for.
func (c *classifier) usage(pages int) *api.ClassifyUsage {
	const mostBilled = 5
	billed := min(pages, mostBilled)
	u := &api.ClassifyUsage{NumPages: pages, NumCategories: len(c.request.ClassificationSchema)}
	switch c.env.Site.Billing.Mode {
	case "off":
		u.Credits = api.Null[float64]()
	case "breakdown":
		u.UsageBreakdown = &api.ClassifyUsageBreakdown{ClassifyModel: api.ModelClassify, ClassifyPages: billed}
		if deep(&c.request) {
			u.UsageBreakdown.ClassifyModel = api.ModelDeepClassify
		}
	default:
		rates := &c.env.Site.Billing.Rates
		rate := rates.ClassifyPage
		if deep(&c.request) {
			rate = rates.DeepClassifyPage
		}
		u.Credits = api.Some(rates.Round(float64(billed) * rate))
	}
	return u
}
