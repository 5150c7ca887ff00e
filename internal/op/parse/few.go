package parse

// Few is how many pages are enough to look at. A page range selects pages of PDF files only; of all else the first are
// taken, and those of several documents in turn: the first page of each, then the second of each.
type Few struct {
	First int // pages in all where no page range selects them
	Most  int // pages that a page range may select
}

// ranges reports whether the page range selects pages of a file.
func (s *selection) ranges(kind string) bool { return s.few == nil || !s.all() && kind == "pdf" }

// give counts pages that the page range has selected.
func (s *selection) give(pages int) error {
	s.ranged = true
	s.given += pages
	if s.few != nil && s.given > s.few.Most {
		return badRange("%d pages were asked for, at most %d can be", s.given, s.few.Most)
	}
	return nil
}

// start are the pages of one of several inputs that may be among the first taken in turn, whatever the others have: each
// of those before it gives one page at least.
func (f *Few) start(input, inputs, count int) []int {
	n := 0
	if input < f.First {
		n = min(count, 1+max(0, f.First-inputs))
	}
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// inTurn leaves the first pages of the documents that no page range has selected pages of.
func (f *Few) inTurn(sources []source, ranges func(kind string) bool) []source {
	keep, left := make([]map[int]bool, len(sources)), f.First
	for turn, more := 0, true; more && left > 0; turn++ {
		more = false
		for i, s := range sources {
			if ranges(s.doc.Type) || turn >= len(s.doc.Pages) || left == 0 {
				continue
			}
			if keep[i] == nil {
				keep[i] = map[int]bool{}
			}
			keep[i][s.doc.Pages[turn].Number] = true
			left, more = left-1, true
		}
	}
	out := make([]source, len(sources))
	for i, s := range sources {
		if !ranges(s.doc.Type) {
			s.doc = only(s.doc, keep[i])
		}
		out[i] = s
	}
	return out
}
