//go:build cgo

package block_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/block"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/table"
)

// read gives the document that a PDF file is.
func read(t *testing.T, f *pdfgen.File) *doc.Document {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	path, err := engines.Dir("../../.cache/engines").Find("libpdfium.so")
	if err != nil {
		t.Fatalf("%v (make setup fetches it)", err)
	}
	lib, err := pdfium.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	d, err := lib.OpenBytes(f.Bytes(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	info, err := d.Info()
	if err != nil {
		t.Fatal(err)
	}
	out := &doc.Document{Kind: doc.Paged}
	for n := 1; n <= d.Pages(); n++ {
		p, err := d.Page(n)
		if err != nil {
			t.Fatal(err)
		}
		text := layout.Read(p)
		out.Pages = append(out.Pages, doc.Page{Number: n})
		out.Blocks = append(out.Blocks, block.Arrange(block.Page{Seen: p, Text: text, Tables: table.Find(p, text, table.Options{})})...)
	}
	block.Finish(out, info)
	return out
}

// everything asks for all that formatting.include can show.
var everything = render.Options{Table: render.Markup, Links: true, Highlights: true, Changes: true, Comments: true, Signatures: true}

// shows compares a document as Markdown.
func shows(t *testing.T, d *doc.Document, o render.Options, want ...string) {
	t.Helper()
	if got := render.Markdown(d, o); got != strings.Join(want, "\n\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n\n"))
		for _, b := range d.Blocks {
			t.Logf("%s %.3f %q %v", b.Type, b.Box, b.Text, b.Spans)
		}
	}
}

// onePage is a file of one page with lines and annotations.
func onePage(lines []pdfgen.Line, more string, annotations ...string) *pdfgen.File {
	f := &pdfgen.File{}
	addPage(f, lines, more, annotations...)
	return f
}

func addPage(f *pdfgen.File, lines []pdfgen.Line, more string, annotations ...string) {
	var content strings.Builder
	for _, l := range lines {
		content.WriteString(l.String())
	}
	var annots []string
	for _, a := range annotations {
		annots = append(annots, f.Add(a))
	}
	f.AddPage(pdfgen.Page{Content: content.String() + more, Annots: annots})
}
