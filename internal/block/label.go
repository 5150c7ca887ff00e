package block

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// shades reports whether a filled area lies under words: a cell, a band or a box of text. Bars of a chart have numbers.
func (s *sheet) shades(b engine.Box) bool {
	var covered float32
	for k := s.shelf(b.Y0 - 3*s.em); k <= s.shelf(b.Y1); k++ {
		for _, i := range s.shelves[k] {
			l := &s.Text.Lines[i]
			lb := s.level(l.Box)
			shared := area(common(lb, b))
			covered += shared
			if shared > 0.9*area(lb) && letters(l) > fewestLetters {
				return true
			}
		}
	}
	return covered > shadedByText*area(b)
}

// shelf is the lines that begin on one of equal stripes of the page, so that not all need be looked at for each path.
type shelf []int

// shelve puts the lines on their shelves.
func (s *sheet) shelve() {
	s.shelves = make([]shelf, 64)
	for i := range s.Text.Lines {
		k := s.shelf(s.level(s.Text.Lines[i].Box).Y0)
		s.shelves[k] = append(s.shelves[k], i)
	}
}

func (s *sheet) shelf(y float32) int {
	n := len(s.shelves)
	return min(max(int(y/max(s.height, 1)*float32(n)), 0), n-1)
}

func letters(l *layout.Line) int {
	n := 0
	for i := range l.Words {
		for _, r := range l.Words[i].Text {
			if unicode.IsLetter(r) {
				n++
			}
		}
	}
	return n
}

// labels are the lines inside a figure; around a drawing also short ones beside it. From the top down.
func (s *sheet) labels(b engine.Box, around bool) []int {
	var out []int
	has := make([]bool, len(s.Text.Lines))
	for more, turn := true, 0; more && turn < mostTurns; turn++ {
		more = false
		reached := b
		if around {
			reached = grown(b, reach*s.em)
		}
		for i := range s.Text.Lines {
			l := &s.Text.Lines[i]
			lb := s.level(l.Box)
			within := inside(lb, b)
			beside := around && touches(lb, reached) && length(l) <= longLabel && lb.X1-lb.X0 < 0.5*(b.X1-b.X0) && l.Size < 1.15*s.em
			if s.held[i] || s.taken[i] != nil || has[i] || !within && !beside || around && l.Size > largeLabel*s.em || isCaption(l.String()) {
				continue
			}
			out, has[i] = append(out, i), true
			if around && inside(lb, reached) {
				b = union(b, lb)
				more = true
			}
		}
	}
	slices.SortFunc(out, func(i, j int) int {
		a, b := &s.Text.Lines[i], &s.Text.Lines[j]
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(s.level(a.Box).X0, s.level(b.Box).X0))
	})
	return out
}

func touches(a, b engine.Box) bool { return a.X0 < b.X1 && b.X0 < a.X1 && a.Y0 < b.Y1 && b.Y0 < a.Y1 }

// drawn reports whether a drawing is one: its text is labels, not paragraphs.
func (s *sheet) drawn(b engine.Box, lines []int) bool {
	var covered float32
	for _, i := range lines {
		l := &s.Text.Lines[i]
		if length(l) > 2*longLabel {
			return false
		}
		covered += area(s.level(l.Box))
	}
	return covered < drawingDensity*area(b)
}
