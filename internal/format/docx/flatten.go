package docx

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// lines is a story as one text: what stands in a cell, a note, a header.
type lines struct {
	text   string
	spans  []doc.Span
	tables []doc.Inner
	beside []doc.Block // what cannot be part of a text: pictures, comments
}

// flatten writes blocks line by line. Items of lists keep their marks; tables become text and are kept as tables beside.
func flatten(blocks []doc.Block) lines {
	var out lines
	var b strings.Builder
	for i := range blocks {
		block := &blocks[i]
		if block.Type == doc.Comment || block.Type == doc.Figure || block.Watermark {
			out.beside = append(out.beside, *block)
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if block.Table != nil {
			inner := doc.Inner{Start: b.Len(), Table: block.Table}
			out.spans = append(out.spans, rows(&b, block.Table)...)
			inner.End = b.Len()
			out.tables = append(out.tables, inner)
			continue
		}
		b.WriteString(lead(block))
		out.spans = append(out.spans, shifted(block.Spans, b.Len())...)
		b.WriteString(block.Text)
	}
	out.text = b.String()
	return out
}

// lead is the mark of a list item or the number of a heading as it stands in running text.
func lead(b *doc.Block) string {
	switch {
	case b.Type == doc.ListItem && b.Marker == "":
		return strings.Repeat("  ", b.Level-1) + "- "
	case b.Type == doc.ListItem:
		return strings.Repeat("  ", b.Level-1) + b.Marker + " "
	case b.Marker != "":
		return b.Marker + " "
	}
	return ""
}

// rows writes a table as text, a row a line, and returns the marks in it.
func rows(b *strings.Builder, t *doc.Table) []doc.Span {
	var spans []doc.Span
	row := 0
	for i := range t.Cells {
		c := &t.Cells[i]
		switch {
		case i == 0:
		case c.Row != row:
			b.WriteByte('\n')
		default:
			b.WriteByte('\t')
		}
		row = c.Row
		if c.Extra != nil {
			spans = append(spans, shifted(c.Extra.Spans, b.Len())...)
		}
		b.WriteString(c.Text)
	}
	return spans
}

func shifted(spans []doc.Span, by int) []doc.Span {
	out := make([]doc.Span, len(spans))
	for i, s := range spans {
		s.Start, s.End = s.Start+by, s.End+by
		out[i] = s
	}
	return out
}
