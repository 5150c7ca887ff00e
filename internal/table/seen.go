package table

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// mostStrokes is how many strokes a picture may have to be searched; hatching and woven ground have more.
const mostStrokes = 3000

// seenRules adds the strokes that were seen in the pixels of the page. What lies inside a word is a part of its letters.
func (s *sheet) seenRules(o Options) {
	if len(o.Level)+len(o.Upright) > mostStrokes {
		return
	}
	for _, k := range slices.Concat(o.Level, o.Upright) {
		b := s.box(k)
		if !s.inWord(b) {
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

// letterSlack, in sizes of the word, is how far the strokes of letters may reach out of the box of their word.
const letterSlack = 0.15

// inWord reports whether a stroke lies inside the box of one word.
func (s *sheet) inWord(b engine.Box) bool {
	from, to := s.rowsBetween(b.Y0-2*s.em, b.Y1+2*s.em)
	for _, r := range s.rows[from:to] {
		for i := r.from; i < r.to; i++ {
			w := &s.words[i]
			slack := letterSlack * w.size
			if b.X0 > w.box.X0-slack && b.X1 < w.box.X1+slack && b.Y0 > w.box.Y0-slack && b.Y1 < w.box.Y1+slack {
				return true
			}
		}
	}
	return false
}
