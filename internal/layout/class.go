package layout

import "unicode"

// class says what a character is, as far as words and lines depend on it.
type class uint8

const (
	space    class = 1 << iota
	letter         // of any script
	digit          // 0 to 9
	accent         // may be drawn over a letter
	wide           // of a script that puts no spaces between words
	backward       // of a script that runs from right to left
	none           // stands for no character
	apart          // the engine found a space before it, from the distances
)

// ascii holds the classes of the characters that most texts consist of.
var ascii = func() (t [0x80]class) {
	for r := range rune(len(t)) {
		t[r] = classify(r)
	}
	return t
}()

func classOf(r rune) class {
	if uint32(r) < uint32(len(ascii)) {
		return ascii[r]
	}
	return classify(r)
}

func classify(r rune) class {
	var c class
	switch {
	case unicode.IsSpace(r):
		return space
	case unmapped(r):
		return none
	case unicode.IsLetter(r):
		c = letter
	case r >= '0' && r <= '9':
		return digit
	}
	if combiningOf(r) != 0 || unicode.Is(unicode.Mn, r) {
		c |= accent
	}
	if Ideographic(r) {
		c |= wide
	}
	if RightToLeft(r) {
		c |= backward
	}
	return c
}

// unmapped reports runes that stand for no character.
func unmapped(r rune) bool {
	return r == unicode.ReplacementChar || r < ' ' && r != '\t' || r >= 0x7F && r < 0xA0 ||
		r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000 || r == 0xFFFE || r == 0xFFFF
}

// Ideographic reports scripts that put no spaces between words: Han, Kana, Thai, and the punctuation of their width.
func Ideographic(r rune) bool {
	return r >= 0x2E80 && r < 0xAC00 || r >= 0xF900 && r < 0xFB00 || r >= 0xFF00 && r < 0xFFF0 ||
		r >= 0x20000 && r < 0x32000 || r >= 0x0E00 && r < 0x0E80
}

// RightToLeft reports characters of scripts that run so: Hebrew, Arabic, Syriac and their kin.
func RightToLeft(r rune) bool {
	return r >= 0x590 && r < 0x900 && !unicode.IsDigit(r) || r >= 0xFB1D && r < 0xFE00 || r >= 0xFE70 && r < 0xFEFF
}
