package reader

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// add joins recognised lines to what the file says. Inside a region whose text is unsound the pixels replace it;
// elsewhere the file is believed and recognition fills the gaps.
func (s *sheet) add(lines []layout.Line, regions []engine.Box) {
	s.dropUnsound()
	if len(s.text.Lines) > 0 {
		lines = s.unknown(lines)
	} else {
		s.page.Native = len(lines) == 0 && !s.whole(regions)
	}
	s.text.Add(lines)
}

// dropUnsound forgets the words of the file that stand in unsound regions.
func (s *sheet) dropUnsound() {
	if len(s.text.Unsound) == 0 {
		return
	}
	s.keep(func(w *layout.Word) bool {
		x, y := (w.Box.X0+w.Box.X1)/2, (w.Box.Y0+w.Box.Y1)/2
		return !slices.ContainsFunc(s.text.Unsound, func(r engine.Box) bool { return x >= r.X0 && x <= r.X1 && y >= r.Y0 && y <= r.Y1 })
	})
}

// keep forgets the words of the file that do not pass.
func (s *sheet) keep(pass func(*layout.Word) bool) {
	s.text.Lines = passing(s.text.Lines, pass)
}

func passing(lines []layout.Line, pass func(*layout.Word) bool) []layout.Line {
	var out []layout.Line
	for _, l := range lines {
		words := slices.DeleteFunc(slices.Clone(l.Words), func(w layout.Word) bool { return !pass(&w) })
		if len(words) > 0 {
			l.Words = words
			out = append(out, l)
		}
	}
	return out
}

// unknown keeps the recognised words that the file does not have.
func (s *sheet) unknown(lines []layout.Line) []layout.Line {
	return passing(lines, func(w *layout.Word) bool {
		for i := range s.text.Lines {
			l := &s.text.Lines[i]
			if overlap(l.Box, w.Box) == 0 {
				continue
			}
			for k := range l.Words {
				if known := l.Words[k].Box; overlap(known, w.Box) > 0.5*area(w.Box) || overlap(known, w.Box) > 0.5*area(known) {
					return false
				}
			}
		}
		return true
	})
}

func area(b engine.Box) float32 { return max(b.X1-b.X0, 0) * max(b.Y1-b.Y0, 0) }
