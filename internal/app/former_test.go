package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
)

// former is a body of the second version; more holds keys beside its document.
func former(document any, more map[string]any) map[string]any {
	body := map[string]any{"document_url": document}
	maps.Copy(body, more)
	return body
}

// Bodies of the second version are answered on all four operations in both forms, and told to be old.
func TestFormerBodies(t *testing.T) {
	told := newReceiver(t)
	s := start(t, "sqlite", "fetch: {allow: ["+told.host()+"]}")
	s.want(200, "PUT", "/pipelines/both", map[string]any{"name": "n", "parse": map[string]any{}, "extract": map[string]any{"instructions": map[string]any{"schema": billSchema}}})
	file := s.upload("bill.txt", strings.Join(bill, "\n\n"))
	extract, split, chain := map[string]any{"schema": billSchema}, map[string]any{"split_description": []any{
		map[string]any{"name": "Bills", "description": "Invoices"}}}, map[string]any{"pipeline_id": "both"}
	hook := map[string]any{"webhook": map[string]any{"mode": "direct", "url": told.URL, "metadata": map[string]any{"n": 2}}}
	for _, c := range []struct {
		path, kind string
		more       map[string]any
	}{
		{"/parse", "parse", map[string]any{"options": map[string]any{"extraction_mode": "hybrid"}, "more": 1}}, // row 25 of the conformance list
		{"/extract", "extract", extract},
		{"/split", "split", split},
		{"/pipeline", "pipeline", chain},
	} {
		t.Run(c.kind, func(t *testing.T) {
			got := s.do("POST", c.path, former(file, c.more))
			answer := got.object(t)
			if got.Status != 200 || answer["response_type"] != c.kind || got.Header.Get("Deprecation") != "true" {
				t.Fatalf("%d %v %s", got.Status, got.Header, got.Body)
			}
			async := former(file, c.more)
			maps.Copy(async, hook)
			got = s.do("POST", c.path+"_async", async)
			id, _ := got.object(t)["job_id"].(string)
			if got.Status != 200 || got.Header.Get("Deprecation") != "true" {
				t.Fatalf("%d %s", got.Status, got.Body)
			}
			ended := s.ended(id)
			if ended["status"] != "Completed" || at(ended, "result", "response_type") != c.kind {
				t.Errorf("%v", ended)
			}
			if raw, _ := ended["raw_config"].(string); !strings.Contains(raw, `"document_url"`) || strings.Contains(raw, `"input"`) {
				t.Errorf("raw_config %s", raw)
			}
			s.until("the webhook", func() bool {
				for _, d := range told.all() {
					if d.body == `{"status":"Completed","job_id":"`+id+`","metadata":{"n":2}}` {
						return true
					}
				}
				return false
			})
		})
	}
	t.Run("chosen", func(t *testing.T) {
		for path, more := range map[string]map[string]any{"/parse": {}, "/extract": extract} {
			body := former(file, more)
			body["async"] = map[string]any{"enabled": true}
			answer := s.want(200, "POST", path, body)
			if id, _ := answer["job_id"].(string); answer["response_type"] != nil || s.ended(id)["status"] != "Completed" {
				t.Errorf("%s: %v", path, answer)
			}
			body["async"] = map[string]any{"metadata": 1}
			if answer := s.want(200, "POST", path, body); answer["response_type"] == nil {
				t.Errorf("%s: %v", path, answer)
			}
		}
	})
	t.Run("again", func(t *testing.T) {
		for range 2 {
			if got := s.do("POST", "/parse", former(file, nil), "Idempotency-Key", "once"); got.Status != 200 || got.Header.Get("Deprecation") != "true" {
				t.Errorf("%d %v", got.Status, got.Header)
			}
		}
	})
	t.Run("today", func(t *testing.T) {
		both := map[string]any{"input": file, "document_url": "svc://none", "options": map[string]any{"ocr_mode": 7}}
		if got := s.do("POST", "/parse", both); got.Status != 200 || got.Header.Get("Deprecation") != "" {
			t.Errorf("%d %v %s", got.Status, got.Header, got.Body)
		}
		if got := s.want(200, "POST", "/extract", map[string]any{"input": file, "former": map[string]any{"use_chunking": true}}); got["response_type"] != "v3_extract" {
			t.Errorf("%v", got)
		}
	})
	for _, sc := range []scenario{
		{"wrong word", "POST", "/parse", former(file, map[string]any{"options": map[string]any{"ocr_mode": "fast"}}), nil, "", 422, "", "literal_error body.options.ocr_mode", nil},
		{"wrong type", "POST", "/split_async", former(file, map[string]any{"split_description": 1}), nil, "", 422, "", "list_type body.split_description", nil},
		{"no schema", "POST", "/extract", former(file, nil), nil, "", 422, "", "missing body.schema", nil},
		{"wrong schema", "POST", "/extract_async", former(file, map[string]any{"schema": map[string]any{"type": "banana"}}), nil, "", 422, "INVALID_SCHEMA/schema_validation_error", "", nil},
		{"unknown pipeline", "POST", "/pipeline", former(file, map[string]any{"pipeline_id": "none"}), nil, "", 404, "NOT_FOUND/not_found", "", nil},
		{"classify has no such body", "POST", "/classify", former(file, nil), nil, "", 422, "", "missing body.input", nil},
		{"lite", "POST", "/parse_async", former(file, map[string]any{"options": map[string]any{"use_lite": true}}), nil, "", 400, "INVALID_CONFIG/lite_mode_unsupported", "", nil},
		{"model", "POST", "/parse", former(file, map[string]any{"experimental_options": map[string]any{"enrich": map[string]any{"enabled": true}}}), nil, "", 422, "INFERENCE_METHOD_UNSUPPORTED/inference_method_unsupported", "", nil},
		{"table prompt", "POST", "/parse", former(file, map[string]any{"options": map[string]any{"table_summary": map[string]any{"enabled": true, "prompt": "p"}}}), nil, "", 422, "INFERENCE_METHOD_UNSUPPORTED/inference_method_unsupported", "", nil},
		{"unknown layout model", "POST", "/parse", former(file, map[string]any{"experimental_options": map[string]any{"layout_model": "beta_9"}}), nil, "", 200, "", "", nil},
	} {
		t.Run(sc.name, func(t *testing.T) { sc.run(t, s) })
	}
	refused := s.want(422, "POST", "/parse", former(file, map[string]any{"options": map[string]any{"figure_summary": map[string]any{"enabled": true, "enhanced": true}}}))
	if message, _ := at(refused, "error", "message").(string); !strings.HasPrefix(message, "options.figure_summary needs a vision model") {
		t.Errorf("refused with %q", message)
	}
	if got := s.do("POST", "/parse", former(file, map[string]any{"options": 1})); got.Header.Get("Deprecation") != "true" {
		t.Error("a refusal does not tell")
	}
}

func TestFormerExtract(t *testing.T) {
	s := start(t, "sqlite", "models: {aliases: {theirs: v1}}")
	file := s.upload("bill.txt", strings.Join(bill, "\n\n"))
	got := s.want(200, "POST", "/extract", former(file, map[string]any{
		"schema": billSchema, "generate_citations": true, "experimental_options": map[string]any{"layout_model": "theirs"},
	}))
	if at(got, "result", 0, "invoice_number") != "A-1017" || at(got, "result", 0, "total_amount") != 119.5 || got["response_confidence"] != nil {
		t.Errorf("%v", got)
	}
	place := at(got, "citations", 0, "invoice_number", 0)
	if at(place, "bbox", "page") != 1.0 || !strings.Contains(at(place, "content").(string), "A-1017") || at(place, "granular_confidence") != nil {
		t.Errorf("%v", got["citations"])
	}
	if list, ok := at(got, "citations", 0, "iban").([]any); !ok || len(list) != 0 {
		t.Errorf("what is not there is cited: %v", got["citations"])
	}
	if polled := s.ended(got["job_id"].(string)); fmt.Sprint(polled["result"]) != fmt.Sprint(got) {
		t.Errorf("GET /job differs from the synchronous answer:\n%v\n%v", polled["result"], got)
	}
	numeric := former(file, map[string]any{
		"schema": billSchema, "generate_citations": true, "citations_options": map[string]any{"numerical_confidence": true},
		"use_chunking": true, "options": map[string]any{"chunking": map[string]any{"chunk_mode": "block"}, "force_url_result": true},
	})
	got = s.want(200, "POST", "/extract", numeric)
	var results, citations []any
	for name, into := range map[string]*[]any{"result": &results, "citations": &citations} {
		if err := json.Unmarshal(s.do("GET", at(got, name, "url").(string), nil).Body, into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if len(results) != 3 || len(citations) != 3 || at(results, 1, "invoice_number") != "A-1017" || at(results, 1, "total_amount") != nil ||
		at(citations, 2, "total_amount", 0, "granular_confidence", "extract_confidence") == nil {
		t.Errorf("%v\n%v", results, citations)
	}
}

// What a body of the second version asks of chunks, with a password that is told nowhere.
func TestFormerParse(t *testing.T) {
	server := infertest.Start(t, func(infertest.Ask) infertest.Step { return infertest.Answer(`{"text":"Written anew."}`) })
	s := start(t, "sqlite", "inference: {models: [{name: m, provider: local, endpoint: '"+server.URL+"', roles: [language]}]}")
	file := s.upload("a.md", "# Report\n\n## One\n\n"+strings.Repeat("Words of a sentence that goes on. ", 60))
	got := s.want(200, "POST", "/parse", former(file, map[string]any{
		"advanced_options":     map[string]any{"document_password": "hush", "remove_text_formatting": true},
		"experimental_options": map[string]any{"enrich": map[string]any{"enabled": true, "prompt": "Mind the words."}},
	}))
	chunks, _ := at(got, "result", "chunks").([]any)
	if len(chunks) < 2 || !strings.HasPrefix(at(chunks[1], "content").(string), "One (cont.)\n\nWords") {
		t.Fatalf("%v", chunks)
	}
	for _, c := range chunks {
		if at(c, "enriched") != "Written anew." || at(c, "enrichment_success") != true {
			t.Errorf("%v", c)
		}
	}
	if asked := server.Asked(); len(asked) != len(chunks) || !strings.Contains(asked[0].System, "Mind the words.") {
		t.Errorf("asked %d times", len(asked))
	}
	raw := s.ended(got["job_id"].(string))["raw_config"].(string)
	if strings.Contains(raw, "hush") || !strings.Contains(raw, `"***"`) || !strings.Contains(raw, "remove_text_formatting") {
		t.Errorf("raw_config %s", raw)
	}
	if got := at(s.want(200, "GET", "/capabilities", nil), "capabilities", "enrich"); got != "model" {
		t.Errorf("capability %v", got)
	}
}

// counted is a page whose lines have numbers beside them; the first one has a lowered and a raised sign.
func counted() pdfgen.Page {
	var content strings.Builder
	content.WriteString("BT /F1 12 Tf 72 700 Td (Water is H) Tj /F1 7 Tf -3 Ts (2) Tj 0 Ts /F1 12 Tf (O, and E = mc) Tj /F1 7 Tf 5 Ts (2) Tj 0 Ts /F1 12 Tf ( as we know, so that) Tj ET ")
	for i := range 12 {
		fmt.Fprintf(&content, "BT /F1 12 Tf 1 0 0 1 40 %d Tm (%d) Tj ET ", 700-14*i, i+1)
		if i > 0 {
			fmt.Fprintf(&content, "BT /F1 12 Tf 1 0 0 1 72 %d Tm (line %c of it goes on until it comes to an end and) Tj ET ", 700-14*i, 'a'+i)
		}
	}
	return pdfgen.Page{Content: content.String()}
}

// What a body of the second version asks of pages: lines, scripts, numbers of lines.
func TestFormerPages(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("a.pdf", pdf(counted()))
	content := func(advanced, experimental string) string {
		t.Helper()
		body := fmt.Sprintf(`{"document_url":%q,"options":{"extraction_mode":"hybrid"},"advanced_options":{%s},"experimental_options":{%s}}`, file, advanced, experimental)
		text, _ := at(s.want(200, "POST", "/parse", body), "result", "chunks", 0, "content").(string)
		return text
	}
	for _, c := range []struct{ name, advanced, experimental, has, lacks string }{
		{"plain", ``, ``, "Water is H2O, and E = mc2 as we know, so that line b of it goes on", "<su"},
		{"scripts", ``, `"enable_scripts":true`, "Water is H<sub>2</sub>O, and E = mc<sup>2</sup> as we know", "\nline b"},
		{"lines", `"keep_line_breaks":true`, ``, "as we know, so that\nline b of it", "<su"},
		{"both", `"keep_line_breaks":true`, `"enable_scripts":true`, "mc<sup>2</sup> as we know, so that\nline b of it", "2 as"},
		{"numbers", ``, ``, "1\n2\n3\n4\n5\n6", "<su"},
		{"no numbers", `"filter_line_numbers":true`, ``, "line b of it", "\n2\n3"},
	} {
		if got := content(c.advanced, c.experimental); !strings.Contains(got, c.has) || strings.Contains(got, c.lacks) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	for _, c := range []struct{ name, advanced, has, lacks string }{
		{"pixels", `{}`, "comes to an end and line c of it", "and\nline"},
		{"lines of pixels", `{"keep_line_breaks":true}`, "comes to an end and\nline c of it", "and line"},
	} {
		body := fmt.Sprintf(`{"document_url":%q,"advanced_options":%s}`, file, c.advanced)
		if got, _ := at(s.want(200, "POST", "/parse", body), "result", "chunks", 0, "content").(string); !strings.Contains(got, c.has) || strings.Contains(got, c.lacks) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	short := s.upload("b.pdf", pdf(letter("One line of text")))
	seen := s.want(200, "POST", "/parse", former(short, nil)) // from pixels, as nothing else was said
	if text, _ := at(seen, "result", "chunks", 0, "content").(string); !strings.Contains(text, "One line of text") {
		t.Errorf("%q", text)
	}
}
