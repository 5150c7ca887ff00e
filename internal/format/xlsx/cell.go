package xlsx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// maxNumber is longer than any number that a file spells out.
const maxNumber = 64

// readCell reads a cell; one that shows nothing is none.
func (s *reader) readCell(r *markup.Reader, row, col int) (sheet.Cell, bool) {
	kind, look := r.Attr("t"), s.book.styles.of(r.Attr("s"))
	stored, code := "", ""
	var shifted []doc.Span
	for child := range r.Children() {
		switch child {
		case "x:v":
			most := maxCellText
			if kind == "s" || kind == "" || kind == "n" {
				most = maxNumber
			}
			stored = r.String(most)
		case "x:is":
			stored, shifted = richText(r)
		case "x:f":
			code = s.formula(r, row, col)
		}
	}
	if kind == "s" {
		stored, shifted = s.book.shared(stored)
	}
	c, written := sheet.Cell{Col: int32(col), Strong: look.strong}, stored
	c.Text, c.Kind, stored = s.show(kind, stored, look)
	if c.Text == "" && code == "" {
		return c, false
	}
	if stored == c.Text {
		stored = ""
	}
	switch {
	case code != "" || stored != "":
		extra := look.look
		extra.Value = stored
		if code != "" {
			extra.Formula = "=" + code
		}
		c.Extra = &extra
	case !look.plain:
		c.Extra = &look.look
	}
	shift(&c, written, shifted)
	return c, true
}

// show gives the displayed text of a stored value, what it is, and the value itself.
func (s *reader) show(kind, stored string, look *style) (string, sheet.Kind, string) {
	switch kind {
	case "s", "str", "inlineStr":
		text := clean(look.number.Text(stored))
		return text, sheet.KindOf(text), clean(stored)
	case "b":
		if strings.TrimSpace(stored) == "1" {
			return "TRUE", sheet.Bool, "TRUE"
		}
		return "FALSE", sheet.Bool, "FALSE"
	case "e":
		return stored, sheet.Missing, stored
	case "d":
		return stored, sheet.Date, stored
	}
	stored = strings.TrimSpace(stored)
	v, err := strconv.ParseFloat(stored, 64)
	if err != nil {
		return clean(stored), sheet.Word, stored
	}
	shown := sheet.Number
	if look.number.IsDate() {
		shown = sheet.Date
	}
	return strings.TrimSpace(look.number.Number(v, s.book.from1904)), shown, stored
}

// clean makes the line ends of a text plain and drops the white space around it.
func clean(text string) string {
	if strings.ContainsAny(text, "\r_") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "_x000D_", ""), "\r\n", "\n")
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return strings.TrimSpace(text)
}

// extra is what a cell carries, a copy of its own that may be changed.
func extra(c *sheet.Cell) *doc.CellExtra {
	own := doc.CellExtra{}
	if c.Extra != nil {
		own = *c.Extra
	}
	c.Extra = &own
	return c.Extra
}

// merge gives merged cells their span and drops what they cover, which is not shown.
func (s *reader) merge() {
	covered := map[[2]int]bool{}
	for _, a := range s.merged {
		s.each(a, func(row int, c *sheet.Cell) {
			if row == a.top && int(c.Col) == a.left {
				c.RowSpan, c.ColSpan = int32(a.bottom-a.top+1), int32(a.right-a.left+1)
			} else {
				covered[[2]int{row, int(c.Col)}] = true
			}
		})
	}
	if len(covered) == 0 {
		return
	}
	rows := s.rows[:0]
	for _, row := range s.rows {
		cells := row.Cells[:0]
		for _, c := range row.Cells {
			if !covered[[2]int{row.Number, int(c.Col)}] {
				cells = append(cells, c)
			}
		}
		if row.Cells = cells; len(cells) > 0 {
			rows = append(rows, row)
		}
	}
	s.rows = rows
}
