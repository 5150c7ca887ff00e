package table

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// seenRules adds the strokes that were seen in the pixels of the page. What lies inside a word is a part of its letters.
func (s *sheet) seenRules(o Options) {
	for _, k := range slices.Concat(o.Level, o.Upright) {
		b := s.box(k)
		if !s.inWords(b) {
			s.bar(b)
		}
	}
}

// box is the thin box of a stroke in the frame of the sheet.
func (s *sheet) box(k stroke.Stroke) engine.Box {
	a, b := s.frame.point(k.From), s.frame.point(k.To)
	box := engine.Box{X0: min(a.X, b.X), Y0: min(a.Y, b.Y), X1: max(a.X, b.X), Y1: max(a.Y, b.Y)}
	if box.X1-box.X0 > box.Y1-box.Y0 {
		box.Y0 = (box.Y0 + box.Y1) / 2
		box.Y1 = box.Y0
	} else {
		box.X0 = (box.X0 + box.X1) / 2
		box.X1 = box.X0
	}
	return box
}

// Strokes of letters: how far they may reach out of the box of their word, in its size, and the part of a stroke that
// words cover.
const (
	letterSlack = 0.15
	lettered    = 0.7
	lettersWide = 4 // sizes of the font: letters that join in a stroke are few
)

// inWords reports whether a stroke is a part of letters: it lies inside the box of one word, or runs through those of
// several at the height of their letters.
func (s *sheet) inWords(b engine.Box) bool {
	from, to := s.rowsBetween(b.Y0-2*s.em, b.Y1+2*s.em)
	level := b.X1 > b.X0
	for _, r := range s.rows[from:to] {
		var covered float32
		for i := r.from; i < r.to; i++ {
			w := &s.words[i]
			slack := letterSlack * w.size
			if b.X0 > w.box.X0-slack && b.X1 < w.box.X1+slack && b.Y0 > w.box.Y0-slack && b.Y1 < w.box.Y1+slack {
				return true
			}
			if level && b.Y0 > w.base-w.size && b.Y0 < w.base+letterSlack*w.size {
				covered += max(0, overlap(b.X0, b.X1, w.box.X0-slack, w.box.X1+slack))
			}
		}
		if covered > lettered*(b.X1-b.X0) && b.X1-b.X0 < lettersWide*s.em {
			return true
		}
	}
	return false
}
