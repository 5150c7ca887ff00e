package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
	"github.com/octavo-dev/octavo/internal/job"
)

// What a body of the second version says of the job: its lane, its time, what is kept of it, and the key to the document.
func TestFormerJobs(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("a.txt", "some text")
	for _, c := range []struct {
		name, path, says string
		lane             job.Lane
	}{
		{"sync", "/parse", ``, job.Priority},
		{"patient", "/parse", `,"priority":false`, job.Normal},
		{"hurried", "/parse", `,"priority":false,"experimental_options":{"latency_sensitive":true}`, job.Priority},
		{"async", "/parse_async", ``, job.Normal},
		{"urgent async", "/extract_async", `,"schema":{},"priority":true`, job.Priority},
		{"own", "/extract", `,"schema":{},"priority":true,"async":{"enabled":true,"priority":false}`, job.Normal},
		{"batch", "/extract", `,"schema":{},"queue_priority":"batch"`, job.Batch},
		{"split", "/split_async", `,"split_description":[{"name":"a","description":"b"}],"experimental_options":{"latency_sensitive":true}`, job.Priority},
		{"split has no queue", "/split", `,"split_description":[{"name":"a","description":"b"}],"queue_priority":"batch"`, job.Priority},
	} {
		id := s.want(200, "POST", c.path, `{"document_url":"`+file+`"`+c.says+`}`)["job_id"].(string)
		var lane job.Lane
		if err := s.DB.Read.QueryRow("SELECT lane FROM jobs WHERE id = $1", id).Scan(&lane); err != nil || lane != c.lane {
			t.Errorf("%s: lane %v, want %v (%v)", c.name, lane, c.lane, err)
		}
	}

	kept := s.want(200, "POST", "/parse", former(file, map[string]any{"options": map[string]any{"force_url_result": true}, "advanced_options": map[string]any{"persist_results": true}}))
	s.want(202, "DELETE", "/job/"+kept["job_id"].(string), nil)
	s.want(200, "GET", "/results/"+at(kept, "result", "result_id").(string), nil)

	locked := &pdfgen.File{Lock: &pdfgen.Lock{User: "open sesame", Owner: "owner"}}
	locked.AddPage(letter("Hidden treasure"))
	shut := s.upload("locked.pdf", string(locked.Bytes()))
	open := map[string]any{"advanced_options": map[string]any{"document_password": "open sesame"}, "options": map[string]any{"extraction_mode": "hybrid"}}
	for _, sc := range []scenario{
		{"no password", "POST", "/parse", former(shut, nil), nil, "", 442, "DOCUMENT_PASSWORD_PROTECTED/document_access_error", "", nil},
		{"password", "POST", "/parse", former(shut, open), nil, "", 200, "", "", nil},
		{"time", "POST", "/parse", former(shut, map[string]any{"advanced_options": open["advanced_options"], "experimental_options": map[string]any{"user_specified_timeout_seconds": 0.000001}}), nil, "", 408, "CUSTOMER_TIMEOUT/customer_timeout", "", nil},
	} {
		t.Run(sc.name, func(t *testing.T) { sc.run(t, s) })
	}

	two := pdf(letter("Find these words"), letter("and these"))
	made := s.want(200, "POST", "/parse", former(s.upload("two.pdf", two), map[string]any{"experimental_options": map[string]any{"embed_text_metadata_pdf": true}}))
	written := string(s.do("GET", made["pdf_url"].(string), nil).Body)
	again := s.want(200, "POST", "/parse", former(s.upload("made.pdf", written), map[string]any{"options": map[string]any{"extraction_mode": "metadata"}}))
	if got := at(again, "result", "chunks", 0, "content"); written == two || got != "Find these words\n\nand these" {
		t.Errorf("read back %q", got)
	}
}

// What only models do is asked of them as the body says.
func TestFormerModels(t *testing.T) {
	server := infertest.Start(t, func(a infertest.Ask) infertest.Step {
		switch schema := string(a.Schema); {
		case strings.Contains(schema, `"checks"`):
			return infertest.Answer(`{"checks":[]}`)
		case strings.Contains(schema, `"summary"`):
			return infertest.Answer(`{"summary":"Put into words."}`)
		case strings.Contains(schema, `"names"`):
			return infertest.Answer(`{"names":[]}`)
		}
		return infertest.Answer(`{"invoice_number":{"value":"A-1017","block":1},"total_amount":{"value":"119.50","block":2},"iban":null}`)
	})
	s := start(t, "sqlite", "inference: {models: [{name: m, provider: local, endpoint: '"+server.URL+"', roles: [language, vision]}]}")
	// asks are the questions that a request leads to.
	asks := func(path, file, says string) (map[string]any, []infertest.Ask) {
		t.Helper()
		before := len(server.Asked())
		got := s.want(200, "POST", path, fmt.Sprintf(`{"document_url":%q,%s}`, file, says))
		return got, server.Asked()[before:]
	}
	chart, table := s.upload("chart.pdf", pdf(orchard(""))), s.upload("table.pdf", pdf(grid()))
	for _, c := range []struct {
		name, file, options string
		asked               int
		prompt, key         string // of the first chunk: where the answer stands
	}{
		{"figures", chart, ``, 0, "", ""},
		{"figure summary", chart, `,"figure_summary":{"enabled":true}`, 1, "", "content"},
		{"figure prompt", chart, `,"figure_summary":{"enabled":true,"prompt":"Mind the bars."}`, 1, "Mind the bars.", "content"},
		{"enhanced", chart, `,"figure_summary":{"enabled":true,"enhanced":true}`, 1, "", "content"},
		{"tables", table, ``, 0, "", ""},
		{"table prompt", table, `,"table_summary":{"enabled":true,"prompt":"Mind the prices."}`, 1, "Mind the prices.", "embed"},
	} {
		got, asked := asks("/parse", c.file, `"options":{"extraction_mode":"hybrid"`+c.options+`}`)
		if len(asked) != c.asked || c.asked > 0 && !strings.Contains(asked[0].System, c.prompt) {
			t.Errorf("%s: asked %+v", c.name, asked)
		}
		if text, _ := at(got, "result", "chunks", 0, c.key).(string); c.asked > 0 && !strings.Contains(text, "Put into words.") {
			t.Errorf("%s: %q", c.name, text)
		}
	}

	file := s.upload("bill.pdf", pdf(letter(bill...)))
	schema := `"schema":{"type":"object","properties":{"invoice_number":{"type":"string"},"total_amount":{"type":"number"},"iban":{"type":"string"}}}`
	for _, c := range []struct {
		name, says   string
		deep, images bool
	}{
		{"plain", ``, false, false},
		{"deep", `,"deep_extract":true`, true, false},
		{"agent", `,"agent_extract":{"enabled":true},"generate_citations":true`, true, false},
		{"images", `,"include_images":true`, false, true},
	} {
		got, asked := asks("/extract", file, schema+`,"options":{"extraction_mode":"hybrid"}`+c.says)
		images := 0
		for _, a := range asked {
			images += a.Images
		}
		if at(got, "result", 0, "total_amount") != 119.5 || (images > 0) != c.images {
			t.Errorf("%s: %d images, %v", c.name, images, got)
		}
		whole, _ := at(got, "response_confidence", "document").(float64)
		leaf, _ := at(got, "response_confidence", "fields", "total_amount").(float64)
		if (got["response_confidence"] != nil) != c.deep || c.deep && (whole <= 0 || whole > 1 || leaf <= 0 || leaf > 1) {
			t.Errorf("%s: confidence %v", c.name, got["response_confidence"])
		}
	}

	var pages []pdfgen.Page
	for i := range 8 {
		pages = append(pages, letter(fmt.Sprintf("Person %d lives here", i)))
	}
	book := s.upload("book.pdf", pdf(pages...))
	times := map[int]int{}
	for _, n := range []int{4, 8} {
		_, asked := asks("/extract", book, fmt.Sprintf(`"schema":{"type":"object","properties":{"names":{"type":"array","items":{"type":"string"}}}},
			"options":{"extraction_mode":"hybrid"},"array_extract":{"enabled":true,"pages_per_segment":%d}`, n))
		times[n] = len(asked)
	}
	if times[8] != 1 || times[4] != 3 { // segments share a page
		t.Errorf("asked %v times", times)
	}
}
