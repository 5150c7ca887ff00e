package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pageRange is a choice of pages; none is all of them.
type pageRange [][2]int

// UnmarshalText reads "3", "2-5" and lists of these.
func (r *pageRange) UnmarshalText(text []byte) error {
	for part := range strings.SplitSeq(string(text), ",") {
		from, to, both := strings.Cut(part, "-")
		if !both {
			to = from
		}
		first, err1 := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || first < 1 || last < first {
			return fmt.Errorf("%q is no range of pages, such as 3 or 2-5", part)
		}
		*r = append(*r, [2]int{first, last})
	}
	return nil
}

// wire is the choice as requests write it; nil is all pages.
func (r pageRange) wire() []map[string]int {
	var out []map[string]int
	for _, part := range r {
		out = append(out, map[string]int{"start": part[0], "end": part[1]})
	}
	return out
}

// pick chooses among the pages of a document.
func (r pageRange) pick(count int, _ []string) ([]int, error) {
	if r == nil {
		r = pageRange{{1, count}}
	}
	var out []int
	for _, part := range r {
		if part[1] > count {
			return nil, fmt.Errorf("there is no page %d: the document has %d", part[1], count)
		}
		for n := part[0]; n <= part[1]; n++ {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
