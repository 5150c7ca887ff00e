// Package pdfout writes PDF files of page images with an invisible layer of text that can be searched and copied.
package pdfout

import (
	"fmt"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Page is a page to be written. Width and Height are points.
type Page struct {
	Width, Height float64
	Image         Image
	Words         []doc.Word // in reading order; boxes are fractions of the page
}

// Writer writes a file page by page and holds none of them. After an error it writes no more and repeats the error.
type Writer struct {
	out     io.Writer
	at      int64
	offsets []int64 // of objects, by number less one; 0 for those still to come
	pages   []int
	letters letters
	err     error
}

// Objects that pages refer to before they are written.
const (
	catalog = 1 + iota
	tree
	font
	producer
	reserved = producer
)

// New begins a file on out, which stays the caller's.
func New(out io.Writer) *Writer {
	w := &Writer{out: out, offsets: make([]int64, reserved)}
	w.printf("%%PDF-1.7\n%%\xe2\xe3\xcf\xd3\n")
	return w
}

// longest is how many points a side may have; a larger page is written in larger units.
const longest = 14400

// Page writes one page.
func (w *Writer) Page(p Page) error {
	if !(p.Width > 0 && p.Height > 0) {
		return w.fail(fmt.Errorf("write page %d: it is %v × %v points", len(w.pages)+1, p.Width, p.Height))
	}
	entries, err := p.Image.entries()
	if err != nil {
		return w.fail(fmt.Errorf("write page %d: %w", len(w.pages)+1, err))
	}
	unit := max(1, max(p.Width, p.Height)/longest)
	width, height := p.Width/unit, p.Height/unit
	image := w.stream(w.next(), entries, p.Image.data)
	var content strings.Builder
	fmt.Fprintf(&content, "q %s 0 0 %s 0 0 cm /I Do Q\n", number(width), number(height))
	w.letters.write(&content, p.Words, width, height)
	contents := w.deflated(w.next(), "", []byte(content.String()))
	more := ""
	if unit > 1 {
		more = "/UserUnit " + number(unit)
	}
	page := w.object(w.next(), fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 %s %s]%s/Contents %d 0 R"+
		"/Resources<</XObject<</I %d 0 R>>/Font<</T %d 0 R>>>>>>", tree, number(width), number(height), more, contents, image, font))
	w.pages = append(w.pages, page)
	return w.err
}

// Close ends the file. A file has at least one page.
func (w *Writer) Close() error {
	if len(w.pages) == 0 {
		return w.fail(fmt.Errorf("write document: it has no pages"))
	}
	w.letters.finish(w)
	var kids strings.Builder
	for _, n := range w.pages {
		fmt.Fprintf(&kids, "%d 0 R ", n)
	}
	w.object(producer, "<</Producer(Octavo)>>")
	w.object(tree, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(w.pages), kids.String()))
	w.object(catalog, fmt.Sprintf("<</Type/Catalog/Pages %d 0 R>>", tree))
	start := w.at
	w.printf("xref\n0 %d\n0000000000 65535 f \n", len(w.offsets)+1)
	for _, at := range w.offsets {
		w.printf("%010d 00000 n \n", at)
	}
	w.printf("trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(w.offsets)+1, catalog, producer, start)
	return w.err
}
