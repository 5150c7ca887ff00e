package render

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Embed is the text of a block for embedding: tables as what a model says of them, else as one sentence a row, no markup
// tags, white space folded. A table is led by its caption unless captioned says that a neighbouring block holds it.
func Embed(b *doc.Block, captioned bool) string {
	if b.Table == nil {
		plain := *b
		plain.Code = false
		return fold(Text(b, Content(&plain, b.Page, Options{})))
	}
	caption := b.Caption
	if captioned {
		caption = ""
	}
	if b.Digest != "" {
		return fold(joined(" ", caption, b.Digest))
	}
	return fold(joined(" ", caption, sentences(b.Table)))
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// sentences writes "header: value; header: value." for every row below the header. A merged cell counts for each row
// it covers.
func sentences(t *doc.Table) string {
	if !t.Consistent() {
		return plain(t)
	}
	t = t.Kept()
	at := cover(t)
	head := t.HeaderRows
	switch {
	case head == 0 && t.Rows > 1:
		head = 1
	case head >= t.Rows: // nothing but a header: its cells are the values
		head = 0
	}
	labels := make([]string, t.Cols)
	for col := range labels {
		labels[col] = label(at, head, col)
	}
	var out []string
	for r := head; r < t.Rows; r++ {
		var values []string
		for col, c := range at[r] {
			if c == nil || c.Text == "" || (col > 0 && at[r][col-1] == c) {
				continue
			}
			text := doc.Shown(c.Text, spansOf(c))
			if labels[col] != "" {
				text = labels[col] + ": " + text
			}
			values = append(values, text)
		}
		if len(values) > 0 {
			out = append(out, strings.Join(values, "; ")+".")
		}
	}
	return strings.Join(out, " ")
}

// label joins the header cells above a column.
func label(at [][]*doc.Cell, head, col int) string {
	var parts []string
	for r := range head {
		if c := at[r][col]; c != nil && c.Text != "" && (r == 0 || at[r-1][col] != c) {
			parts = append(parts, doc.Shown(c.Text, spansOf(c)))
		}
	}
	return strings.Join(parts, " ")
}

// cover gives every position the cell that covers it.
func cover(t *doc.Table) [][]*doc.Cell {
	at := t.Grid()
	for i := range t.Cells {
		c := &t.Cells[i]
		for r := c.Row; r < c.Row+c.RowSpan; r++ {
			for k := c.Col; k < c.Col+c.ColSpan; k++ {
				at[r][k] = c
			}
		}
	}
	return at
}
