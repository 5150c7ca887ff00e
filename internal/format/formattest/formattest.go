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
		if b.Table != nil && !b.Table.Consistent() {
			t.Fatalf("block %d: the table is no grid: %+v", i, b.Table)
		}
		checkSpans(t, b.Text, b.Spans)
		if b.Table == nil && b.Text == "" && len(b.Pairs) == 0 && b.Caption == "" {
			t.Fatalf("block %d %s is empty", i, b.Type)
		}
		if strings.ContainsAny(b.Text, "\x00\r") || !strings.Contains(strings.ToValidUTF8(b.Text, "?"), b.Text) {
			t.Fatalf("block %d: text %q", i, b.Text)
		}
	}
}

func checkSpans(t testing.TB, text string, spans []doc.Span) {
	t.Helper()
	at := 0
	for _, s := range spans {
		if s.Start < at || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("spans %+v of a text of %d bytes", spans, len(text))
		}
		at = s.End
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
