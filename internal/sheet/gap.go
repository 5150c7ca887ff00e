package sheet

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Span is a run of rows or columns, both ends included, counted from 1.
type Span struct{ First, Last int }

// Gaps are the rows or the columns that a sheet is shown without. The others are counted without them where tables are
// looked for, so that neighbours of a gap are neighbours of each other.
type Gaps []gap

type gap struct {
	Span
	before int // numbers left out by the gaps before it
}

// NewGaps leaves out the numbers of spans, which may come in any order and overlap.
func NewGaps(spans []Span) Gaps {
	spans = slices.Clone(spans)
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.First, b.First) })
	var out Gaps
	for _, s := range spans {
		n := len(out)
		switch {
		case n > 0 && s.First <= out[n-1].Last+1:
			out[n-1].Last = max(out[n-1].Last, s.Last)
		case n > 0:
			out = append(out, gap{s, out[n-1].until()})
		default:
			out = append(out, gap{s, 0})
		}
	}
	return out
}

// until counts the numbers left out up to the end of the gap.
func (g gap) until() int { return g.before + g.Last - g.First + 1 }

// Has reports whether a row or column is left out.
func (g Gaps) Has(n int) bool {
	i := g.index(n, func(one gap) int { return one.First })
	return i >= 0 && n <= g[i].Last
}

// index finds the last gap whose key is at most n, -1 where there is none.
func (g Gaps) index(n int, key func(gap) int) int {
	i, _ := slices.BinarySearchFunc(g, n+1, func(one gap, n int) int { return cmp.Compare(key(one), n) })
	return i - 1
}

// closed counts a number without the gaps; one that is left out gets the count of the next that is not.
func (g Gaps) closed(n int) int {
	i := g.index(n, func(one gap) int { return one.First })
	switch {
	case i < 0:
		return n
	case n <= g[i].Last:
		return g[i].First - g[i].before
	}
	return n - g[i].until()
}

// opened is the number that is counted as n without the gaps.
func (g Gaps) opened(n int) int {
	i := g.index(n, func(one gap) int { return one.First - one.before })
	if i < 0 {
		return n
	}
	return n + g[i].until()
}

// closedSpan counts size numbers from first on without the gaps; nothing may be left of them.
func (g Gaps) closedSpan(first, size int) (from, left int) {
	from = g.closed(first)
	return from, g.closed(first+size) - from
}

// openedSpan is closedSpan backwards: what lies between the numbers belongs to them again.
func (g Gaps) openedSpan(first, size float64) (from, all float64) {
	top, bottom := g.opened(int(first)), g.opened(int(first+size)-1)
	return float64(top), float64(bottom - top + 1)
}

// open puts a block of a sheet without its gaps back to where it stands on the whole sheet.
func (s *Sheet) open(b *doc.Block) {
	b.Box.Top, b.Box.Height = s.WithoutRows.openedSpan(b.Box.Top, b.Box.Height)
	b.Box.Left, b.Box.Width = s.WithoutCols.openedSpan(b.Box.Left, b.Box.Width)
	if b.Table == nil {
		return
	}
	for i, n := range b.Table.RowAt {
		b.Table.RowAt[i] = s.WithoutRows.opened(n)
	}
	for i, n := range b.Table.ColAt {
		b.Table.ColAt[i] = s.WithoutCols.opened(n)
	}
}
