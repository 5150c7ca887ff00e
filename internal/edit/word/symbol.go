package word

import (
	"strconv"
	"strings"
)

// boxes are the characters of Wingdings that are boxes, empty or not.
var boxes = map[rune]string{0xa8: "☐", 0x6f: "☐", 0x72: "☐", 0xfd: "☒", 0xfe: "☑", 0x78: "☒"}

// symbol is what a character of a symbol font shows, as far as it is a box; others stand for nothing that is searched.
func symbol(n *node) string {
	if !strings.EqualFold(n.attr("w:font"), "wingdings") {
		return ""
	}
	code, err := strconv.ParseUint(n.attr("w:char"), 16, 32)
	if err != nil {
		return ""
	}
	return boxes[rune(code&0xff)]
}

// boxCode is the character of Wingdings for a box.
func boxCode(on bool) string {
	if on {
		return "F0FE"
	}
	return "F0A8"
}
