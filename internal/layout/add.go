package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Add joins recognised lines to the text. Those that stand on the baseline of others share their row.
func (t *Text) Add(lines []Line) {
	for i := range lines {
		t.Lines = append(t.Lines, segments(lines[i])...)
	}
	level := slices.DeleteFunc(slices.Clone(t.Lines), func(l Line) bool { return l.Angle != 0 })
	turned := slices.DeleteFunc(slices.Clone(t.Lines), func(l Line) bool { return l.Angle == 0 })
	slices.SortStableFunc(level, func(a, b Line) int { return cmp.Compare(a.Baseline, b.Baseline) })
	t.Lines = t.Lines[:0]
	row := int32(0)
	for len(level) > 0 {
		n := 1
		for n < len(level) && level[n].Baseline-level[0].Baseline <= sharedBaseline*min(level[n].Size, level[0].Size) {
			n++
		}
		slices.SortStableFunc(level[:n], func(a, b Line) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		for _, l := range level[:n] {
			l.Row = row
			t.Lines = append(t.Lines, l)
		}
		level = level[n:]
		row++
	}
	for _, l := range turned {
		l.Row = row
		t.Lines = append(t.Lines, l)
		row++
	}
	t.acrossScan()
}

// sharedBaseline is how far apart, in sizes, baselines of one row may be: recognition does not place them exactly.
const sharedBaseline = 0.35

// segments cuts a line at wide gaps, as those of characters are.
func segments(l Line) []Line {
	var out []Line
	from := 0
	for i := 1; i <= len(l.Words); i++ {
		if l.Angle != 0 && i < len(l.Words) || i < len(l.Words) && l.Words[i].Box.X0-l.Words[i-1].Box.X1 <= wideGap*l.Size {
			continue
		}
		part := l
		part.Words = l.Words[from:i]
		part.Box = part.Words[0].Box
		for _, w := range part.Words[1:] {
			part.Box = union(part.Box, w.Box)
		}
		out, from = append(out, part), i
	}
	return out
}

// Parts of the height of a recognised word: letters that rise and fall, and what is above the baseline.
const (
	recognisedSize = 0.8
	belowBaseline  = 0.2
)

// Recognised makes a line of words that were read from pixels, in points of the page. The angle, in degrees clockwise,
// counts in quarter turns where it is nearly one.
func Recognised(words []Word, angle float64) Line {
	l := Line{Words: words, Box: words[0].Box}
	for _, w := range words[1:] {
		l.Box = union(l.Box, w.Box)
	}
	l.Angle = levelled(angle, l.Box)
	heights := make([]float32, len(words))
	for i, w := range words {
		heights[i] = w.Box.Y1 - w.Box.Y0
		if l.Angle == 90 || l.Angle == 270 {
			heights[i] = w.Box.X1 - w.Box.X0
		}
	}
	slices.Sort(heights)
	l.Size = recognisedSize * heights[len(heights)-1]
	_, _, _, bottom := turned(l.Angle, l.Box)
	l.Baseline = bottom - belowBaseline*l.Size
	for i := range l.Words {
		w := &l.Words[i]
		w.Size, w.Font, w.Angle, w.First, w.Last, w.Object, w.Color = l.Size, -1, l.Angle, -1, -1, -1, engine.Color(0xFF)
	}
	return l
}

// levelled takes a scan that lies a little askew for level or upright, and so the angle of a short line, which is guessed:
// its ends may lie half of its height apart.
func levelled(degrees float64, b engine.Box) float32 {
	const askew = 3
	degrees = math.Mod(degrees+360, 360)
	w, h := float64(b.X1-b.X0), float64(b.Y1-b.Y0)
	guess := math.Atan2(min(w, h)/2, max(w, h)) * 180 / math.Pi
	if turn := math.Round(degrees/90) * 90; math.Abs(degrees-turn) < max(askew, guess) {
		degrees = math.Mod(turn, 360)
	}
	return float32(degrees)
}
