package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/infer/infertest"
)

// With a model, categories and sections are the model's, and what it quotes is looked up on the pages.
func TestJudgedByModel(t *testing.T) {
	server := infertest.Start(t, func(a infertest.Ask) infertest.Step {
		switch schema := string(a.Schema); {
		case strings.Contains(schema, `"checks"`):
			return infertest.Answer(`{"checks":[{"criterion":1,"met":true,"page":1,"quote":"Invoice number: A-1017"},{"criterion":2,"met":true,"page":1,"quote":"made up words"}]}`)
		case strings.Contains(schema, `"met"`):
			return infertest.Answer(`{"category":"Invoice","met":[{"criterion":1,"page":1,"quote":"Invoice number: A-1017"},{"criterion":2,"page":1,"quote":"made up words"}]}`)
		case strings.Contains(schema, `"starts"`):
			return infertest.Answer(`{"pages":[{"page":1,"starts":true,"sections":[{"section":"Bills","partition":"A-1017","quote":"Invoice number: A-1017","sure":true}]},
				{"page":2,"starts":true,"sections":[{"section":"Letters","partition":null,"quote":"Dear Sir","sure":true}]}]}`)
		}
		return infertest.Answer(`{"invoice_number":{"value":"A-1017","block":1},"total_amount":null,"iban":null}`)
	})
	s := start(t, "sqlite", "inference: {models: [{name: m, provider: local, endpoint: '"+server.URL+"', roles: [language]}]}")
	capabilities := at(s.want(200, "GET", "/capabilities", nil), "capabilities")
	for _, name := range []string{"classify", "deep_classify", "split", "deep_split"} {
		if at(capabilities, name) != "model" {
			t.Errorf("%s is %v", name, at(capabilities, name))
		}
	}
	file := s.upload("bill.pdf", pdf(letter(bill...), letter("Dear Sir", "thank you for your letter")))

	for _, model := range []string{"default", "accurate"} {
		got := s.want(200, "POST", "/classify", map[string]any{"input": file, "model": model, "classification_schema": []any{
			map[string]any{"category": "Invoice", "criteria": []string{"has a number", "is signed"}}, map[string]any{"category": "Letter", "criteria": []string{}},
		}})
		if at(got, "result", "category") != "Invoice" || at(got, "response_confidence", "categories", 0, "confidence") != 0.5 {
			t.Errorf("%s: %v", model, got)
		}
	}

	sections := []any{
		map[string]any{"name": "Bills", "description": "what has to be paid", "partition_key": "invoice number"},
		map[string]any{"name": "Letters", "description": "letters"},
	}
	split := s.want(200, "POST", "/split", map[string]any{"input": file, "split_description": sections, "settings": map[string]any{"deep_split": true}})
	first := at(split, "result", "splits", 0)
	if at(first, "pages", 0, "evidence") != "Invoice number: A-1017" || at(first, "pages", 0, "confidence") != "high" || at(first, "partitions", 0, "name") != "A-1017" {
		t.Errorf("%v", split)
	}

	s.want(200, "PUT", "/pipelines/bills", map[string]any{"name": "Bills", "parse": map[string]any{}, "split": map[string]any{"split_description": sections},
		"extract": map[string]any{"instructions": map[string]any{"schema": billSchema}}})
	chained := s.want(200, "POST", "/pipeline", map[string]any{"input": file, "pipeline_id": "bills"})
	if at(chained, "result", "extract", 0, "partition") != "A-1017" || at(chained, "result", "extract", 0, "result", "result", 0, "invoice_number") != "A-1017" ||
		fmt.Sprint(at(chained, "result", "extract", 1, "page_range")) != "[2]" || at(chained, "result", "parse", "result", "type") != "full" {
		t.Errorf("%v", chained)
	}
	for _, a := range server.Asked() {
		if strings.Contains(a.System, "A-1017") {
			t.Error("words of a document among the instructions")
		}
	}
}
