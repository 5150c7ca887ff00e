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
// of one font are of one height, and words of one line on one baseline. It is measured along the way the line is read,
// which in turned scans runs up, down or back. The letters are measured in the picture, because some recognition leaves a
// margin around them. The words of a line that lies askew stand at different heights.
func full(words []layout.Word, angle float32, ink *stroke.Ink) {
	side := angle == 90 || angle == 270
	if !side && angle != 0 && angle != 180 {
		return
	}
	var all engine.Box
	tallest := float32(0)
	boxes := make([]engine.Box, len(words)) // as one sees them who reads the line
	for i := range words {
		w := &words[i]
		boxes[i] = layout.Upright(angle, w.Box)
		r := reachOf(w.Text)
		if !r.known {
			continue
		}
		b := r.completed(layout.Upright(angle, ink.Snug(w.Box, side)))
		if tallest == 0 {
			all = b
		}
		all.Y0, all.Y1 = min(all.Y0, b.Y0), max(all.Y1, b.Y1)
		tallest = max(tallest, b.Y1-b.Y0)
		boxes[i] = b
	}
	level := tallest > 0 && all.Y1-all.Y0 <= levelLine*tallest
	for i, b := range boxes {
		if level {
			b.Y0, b.Y1 = all.Y0, all.Y1
		}
		words[i].Box = layout.Upright(360-angle, b)
	}
}

// completed is a box around letters with the room that others would take that are not there.
func (r reach) completed(b engine.Box) engine.Box {
	size := (b.Y1 - b.Y0) / r.part()
	if !r.rise {
		b.Y0 -= rising * size
	}
	if !r.fall {
		b.Y1 += falling * size
	}
	return b
}
