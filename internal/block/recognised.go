package block

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/layout"
)

// Recognised lines are measured, not declared: sizes that differ by less than this ratio are one, and so are baselines
// that differ by less than this part of a size.
const (
	sizeScatter = 1.35
	baseScatter = 0.35
)

// recognised evens out the sizes of recognised lines and gives those that stand on one height the same row. The caller's
// lines stay as they are.
func (s *sheet) recognised() {
	first := slices.IndexFunc(s.Text.Lines, isRecognised)
	if first < 0 {
		return
	}
	text := *s.Text
	text.Lines = slices.Clone(s.Text.Lines)
	s.Text = &text
	var seen []layout.Line
	row := int32(0)
	for i := range text.Lines {
		row = max(row, text.Lines[i].Row)
		if isRecognised(text.Lines[i]) {
			seen = append(seen, text.Lines[i])
		}
	}
	usual := float64(middleSize(seen))
	var order []int
	for i := range text.Lines {
		l := &text.Lines[i]
		if !isRecognised(*l) {
			continue
		}
		steps := math.Round(math.Log(max(float64(l.Size), 1e-3)/usual) / math.Log(sizeScatter))
		l.Size = float32(usual * math.Pow(sizeScatter, steps))
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &text.Lines[i], &text.Lines[j]
		return cmp.Or(cmp.Compare(a.Angle, b.Angle), cmp.Compare(a.Baseline, b.Baseline))
	})
	for k, i := range order {
		l := &text.Lines[i]
		if k > 0 {
			before := &text.Lines[order[k-1]]
			if before.Angle == l.Angle && l.Baseline-before.Baseline < baseScatter*min(l.Size, before.Size) {
				l.Row = before.Row
				continue
			}
		}
		row++
		l.Row = row
	}
}

// middleSize is the size that half of the characters do not exceed.
func middleSize(lines []layout.Line) float32 {
	slices.SortFunc(lines, func(a, b layout.Line) int { return cmp.Compare(a.Size, b.Size) })
	all := 0
	for i := range lines {
		all += length(&lines[i])
	}
	n := 0
	for i := range lines {
		if n += length(&lines[i]); 2*n >= all {
			return max(lines[i].Size, 1e-3)
		}
	}
	return 1
}

func isRecognised(l layout.Line) bool { return l.Words[0].Font < 0 }
