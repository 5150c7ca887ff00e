package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/kind"
)

// shown is how many of the best categories are explained.
const shown = 3

// why says what speaks for the best categories of a document, and for the right one.
func (m *measure) why(file string, ratings []kind.Rating) string {
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Score, ratings[a].Score) })
	var out strings.Builder
	fmt.Fprintf(&out, "%s is %s\n", file, m.labels[file])
	for at, i := range order {
		if at >= shown && m.categories[i].Category != m.labels[file] {
			continue
		}
		fmt.Fprintf(&out, "  %d. %s %.3f\n", at+1, m.categories[i].Category, ratings[i].Score)
		for k, c := range ratings[i].Criteria {
			fmt.Fprintf(&out, "     %.2f %s: %s\n", c.Met, m.categories[i].Criteria[k], c.Reason)
		}
	}
	return out.String()
}
