package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/client"
)

type classifyArguments struct {
	Input      string     `json:"input"`
	Categories []category `json:"categories"`
	Pages      pages      `json:"pages"`
}

type category struct {
	Name     string   `json:"name"`
	Criteria []string `json:"criteria"`
}

// classify chooses the category of a document.
func classify(ctx context.Context, c *call, a classifyArguments) (*answer, error) {
	input, chosen, err := c.document(a.Input, a.Pages)
	if err != nil {
		return nil, err
	}
	r := client.ClassifyRequest{Input: client.Document(input), PageRange: chosen}
	for _, one := range a.Categories {
		r.ClassificationSchema = append(r.ClassificationSchema, client.Category{Category: one.Name, Criteria: append([]string{}, one.Criteria...)})
	}
	id, err := c.service.ClassifyAsync(ctx, r)
	return c.run(ctx, id, err)
}

// decision is the category of a document and how the criteria of each one hold.
type decision struct {
	JobID      string                      `json:"job_id"`
	Category   string                      `json:"category"`
	Categories []client.CategoryConfidence `json:"categories,omitempty"`
	Next       *next                       `json:"next,omitempty"`
}

func readClassify(job client.Job, r *client.ClassifyResponse, from int) *answer {
	said := decision{JobID: job.ID, Category: r.Result.Category}
	var b strings.Builder
	fmt.Fprintf(&b, "category: %s\njob_id: %s", said.Category, job.ID)
	if r.ResponseConfidence == nil {
		return &answer{b.String(), said}
	}
	said.Categories = fit(r.ResponseConfidence.Categories, from, mostText)
	for _, one := range said.Categories {
		fmt.Fprintf(&b, "\n%s: %.0f %% of its criteria hold", one.Category, 100*one.Confidence)
		for _, criterion := range one.CriteriaConfidence {
			fmt.Fprintf(&b, "\n  %s: %s", criterion.Confidence, criterion.Criterion)
		}
	}
	if shown := from + len(said.Categories); shown < len(r.ResponseConfidence.Categories) {
		said.Next = &next{"get_job", map[string]any{"job_id": job.ID, "offset": shown}}
		fmt.Fprintf(&b, "\n[For the other categories, call get_job with job_id %s and offset %d.]", job.ID, shown)
	}
	return &answer{b.String(), said}
}
