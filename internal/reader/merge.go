package reader

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/within"
)

// add joins recognised lines to what the file says. Inside a region whose text is unsound the pixels replace it;
// elsewhere the file is believed and recognition fills the gaps.
func (s *sheet) add(lines []line, regions []engine.Box) {
	s.dropUnsound()
	if len(s.page.Words) > 0 {
		lines = s.unknown(lines)
	} else {
		s.page.Native = len(lines) == 0 && !s.whole(regions)
	}
	mixed := len(s.page.Lines) > 0
	for _, l := range lines {
		s.page.Words = append(s.page.Words, l.words...)
		s.page.Lines = append(s.page.Lines, l.Line)
	}
	if mixed {
		fromTop(s.page.Lines)
	}
}

// dropUnsound forgets the words and lines of the file that stand in unsound regions.
func (s *sheet) dropUnsound() {
	if len(s.text.Unsound) == 0 || len(s.page.Words) == 0 {
		return
	}
	inside := func(b doc.Box) bool {
		x := float32(b.Left+b.Width/2) * s.seen.Width
		y := float32(b.Top+b.Height/2) * s.seen.Height
		return slices.ContainsFunc(s.text.Unsound, func(r engine.Box) bool { return x >= r.X0 && x <= r.X1 && y >= r.Y0 && y <= r.Y1 })
	}
	s.page.Words = slices.DeleteFunc(s.page.Words, func(w doc.Word) bool { return inside(w.Box) })
	s.page.Lines = slices.DeleteFunc(s.page.Lines, func(l doc.Line) bool { return inside(l.Box) })
}

// unknown keeps the recognised words that the file does not have.
func (s *sheet) unknown(lines []line) []line {
	var boxes []within.Box
	for _, w := range s.page.Words {
		boxes = append(boxes, within.Box{Page: 1, Box: w.Box})
	}
	known := within.New(boxes)
	var out []line
	for _, l := range lines {
		l.words = slices.DeleteFunc(l.words, func(w doc.Word) bool {
			_, ok := known.Find(within.Box{Page: 1, Box: w.Box})
			return ok
		})
		if len(l.words) > 0 {
			l.Line = lineOf(l.words)
			out = append(out, l)
		}
	}
	return out
}

// fromTop orders lines by their middle, those of about one height from left to right.
func fromTop(lines []doc.Line) {
	middle := func(l doc.Line) float64 { return l.Box.Top + l.Box.Height/2 }
	slices.SortStableFunc(lines, func(a, b doc.Line) int { return cmp.Compare(middle(a), middle(b)) })
	for len(lines) > 0 {
		row := 1
		for row < len(lines) && middle(lines[row]) < middle(lines[0])+lines[0].Box.Height/2 {
			row++
		}
		slices.SortStableFunc(lines[:row], func(a, b doc.Line) int { return cmp.Compare(a.Box.Left, b.Box.Left) })
		lines = lines[row:]
	}
}
