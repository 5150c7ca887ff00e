package app_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// remarked is a page with a comment, a deletion, a link, a signature and a watermark.
func remarked() string {
	line := pdfgen.Line{X: 72, Y: 700, Size: 12, Text: "See the old new shop"}
	f := &pdfgen.File{}
	field := f.Next(3)
	f.AddPage(pdfgen.Page{
		Content: line.String() + "0.85 g BT /F2 90 Tf 0.7 0.7 -0.7 0.7 200 300 Tm (DRAFT) Tj ET",
		Annots: []string{
			f.Add(pdfgen.Markup("Highlight", "/T(Ada)/Contents(which?)", line.Around("See"))),
			f.Add(pdfgen.Markup("StrikeOut", "", line.Around("old"))),
			f.Add(pdfgen.Annotation("Link", line.Around("shop"), "/A<</S/URI/URI(https://example.com/)>>")),
			f.Add(pdfgen.Annotation("Widget", pdfgen.Rect{72, 100, 272, 150}, "/FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>/ByteRange[0 1 2 3]>>")),
		},
	})
	f.Catalog = "/AcroForm<</Fields[" + field + "]>>"
	return string(f.Bytes())
}

// What formatting.include asks for is shown, and nothing of it otherwise.
func TestInclude(t *testing.T) {
	s := start(t, "sqlite")
	input := s.upload("marks.pdf", remarked())
	for _, tt := range []struct {
		include []string
		want    string
	}{
		{nil, "See the new shop\n\nDRAFT"},
		{[]string{"ignore_watermarks"}, "See the new shop"},
		{[]string{"highlight", "hyperlinks", "change_tracking", "comments", "signatures", "ignore_watermarks"},
			"<mark>See</mark> the <change><s>old</s></change> new [shop](https://example.com/)\n\nAda: which?\n\n[signature]"},
	} {
		r := s.want(200, "POST", "/parse", map[string]any{"input": input, "formatting": map[string]any{"include": tt.include}})
		if got := at(r, "result", "chunks", 0, "content"); got != tt.want {
			t.Errorf("%v: %q, not %q", tt.include, got, tt.want)
		}
	}
}
