package markdown

import "strings"

// The parser's cost grows faster than its input in a few directions. Writers stay far inside these bounds; a text
// outside is read as plain text.
const (
	maxBytes    = 8 << 20
	maxNesting  = 50        // containers opened on one line
	maxIndent   = 200       // white space before a line's text
	maxBrackets = 2_000     // in one paragraph
	maxCells    = 1_000_000 // of one table: short rows are filled up to the width of the first
)

// isHostile reports a text that would cost the parser out of proportion to its length.
func isHostile(body string) bool {
	if len(body) > maxBytes {
		return true
	}
	var brackets, columns, rows int // of the paragraph
	table := false
	for line := range strings.SplitSeq(body, "\n") {
		text := strings.TrimLeft(line, " \t")
		if text == "" {
			brackets, columns, rows, table = 0, 0, 0, false
			continue
		}
		rows++
		if rows == 2 {
			table = strings.Trim(text, "|-: \t") == ""
		}
		if table { // every row is read by itself
			brackets = 0
		}
		brackets += strings.Count(text, "[")
		columns = max(columns, strings.Count(text, "|")+1)
		switch {
		case brackets > maxBrackets, columns > 1 && columns*rows > maxCells, len(line)-len(text) > maxIndent, opens(text) > maxNesting:
			return true
		}
	}
	return false
}

// opens counts the containers a line begins with.
func opens(text string) int {
	opening := text[:len(text)-len(strings.TrimLeft(text, "> \t-*+.):0123456789"))]
	if len(opening) <= maxNesting || isRule(text) {
		return 0
	}
	return strings.Count(opening, ">") + len(strings.Fields(opening))
}

// isRule reports a line of one repeated mark, which draws a rule however long it is.
func isRule(line string) bool {
	marks := strings.Join(strings.Fields(line), "")
	return marks[0] != '>' && strings.Trim(marks, marks[:1]) == ""
}
