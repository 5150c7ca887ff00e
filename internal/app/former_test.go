package app_test

import (
	"maps"
	"strings"
	"testing"
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
	if got := s.do("POST", "/parse", former(file, map[string]any{"options": 1})); got.Header.Get("Deprecation") != "true" {
		t.Error("a refusal does not tell")
	}
}
