package xlsx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/markup"
)

// maxFormula is as long as Excel lets a formula be.
const maxFormula = 8192

// formula is one that several cells share: each has it with its references moved.
type formula struct {
	code     string
	row, col int
}

// formula is the formula of a cell without its equals sign.
func (s *reader) formula(r *markup.Reader, row, col int) string {
	shared := ""
	if r.Attr("t") == "shared" {
		shared = r.Attr("si")
	}
	code := r.String(maxFormula)
	if shared == "" {
		return code
	}
	if code != "" {
		s.formulas[shared] = formula{code, row, col}
		return code
	}
	f, ok := s.formulas[shared]
	if !ok {
		return ""
	}
	return f.moved(row-f.row, col-f.col)
}

// moved is a formula with its relative references moved. Texts, names of sheets and of functions stay.
func (f formula) moved(rows, cols int) string {
	var b strings.Builder
	for code := f.code; code != ""; {
		n := wordLength(code)
		word := code[:n]
		code = code[n:]
		if !strings.HasPrefix(code, "(") && !strings.HasPrefix(code, "!") {
			word = movedCell(word, rows, cols)
		}
		b.WriteString(word)
	}
	return b.String()
}

// wordLength is the length of what may be a reference, of a quoted text, or of one other character.
func wordLength(code string) int {
	if quote := code[0]; quote == '"' || quote == '\'' {
		if end := strings.IndexByte(code[1:], quote); end >= 0 {
			return end + 2
		}
		return len(code)
	}
	n := 0
	for n < len(code) {
		c := code[n]
		letter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '$' || c == '_' || c == '.' || c >= 0x80
		if !letter {
			break
		}
		n++
	}
	return max(n, 1)
}

// movedCell moves a reference; a name that is none stays.
func movedCell(ref string, rows, cols int) string {
	row, col, ok := parseCell(ref)
	if !ok {
		return ref
	}
	fixedCol := strings.HasPrefix(ref, "$")
	fixedRow := strings.Contains(ref[1:], "$")
	colMark, rowMark := "", ""
	if fixedCol {
		colMark, cols = "$", 0
	}
	if fixedRow {
		rowMark, rows = "$", 0
	}
	// A sheet is round: what is moved over an edge comes in at the other.
	row = (row+rows-1+maxRow)%maxRow + 1
	col = (col+cols-1+maxCol)%maxCol + 1
	return colMark + columnName(col) + rowMark + strconv.Itoa(row)
}
