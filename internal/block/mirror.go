package block

import (
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// backward reports whether most letters of a page run from right to left. Such a page is looked at in a mirror: its first
// column, its first words and the indents of its lines are then where those of other pages are.
func backward(lines []layout.Line) bool {
	n := 0
	for i := range lines {
		for k := range lines[i].Words {
			for _, r := range lines[i].Words[k].Text {
				switch {
				case layout.RightToLeft(r):
					n++
				case unicode.IsLetter(r):
					n--
				}
			}
		}
	}
	return n > 0
}

// mirror turns a box of the sheet around where its text runs from right to left, and back.
func (s *sheet) mirror(b engine.Box) engine.Box {
	if s.mirrored {
		b.X0, b.X1 = s.width-b.X1, s.width-b.X0
	}
	return b
}
