package reader

import (
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// Heights of letters, in sizes of their font: small ones, how much others rise above them, and fall below the baseline.
const (
	smallLetter = 0.52
	rising      = 0.2
	falling     = 0.2
)

// reach says which letters are in a text: those that rise, those that fall, and whether it is known of all of them.
type reach struct{ rise, fall, known bool }

const (
	risers  = "bdfhijklt([{|/\\!?\"'%&#$§@‘’“”"
	fallers = "gjpqyQ,;()[]{}|/\\$§@çşģķļņţąęįųрущцдфβγζημξρφχψςµ"
)

// reachOf looks at the letters of a text. Scripts without small and large letters fill their boxes otherwise.
func reachOf(text string) reach {
	var out reach
	for _, c := range text {
		letter := unicode.In(c, unicode.Latin, unicode.Cyrillic, unicode.Greek)
		if unicode.IsLetter(c) && !letter {
			return reach{}
		}
		out.known = out.known || letter || unicode.IsDigit(c)
		out.rise = out.rise || unicode.IsUpper(c) || unicode.IsDigit(c) || letter && c > unicode.MaxASCII || strings.ContainsRune(risers, c)
		out.fall = out.fall || strings.ContainsRune(fallers, c)
	}
	return out
}

// part is the height of the text in sizes of its font.
func (r reach) part() float32 {
	out := float32(smallLetter)
	if r.rise {
		out += rising
	}
	if r.fall {
		out += falling
	}
	return out
}

// levelLine is how many times as high as its words a line is at most that runs level.
const levelLine = 1.1

// full gives words of one line the height of their font, as embedded ones have it, whatever letters are in them: so lines
// of one font are of one height, and words of one line on one baseline. The letters are measured in the picture, because
// some recognition leaves a margin around them. The words of a line that lies askew stand at different heights.
func full(words []layout.Word, angle float32, ink *stroke.Ink) {
	if angle != 0 && angle != 180 {
		return
	}
	var all engine.Box
	tallest := float32(0)
	for i := range words {
		w := &words[i]
		r := reachOf(w.Text)
		if !r.known {
			continue
		}
		w.Box = r.completed(ink.Snug(w.Box), angle == 180)
		if tallest == 0 {
			all = w.Box
		}
		all.Y0, all.Y1 = min(all.Y0, w.Box.Y0), max(all.Y1, w.Box.Y1)
		tallest = max(tallest, w.Box.Y1-w.Box.Y0)
	}
	if tallest == 0 || all.Y1-all.Y0 > levelLine*tallest {
		return
	}
	for i := range words {
		words[i].Box.Y0, words[i].Box.Y1 = all.Y0, all.Y1
	}
}

// completed is a box around letters with the room that others would take that are not there.
func (r reach) completed(b engine.Box, overhead bool) engine.Box {
	size := (b.Y1 - b.Y0) / r.part()
	var above, below float32
	if !r.rise {
		above = rising * size
	}
	if !r.fall {
		below = falling * size
	}
	if overhead {
		above, below = below, above
	}
	b.Y0, b.Y1 = b.Y0-above, b.Y1+below
	return b
}
