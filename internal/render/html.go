package render

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

var (
	escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", "<br>")
	quoted  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
)

// html writes a table with spans. Positions that no cell covers are empty cells.
func html(t *doc.Table, o Options) string {
	var out strings.Builder
	out.WriteString("<table>")
	covered := make([]int, t.Cols) // rows for which a cell from above still covers the column
	for r, row := range t.Grid() {
		out.WriteString("<tr>")
		for k := 0; k < t.Cols; k++ {
			c := row[k]
			switch {
			case covered[k] > 0:
				covered[k]--
			case c == nil:
				out.WriteString(empty(r < t.HeaderRows))
			default:
				cell(&out, c, o)
				for i := k; i < k+c.ColSpan; i++ {
					covered[i] = c.RowSpan - 1
				}
				k += c.ColSpan - 1
			}
		}
		out.WriteString("</tr>")
	}
	out.WriteString("</table>")
	return out.String()
}

func empty(header bool) string {
	if header {
		return "<th></th>"
	}
	return "<td></td>"
}

func cell(out *strings.Builder, c *doc.Cell, o Options) {
	tag := "td"
	if c.Header {
		tag = "th"
	}
	out.WriteString("<" + tag)
	if c.RowSpan > 1 {
		out.WriteString(` rowspan="` + strconv.Itoa(c.RowSpan) + `"`)
	}
	if c.ColSpan > 1 {
		out.WriteString(` colspan="` + strconv.Itoa(c.ColSpan) + `"`)
	}
	out.WriteString(attributes(c, o) + ">")
	if c.Extra != nil && len(c.Extra.Tables) > 0 {
		holding(out, c, o)
	} else {
		out.WriteString(styled(c, o, escaped.Replace))
	}
	out.WriteString("</" + tag + ">")
}

// holding writes a cell with tables inside it in their places.
func holding(out *strings.Builder, c *doc.Cell, o Options) {
	at := 0
	text := func(to int) {
		part := strings.Trim(c.Text[at:to], "\n")
		from := at + strings.Index(c.Text[at:to], part)
		out.WriteString(inline(part, clipped(c.Extra.Spans, from, from+len(part)), o, escaped.Replace))
	}
	for _, t := range c.Extra.Tables {
		text(t.Start)
		if at = t.End; t.Table.Consistent() {
			out.WriteString(html(t.Table, o))
		} else {
			out.WriteString(escaped.Replace(plain(t.Table)))
		}
	}
	text(len(c.Text))
}

// clipped are the marks of a part of a text.
func clipped(spans []doc.Span, from, to int) []doc.Span {
	var out []doc.Span
	for _, s := range spans {
		if s.Start, s.End = max(s.Start, from)-from, min(s.End, to)-from; s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}

// attributes are the ones a spreadsheet cell was asked to show.
func attributes(c *doc.Cell, o Options) string {
	if c.Extra == nil {
		return ""
	}
	out := ""
	if style := colours(c.Extra); o.Colors && style != "" {
		out += ` style="` + style + `"`
	}
	if o.Formulas && c.Extra.Formula != "" {
		out += ` data-formula="` + quoted.Replace(c.Extra.Formula) + `"`
	}
	if o.Dropdowns && len(c.Extra.Options) > 0 {
		// A list of strings can always be written.
		list, _ := json.Marshal(c.Extra.Options)
		out += ` data-options='` + strings.ReplaceAll(string(list), "'", "&#39;") + `'`
	}
	return out
}

func colours(e *doc.CellExtra) string {
	var parts []string
	if e.Color != "" {
		parts = append(parts, "color:"+e.Color)
	}
	if e.Fill != "" {
		parts = append(parts, "background-color:"+e.Fill)
	}
	return strings.Join(parts, ";")
}
