package kind

import (
	"cmp"
	"context"
	"slices"

	"github.com/octavo-dev/octavo/internal/embed"
)

// Bounds of what is compared by its meaning.
const (
	leads   = 0.25 // by how much a kind must be better than the next one, or the two are compared
	few     = 4    // kinds that are compared
	byText  = 0.3  // what it is worth that texts mean the same
	mostFor = 600  // texts of pages that are compared in one call, where each has more than one
)

// question is which of some kinds a group of sheets is of.
type question struct {
	group  int
	kinds  []int // of the scale
	says   []int // texts of the pages
	spoken []int // texts of the kinds
}

// compare adds how near what pages say is to what kinds are said to be, where the best of them are close.
func (s *Scale) compare(ctx context.Context, groups [][]*Sheet, out [][]Rating) error {
	texts, places := []string(nil), map[string]int{}
	at := func(text string) int {
		if i, ok := places[text]; ok {
			return i
		}
		places[text] = len(texts)
		texts = append(texts, text)
		return len(texts) - 1
	}
	var open []question
	each := max(1, min(mostTexts, mostFor/len(groups)))
	for i, ratings := range out {
		q := question{group: i, kinds: closest(ratings)}
		if q.kinds == nil {
			continue
		}
		for _, text := range said(groups[i], each) {
			q.says = append(q.says, at(text))
		}
		for _, k := range q.kinds {
			q.spoken = append(q.spoken, at(s.described[k].text()))
		}
		open = append(open, q)
	}
	if len(open) == 0 {
		return nil
	}
	vectors, err := s.embed.Embed(ctx, texts)
	if err != nil {
		return err
	}
	for _, q := range open {
		for i, k := range q.kinds {
			best := 0.0
			for _, t := range q.says {
				best = max(best, embed.Similarity(vectors[t], vectors[q.spoken[i]]))
			}
			out[q.group][k].Score += byText * best
		}
	}
	return nil
}

// closest are the best kinds where the second is near to the first; none where the first is clearly better.
func closest(ratings []Rating) []int {
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Score, ratings[a].Score) })
	n := 0
	for n < len(order) && n < few && ratings[order[n]].Score > ratings[order[0]].Score-leads {
		n++
	}
	if n < 2 {
		return nil
	}
	return order[:n]
}

// said are the first texts of sheets.
func said(sheets []*Sheet, most int) []string {
	var out []string
	for _, s := range sheets {
		out = append(out, s.texts[:min(len(s.texts), most-len(out))]...)
	}
	return out
}
