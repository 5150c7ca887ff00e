package docx

import "strings"

func symbolFont(font string) bool {
	return font == "symbol" || strings.HasPrefix(font, "wingdings") || font == "webdings"
}

// wingdings are the characters of that font that mean something in a text; the others are drawings.
var wingdings = map[rune]string{
	0x6f: "[ ]", 0xa8: "[ ]", 0x72: "[ ]", 0xfd: "[x]", 0xfe: "[x]", 0x78: "[x]", 0xfb: "✗", 0xfc: "✓", 0x6c: "●", 0x6e: "■", 0x9f: "•",
	0xa7: "▪", 0x71: "❑", 0x76: "❖", 0xe0: "→", 0xdf: "←", 0xe1: "↑", 0xe2: "↓", 0xe8: "➔", 0xd8: "➢", 0x4a: "☺", 0x4c: "☹", 0x28: "☎", 0x2a: "✉",
}

// wingdings2 holds the boxes of the second font.
var wingdings2 = map[rune]string{0x50: "✓", 0x4f: "✗", 0x52: "[x]", 0x53: "[x]", 0x54: "[x]", 0x51: "[x]", 0xa3: "[ ]", 0x2a: "[ ]"}

// greek are the letters of the font Symbol from A to z; operators are its other common characters.
var (
	greek     = []rune("ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ")
	operators = map[rune]string{
		0xa3: "≤", 0xb3: "≥", 0xb9: "≠", 0xb1: "±", 0xb4: "×", 0xb8: "÷", 0xb7: "•", 0xae: "→", 0xac: "←", 0xad: "↑", 0xaf: "↓", 0xab: "↔",
		0xa5: "∞", 0xb6: "∂", 0xe5: "∑", 0xd5: "∏", 0xf2: "∫", 0xd6: "√", 0xce: "∈", 0xc7: "∩", 0xc8: "∪", 0xb0: "°", 0xba: "≡", 0xbb: "≈",
		0xb2: "″", 0xa2: "′", 0xd1: "∇", 0xc6: "∅", 0xde: "⇒", 0xdb: "⇔", 0x22: "∀", 0x24: "∃", 0xd9: "∧", 0xda: "∨", 0xd7: "⋅", 0xbc: "…",
	}
)

// symbol is what a character of a symbol font shows. Fonts keep their characters in the private area or below 256.
func symbol(font string, code rune) string {
	low := code
	if code >= 0xf000 && code <= 0xf0ff {
		low = code - 0xf000
	}
	switch {
	case font == "wingdings":
		return wingdings[low]
	case font == "wingdings 2":
		return wingdings2[low]
	case font == "symbol":
		if i := int(low - 'A'); i >= 0 && i < len(greek) {
			return string(greek[i])
		}
		if s, ok := operators[low]; ok {
			return s
		}
		if low < 0x80 && low >= ' ' {
			return string(low)
		}
		return ""
	case low != code || symbolFont(font):
		return ""
	}
	return string(code)
}

// private maps a character that a run in a symbol font writes as private use; others are what they are.
func private(font string, r rune) rune {
	if r < 0xf000 || r > 0xf0ff {
		return r
	}
	s := []rune(symbol(font, r))
	switch len(s) {
	case 0:
		return -1
	case 1:
		return s[0]
	}
	if s[1] == 'x' {
		return '☒'
	}
	return '☐'
}
