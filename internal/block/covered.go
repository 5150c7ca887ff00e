package block

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// covered is the part of a word's text that lies in a box. Where the characters are known each counts by its middle.
func (s *sheet) covered(w *layout.Word, b engine.Box) (from, to int) {
	shared := common(w.Box, b)
	if w.Angle != 0 {
		if area(shared) < 0.5*area(w.Box) {
			return 0, 0
		}
		return 0, len(w.Text)
	}
	height := min(w.Box.Y1-w.Box.Y0, b.Y1-b.Y0)
	if shared.Y1-shared.Y0 < 0.5*height || b.Y1-b.Y0 < 0.2*(w.Box.Y1-w.Box.Y0) {
		return 0, 0
	}
	part := (shared.X1 - shared.X0) / max(w.Box.X1-w.Box.X0, 1e-6)
	if part > 0.995 {
		return 0, len(w.Text)
	}
	if middles := s.middles(w); middles != nil {
		return within(w.Text, middles, b)
	}
	if part < 0.5 {
		return 0, 0
	}
	return 0, len(w.Text)
}

// within is the text of the characters whose middles lie between the sides of a box.
func within(text string, middles []float32, b engine.Box) (from, to int) {
	at, i := 0, 0
	for _, r := range text {
		next := at + utf8.RuneLen(r)
		if middles[i] >= b.X0 && middles[i] <= b.X1 {
			if to == 0 {
				from = at
			}
			to = next
		}
		at = next
		i++
	}
	return from, to
}

// middles are those of the characters of a word from left to right, nil where they are not exactly its text.
func (s *sheet) middles(w *layout.Word) []float32 {
	const most = 512
	if w.First < 0 || int(w.Last) >= len(s.Seen.Chars) || w.Last-w.First > most {
		return nil
	}
	var chars []*engine.Char
	for i := w.First; i <= w.Last; i++ {
		c := &s.Seen.Chars[i]
		if c.Flags&engine.CharGenerated == 0 && c.Rune > ' ' && inside(c.Loose, w.Box) {
			chars = append(chars, c)
		}
	}
	slices.SortStableFunc(chars, func(a, b *engine.Char) int {
		switch {
		case a.Origin.X < b.Origin.X:
			return -1
		case a.Origin.X > b.Origin.X:
			return 1
		}
		return 0
	})
	var text strings.Builder
	out := make([]float32, len(chars))
	for i, c := range chars {
		text.WriteRune(c.Rune)
		out[i] = (c.Loose.X0 + c.Loose.X1) / 2
	}
	if text.String() != w.Text {
		return nil
	}
	return out
}
