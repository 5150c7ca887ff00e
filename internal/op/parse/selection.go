package parse

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
)

// selection is settings.page_range over all documents of a job. Of a list every document gives the pages it has, and
// a page or sheet that none of them has is the error.
type selection struct {
	pages *api.Pages
	list  bool
	most  int             // pages of the longest document seen
	found map[string]bool // sheet names some document has
	gives map[int]bool    // pages that were asked for and exist: whether some document gives them

	few    *Few // nil where there is no bound
	inputs int  // of the job
	given  int  // pages that the page range has selected
	ranged bool // it has been applied
}

func newSelection(pages *api.Pages, list bool) *selection {
	return &selection{pages: pages, list: list, found: map[string]bool{}, gives: map[int]bool{}}
}

func (s *selection) all() bool {
	return s.pages == nil || len(s.pages.Ranges) == 0 && len(s.pages.Sheets) == 0
}

// of chooses the pages of an input.
func (s *selection) of(input int) chooser {
	return func(kind string, count int, names []string) ([]int, error) {
		if !s.ranges(kind) {
			return s.few.start(input, s.inputs, count), nil
		}
		picked, err := s.pick(count, names)
		if err != nil {
			return nil, err
		}
		return picked, s.give(len(picked))
	}
}

// pick chooses pages of a document with count pages; names are those of its sheets, nil where pages have none.
func (s *selection) pick(count int, names []string) ([]int, error) {
	picked, err := s.choose(count, names)
	for _, n := range picked {
		s.gives[n] = true
	}
	return picked, err
}

func (s *selection) choose(count int, names []string) ([]int, error) {
	s.most = max(s.most, count)
	chosen := make([]bool, count)
	switch {
	case s.all():
		for i := range chosen {
			chosen[i] = true
		}
	case len(s.pages.Sheets) > 0:
		if err := s.pickSheets(chosen, names); err != nil {
			return nil, err
		}
	default:
		if err := s.pickRanges(chosen); err != nil {
			return nil, err
		}
	}
	var out []int
	for i, yes := range chosen {
		if yes {
			out = append(out, i+1)
		}
	}
	return out, nil
}

func (s *selection) pickSheets(chosen []bool, names []string) error {
	if names == nil && !s.list {
		return badRange("sheet names select sheets of spreadsheets only")
	}
	for _, want := range s.pages.Sheets {
		if i := sheetNamed(names, want); i >= 0 {
			chosen[i], s.found[want] = true, true
		} else if !s.list {
			return badRange("there is no sheet %q", want)
		}
	}
	return nil
}

// sheetNamed finds a sheet by its exact name, else without regard to case.
func sheetNamed(names []string, want string) int {
	for i, name := range names {
		if name == want {
			return i
		}
	}
	for i, name := range names {
		if strings.EqualFold(name, want) {
			return i
		}
	}
	return -1
}

func (s *selection) pickRanges(chosen []bool) error {
	for _, r := range s.pages.Ranges {
		first, last, err := bounds(r, len(chosen))
		if err != nil {
			return err
		}
		if !s.list && max(first, last) > len(chosen) {
			return badRange("page %d was asked for, the document has %d", max(first, last), len(chosen))
		}
		for n := first; n <= min(last, len(chosen)); n++ {
			chosen[n-1] = true
		}
	}
	return nil
}

// bounds are the first and last page of a range in a document of count pages.
func bounds(r api.PageRange, count int) (first, last int, err error) {
	first = 1
	if r.Start != nil {
		first = *r.Start
	}
	last = max(first, count)
	if r.End != nil {
		last = *r.End
	}
	switch {
	case first < 1:
		return 0, 0, badRange("page %d was asked for, pages count from 1", first)
	case last < first:
		return 0, 0, badRange("a page range ends at %d, before its start at %d", last, first)
	}
	return first, last, nil
}

// check is made once all documents of a list are known.
func (s *selection) check() error {
	if s.all() || !s.list || !s.ranged {
		return nil
	}
	for _, want := range s.pages.Sheets {
		if !s.found[want] {
			return badRange("no document has a sheet %q", want)
		}
	}
	for _, r := range s.pages.Ranges {
		first, last, err := bounds(r, s.most)
		if err != nil {
			return err
		}
		if max(first, last) > s.most {
			return badRange("page %d was asked for, the longest document has %d", max(first, last), s.most)
		}
	}
	if len(s.gives) == 0 {
		return badRange("no page is selected")
	}
	for _, n := range slices.Sorted(maps.Keys(s.gives)) {
		if !s.gives[n] {
			return badRange("page %d is not part of what was parsed", n)
		}
	}
	return nil
}

// narrow keeps the selected ones of the pages that a parse covered.
func (s *selection) narrow(d *doc.Document) (*doc.Document, error) {
	if s.all() || !s.ranges(d.Type) {
		return d, nil
	}
	var names []string
	if d.Kind == doc.Sheet {
		names = make([]string, d.PageCount)
		for _, p := range d.Pages {
			names[p.Number-1] = p.Name
		}
	}
	had := map[int]bool{}
	for _, p := range d.Pages {
		had[p.Number] = true
	}
	picked, err := s.choose(d.PageCount, names)
	if err != nil {
		return nil, err
	}
	keep := map[int]bool{}
	for _, n := range picked {
		if !had[n] && !s.list {
			return nil, badRange("page %d is not part of what was parsed", n)
		}
		keep[n] = had[n]
		s.gives[n] = s.gives[n] || had[n]
	}
	out := only(d, keep)
	return out, s.give(len(out.Pages))
}

// only is a document with some of its pages.
func only(d *doc.Document, keep map[int]bool) *doc.Document {
	out := *d
	out.Pages, out.Blocks = nil, nil
	for _, p := range d.Pages {
		if keep[p.Number] {
			out.Pages = append(out.Pages, p)
		}
	}
	for _, b := range d.Blocks {
		if keep[b.Page] {
			out.Blocks = append(out.Blocks, b)
		}
	}
	return &out
}

func badRange(format string, args ...any) error {
	return fault.New(fault.InvalidConfig, "invalid page range: %s", fmt.Sprintf(format, args...)).Typed("invalid_page_range")
}
