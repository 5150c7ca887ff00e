package parse_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

const csvBody = "name,sum\nann,1\nbob,2\n"

func TestDocumentProblems(t *testing.T) {
	b := newBench(t)
	b.Files = map[string]string{
		"svc://empty.txt": "", "svc://blank.md": " \n\t", "svc://a.pdf": "%PDF-1.4 minimal test file", "svc://a.bin": "\x7fELF\x00\x00\x00",
		"svc://a.txt": "text", "svc://a.csv": csvBody,
	}
	one := func(file, settings string) string {
		return `{"input":"svc://` + file + `","settings":{` + settings + `}}`
	}
	for _, c := range []struct {
		name, body string
		want       fault.Name
		typ        string
	}{
		{"ZeroBytes", one("empty.txt", ""), fault.DocumentEmpty, "document_empty"},
		{"WhiteSpace", one("blank.md", ""), fault.DocumentEmpty, ""},
		{"PDF", one("a.pdf", ""), fault.DocumentUnsupported, "file_conversion_error"},
		{"Program", one("a.bin", ""), fault.DocumentUnsupported, "file_conversion_error"},
		{"ForcedUnknown", one("a.txt", `"force_file_extension":".xyz"`), fault.DocumentUnsupported, ""},
		{"NoKnownForm", `{"input":"string"}`, fault.InvalidConfig, "invalid_url_format"},
		{"NotFetched", `{"input":"https://x/missing"}`, fault.InvalidConfig, "file_download_failure"},
		{"PageBeyondEnd", one("a.txt", `"page_range":{"start":1,"end":2}`), fault.InvalidConfig, "invalid_page_range"},
		{"PageZero", one("a.txt", `"page_range":[0]`), fault.InvalidConfig, "invalid_page_range"},
		{"PageNegative", one("a.txt", `"page_range":{"start":-1}`), fault.InvalidConfig, "invalid_page_range"},
		{"PagesBackwards", one("a.txt", `"page_range":{"start":9,"end":3}`), fault.InvalidConfig, "invalid_page_range"},
		{"PageHuge", one("a.txt", `"page_range":[1000000000]`), fault.InvalidConfig, "invalid_page_range"},
		{"StartBeyondEnd", one("a.txt", `"page_range":{"start":5}`), fault.InvalidConfig, "invalid_page_range"},
		{"SheetOfText", one("a.txt", `"page_range":["a"]`), fault.InvalidConfig, "invalid_page_range"},
		{"UnknownSheet", one("a.csv", `"page_range":["b"]`), fault.InvalidConfig, "invalid_page_range"},
		{"EarlierJobMissing", `{"input":"jobid://none"}`, fault.NotFound, "file_access_error"},
		{"TooManyCells", `{"input":"svc://a.csv","spreadsheet":{"max_cell_count":5}}`, fault.CellCountExceeded, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.T = t
			b.fails(c.body, c.want, c.typ)
		})
	}
}

func TestPageRangeAccepts(t *testing.T) {
	b := newBench(t)
	b.Files["svc://Data.csv"] = csvBody
	for _, pages := range []string{`null`, `[]`, `{}`, `[1,1]`, `{"end":1}`, `[{"start":1},{"start":1,"end":1}]`, `["Data"]`, `["data"]`} {
		_, r := b.parse(`{"input":"svc://Data.csv","settings":{"page_range":` + pages + `}}`)
		if r.Usage.NumPages != 1 {
			t.Errorf("%s: %d pages", pages, r.Usage.NumPages)
		}
	}
}

func TestList(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.csv"] = "Alpha", csvBody
	b.Remote["https://x/c.md"] = "# Gamma"
	_, r := b.parse(`{"input":["svc://a.txt","https://x/c.md","svc://b.csv"],"settings":{"extract_document_properties":true,"return_ocr_data":true}}`)
	type at struct{ page, original, index int }
	var got []at
	for _, block := range r.Result.Chunks[0].Blocks {
		got = append(got, at{block.BBox.Page, block.BBox.OriginalPage, *block.Extra.DocumentIndex})
	}
	if diff := cmp.Diff([]at{{1, 1, 0}, {2, 1, 1}, {3, 1, 2}}, got, cmp.AllowUnexported(at{})); diff != "" {
		t.Error(diff)
	}
	want := []api.SourceDocument{
		{DocumentIndex: 0, Name: "a.txt", NumPages: 1, FirstPage: 1, DocumentProperties: &api.DocumentProperties{}},
		{DocumentIndex: 1, Name: "c.md", NumPages: 1, FirstPage: 2, DocumentProperties: &api.DocumentProperties{}},
		{DocumentIndex: 2, Name: "b.csv", NumPages: 1, FirstPage: 3, DocumentProperties: &api.DocumentProperties{}},
	}
	if diff := cmp.Diff(want, r.Result.Custom.Documents); diff != "" {
		t.Error(diff)
	}
	if r.Result.OCR == nil || len(r.Result.OCR.Words) != 2 || r.Result.OCR.Words[1].BBox.Page != 2 {
		t.Errorf("words %+v", r.Result.OCR)
	}
	if e := b.fails(`{"input":["svc://a.txt","svc://gone"]}`, fault.InvalidConfig, "invalid_url_format"); !strings.HasPrefix(e.Message, "document 1: ") {
		t.Errorf("message %q", e.Message)
	}
}

func TestListOfOne(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "Alpha"
	_, r := b.parse(`{"input":["svc://a.txt"]}`)
	if r.Result.Custom == nil || len(r.Result.Custom.Documents) != 1 || *r.Result.Chunks[0].Blocks[0].Extra.DocumentIndex != 0 {
		t.Errorf("%+v", r.Result.Custom)
	}
	_, r = b.parse(`{"input":"svc://a.txt"}`)
	if r.Result.Custom != nil || r.Result.Chunks[0].Blocks[0].Extra != nil {
		t.Errorf("%+v", r.Result.Custom)
	}
}

// In a list a page or sheet may be missing from some documents, but not from all.
func TestListPageRange(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.csv"] = "Alpha", csvBody
	for _, c := range []struct {
		pages string
		want  []int // pages of each document; nil: refused
	}{{`[1]`, []int{1, 1}}, {`["B"]`, []int{0, 1}}, {`["c"]`, nil}, {`[2]`, nil}, {`{"start":3}`, nil}, {`{"start":0}`, nil}, {`["b","c"]`, nil}} {
		body := `{"input":["svc://a.txt","svc://b.csv"],"settings":{"page_range":` + c.pages + `}}`
		if c.want == nil {
			b.fails(body, fault.InvalidConfig, "invalid_page_range")
			continue
		}
		_, r := b.parse(body)
		var got []int
		for _, d := range r.Result.Custom.Documents {
			got = append(got, d.NumPages)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.pages, diff)
		}
	}
}

func TestEarlierParse(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.html"] = `<h1>T</h1><p>see <a href="http://x">it</a></p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>`
	id, first := b.parse(`{"input":"svc://a.html","formatting":{"include":["hyperlinks"]},"settings":{"extract_document_properties":true}}`)
	delete(b.Files, "svc://a.html")
	_, again := b.parse(`{"input":"jobid://` + id + `"}`)
	if diff := cmp.Diff(first.Result.Chunks, again.Result.Chunks); diff != "" {
		t.Errorf("rendered again: %s", diff)
	}
	if again.Usage.Credits.Get() == nil || *again.Usage.Credits.Get() != 0 || again.DocumentProperties == nil {
		t.Errorf("usage %+v, properties %v", again.Usage, again.DocumentProperties)
	}
	second, changed := b.parse(`{"input":"JOBID://` + id + `","formatting":{"table_output_format":"csv","add_page_markers":true,"include":["highlight"]},"retrieval":{"chunking":{"chunk_mode":"block"},"filter_blocks":["Title"]},"settings":{"return_ocr_data":true,"force_url_result":false}}`)
	var got []string
	for _, c := range changed.Result.Chunks {
		got = append(got, c.Content)
	}
	want := []string{"", "[[START OF PAGE 1]]\n\nsee [it](http://x)", "a,b\n1,2\n\n[[END OF PAGE 1]]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if changed.Result.OCR == nil || len(changed.Result.OCR.Words) != 7 {
		t.Errorf("words %+v", changed.Result.OCR)
	}
	if _, third := b.parse(`{"input":"jobid://` + second + `"}`); len(third.Result.Chunks) != 1 {
		t.Error("a re-rendered parse cannot be used again")
	}
	b.fails(`{"input":"jobid://`+id+`","settings":{"page_range":[2]}}`, fault.InvalidConfig, "invalid_page_range")
}

func TestEarlierParseOfAList(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.txt"] = "Alpha", "Beta"
	id, _ := b.parse(`{"input":["svc://a.txt","svc://b.txt"]}`)
	_, r := b.parse(`{"input":"jobid://` + id + `"}`)
	if r.Result.Custom == nil || len(r.Result.Custom.Documents) != 2 || r.Result.Chunks[0].Content != "Alpha\n\nBeta" {
		t.Errorf("%+v", r.Result)
	}
	_, r = b.parse(`{"input":["svc://b.txt","jobid://` + id + `"]}`)
	if len(r.Result.Custom.Documents) != 3 || r.Result.Chunks[0].Content != "Beta\n\nAlpha\n\nBeta" {
		t.Errorf("%+v", r.Result)
	}
	if got := *r.Usage.Credits.Get(); got != 0.5 {
		t.Errorf("%v credits for one new page", got)
	}
}

func TestResultBehindURL(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = strings.Repeat("some words ", 200)
	check := func(body string) {
		t.Helper()
		id, r := b.parse(body)
		if r.Result.Type != "url" || r.Result.URL != "octavo-mark:result" || r.Result.ResultID != "id-result" {
			t.Errorf("%+v", r.Result)
		}
		var full api.FullResult
		if err := json.Unmarshal(b.Artifacts[id+"/result"], &full); err != nil || full.Type != "full" || len(full.Chunks) != 1 {
			t.Errorf("behind the URL: %v, %+v", err, full)
		}
	}
	check(`{"input":"svc://a.txt","settings":{"force_url_result":true}}`)
	b.Site.Limits.InlineBytes = 1000
	check(`{"input":"svc://a.txt"}`)
	b.Site.Limits.ResultBytes = 2000
	b.fails(`{"input":"svc://a.txt"}`, fault.OversizedResult, "")
}

func TestUsage(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.csv"] = "Alpha", csvBody
	usage := func(input string) api.ParseUsage {
		_, r := b.parse(`{"input":` + input + `}`)
		return r.Usage
	}
	text := usage(`"svc://a.txt"`)
	if *text.Credits.Get() != 0.5 || (*text.CreditBreakdown.Get())["html_page"] != 0.5 || text.NonEmptyCellCount != nil || text.UsageBreakdown != nil {
		t.Errorf("text: %+v", text)
	}
	if diff := cmp.Diff(map[string][]string{"1": {"page", "html_page"}}, text.PageBillingBreakdown); diff != "" {
		t.Error(diff)
	}
	b.Files["svc://c.docx"] = ooxmltest.Parts{
		"[Content_Types].xml": ooxmltest.Types("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"),
		"_rels/.rels":         ooxmltest.Relations("r1", "officeDocument", "word/document.xml"),
		"word/document.xml":   ooxmltest.Head + `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Alpha</w:t></w:r></w:p></w:body></w:document>`,
	}.Zip(t)
	if word := usage(`"svc://c.docx"`); *word.Credits.Get() != 0.5 || !slices.Equal(word.PageBillingBreakdown["1"], []string{"page", "docx_native_page"}) {
		t.Errorf("Word: %+v", word)
	}
	both := usage(`["svc://a.txt","svc://b.csv"]`)
	if *both.Credits.Get() != 0.506 || *both.NonEmptyCellCount != 6 || both.NumPages != 2 {
		t.Errorf("text and sheet: %+v", both)
	}
	if diff := cmp.Diff([]string{"billable_spreadsheet_pages"}, both.PageBillingBreakdown["2"]); diff != "" {
		t.Error(diff)
	}
	b.Lane = job.Batch
	if got := usage(`"svc://a.txt"`); *got.Credits.Get() != 0.4 {
		t.Errorf("batch: %v", *got.Credits.Get())
	}
	b.Site.Billing.Mode = "off"
	if got := usage(`"svc://a.txt"`); got.Credits.IsZero() || got.Credits.Get() != nil || got.UsageBreakdown != nil {
		t.Errorf("off: %+v", got)
	}
	b.Site.Billing.Mode = "breakdown"
	got := usage(`"svc://a.txt"`)
	want := map[string]any{
		"parse_model": "Legacy", "tier": "Batch", "parse_pages": 0.0, "parse_native_pages": 1.0, "ocr_pages": 0.0,
		"charts": 0.0, "prompted_blocks": 0.0, "legacy_parse_credits": 0.4,
	}
	if diff := cmp.Diff(any(want), got.UsageBreakdown); diff != "" || !got.Credits.IsZero() {
		t.Errorf("breakdown: %s, credits left out: %v", diff, got.Credits.IsZero())
	}
}

func TestWarnings(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.md"], b.Files["svc://b.txt"] = strings.Repeat(">", 100)+"x", "y"
	_, r := b.parse(`{"input":["svc://a.md","svc://b.txt"],"settings":{"embed_pdf_metadata":true,"return_images":["page"]}}`)
	want := []string{
		"document 0: the Markdown is too large or too deeply nested; it was read as plain text",
		"document 0: settings.embed_pdf_metadata has no effect on a md file", "document 0: settings.return_images has no effect on a md file",
		"document 1: settings.embed_pdf_metadata has no effect on a txt file", "document 1: settings.return_images has no effect on a txt file",
	}
	if diff := cmp.Diff(want, r.Result.Custom.Warnings); diff != "" {
		t.Error(diff)
	}
}

func TestProgressNeverGoesBack(t *testing.T) {
	b := newBench(t)
	b.Remote["https://x/a.txt"], b.Remote["https://x/b.txt"] = "a", "b"
	b.parse(`{"input":["https://x/a.txt","https://x/b.txt"]}`)
	last := op.Progress{}
	for _, p := range b.Progress {
		if p.Done < last.Done || p.Done > 0.99 || p.NumPages < last.NumPages {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}
	if len(b.Progress) != 4 || last.NumPages != 2 || last.TotalPages != 2 {
		t.Errorf("%+v", b.Progress)
	}
}

func TestSheetHasNoWords(t *testing.T) {
	b := newBench(t)
	b.Files["svc://b.csv"] = csvBody
	_, r := b.parse(`{"input":"svc://b.csv","settings":{"return_ocr_data":true}}`)
	if r.Result.OCR != nil || r.Result.Chunks[0].Blocks[0].Extra.SheetName != "b" {
		t.Errorf("%+v", r.Result)
	}
}

func TestWordsKnowTheirChunk(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "One two\n\nthree\n\nfour five"
	_, r := b.parse(`{"input":"svc://a.txt","retrieval":{"chunking":{"chunk_mode":"block"}},"settings":{"return_ocr_data":true}}`)
	var got []int
	for _, w := range r.Result.OCR.Words {
		got = append(got, *w.ChunkIndex)
	}
	if diff := cmp.Diff([]int{0, 0, 1, 2, 2}, got); diff != "" {
		t.Error(diff)
	}
}

func TestMergedTables(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.html"] = "<table><tr><th>a<th>b<tr><td>1<td>2</table><table><tr><th>A<th>B<tr><td>3<td>4</table>"
	_, r := b.parse(`{"input":"svc://a.html","formatting":{"merge_tables":true,"table_output_format":"csv"},"settings":{"return_ocr_data":true}}`)
	block := r.Result.Chunks[0].Blocks[0]
	if block.Content != "a,b\n1,2\n3,4" || len(block.MergedTables) != 2 || block.MergedTables[1].Content != "A,B\n3,4" || block.MergedTables[1].BBox.Top != 0.5 {
		t.Errorf("%+v", block)
	}
	if w := r.Result.OCR.Words; w[len(w)-1].ChunkIndex == nil {
		t.Error("a word of the second fragment has no chunk")
	}
}

func TestLiteMode(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "x"
	if _, r := b.parse(`{"input":"svc://a.txt","lite":{"enabled":true}}`); r.ParseMode != "lite" {
		t.Errorf("mode %s", r.ParseMode)
	}
}

func TestPasswordIsNotKept(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "x"
	id, _ := b.parse(`{"input":"svc://a.txt","settings":{"document_password":"open sesame"}}`)
	parsed, err := op.ReadParsed(bytes.NewReader(b.Artifacts[id+"/model"]))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(parsed.Documents[0].Options), "sesame") {
		t.Error("the model holds the password")
	}
}

func TestNumericConfidenceOff(t *testing.T) {
	b := newBench(t)
	b.Site.NumericConfidence, b.Site.StudioURL = false, ""
	b.Files["svc://a.txt"] = "x"
	_, r := b.parse(`{"input":"svc://a.txt"}`)
	if r.Result.Chunks[0].Blocks[0].GranularConfidence != nil || r.StudioLink != nil {
		t.Errorf("%+v", r)
	}
}

func TestCancelled(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "x"
	plan, err := b.plan(`{"input":"svc://a.txt"}`, false)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := plan.Stored()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = parse.Operation.Run(ctx, b.Env(), job.Task{Stage: "read", Request: stored})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestStoreFails(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "x"
	broken := errors.New("disk full")
	plan, err := b.plan(`{"input":"svc://a.txt"}`, false)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := plan.Stored()
	if err != nil {
		t.Fatal(err)
	}
	env := op.Env{Site: b.Site, Sources: b, Artifacts: failing{broken}, Reader: &b.Reader}
	if _, err = parse.Operation.Run(t.Context(), env, job.Task{Stage: "read", Request: stored}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type failing struct{ err error }

func (f failing) Add(context.Context, job.Task, op.Artifact) (op.Stored, error) {
	return op.Stored{}, f.err
}

func (f failing) Open(context.Context, job.Task, string) (io.ReadCloser, error) { return nil, f.err }
