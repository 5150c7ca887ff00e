package kind

import "math"

// Bounds of scores: below the one nothing speaks for a kind, from the other on much does.
const (
	nothing = 0.3
	much    = 1.2
)

// judge brings what was found of each criterion together with how likely the whole kind is: words are missed, and what
// pages of that kind have is likely there; of pages of another kind they may speak of something else.
func judge(all []Rating) {
	sum := 0.0
	for _, r := range all {
		sum += math.Exp(r.Score / spread)
	}
	for i := range all {
		likely := math.Exp(all[i].Score/spread) / sum * rise(all[i].Score, nothing, much)
		for k := range all[i].Criteria {
			c := &all[i].Criteria[k]
			c.Met = min(1, likely*(0.4+1.2*c.Met)+(1-likely)*0.75*c.Met)
		}
	}
}

// spread is by how much scores differ of which one is clearly better.
const spread = 0.15
