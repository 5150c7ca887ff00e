package app_test

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// letter is a page with a few lines of text.
func letter(lines ...string) pdfgen.Page {
	var content strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&content, "BT /F1 12 Tf 1 0 0 1 72 %d Tm %s Tj ET ", 700-14*i, pdfgen.Text(l))
	}
	return pdfgen.Page{Content: content.String()}
}

// pdf is a file of such pages.
func pdf(pages ...pdfgen.Page) string {
	f := &pdfgen.File{}
	for _, p := range pages {
		f.AddPage(p)
	}
	return string(f.Bytes())
}

func TestParsePDF(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			content := pdf(letter("First page of two", "with a second line"), letter("Last page"))
			r := s.want(200, "POST", "/parse", map[string]any{
				"input":    s.upload("a.pdf", content),
				"settings": map[string]any{"return_images": []string{"page"}, "return_ocr_data": true},
			})
			if got := at(r, "result", "chunks", 0, "content"); got != "First page of two with a second line\n\nLast page" {
				t.Errorf("content %q", got)
			}
			box := at(r, "result", "chunks", 0, "blocks", 0, "bbox")
			if left, top := at(box, "left").(float64), at(box, "top").(float64); left < 0.11 || left > 0.13 || top < 0.09 || top > 0.13 {
				t.Errorf("box %v", box)
			}
			if words := at(r, "result", "ocr", "words").([]any); len(words) != 10 {
				t.Errorf("%d words", len(words))
			}
			if copied := s.do("GET", r["pdf_url"].(string), nil); string(copied.Body) != content || copied.Header.Get("Content-Type") != "application/pdf" {
				t.Errorf("pdf_url gives %d bytes of %s", len(copied.Body), copied.Header.Get("Content-Type"))
			}
			picture, err := png.Decode(bytes.NewReader(s.do("GET", at(r, "result", "custom", "page_images", 1, "image_url").(string), nil).Body))
			if err != nil || picture.Bounds().Dx() != 1275 {
				t.Errorf("page image: %v", err)
			}
		})
	}
}

// A long document is read by all workers, and is what it would be in one piece.
func TestParseLongPDF(t *testing.T) {
	s := start(t, "sqlite", "workers: {cpu: 2}")
	var pages []pdfgen.Page
	for n := range 150 {
		pages = append(pages, letter(fmt.Sprintf("This is page %d", n+1)))
	}
	id := s.want(200, "POST", "/parse_async", map[string]any{
		"input": s.upload("long.pdf", pdf(pages...)), "retrieval": map[string]any{"chunking": map[string]any{"chunk_mode": "page"}},
	})["job_id"].(string)
	j := s.ended(id)
	chunks, _ := at(j, "result", "result", "chunks").([]any)
	if len(chunks) != 150 || j["num_pages"] != 150.0 {
		t.Fatalf("%d chunks, %v pages: %v", len(chunks), j["num_pages"], j["error"])
	}
	for i, c := range chunks {
		if got, want := at(c, "content"), fmt.Sprintf("This is page %d", i+1); got != want {
			t.Errorf("chunk %d: %q", i, got)
		}
	}
}

func TestSearchablePDF(t *testing.T) {
	s := start(t, "sqlite")
	r := s.want(200, "POST", "/parse", map[string]any{
		"input":    s.upload("a.pdf", pdf(letter("Find these words"), letter("and these"))),
		"settings": map[string]any{"embed_pdf_metadata": true, "embed_pdf_metadata_dpi": 72},
	})
	made := s.do("GET", r["pdf_url"].(string), nil)
	again := s.want(200, "POST", "/parse", map[string]any{
		"input": s.upload("b.pdf", string(made.Body)), "settings": map[string]any{"extraction_mode": "metadata"},
	})
	if got := at(again, "result", "chunks", 0, "content"); got != "Find these words\n\nand these" {
		t.Errorf("read back %q", got)
	}
}
