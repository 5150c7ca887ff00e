package paddle

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Word is a word along a line.
type Word struct {
	Text       string
	Rect       pixel.Rect
	Confidence float64
}

// Words splits a recognised line at its spaces. A word is as sure as all its characters together.
func Words(glyphs []Glyph, line pixel.Rect) []Word {
	var words []Word
	var text strings.Builder
	sure, from, to := 1.0, 0.0, 0.0
	flush := func() {
		if text.Len() > 0 {
			words = append(words, Word{text.String(), slice(line, from, to), sure})
		}
		text.Reset()
		sure = 1
	}
	for _, g := range glyphs {
		if g.Rune == ' ' {
			flush()
			continue
		}
		if text.Len() == 0 {
			from = g.From
		}
		to = g.To
		text.WriteRune(g.Rune)
		sure *= g.Confidence
	}
	flush()
	return words
}

// slice is the part of a line between two places along it.
func slice(line pixel.Rect, from, to float64) pixel.Rect {
	out := line
	out.Width = line.Width * (to - from)
	shift := line.Width * ((from+to)/2 - 0.5)
	c := line.Corners()
	ux, uy := (c[1][0]-c[0][0])/line.Width, (c[1][1]-c[0][1])/line.Width
	out.X, out.Y = line.X+shift*ux, line.Y+shift*uy
	return out
}
