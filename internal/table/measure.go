package table

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/layout"
)

// recognised reports whether a line was read from pixels.
func recognised(l *layout.Line) bool { return l.Words[0].Font < 0 }

// Parts of the size of a font: the middle of small letters above the baseline, and what a line reaches above and below.
const (
	middle = 0.3
	rise   = 0.95
	fall   = 0.3
)

// Bounds of measured sizes: lines are no nearer to each other than leastLeading of their size, and sizes that differ by
// less than scatter are one.
const (
	leastLeading = 1.1
	scatter      = 1.35
)

// measure gives recognised lines the size of their letters and the baseline that follows from it. Their boxes are
// around the letters with a margin that nobody knows, so it is the distance of lines that bounds their size.
func measure(lines []placed) {
	var level []*layout.Line
	for i := range lines {
		if lines[i].level && recognised(lines[i].Line) {
			level = append(level, lines[i].Line)
		}
	}
	if len(level) == 0 {
		return
	}
	centre := func(l *layout.Line) float32 { return (l.Box.Y0 + l.Box.Y1) / 2 }
	slices.SortStableFunc(level, func(a, b *layout.Line) int { return cmp.Compare(centre(a), centre(b)) })
	sizes := make([]float32, len(level))
	for i := range level {
		sizes[i] = level[i].Size
	}
	for i, l := range level {
		for k := i + 1; k < len(level) && centre(level[k])-centre(l) < leastLeading*l.Size; k++ {
			away := centre(level[k]) - centre(l)
			if away < l.Size/2 || overlap(l.Box.X0, l.Box.X1, level[k].Box.X0, level[k].Box.X1) <= 0 {
				continue
			}
			sizes[i], sizes[k] = min(sizes[i], away/leastLeading), min(sizes[k], away/leastLeading)
		}
	}
	usual := slices.Clone(sizes)
	slices.Sort(usual)
	most := usual[len(usual)/2]
	for i, l := range level {
		l.Size = sizes[i]
		if l.Size < scatter*most && most < scatter*l.Size {
			l.Size = most
		}
		l.Baseline = centre(l) + middle*l.Size
		for k := range l.Words {
			w := &l.Words[k]
			w.Size, w.Box.Y0, w.Box.Y1 = l.Size, l.Baseline-rise*l.Size, l.Baseline+fall*l.Size
		}
		l.Box.Y0, l.Box.Y1 = l.Baseline-rise*l.Size, l.Baseline+fall*l.Size
	}
}
