package classify

import (
	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/kind"
)

// Choice is the index of the category that documents are of: the one with the highest score, the earlier of two, but none
// without a criterion that is met while another meets all of its own.
func Choice(ratings []kind.Rating) int {
	best := highest(ratings, func(kind.Rating) bool { return true })
	if share(ratings[best]) == 0 {
		if sure := highest(ratings, func(r kind.Rating) bool { return share(r) == 1 }); sure >= 0 {
			return sure
		}
	}
	return best
}

// highest is the index of the best of some ratings, -1 where there are none.
func highest(ratings []kind.Rating, of func(kind.Rating) bool) int {
	best := -1
	for i, r := range ratings {
		if of(r) && (best < 0 || r.Score > ratings[best].Score) {
			best = i
		}
	}
	return best
}

// share is how many of its criteria a category meets, 0 to 1.
func share(r kind.Rating) float64 {
	if len(r.Criteria) == 0 {
		return 0
	}
	met := 0
	for _, c := range r.Criteria {
		if c.Met >= kind.High {
			met++
		}
	}
	return float64(met) / float64(len(r.Criteria))
}

// Confidence says how sure each category is; nil where none has criteria.
func Confidence(categories []api.ClassificationCategory, ratings []kind.Rating) *api.ResponseConfidence {
	out, some := &api.ResponseConfidence{}, false
	for i, c := range categories {
		rated := api.CategoryConfidence{Category: c.Category, Confidence: share(ratings[i]), CriteriaConfidence: []api.CriteriaConfidence{}}
		for k, criterion := range c.Criteria {
			some = true
			sure := api.ConfidenceLow
			if ratings[i].Criteria[k].Met >= kind.High {
				sure = api.ConfidenceHigh
			}
			rated.CriteriaConfidence = append(rated.CriteriaConfidence, api.CriteriaConfidence{Criterion: criterion, Confidence: sure})
		}
		out.Categories = append(out.Categories, rated)
	}
	if !some {
		return nil
	}
	return out
}
