package app_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// Fault 30: pages and sheets that are not there, and more of them than a classification looks at.
func TestPageRanges(t *testing.T) {
	s := start(t, "sqlite")
	span := func(start, end int) map[string]any { return map[string]any{"start": start, "end": end} }
	two := pdf(letter("one"), letter("two"))
	for name, pages := range map[string]any{
		"page 0": []int{0}, "page -1": []int{-1}, "beyond the end": []int{1, 3}, "a billion": []int{1_000_000_000},
		"backwards": span(9, 3), "from 0": span(0, 1), "to the billionth": span(1, 1_000_000_000), "from beyond": span(3, 3),
		"one of many": []any{span(1, 1), span(2, 3)}, "sheet": []string{"Sheet9"},
	} {
		t.Run(name, func(t *testing.T) {
			body := s.ends(t, "x.pdf", two, map[string]any{"page_range": pages}, 400, "INVALID_CONFIG")
			if got := at(body, "error", "type"); got != "invalid_page_range" {
				t.Errorf("type %v", got)
			}
		})
	}
	t.Run("unknown sheet", func(t *testing.T) {
		body := s.ends(t, "x.csv", "a,b\n1,2\n", map[string]any{"page_range": []string{"Sheet9"}}, 400, "INVALID_CONFIG")
		if got := at(body, "error", "type"); got != "invalid_page_range" {
			t.Errorf("type %v", got)
		}
	})
	t.Run("classification", func(t *testing.T) {
		pages := make([]pdfgen.Page, 12)
		for i := range pages {
			pages[i] = letter(fmt.Sprint("page ", i+1))
		}
		body := s.finishes(t, "/classify", map[string]any{
			"input": s.upload("x.pdf", pdf(pages...)), "page_range": span(1, 11),
			"classification_schema": []any{map[string]any{"category": "a", "criteria": []string{"x"}}, map[string]any{"category": "b", "criteria": []string{"y"}}},
		}, 400, "INVALID_CONFIG")
		if got := at(body, "error", "type"); got != "invalid_page_range" {
			t.Errorf("type %v", got)
		}
	})
}

// Fault 29: the type is what the bytes say, whatever a file is called.
func TestFilesThatLie(t *testing.T) {
	s := start(t, "sqlite")
	document := pdf(letter("words of the PDF"))
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	z.SetOffset(int64(len(document)))
	w, err := z.Create("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write([]byte("words of the archive"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	const page = "<!doctype html><html><body><p>words of the page</p></body></html>"
	program := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01", 300)
	film := "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + strings.Repeat("\x00\x00\x01\xb3", 200)
	for name, c := range map[string]struct {
		ending, content string
		status          int
		want            string // name of the error, or the text that was read
	}{
		"archive behind a PDF":       {"docx", document + packed.String(), 200, "words of the PDF"},
		"page called PDF":            {"pdf", page, 200, "words of the page"},
		"PDF called PNG":             {"png", document, 200, "words of the PDF"},
		"PDF called spreadsheet":     {"xlsx", document, 200, "words of the PDF"},
		"program called PDF":         {"pdf", program, 415, "DOCUMENT_UNSUPPORTED"},
		"program called text":        {"txt", program, 415, "DOCUMENT_UNSUPPORTED"},
		"film called HEIC":           {"heic", film, 415, "DOCUMENT_UNSUPPORTED"},
		"film":                       {"mp4", film, 415, "DOCUMENT_UNSUPPORTED"},
		"ending that does not exist": {"exe", document, 200, "words of the PDF"},
	} {
		t.Run(name, func(t *testing.T) {
			body, kind := multipartFile(t, "file", c.content)
			id := at(s.want(200, "POST", "/upload?extension="+c.ending, body, "Content-Type", kind), "file_id").(string)
			status, got, answer := s.both(t, "/parse", map[string]any{"input": id})
			if status == 200 {
				got, _ = at(answer, "result", "chunks", 0, "content").(string)
			}
			if status != c.status || got != c.want {
				t.Errorf("%d %q, want %d %q", status, got, c.status, c.want)
			}
		})
	}
}
