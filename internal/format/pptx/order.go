package pptx

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
)

// ordered gives the blocks of all shapes in reading order: the title first, running lines last, the rest as they stand.
func (s *slide) ordered() []doc.Block {
	var title, body, last []shape
	for _, sh := range s.shapes {
		switch placeholderType(sh.holder) {
		case doc.Title:
			title = append(title, sh)
		case doc.Text:
			body = append(body, sh)
		default:
			last = append(last, sh)
		}
	}
	var out []doc.Block
	for _, sh := range slices.Concat(title, cut(body), last) {
		out = append(out, sh.blocks...)
	}
	return out
}

// cut orders shapes by dividing them where the widest free strip runs across or down. What cannot be divided stays in
// the order of the file, which is how it was put together.
func cut(shapes []shape) []shape {
	if len(shapes) < 2 {
		return shapes
	}
	upper, lower, down := divide(shapes, func(r rect) (float64, float64) { return r.y, r.y + r.h })
	left, right, across := divide(shapes, func(r rect) (float64, float64) { return r.x, r.x + r.w })
	switch {
	case down < 0 && across < 0:
		return shapes
	case down >= across:
		return append(cut(upper), cut(lower)...)
	}
	return append(cut(left), cut(right)...)
}

// divide finds the widest strip that no shape crosses and the shapes on its two sides. A width below 0 is none.
func divide(shapes []shape, side func(rect) (from, to float64)) (before, after []shape, width float64) {
	byStart := slices.Clone(shapes)
	slices.SortStableFunc(byStart, func(a, b shape) int {
		x, _ := side(a.place)
		y, _ := side(b.place)
		return cmp.Compare(x, y)
	})
	_, reach := side(byStart[0].place)
	at := 0.0
	width = -1
	for _, sh := range byStart[1:] {
		from, to := side(sh.place)
		if gap := from - reach; gap > width && gap >= 0 {
			width, at = gap, from
		}
		reach = max(reach, to)
	}
	if width < 0 {
		return nil, nil, width
	}
	for _, sh := range shapes {
		if from, _ := side(sh.place); from < at {
			before = append(before, sh)
		} else {
			after = append(after, sh)
		}
	}
	return before, after, width
}
