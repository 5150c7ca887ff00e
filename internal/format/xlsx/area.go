package xlsx

import (
	"strconv"
	"strings"
)

// The size of the largest sheet.
const (
	maxRow = 1_048_576
	maxCol = 16_384
)

// area is a rectangle of cells, both ends included, counted from 1.
type area struct{ top, left, bottom, right int }

// String writes an area as sheets do.
func (a area) String() string {
	first := columnName(a.left) + strconv.Itoa(a.top)
	if a.top == a.bottom && a.left == a.right {
		return first
	}
	return first + ":" + columnName(a.right) + strconv.Itoa(a.bottom)
}

// parseCell reads a reference to a cell such as B5 or $B$5.
func parseCell(ref string) (row, col int, ok bool) {
	i := 0
	if i < len(ref) && ref[i] == '$' {
		i++
	}
	for ; i < len(ref); i++ {
		c := ref[i] &^ 0x20
		if c < 'A' || c > 'Z' || col > maxCol {
			break
		}
		col = col*26 + int(c-'A') + 1
	}
	if i < len(ref) && ref[i] == '$' {
		i++
	}
	from := i
	for ; i < len(ref) && ref[i] >= '0' && ref[i] <= '9' && row <= maxRow; i++ {
		row = row*10 + int(ref[i]-'0')
	}
	ok = i == len(ref) && i > from && col >= 1 && col <= maxCol && row >= 1 && row <= maxRow
	return row, col, ok
}

// parseArea reads a reference to a cell or a range.
func parseArea(ref string) (area, bool) {
	first, last, ranged := strings.Cut(ref, ":")
	top, left, ok := parseCell(first)
	if !ok {
		return area{}, false
	}
	a := area{top, left, top, left}
	if ranged {
		if a.bottom, a.right, ok = parseCell(last); !ok || a.bottom < a.top || a.right < a.left {
			return area{}, false
		}
	}
	return a, true
}

// parseAreas reads a list of references.
func parseAreas(list string) []area {
	var out []area
	for ref := range strings.FieldsSeq(list) {
		if a, ok := parseArea(ref); ok {
			out = append(out, a)
		}
	}
	return out
}

func columnName(n int) string {
	name := ""
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}
