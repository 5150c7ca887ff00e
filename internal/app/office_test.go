package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
)

// Older office files are read as the new ones, and both have the pages of the PDF file that the answer names.
func TestParseOffice(t *testing.T) {
	s := start(t, "sqlite")
	types := at(s.want(200, "GET", "/capabilities", nil), "types")
	for name, want := range map[string]string{"docx": "native", "pptx": "native", "doc": "converter", "odt": "converter", "rtf": "converter", "xls": "converter", "qpw": "converter"} {
		if got := at(types, name); got != want {
			t.Errorf("%s is %v, want %s", name, got, want)
		}
	}
	const feed = `<w:p><w:r><w:br w:type="page"/></w:r></w:p>`
	docx := officetest.Docx(officetest.Paragraph("First page of two") + feed + officetest.Paragraph("Last page of all"))
	rtf := officetest.Rtf("First page of two", `\page Last page of all`)
	for name, content := range map[string]string{"a.docx": string(docx), "a.rtf": string(rtf)} {
		t.Run(name, func(t *testing.T) {
			r := s.want(200, "POST", "/parse", map[string]any{
				"input": s.upload(name, content), "settings": map[string]any{"page_range": []int{2}, "return_images": []string{"page"}, "return_ocr_data": true},
			})
			if got := at(r, "result", "chunks", 0, "content"); got != "Last page of all" {
				t.Fatalf("content %q", got)
			}
			box := at(r, "result", "chunks", 0, "blocks", 0, "bbox")
			if at(box, "page") != 1.0 || at(box, "original_page") != 2.0 || at(box, "top").(float64) > 0.3 || at(box, "width").(float64) > 0.5 {
				t.Errorf("box %v", box)
			}
			if words := at(r, "result", "ocr", "words").([]any); len(words) != 4 {
				t.Errorf("%d words", len(words))
			}
			if made := s.do("GET", r["pdf_url"].(string), nil); !strings.HasPrefix(string(made.Body), "%PDF-") {
				t.Errorf("pdf_url gives %.20q", made.Body)
			}
			if images := at(r, "result", "custom", "page_images").([]any); len(images) != 1 {
				t.Errorf("%d images", len(images))
			}
		})
	}
	t.Run("Sheet", func(t *testing.T) {
		ods := officetest.Ods(`<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>y</text:p></table:table-cell></table:table-row>`)
		r := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("a.ods", string(ods))})
		if got := fmt.Sprint(at(r, "result", "chunks", 0, "content")); !strings.Contains(got, "x") || !strings.Contains(got, "y") || r["pdf_url"] != nil {
			t.Errorf("%q, pdf_url %v", got, r["pdf_url"])
		}
	})
	t.Run("Properties", func(t *testing.T) {
		meta := `<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2">` +
			`<office:meta><meta:generator>Typewriter/2</meta:generator><dc:title>A title</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Bob</dc:creator><dc:date>2021-02-03T04:05:06</dc:date></office:meta></office:document-meta>`
		_, _, r := s.parseOf("a.odt", string(officetest.Odt("<text:p>x</text:p>", "meta.xml", meta)), map[string]any{"extract_document_properties": true})
		want := map[string]any{
			"title": "A title", "author": "Ann", "last_modified_by": "Bob", "modified_at": "2021-02-03T04:05:06.000000Z", "creator": "Typewriter/2",
			"created_at": nil, "keywords": nil, "producer": nil, "subject": nil,
		}
		if diff := cmp.Diff(want, r["document_properties"]); diff != "" {
			t.Error(diff)
		}
	})
}

// Without LibreOffice older formats are refused by name, and new ones are read without pages.
func TestWithoutOffice(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	s := start(t, "sqlite")
	if got := at(s.want(200, "GET", "/capabilities", nil), "types", "doc"); got != "missing" {
		t.Errorf("doc is %v", got)
	}
	s.ends(t, "a.rtf", string(officetest.Rtf("x")), nil, 415, "DOCUMENT_UNSUPPORTED")
	r := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("a.docx", string(officetest.Docx(officetest.Paragraph("Still read"))))})
	if at(r, "result", "chunks", 0, "content") != "Still read" || r["pdf_url"] != nil || !strings.Contains(fmt.Sprint(at(r, "result", "custom", "warnings", 0)), "pages are not known") {
		t.Errorf("%v", r)
	}
}
