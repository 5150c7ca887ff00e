package block

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/layout"
)

// sizeScatter is the ratio of sizes below which recognised lines are of one size: theirs are measured, not declared.
const sizeScatter = 1.35

// recognised evens out the sizes of recognised lines. The caller's lines stay as they are.
func (s *sheet) recognised() {
	var seen []layout.Line
	for i := range s.Text.Lines {
		if isRecognised(&s.Text.Lines[i]) {
			seen = append(seen, s.Text.Lines[i])
		}
	}
	if len(seen) == 0 {
		return
	}
	usual := float64(middleSize(seen))
	text := *s.Text
	text.Lines = slices.Clone(s.Text.Lines)
	for i := range text.Lines {
		if l := &text.Lines[i]; isRecognised(l) {
			steps := math.Round(math.Log(max(float64(l.Size), 1e-3)/usual) / math.Log(sizeScatter))
			l.Size = float32(usual * math.Pow(sizeScatter, steps))
		}
	}
	s.Text = &text
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

func isRecognised(l *layout.Line) bool { return l.Words[0].Font < 0 }
