package render

import (
	"encoding/csv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// TableFormat is how tables are written.
type TableFormat string

// The table formats of the interface. Dynamic is Markdown for simple tables and HTML for others.
const (
	HTML     TableFormat = "html"
	Markup   TableFormat = "md"
	JSON     TableFormat = "json"
	JSONBBox TableFormat = "jsonbbox"
	CSV      TableFormat = "csv"
	Dynamic  TableFormat = "dynamic"
)

// Bounds of a simple table.
const (
	simplePositions = 30
	simpleMerged    = 4
)

// Table writes a table. Page is the number the boxes of jsonbbox carry.
func Table(t *doc.Table, page int, o Options) string {
	if !t.Consistent() {
		return plain(t)
	}
	if !o.Changes {
		t = t.Kept()
	}
	if t.Rows == 0 {
		return ""
	}
	switch chosen(t, o) {
	case Markup:
		return markdown(t, o)
	case JSON:
		return jsonRows(t, o)
	case JSONBBox:
		return jsonBoxes(t, page, o)
	case CSV:
		return separated(t, o)
	}
	return html(t, o)
}

// chosen settles dynamic, and md for tables that need what Markdown has not.
func chosen(t *doc.Table, o Options) TableFormat {
	switch {
	case o.Table != Markup && o.Table != Dynamic && o.Table != "":
		return o.Table
	case needsHTML(t, o):
		return HTML
	case o.Table == Markup, t.Rows*t.Cols <= simplePositions && t.Merged() <= simpleMerged:
		return Markup
	}
	return HTML
}

// needsHTML reports whether a table has what Markdown has no place for: wanted attributes, tables inside it.
func needsHTML(t *doc.Table, o Options) bool {
	for i := range t.Cells {
		if c := &t.Cells[i]; c.Extra != nil && (len(c.Extra.Tables) > 0 || attributes(c, o) != "") {
			return true
		}
	}
	return false
}

// IsHTML reports whether Table writes the table as HTML.
func IsHTML(t *doc.Table, o Options) bool { return chosen(t, o) == HTML }

// plain is the text of a table that is no grid, one cell a line.
func plain(t *doc.Table) string {
	var lines []string
	for i := range t.Cells {
		if text := doc.Shown(t.Cells[i].Text, spansOf(&t.Cells[i])); text != "" {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

var barred = strings.NewReplacer("|", `\|`, "\n", "<br>")

func markdown(t *doc.Table, o Options) string {
	var out strings.Builder
	for r, row := range t.Grid() {
		if r == 1 {
			out.WriteString("\n|" + strings.Repeat(" --- |", t.Cols))
		}
		if r > 0 {
			out.WriteByte('\n')
		}
		out.WriteByte('|')
		for _, c := range row {
			out.WriteByte(' ')
			if c != nil {
				out.WriteString(styled(c, o, barred.Replace))
			}
			out.WriteString(" |")
		}
	}
	if t.Rows == 1 {
		out.WriteString("\n|" + strings.Repeat(" --- |", t.Cols))
	}
	return out.String()
}

func separated(t *doc.Table, o Options) string {
	var out strings.Builder
	w := csv.NewWriter(&out)
	for _, row := range t.Grid() {
		record := make([]string, len(row))
		for i, c := range row {
			record[i] = value(c, o)
		}
		// A strings.Builder takes every write.
		_ = w.Write(record)
	}
	w.Flush()
	return strings.TrimSuffix(out.String(), "\n")
}

// value is the text of a cell in the formats that have no attributes.
func value(c *doc.Cell, o Options) string {
	if c == nil {
		return ""
	}
	text := inline(c.Text, spansOf(c), o, as)
	if c.Extra == nil {
		return text
	}
	if o.Formulas && c.Extra.Formula != "" {
		text = joined(" ", text, "{"+c.Extra.Formula+"}")
	}
	if o.Dropdowns && len(c.Extra.Options) > 0 {
		text = joined(" ", text, "[options: "+strings.Join(c.Extra.Options, ", ")+"]")
	}
	return text
}

// styled is the text of a cell with its marks and styles.
func styled(c *doc.Cell, o Options, escape func(string) string) string {
	text := inline(c.Text, spansOf(c), o, escape)
	if c.Extra == nil || o.Plain {
		return text
	}
	text = wrap(text, "s", c.Extra.Strike)
	text = wrap(text, "i", c.Extra.Italic)
	return wrap(text, "b", c.Extra.Bold)
}

func spansOf(c *doc.Cell) []doc.Span {
	if c.Extra == nil {
		return nil
	}
	return c.Extra.Spans
}
