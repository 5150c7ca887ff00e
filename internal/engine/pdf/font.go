package pdf

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Describe reads the names and the descriptor of a font. The weight a descriptor gives comes from the width of stems
// and is often nonsense (265 for Calibri-Bold, 2588 for a symbol font), so the name is asked first.
func Describe(name, family string, flags, weight, angle int) engine.Font {
	const fixed, serif, symbolic, italic, forceBold = 1 << 0, 1 << 1, 1 << 2, 1 << 6, 1 << 18
	name = untagged(name)
	return engine.Font{
		Name: name, Family: untagged(family), Weight: weight,
		Bold:     says(name, "Bold", "Black", "Heavy", "Demi", "Medi", "Bd", "Blk") || flags&forceBold != 0 || weight >= 600 && weight <= 1000,
		Italic:   says(name, "Italic", "Oblique") || flags&italic != 0 || angle != 0,
		Fixed:    says(name, "Courier", "Mono") || flags&fixed != 0,
		Serif:    flags&serif != 0,
		Symbolic: flags&symbolic != 0,
	}
}

// untagged takes off the six letters and the plus sign that mark the name of a subset.
func untagged(name string) string {
	if tag, rest, ok := strings.Cut(name, "+"); ok && len(tag) == 6 && strings.ToUpper(tag) == tag {
		return rest
	}
	return name
}

// says looks for words in a font's name, those of more than three letters in any case.
func says(name string, words ...string) bool {
	for _, word := range words {
		if strings.Contains(name, word) || len(word) > 3 && strings.Contains(strings.ToLower(name), strings.ToLower(word)) {
			return true
		}
	}
	return false
}
