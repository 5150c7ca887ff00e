package paddle

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Word is a word along a line.
type Word struct {
	Text       string
	Rect       pixel.Rect
	Confidence float64 // that all its characters are right
	Mean       float64 // of its characters
	Glyphs     []Glyph
}

// Words splits a recognised line at its spaces.
func Words(glyphs []Glyph, line pixel.Rect) []Word {
	var words []Word
	for len(glyphs) > 0 {
		end := slices.IndexFunc(glyphs, func(g Glyph) bool { return g.Rune == ' ' })
		if end < 0 {
			end = len(glyphs)
		}
		if end > 0 {
			words = append(words, NewWord(glyphs[:end], line))
		}
		glyphs = glyphs[min(end+1, len(glyphs)):]
	}
	return words
}

// NewWord makes a word of some characters of a line.
func NewWord(glyphs []Glyph, line pixel.Rect) Word {
	var text strings.Builder
	sure, sum := 1.0, 0.0
	for _, g := range glyphs {
		text.WriteRune(g.Rune)
		sure *= g.Confidence
		sum += g.Confidence
	}
	rect := slice(line, glyphs[0].From, glyphs[len(glyphs)-1].To)
	return Word{text.String(), rect, sure, sum / float64(len(glyphs)), glyphs}
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
