package app_test

import (
	"slices"
	"strings"
	"testing"
)

// scan is a page image of some text: what a PDF looks like when it is drawn.
func scan(t *testing.T, s *service, lines ...string) string {
	t.Helper()
	r := s.want(200, "POST", "/parse", map[string]any{
		"input": s.upload("a.pdf", pdf(letter(lines...))), "settings": map[string]any{"return_images": []string{"page"}},
	})
	return string(s.do("GET", at(r, "result", "custom", "page_images", 0, "image_url").(string), nil).Body)
}

func TestParseScan(t *testing.T) {
	s := start(t, "sqlite", "billing: {mode: breakdown}")
	picture := scan(t, s, "Invoice number 4711", "The quick brown fox jumps over the lazy dog.")
	r := s.want(200, "POST", "/parse", map[string]any{
		"input":    s.upload("scan.png", picture),
		"settings": map[string]any{"return_ocr_data": true, "embed_pdf_metadata": true},
		"enhance":  map[string]any{"agentic": []any{map[string]any{"scope": "text"}}},
	})
	content, _ := at(r, "result", "chunks", 0, "content").(string)
	if got := strings.Fields(content); !slices.Equal(got, strings.Fields("Invoice number 4711 The quick brown fox jumps over the lazy dog.")) {
		t.Errorf("content %q", content)
	}
	word := at(r, "result", "ocr", "words", 0)
	if left := at(word, "bbox", "left").(float64); at(word, "text") != "Invoice" || left < 0.1 || left > 0.13 || at(word, "confidence").(float64) < 0.5 {
		t.Errorf("word %v", word)
	}
	if at(r, "usage", "usage_breakdown", "ocr_pages") != 1.0 {
		t.Errorf("usage %v", r["usage"])
	}
	// The words can be found in the PDF that was made.
	made := s.do("GET", r["pdf_url"].(string), nil)
	again := s.want(200, "POST", "/parse", map[string]any{
		"input": s.upload("made.pdf", string(made.Body)), "settings": map[string]any{"extraction_mode": "metadata"},
	})
	if got, _ := at(again, "result", "chunks", 0, "content").(string); !strings.Contains(got, "quick brown fox") {
		t.Errorf("made PDF reads %q", got)
	}
}

// extraction_mode says whether the file or the pixels are believed.
func TestExtractionMode(t *testing.T) {
	s := start(t, "sqlite")
	id := s.upload("a.pdf", pdf(letter("Typed by hand")))
	for mode, confident := range map[string]bool{"hybrid": true, "metadata": true, "ocr": false} {
		r := s.want(200, "POST", "/parse", map[string]any{
			"input": id, "settings": map[string]any{"extraction_mode": mode, "return_ocr_data": true},
		})
		if got := at(r, "result", "chunks", 0, "content"); got != "Typed by hand" {
			t.Errorf("%s: content %q", mode, got)
		}
		if got := at(r, "result", "ocr", "words", 0, "confidence").(float64); (got == 1) != confident {
			t.Errorf("%s: confidence %v", mode, got)
		}
	}
}
