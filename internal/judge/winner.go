package judge

import (
	"cmp"
	"context"
	"slices"

	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/window"
)

// Bounds of checking criteria.
const (
	leaders     = 3 // categories whose criteria are checked
	checkRounds = 3 // as long as categories take the lead that were not
	maxCriteria = 50
)

// ranked are indices by what they score, the first of equal ones first.
func ranked(n int, score func(int) float64) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	return out
}

// share is the part of the criteria of a category that are met. One without criteria is neither met nor missed.
func (c *classifier) share(i int) float64 {
	all := c.ratings[i]
	if len(all) == 0 {
		return 0.5
	}
	met := 0
	for _, r := range all {
		if r.High {
			met++
		}
	}
	return float64(met) / float64(len(all))
}

// winner is the choice of the model, unless what is said of the criteria speaks against it: nothing of its own stands in
// the documents while all of another's does, or, after checks, more of another's.
func (c *classifier) winner() int {
	best := c.best()
	switch {
	case c.choice < 0:
		return best
	case len(c.checked) > 0 && c.checked[best] && c.share(best) > c.share(c.choice):
		return best
	case c.share(c.choice) == 0 && c.share(best) == 1:
		return best
	}
	return c.choice
}

// best is the category with most of its criteria met; of equal ones the choice of the model, then what the built-in engine
// finds to fit better.
func (c *classifier) best() int {
	if len(c.categories) == 0 {
		return 0
	}
	return ranked(len(c.categories), func(i int) float64 {
		score := 1e-4 * min(max(c.hint(i), 0), 1)
		if len(c.ratings[i]) > 0 {
			score += c.share(i)
		}
		if i == c.choice {
			score += 1e-3
		}
		return score
	})[0]
}

// check asks about the criteria of the leading categories again, as long as new ones take the lead.
func (c *classifier) check(ctx context.Context) error {
	for range checkRounds {
		open := c.leading()
		if len(open) == 0 {
			return nil
		}
		for _, i := range open {
			c.checked[i] = true
			if err := c.recheck(ctx, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// leading are the categories in the lead that were not checked: the winner and those with most criteria met.
func (c *classifier) leading() []int {
	win := c.winner()
	first := ranked(len(c.categories), func(i int) float64 {
		if i == win {
			return 2
		}
		return c.share(i)
	})
	var out []int
	for k, i := range first[:min(leaders, len(first))] {
		if !c.checked[i] && len(c.ratings[i]) > 0 && (k == 0 || c.share(i) > 0) {
			out = append(out, i)
		}
	}
	return out
}

var findings = &infer.Shape{Type: "object", Properties: []infer.Property{
	list("checks", field("criterion", "integer", false), field("met", "boolean", false), field("page", "integer", true), field("quote", "string", true)),
}}

// recheck asks about the criteria of one category; what is met now has evidence now.
func (c *classifier) recheck(ctx context.Context, category int) error {
	var own []criterion
	for _, one := range c.asked {
		if one.category == category {
			own = append(own, one)
		}
	}
	for batch := range slices.Chunk(own, maxCriteria) {
		base, err := c.request("check", struct {
			Name     string
			Criteria []criterion
		}{c.categories[category].Name, batch}, findings, "criteria")
		if err != nil {
			return err
		}
		room, err := c.limits.Room(base)
		if err != nil {
			return err
		}
		runs := window.Runs(c.pages, room, 0)
		c.session.Allow(callsARun * max(len(runs), 1))
		answers, err := window.Each(ctx, c.session, runs, false, func(ctx context.Context, run []window.Page) (any, error) {
			r := base
			r.Parts = append(window.Parts(run), base.Parts...)
			return c.session.Ask(ctx, r)
		})
		if err != nil {
			return err
		}
		c.apply(batch, answers)
	}
	return nil
}

// apply rates criteria anew: one is met where a check of some run of pages says so, with words that stand there.
func (c *classifier) apply(batch []criterion, answers []any) {
	if len(answers) == 0 {
		return
	}
	for _, one := range batch {
		c.ratings[one.category][one.index] = Rating{}
	}
	for _, v := range answers {
		for _, given := range listed(v, "checks") {
			i := slices.IndexFunc(batch, func(one criterion) bool { return one.Number == number(given["criterion"]) })
			if met, _ := given["met"].(bool); met && i >= 0 {
				c.note(batch[i], given)
			}
		}
	}
}
