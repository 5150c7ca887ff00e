package cite

import (
	"slices"
	"strings"
)

// Stands reports whether a quote is written in the given blocks, which follow each other: as Locate finds it, or over the
// borders of blocks. What a quote leaves out between its parts, with an ellipsis or a line feed, need not stand there.
func (x *Index) Stands(quote string, blocks []int) bool {
	found := false
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(quote, "...", "…"), func(r rune) bool { return r == '…' || r == '\n' }) {
		want := normal(part)
		if len(want) == 0 {
			continue
		}
		if found = x.over(want, blocks) || len(x.Locate(part, append([]int{}, blocks...))) > 0; !found {
			return false
		}
	}
	return found
}

// over reports whether words follow each other in blocks, whichever of these they are in.
func (x *Index) over(want []string, blocks []int) bool {
	if len(blocks) == 0 {
		return false
	}
	end := x.begin[slices.Max(blocks)+1]
	return slices.ContainsFunc(x.places(want[0], blocks), func(at int) bool {
		return at+len(want) <= end && x.same(at, want)
	})
}

func (x *Index) same(at int, want []string) bool {
	for i, w := range want {
		if x.tokens[at+i].text != w {
			return false
		}
	}
	return true
}
