package classify

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/kind"
)

// rated is a rating with criteria that are met as given.
func rated(score float64, met ...float64) kind.Rating {
	r := kind.Rating{Score: score}
	for _, m := range met {
		r.Criteria = append(r.Criteria, kind.Criterion{Met: m})
	}
	return r
}

func TestChoice(t *testing.T) {
	for name, c := range map[string]struct {
		ratings []kind.Rating
		want    int
	}{
		"Highest":         {[]kind.Rating{rated(1), rated(3), rated(2)}, 1},
		"EarlierOfTwo":    {[]kind.Rating{rated(1), rated(2), rated(2)}, 1},
		"AllBeforeNone":   {[]kind.Rating{rated(3, 0, 0.4), rated(1, 0.5, 0.9), rated(2, 0.9, 0.1)}, 1},
		"BestOfAll":       {[]kind.Rating{rated(3, 0), rated(1, 0.5), rated(2, 0.9)}, 2},
		"SomeIsEnough":    {[]kind.Rating{rated(3, 0, 0.6), rated(1, 0.5)}, 0},
		"NothingIsMet":    {[]kind.Rating{rated(3, 0), rated(4, 0.4)}, 1},
		"WithoutCriteria": {[]kind.Rating{rated(3), rated(4)}, 1},
	} {
		if got := Choice(c.ratings); got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
}

func TestChoiceNeverLosesToAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ratings := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) kind.Rating {
			return rated(rapid.Float64Range(0, 3).Draw(t, "score"), rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 3).Draw(t, "met")...)
		}), 1, 6).Draw(t, "ratings")
		chosen := Choice(ratings)
		for i, r := range ratings {
			if share(ratings[chosen]) == 0 && share(r) == 1 {
				t.Fatalf("%d was chosen before %d: %+v", chosen, i, ratings)
			}
		}
	})
}

func TestConfidence(t *testing.T) {
	categories := []api.ClassificationCategory{{Category: "a", Criteria: []string{"x", "y"}}, {Category: "b"}}
	got := Confidence(categories, []kind.Rating{rated(1, 0.2, 0.8), rated(2)})
	want := &api.ResponseConfidence{Categories: []api.CategoryConfidence{
		{Category: "a", Confidence: 0.5, CriteriaConfidence: []api.CriteriaConfidence{{Criterion: "x", Confidence: "low"}, {Criterion: "y", Confidence: "high"}}},
		{Category: "b", CriteriaConfidence: []api.CriteriaConfidence{}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := Confidence(categories[1:], []kind.Rating{rated(2)}); got != nil {
		t.Errorf("%+v", got)
	}
}
