package block

import (
	"cmp"
	"slices"
	"strconv"
)

// Bounds of columns of numbers that count lines.
const (
	everyLine  = 10 // fewest numbers that count every line
	someLines  = 4  // fewest that count every fifth or tenth
	fewestLows = 3  // lines beside them that go on in the middle of a sentence: a list has none
)

// lineNumbers takes numbers out of the order that count the lines beside them, at the left or at the right.
func (s *sheet) lineNumbers(in []piece) []piece {
	var numbers []int
	for i := range in {
		p := in[i].parts[0]
		if w := s.words(p); len(w) == 1 && len(s.Text.Lines[p.line].Words) == 1 && digits(w[0].Text) && len(w[0].Text) <= 4 {
			numbers = append(numbers, i)
		}
	}
	if len(numbers) < someLines {
		return in
	}
	left := slices.MinFunc(numbers, func(i, j int) int { return cmp.Compare(in[i].box.X1, in[j].box.X1) })
	right := slices.MaxFunc(numbers, func(i, j int) int { return cmp.Compare(in[i].box.X0, in[j].box.X0) })
	for _, first := range []int{left, right} {
		column := slices.DeleteFunc(slices.Clone(numbers), func(i int) bool {
			a, b := &in[i].box, &in[first].box
			return absolute(a.X1-b.X1) > 0.6*s.em && absolute(a.X0-b.X0) > 0.6*s.em
		})
		if s.counts(in, column) {
			return s.setAside(in, column)
		}
	}
	return in
}

// counts reports whether a column of numbers counts the lines beside it.
func (s *sheet) counts(in []piece, column []int) bool {
	slices.SortStableFunc(column, func(i, j int) int { return cmp.Compare(in[i].baseline, in[j].baseline) })
	step, last := 0, 0
	for k, i := range column {
		n, _ := strconv.Atoi(s.words(in[i].parts[0])[0].Text)
		if k == 1 {
			step = n - last
		}
		if k > 0 && (n-last != step || step < 1) {
			return false
		}
		last = n
	}
	if len(column) < someLines || step < 5 && len(column) < everyLine {
		return false
	}
	box := in[column[0]].box
	for _, i := range column {
		box = union(box, in[i].box)
	}
	before, behind, lows := 0, 0, 0
	for i := range in {
		p := &in[i]
		if slices.Contains(column, i) || p.box.Y1 < box.Y0 || p.box.Y0 > box.Y1 {
			continue
		}
		switch {
		case p.box.X0 >= box.X1:
			behind++
		case p.box.X1 <= box.X0:
			before++
		default:
			return false
		}
		if startsLower(s.textOf(p)) {
			lows++
		}
	}
	return (before == 0) != (behind == 0) && lows >= fewestLows
}

// setAside makes a group of pieces, which are whole lines.
func (s *sheet) setAside(in []piece, column []int) []piece {
	g := group{box: in[column[0]].box, counts: true}
	var out []piece
	for i := range in {
		if !slices.Contains(column, i) {
			out = append(out, in[i])
			continue
		}
		at := in[i].parts[0].line
		s.held[at] = true
		g.box, g.lines = union(g.box, in[i].box), append(g.lines, at)
	}
	s.groups = append(s.groups, g)
	return out
}
