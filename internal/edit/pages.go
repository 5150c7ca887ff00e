package edit

import "slices"

// Range is a run of pages, from 1; negative numbers count from the end, the last page being -1.
type Range struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// Pages is which pages are meant. Nil is every page.
type Pages []Range

// Page is one page.
func Page(n int) Pages { return Pages{{n, n}} }

// Of lists the pages that are meant of a document of so many, in order and each once.
func (p Pages) Of(count int) []int {
	var out []int
	if p == nil {
		p = Pages{{1, -1}}
	}
	for _, r := range p {
		first, last := r.within(count)
		for n := first; n <= last; n++ {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Fit reports whether all pages that are named are there.
func (p Pages) Fit(count int) bool {
	for _, r := range p {
		for _, n := range []int{r.First, r.Last} {
			if n == 0 || n > count || n < -count {
				return false
			}
		}
	}
	return true
}

// within is a range in numbers from 1, cut to the pages there are.
func (r Range) within(count int) (first, last int) {
	first, last = r.First, r.Last
	if first < 0 {
		first += count + 1
	}
	if last < 0 {
		last += count + 1
	}
	if first > last {
		first, last = last, first
	}
	return max(first, 1), min(last, count)
}
