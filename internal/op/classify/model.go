package classify

import (
	"context"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/judge"
	"github.com/octavo-dev/octavo/internal/kind"
)

// stageAsk asks a model; the stages before it are those of a parse.
const stageAsk = "ask"

// model is the one that is asked, nil where categories are rated without one.
func (c *classifier) model() *infer.Model { return c.env.Models.For(infer.Language) }

// ask has a model rate the categories. What was found without it is shown as a hint.
func (c *classifier) ask(ctx context.Context, m *infer.Model, docs []*doc.Document, about string, found []kind.Rating) ([]kind.Rating, error) {
	categories := make([]judge.Category, len(found))
	for i, one := range c.request.ClassificationSchema {
		categories[i] = judge.Category{Name: one.Category, Criteria: one.Criteria}
	}
	class, err := judge.Classify(ctx, m, docs, categories, judge.ClassOptions{
		Metadata: about, Accurate: deep(&c.request), Context: m.Context(), Output: m.Output(), Hints: scores(found),
	})
	if err != nil {
		return nil, err
	}
	return told(c.request.ClassificationSchema, class), nil
}

// scores are ratings from 0 to 1, the best being 1.
func scores(found []kind.Rating) []float64 {
	best := 0.0
	for _, r := range found {
		best = max(best, r.Score)
	}
	out := make([]float64, len(found))
	for i, r := range found {
		if best > 0 {
			out[i] = r.Score / best
		}
	}
	return out
}

// told are the ratings of a model: what it chose scores highest.
func told(categories []api.ClassificationCategory, class judge.Class) []kind.Rating {
	out := make([]kind.Rating, len(categories))
	for i, ratings := range class.Ratings {
		out[i].Criteria = make([]kind.Criterion, len(ratings))
		for k, r := range ratings {
			if r.High {
				out[i].Criteria[k] = kind.Criterion{Met: 1, Reason: r.Quote}
			}
		}
		out[i].Score = share(out[i])
	}
	out[class.Winner].Score += 2
	return out
}
