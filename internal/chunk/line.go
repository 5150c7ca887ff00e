package chunk

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// line lays the texts of items out behind each other, so that the length of any run of them is known at once.
type line struct {
	items      []item
	begin, end []int  // place of each text in the joined text
	next       []int  // next[i] is the first item from i on that has text
	last       []int  // last[i] is the last item before i that has text, -1 when none
	open       []bool // open[i]: a chunk may end before item i
}

func newLine(items []item) *line {
	n := len(items)
	l := &line{items: items, begin: make([]int, n), end: make([]int, n), next: make([]int, n+1), last: make([]int, n+1)}
	at, last := 0, -1
	for i := range items {
		l.last[i] = last
		if items[i].text == "" {
			l.begin[i], l.end[i] = at, at
			continue
		}
		if last >= 0 {
			at += len(separator(&items[last], &items[i]))
		}
		l.begin[i] = at
		at += length(items[i].marked(items[i].text))
		l.end[i] = at
		last = i
	}
	l.last[n], l.next[n] = last, n
	for i := n - 1; i >= 0; i-- {
		l.next[i] = i
		if items[i].text == "" {
			l.next[i] = l.next[i+1]
		}
	}
	return l
}

// length is that of the joined text of items [from, to).
func (l *line) length(from, to int) int {
	first, last := l.next[from], l.last[to]
	if first > last {
		return 0
	}
	return l.end[last] - l.begin[first]
}

// setOpen finds the places where a chunk may end: not behind a heading, not between a table or figure and its caption,
// and inside a run of list items only when the run alone is above high.
func (l *line) setOpen(high int) {
	l.open = make([]bool, len(l.items))
	for i := 1; i < len(l.items); i++ {
		l.open[i] = !l.items[i-1].IsHeading() && !l.items[i].tied
	}
	for i := 0; i < len(l.items); {
		end := i + 1
		if l.items[i].Type == doc.ListItem {
			for end < len(l.items) && l.items[end].Type == doc.ListItem {
				end++
			}
			if l.length(i, end) <= high {
				clear(l.open[i+1 : end])
			}
		}
		i = end
	}
}

// divide cuts all items of the line into groups of at most high where that is possible, then merges those below low.
func (l *line) divide(low, high int) [][]item {
	cuts := append(l.cuts(nil, 0, len(l.items), low, high), len(l.items))
	return l.merge(cuts, low, high)
}

// cuts appends to done the places where [from, to) is divided.
func (l *line) cuts(done []int, from, to, low, high int) []int {
	if l.open == nil {
		l.setOpen(high)
	}
	if l.length(from, to) <= high {
		return done
	}
	at := l.cut(from, to, low, high)
	if at == 0 {
		return done
	}
	done = l.cuts(done, from, at, low, high)
	done = append(done, at)
	return l.cuts(done, at, to, low, high)
}

// cut chooses the best place: the widest gap that leaves at least low on both sides, of equal ones that nearest to the
// middle; else the last place that keeps the left part within high; else the first. 0 when there is none.
func (l *line) cut(from, to, low, high int) int {
	best, bestGap, bestOff := 0, -1.0, 0
	first, fitting := 0, 0
	for i := from + 1; i < to; i++ {
		if !l.open[i] {
			continue
		}
		left, right := l.length(from, i), l.length(i, to)
		if left == 0 || right == 0 {
			continue
		}
		if first == 0 {
			first = i
		}
		if left <= high {
			fitting = i
		}
		if left < low || right < low {
			continue
		}
		off := max(left-right, right-left)
		if gap := l.gap(i); gap > bestGap || gap == bestGap && off < bestOff {
			best, bestGap, bestOff = i, gap, off
		}
	}
	switch {
	case best > 0:
		return best
	case fitting > 0:
		return fitting
	}
	return first
}

// gap is the white space before item i as a share of the page height; a page break counts as a whole page.
func (l *line) gap(i int) float64 {
	a, b := &l.items[i-1], &l.items[i]
	if a.Page != b.Page {
		return 1
	}
	gap := b.Box.Top - (a.Box.Top + a.Box.Height)
	return min(max(gap, 0), 1)
}

// merge joins a group below low with the following one while both fit in high, else with the preceding one. Cuts are
// the ends of the groups.
func (l *line) merge(cuts []int, low, high int) [][]item {
	var ends []int // of the merged groups
	start := 0
	for i := 0; i < len(cuts); i++ {
		end := cuts[i]
		for l.length(start, end) < low && i+1 < len(cuts) && l.length(start, cuts[i+1]) <= high {
			i++
			end = cuts[i]
		}
		if l.length(start, end) < low && len(ends) > 0 {
			before := 0
			if len(ends) > 1 {
				before = ends[len(ends)-2]
			}
			if l.length(before, end) <= high {
				ends = ends[:len(ends)-1]
			}
		}
		ends = append(ends, end)
		start = end
	}
	ends = slices.Compact(ends)
	groups := make([][]item, 0, len(ends))
	start = 0
	for _, end := range ends {
		groups = append(groups, l.items[start:end])
		start = end
	}
	return groups
}
