// Package formattest helps to test readers of formats.
package formattest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
)

// Patience is what a hostile input may take on a slow and busy machine. Work that grows with the square of the input
// takes far longer on the inputs the tests use.
const Patience = time.Minute

// File is a file with the given content.
func File(name, content string) format.File {
	return format.File{Name: name, Size: int64(len(content)), Data: strings.NewReader(content)}
}

// Options reads everything under the usual limits.
func Options() format.Options {
	return format.Options{Limits: format.DefaultLimits, Sheet: format.Sheet{Clustering: format.Accurate, SplitRows: 50, SplitCols: 50}}
}

// Outline is one line for every block of a document: its type with level or marker, then its text.
func Outline(d *doc.Document) []string {
	var out []string
	for i := range d.Blocks {
		out = append(out, line(&d.Blocks[i]))
	}
	return out
}

func line(b *doc.Block) string {
	head := string(b.Type)
	if b.Level > 0 {
		head += fmt.Sprintf(" %d", b.Level)
	}
	if b.Marker != "" {
		head += " " + b.Marker
	}
	if b.Code {
		head += " code " + b.Lang
	}
	switch {
	case b.Table != nil:
		return fmt.Sprintf("%s %dx%d+%d: %s", head, b.Table.Rows, b.Table.Cols, b.Table.HeaderRows, cells(b.Table))
	case len(b.Pairs) > 0:
		var pairs []string
		for _, p := range b.Pairs {
			pairs = append(pairs, p.Key+"="+p.Value)
		}
		return head + ": " + strings.Join(pairs, " | ")
	case b.Caption != "":
		return head + ": " + b.Caption + " / " + b.Text
	}
	return head + ": " + b.Text
}

func cells(t *doc.Table) string {
	var out []string
	for _, c := range t.Cells {
		s := c.Text
		if c.RowSpan > 1 || c.ColSpan > 1 {
			s += fmt.Sprintf("(%dx%d)", c.RowSpan, c.ColSpan)
		}
		out = append(out, s)
	}
	return strings.Join(out, ",")
}

// CheckSound fails when a document breaks what every reader promises: boxes on the page in reading order, tables that
// are grids, spans inside their text, text that is valid.
func CheckSound(t testing.TB, d *doc.Document) {
	t.Helper()
	bottom := 0.0
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if d.Kind == doc.Flow {
			if b.Box.Left != 0 || b.Box.Width != 1 || b.Box.Height <= 0 || b.Box.Top < bottom-1e-6 || b.Box.Top+b.Box.Height > 1+1e-6 {
				t.Fatalf("block %d %s: box %v after %v", i, b.Type, b.Box, bottom)
			}
			bottom = b.Box.Top + b.Box.Height
		}
		if d.Kind == doc.Sheet && (b.Box.Left < 1 || b.Box.Top < 1 || b.Box.Width < 1 || b.Box.Height < 1) {
			t.Fatalf("block %d %s: box %v", i, b.Type, b.Box)
		}
		checkSpans(t, b.Text, b.Spans)
		checkCells(t, b.Table)
		if b.Table == nil && b.Text == "" && len(b.Pairs) == 0 && b.Caption == "" && b.Type != doc.Figure {
			t.Fatalf("block %d %s is empty", i, b.Type)
		}
		if strings.ContainsAny(b.Text, "\x00\r") || !strings.Contains(strings.ToValidUTF8(b.Text, "?"), b.Text) {
			t.Fatalf("block %d: text %q", i, b.Text)
		}
	}
}

// checkCells looks into the cells of a table, and into tables inside them.
func checkCells(t testing.TB, table *doc.Table) {
	t.Helper()
	if table == nil {
		return
	}
	if !table.Consistent() {
		t.Fatalf("the table is no grid: %+v", table)
	}
	for _, c := range table.Cells {
		if c.Extra == nil {
			continue
		}
		checkSpans(t, c.Text, c.Extra.Spans)
		at := 0
		for _, inner := range c.Extra.Tables {
			if inner.Start < at || inner.End < inner.Start || inner.End > len(c.Text) {
				t.Fatalf("a table at %d to %d in a cell of %d bytes", inner.Start, inner.End, len(c.Text))
			}
			at = inner.End
			checkCells(t, inner.Table)
		}
	}
}

// checkSpans holds spans against what doc.Span promises: inside the text, by where they begin, none over another of its
// kind, insertions and deletions over neither.
func checkSpans(t testing.TB, text string, spans []doc.Span) {
	t.Helper()
	ends := map[doc.SpanKind]int{}
	at := 0
	for _, s := range spans {
		kind := s.Kind
		if kind == doc.Deleted {
			kind = doc.Inserted
		}
		if s.Start < at || s.Start < ends[kind] || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("spans %+v of a text of %d bytes", spans, len(text))
		}
		at, ends[kind] = s.Start, s.End
	}
}

// Fuzz feeds a reader with any bytes: it must answer with a sound document or an error, never more.
func Fuzz(f *testing.F, kind format.Format, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		d, err := kind.Read(context.Background(), File("fuzz."+kind.Name, string(content)), Options())
		if err == nil {
			CheckSound(t, d)
		}
	})
}
