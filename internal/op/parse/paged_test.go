package parse_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/optest"
)

// paged is a bench with a fake engine and the given files.
func paged(t testing.TB, files ...string) (bench, *optest.Books, *optest.Eye) {
	b, from, sees := optest.Paged(t, files...)
	return bench{b}, from, sees
}

// content is the text of all chunks.
func (r *response) content() string {
	var all []string
	for _, c := range r.Result.Chunks {
		all = append(all, c.Content)
	}
	return strings.Join(all, "\n")
}

func TestShortDocumentIsReadInOnePiece(t *testing.T) {
	b, _, _ := paged(t, "pages=3")
	id, r := b.parse(`{"input":"svc://a.pdf","settings":{"extract_document_properties":true,"return_ocr_data":true}}`)
	want := "Page 1 of a book second line\n\nPage 2 of a book second line\n\nPage 3 of a book second line"
	if got := r.content(); got != want || b.Batches != 0 {
		t.Errorf("%d batches, content %q", b.Batches, got)
	}
	if got := string(b.Artifacts[id+"/"+op.KindPDF]); got != b.Files["svc://a.pdf"] || r.PDFURL == nil || *r.PDFURL != "octavo-mark:pdf" {
		t.Errorf("PDF %q behind %v", got, r.PDFURL)
	}
	if p := r.DocumentProperties; p == nil || *p.Title != "Made" || p.CreatedAt == nil {
		t.Errorf("properties %+v", p)
	}
	if ocr := r.Result.OCR; ocr == nil || len(ocr.Words) != 21 || len(ocr.Lines) != 6 || *ocr.Words[0].Confidence != 1 {
		t.Errorf("words %+v", ocr)
	}
	if r.Usage.NumPages != 3 {
		t.Errorf("usage %+v", r.Usage)
	}
}

// What a batch reads and where pages stand is the same as in one piece.
func TestLongDocumentIsReadInBatches(t *testing.T) {
	b, _, _ := paged(t, "pages=70", "pages=2")
	_, r := b.parse(`{"input":["svc://a.pdf","svc://b.pdf"],"settings":{"page_range":{"start":2}},"retrieval":{"chunking":{"chunk_mode":"page"}}}`)
	if b.Batches != 4 { // 69 pages in three batches of at most 32, and one page
		t.Errorf("%d batches", b.Batches)
	}
	if len(r.Result.Chunks) != 70 {
		t.Fatalf("%d chunks", len(r.Result.Chunks))
	}
	for i, c := range r.Result.Chunks {
		n := i + 2
		if i == 69 {
			n = 2
		}
		if want := fmt.Sprintf("Page %d of a book second line", n); c.Content != want {
			t.Errorf("page %d: %q", n, c.Content)
		}
		if box := c.Blocks[0].BBox; box.Page != i+1 || box.OriginalPage != n {
			t.Errorf("chunk %d: box %+v", i, box)
		}
	}
}

// The PDF of a long document is stored while its pages are read, unless it is drawn from them.
func TestPDFOfLongDocument(t *testing.T) {
	for _, c := range []struct {
		settings string
		same     bool
	}{{"", true}, {`,"settings":{"embed_pdf_metadata":true}`, false}} {
		b, _, _ := paged(t, "pages=70")
		id, r := b.parse(`{"input":"svc://a.pdf"` + c.settings + `}`)
		got := string(b.Artifacts[id+"/"+op.KindPDF])
		if r.PDFURL == nil || !strings.HasPrefix(got, "%PDF") || (got == b.Files["svc://a.pdf"]) != c.same || b.Batches != 3 {
			t.Errorf("%s: %d batches, %d bytes behind %v", c.settings, b.Batches, len(got), r.PDFURL)
		}
	}
}

// Batches are small where pages are pictures. Whether they are is a matter of the whole file, not of what is selected.
func TestSizeOfBatches(t *testing.T) {
	for _, c := range []struct{ pages, size, batches int }{
		{300, 300 << 10, 0},
		{300, 300 * 41 << 10, 5},
	} {
		b, _, _ := paged(t, fmt.Sprintf("pages=%d", c.pages)+strings.Repeat(" ", c.size))
		b.parse(`{"input":"svc://a.pdf","settings":{"page_range":{"start":1,"end":20}}}`)
		if b.Batches != c.batches {
			t.Errorf("20 of %d pages in %d bytes: %d batches, want %d", c.pages, c.size, b.Batches, c.batches)
		}
	}
}

func TestPageRangeOfPages(t *testing.T) {
	b, _, _ := paged(t, "pages=5")
	for _, pages := range []string{`[0]`, `[-1]`, `{"start":9,"end":3}`, `[6]`, `[1000000000]`, `["Sheet1"]`} {
		b.fails(`{"input":"svc://a.pdf","settings":{"page_range":`+pages+`}}`, fault.InvalidConfig, "invalid_page_range")
	}
	b.Site.Limits.MaxPages = 4
	if e := b.fails(`{"input":"svc://a.pdf"}`, fault.DocumentTooLarge, ""); !strings.Contains(e.Message, "5") || !strings.Contains(e.Message, "4") {
		t.Error(e.Message)
	}
}

func TestDamagedPageIsAnIssue(t *testing.T) {
	b, _, _ := paged(t, "pages=40 fail=2 fail=40", "pages=2 fail=1 fail=2")
	_, r := b.parse(`{"input":"svc://a.pdf"}`)
	if got := r.content(); strings.Contains(got, "Page 2 ") || !strings.Contains(got, "Page 39 ") {
		t.Errorf("content %q", got)
	}
	if r.Result.Custom == nil || len(r.Result.Custom.Warnings) != 2 || r.Result.Custom.Warnings[1] != "page 40: page 40 is damaged" {
		t.Errorf("custom %+v", r.Result.Custom)
	}
	b.fails(`{"input":"svc://b.pdf"}`, fault.DocumentCorrupt, "")
}

func TestPassword(t *testing.T) {
	b, _, _ := paged(t, "pages=1 lock=secret")
	b.fails(`{"input":"svc://a.pdf"}`, fault.DocumentPasswordProtected, "document_access_error")
	b.fails(`{"input":"svc://a.pdf","settings":{"document_password":"x"}}`, fault.DocumentPasswordProtected, "document_access_error")
	b.parse(`{"input":"svc://a.pdf","settings":{"document_password":"secret"}}`)
}

func TestImages(t *testing.T) {
	for name, file := range map[string]string{"OnePiece": "pages=2 show=2", "Batches": "pages=33 show=2"} {
		t.Run(name, func(t *testing.T) {
			b, _, _ := paged(t, file)
			id, r := b.parse(`{"input":"svc://a.pdf","settings":{"return_images":["page","figure"]}}`)
			images := r.Result.Custom.PageImages
			if len(images) != r.Usage.NumPages {
				t.Fatalf("%d images", len(images))
			}
			if second := images[1]; second.Page != 2 || second.OriginalPage != 2 || second.Width != 1250 || second.Height != 1666 || second.ImageURL != "octavo-mark:image/page-2.png" {
				t.Errorf("image %+v", second)
			}
			var found bool
			for _, block := range r.Result.Chunks[0].Blocks {
				if block.Type == "Figure" {
					found = block.ImageURL != nil && *block.ImageURL == "octavo-mark:image/page-2-1.png"
				}
			}
			picture, err := png.Decode(bytes.NewReader(b.Artifacts[id+"/image/page-2-1.png"]))
			if err != nil || !found || picture.Bounds().Dx() != 626 || picture.Bounds().Dy() != 417 {
				t.Errorf("figure %v, %v, %v", found, picture.Bounds(), err)
			}
		})
	}
}

func TestPixels(t *testing.T) {
	for _, c := range []struct {
		mode, file string
		want       string
		careful    string
	}{
		{"hybrid", "pages=1", "Page 1 of a book second line", ""},
		{"hybrid", "pages=1 scan=1", "seen 1250", ""},
		{"ocr", "pages=1", "seen 1666", ""},
		{"metadata", "pages=1 scan=1", "", ""},
		{"hybrid", "pages=1 scan=1", "seen 1250", `,"enhance":{"agentic":[{"scope":"text"}]}`},
	} {
		t.Run(c.mode+" "+c.file, func(t *testing.T) {
			b, _, sees := paged(t, c.file)
			_, r := b.parse(`{"input":"svc://a.pdf","settings":{"extraction_mode":"` + c.mode + `"}` + c.careful + `}`)
			if got := r.content(); got != c.want {
				t.Errorf("content %q, want %q", got, c.want)
			}
			if read := strings.HasPrefix(c.want, "seen"); read != (len(sees.Asked) == 1) || read && sees.Asked[0].Careful != (c.careful != "") {
				t.Errorf("asked %+v", sees.Asked)
			}
		})
	}
}

func TestWithoutRecognition(t *testing.T) {
	b, _, _ := paged(t, "pages=2 scan=2")
	b.Reader.OCR = nil
	_, r := b.parse(`{"input":"svc://a.pdf"}`)
	if r.Result.Custom == nil || len(r.Result.Custom.Warnings) != 1 || !strings.Contains(r.Result.Custom.Warnings[0], "recognition is not installed") {
		t.Errorf("custom %+v", r.Result.Custom)
	}
}

func TestSearchablePDF(t *testing.T) {
	b, _, _ := paged(t, "pages=2 scan=2")
	id, r := b.parse(`{"input":"svc://a.pdf","settings":{"embed_pdf_metadata":true,"embed_pdf_metadata_dpi":50}}`)
	made := b.Artifacts[id+"/"+op.KindPDF]
	if r.PDFURL == nil || !bytes.HasPrefix(made, []byte("%PDF-1.7")) || bytes.Count(made, []byte("/Type/Page/")) != 2 {
		t.Errorf("%v, %.100q", r.PDFURL, made)
	}
}

func TestUsageOfRecognisedPages(t *testing.T) {
	b, _, _ := paged(t, "pages=2 scan=2")
	b.Site.Billing.Mode = "breakdown"
	_, raw, err := b.run(`{"input":"svc://a.pdf"}`)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Usage struct {
			Breakdown map[string]any `json:"usage_breakdown"`
		}
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	if u := r.Usage.Breakdown; u["parse_pages"] != 2.0 || u["ocr_pages"] != 1.0 || u["parse_native_pages"] != 0.0 {
		t.Errorf("usage %v", u)
	}
}

// Passes that find nothing to do say nothing.
func TestPassesWithoutWork(t *testing.T) {
	b, _, _ := paged(t, "pages=1")
	_, r := b.parse(`{"input":"svc://a.pdf","enhance":{"advanced_chart_agent":true,"agentic":[{"scope":"table"}]}}`)
	if r.Result.Custom != nil {
		t.Errorf("custom %+v", r.Result.Custom)
	}
}
