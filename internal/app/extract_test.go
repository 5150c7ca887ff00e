package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/infer/infertest"
)

// bill is a document with a few labelled values.
var bill = []string{"Invoice", "Invoice number: A-1017", "Total amount: 119.50"}

// billSchema asks for two of them and for one that is not there.
var billSchema = map[string]any{
	"type": "object", "required": []string{"invoice_number", "iban"},
	"properties": map[string]any{
		"invoice_number": map[string]any{"type": "string", "description": "Number of the invoice"},
		"total_amount":   map[string]any{"type": "number"},
		"iban":           map[string]any{"type": "string"},
	},
}

// asking is the body of an extract request; extra holds more of its keys.
func asking(input any, extra map[string]any) map[string]any {
	body := map[string]any{"input": input, "instructions": map[string]any{"schema": billSchema}}
	for k, v := range extra {
		body[k] = v
	}
	return body
}

func TestExtractEndToEnd(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			told := newReceiver(t)
			s := start(t, dialect, "fetch: {allow: ["+told.host()+"]}")
			file := s.upload("bill.pdf", pdf(letter(bill...), letter("Second page")))
			sync := s.want(200, "POST", "/extract", asking(file, nil))
			values, err := json.Marshal(sync["result"])
			if want := `[{"iban":null,"invoice_number":"A-1017","total_amount":119.5}]`; string(values) != want || err != nil {
				t.Fatalf("result %s", values)
			}
			if u := sync["usage"]; at(u, "num_pages") != 2.0 || at(u, "num_fields") != 3.0 || at(u, "credits") != 6.0 || at(u, "extract_mode") != "extract" {
				t.Errorf("usage %v", u)
			}
			if sync["response_type"] != "v3_extract" || sync["confidence"] != nil || sync["confidence_reason"] != nil || sync["duration"].(float64) < 0 {
				t.Errorf("%v", sync)
			}
			polled := s.ended(sync["job_id"].(string))
			if fmt.Sprint(polled["result"]) != fmt.Sprint(sync) {
				t.Errorf("GET /job differs from the synchronous answer:\n%v\n%v", polled["result"], sync)
			}
			if polled["type"] != "Extract" || polled["num_pages"] != 2.0 || polled["total_pages"] != 2.0 || polled["progress"] != 1.0 {
				t.Errorf("%v", polled)
			}

			async := asking(file, map[string]any{"queue_priority": "standard", "async": map[string]any{
				"metadata": "m", "webhook": map[string]any{"mode": "direct", "url": told.URL}}})
			for _, path := range []string{"/extract", "/extract_async"} {
				id := s.want(200, "POST", path, async)["job_id"].(string)
				if got := s.ended(id); got["status"] != "Completed" || fmt.Sprint(at(got, "result", "result")) != fmt.Sprint(sync["result"]) {
					t.Errorf("%s: %v", path, got)
				}
				s.until("the webhook of "+path, func() bool {
					for _, d := range told.all() {
						if d.body == `{"status":"Completed","job_id":"`+id+`","metadata":"m"}` {
							return true
						}
					}
					return false
				})
			}
			if rows := fmt.Sprint(s.want(200, "GET", "/usage", nil)); !strings.Contains(rows, "Extract") {
				t.Errorf("usage: %s", rows)
			}
		})
	}
}

func TestExtractOfEarlierParse(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("bill.txt", strings.Join(bill, "\n\n"))
	parsed := s.want(200, "POST", "/parse", map[string]any{"input": file})["job_id"].(string)
	s.want(200, "DELETE", "/upload/"+strings.TrimPrefix(file, "svc://"), nil)
	one := s.want(200, "POST", "/extract", asking("jobid://"+parsed, nil))
	if at(one, "result", 0, "invoice_number") != "A-1017" || at(one, "usage", "credits") != 2.0 {
		t.Errorf("%v", one)
	}
	other := s.upload("more.txt", "IBAN: DE89370400440532013000")
	both := s.want(200, "POST", "/extract", asking([]string{"jobid://" + parsed, other}, map[string]any{
		"settings": map[string]any{"citations": map[string]any{"enabled": true}}}))
	number, iban := at(both, "result", "invoice_number"), at(both, "result", "iban")
	if at(number, "citations", 0, "bbox", "page") != 1.0 || at(iban, "citations", 0, "bbox", "page") != 2.0 || at(iban, "citations", 0, "bbox", "original_page") != 1.0 {
		t.Errorf("%v", both)
	}
	for _, sc := range []scenario{
		{"an extraction is no parse", "POST", "/extract", asking("jobid://"+one["job_id"].(string), nil), nil, "", 400, "INVALID_CONFIG/invalid_config", "", nil},
		{"unknown", "POST", "/extract_async", asking("jobid://7d444840-9dc0-41d1-b245-5ffdce74fad2", nil), nil, "", 404, "NOT_FOUND/file_access_error", "", nil},
		{"page outside of the parse", "POST", "/extract", asking("jobid://"+parsed, map[string]any{"settings": map[string]any{"page_range": []int{2}}}), nil, "", 400, "INVALID_CONFIG/invalid_page_range", "", nil},
	} {
		t.Run(sc.name, func(t *testing.T) { sc.run(t, s) })
	}
	s.want(202, "DELETE", "/job/"+parsed, nil)
	if got := s.do("POST", "/extract", asking("jobid://"+parsed, nil)); got.Status != 409 && got.Status != 410 {
		t.Errorf("a deleted parse: %d %s", got.Status, got.Body)
	}
}

// Steps 6 and 7 of the conformance list, and where a forced URL leads.
func TestExtractForClients(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("bill.pdf", pdf(letter(bill...), letter("Second page")))
	one := map[string]any{"input": file, "instructions": map[string]any{"schema": map[string]any{
		"type": "object", "properties": map[string]any{"invoice_number": map[string]any{"type": "string"}}}}}
	if got := s.want(200, "POST", "/extract", one); at(got, "result", 0, "invoice_number") != "A-1017" {
		t.Errorf("%v", got)
	}
	got := s.want(200, "POST", "/extract", asking(file, map[string]any{"settings": map[string]any{
		"force_url_result": true, "page_range": map[string]any{"start": 1, "end": 1},
		"citations": map[string]any{"enabled": true, "parent_block": "bbox_only"}}}))
	if got["response_type"] != "v3_extract" || at(got, "result", "type") != "url" || at(got, "usage", "num_pages") != 1.0 {
		t.Fatalf("%v", got)
	}
	stored := s.do("GET", at(got, "result", "url").(string), nil).object(t)
	cited := at(stored, "total_amount")
	if at(cited, "value") != 119.5 || at(cited, "citations", 0, "parentBlock", "content") != "" || at(cited, "citations", 0, "parentBlock", "bbox", "page") != 1.0 {
		t.Errorf("%v", stored)
	}
	if again := s.want(200, "GET", "/results/"+at(got, "result", "result_id").(string), nil); fmt.Sprint(again) != fmt.Sprint(stored) {
		t.Errorf("GET /results: %v", again)
	}
}

func TestExtractRefusals(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("bill.txt", strings.Join(bill, "\n\n"))
	with := func(settings map[string]any) map[string]any {
		return asking(file, map[string]any{"settings": settings})
	}
	wrong := asking(file, map[string]any{"instructions": map[string]any{"schema": map[string]any{
		"type": "object", "properties": map[string]any{"a": map[string]any{"$ref": "https://example.com/x"}}}}})
	for _, path := range []string{"/extract", "/extract_async"} {
		for _, sc := range []scenario{
			{"schema", "POST", path, wrong, nil, "", 422, "INVALID_SCHEMA/schema_validation_error", "", nil},
			{"pin without citations", "POST", path, with(map[string]any{"alpha": map[string]any{"extract_model": "v1"}}), nil, "", 400, "INVALID_CONFIG/invalid_config", "", nil},
			{"unknown pin", "POST", path, with(map[string]any{"alpha": map[string]any{"extract_model": "v9"}, "citations": map[string]any{"enabled": true}}), nil, "", 400, "INVALID_CONFIG/unknown_model_version", "", nil},
			{"images", "POST", path, with(map[string]any{"include_images": true}), nil, "", 422, "INFERENCE_METHOD_UNSUPPORTED/inference_method_unsupported", "", nil},
			{"deep", "POST", path, with(map[string]any{"deep_extract": true}), nil, "", 422, "INFERENCE_METHOD_UNSUPPORTED/inference_method_unsupported", "", nil},
			{"parent block", "POST", path, with(map[string]any{"citations": map[string]any{"parent_block": "half"}}), nil, "", 422, "", "literal_error body.settings.citations.parent_block", nil},
			{"no input", "POST", path, map[string]any{}, nil, "", 422, "", "missing body.input", nil},
		} {
			t.Run(path+" "+sc.name, func(t *testing.T) { sc.run(t, s) })
		}
	}
	if pointer := at(s.do("POST", "/extract", wrong).object(t), "error", "pointer"); pointer != "#/properties/a/$ref" && pointer != "#/properties/a" {
		t.Errorf("pointer %v", pointer)
	}
	if jobs := at(s.want(200, "GET", "/jobs", nil), "jobs").([]any); len(jobs) != 0 {
		t.Errorf("%d jobs of refused requests", len(jobs))
	}
	states := at(s.want(200, "GET", "/capabilities", nil), "capabilities")
	for name, want := range map[string]string{"extract": "builtin", "array_extract": "builtin", "extract_images": "none", "deep_extract": "none"} {
		if got := at(states, name); got != want {
			t.Errorf("capability %s: %v", name, got)
		}
	}
}

func TestExtractOfSheets(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("stock.csv", "Article,Quantity,Price\nPencil,12,0.45\nEraser,7,1.10\nRuler,3,2.00\n")
	schema := map[string]any{"type": "object", "properties": map[string]any{"articles": map[string]any{"type": "array", "items": map[string]any{
		"type": "object", "properties": map[string]any{"article": map[string]any{"type": "string"}, "quantity": map[string]any{"type": "integer"}, "price": map[string]any{"type": "number"}}}}}}
	got := s.want(200, "POST", "/extract", map[string]any{"input": file, "instructions": map[string]any{"schema": schema},
		"settings": map[string]any{"citations": map[string]any{"enabled": true}}})
	rows, _ := at(got, "result", "articles").([]any)
	if len(rows) != 3 || at(got, "usage", "num_fields") != 9.0 {
		t.Fatalf("%v", got)
	}
	price := at(rows[1], "price")
	want := map[string]any{"left": 3.0, "top": 3.0, "width": 1.0, "height": 1.0, "page": 1.0, "original_page": 1.0}
	if at(price, "value") != 1.1 || fmt.Sprint(at(price, "citations", 0, "bbox")) != fmt.Sprint(want) || at(price, "citations", 0, "content") != "1.10" {
		t.Errorf("%v", price)
	}
}

// With a model the values are the model's, found again on the page; pages are shown to it where that is asked for.
func TestExtractWithModel(t *testing.T) {
	const values = `{"invoice_number":{"value":"A-1017","block":1},"total_amount":{"value":"119.50","block":2},"iban":null}`
	server := infertest.Start(t, func(a infertest.Ask) infertest.Step {
		switch {
		case strings.Contains(string(a.Schema), `"checks"`):
			return infertest.Answer(`{"checks":[]}`)
		case a.Schema == nil:
			return infertest.Answer("a picture")
		}
		return infertest.Answer(values)
	})
	s := start(t, "sqlite", "inference: {models: [{name: m, provider: local, endpoint: '"+server.URL+"', roles: [language, vision]}]}")
	if got := at(s.want(200, "GET", "/capabilities", nil), "capabilities"); at(got, "extract") != "model" || at(got, "deep_extract") != "model" || at(got, "extract_images") != "model" {
		t.Errorf("%v", got)
	}
	file := s.upload("bill.pdf", pdf(letter(bill...)))
	got := s.want(200, "POST", "/extract", asking(file, map[string]any{"settings": map[string]any{
		"include_images": true, "deep_extract": true, "citations": map[string]any{"enabled": true}}}))
	if at(got, "result", "total_amount", "value") != 119.5 || at(got, "result", "invoice_number", "citations", 0, "bbox", "page") != 1.0 {
		t.Errorf("%v", got)
	}
	if got["confidence"] != "low" || got["confidence_reason"] == "" || at(got, "usage", "extract_mode") != "super_agent" {
		t.Errorf("%v", got)
	}
	images := 0
	for _, a := range server.Asked() {
		images += a.Images
	}
	if images == 0 {
		t.Error("no page was shown")
	}
	parsed := s.want(200, "POST", "/parse", map[string]any{"input": file})["job_id"].(string)
	if got := s.want(200, "POST", "/extract", asking("jobid://"+parsed, nil)); at(got, "result", 0, "invoice_number") != "A-1017" {
		t.Errorf("%v", got)
	}
}
