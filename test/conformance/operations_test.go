package conformance

import (
	"net/http"
	"slices"
	"strings"
)

var customer = object{"schema": object{"type": "object", "properties": object{"customer": object{"type": "string", "description": "who ordered"}}}}

func extractOneField(v *visit) {
	answer := v.post("/extract", object{"input": v.letter(), "instructions": customer})
	v.done(answer)
	list, _ := answer["result"].([]any)
	if len(list) == 0 || text(list[0], "customer") != "Blue Heron Bakery" {
		v.Errorf("result %v", answer["result"])
	}
}

func extractByURL(v *visit) {
	answer := v.post("/extract", object{
		"input": v.letter(), "instructions": customer,
		"settings": object{
			"force_url_result": true, "page_range": object{"start": 1, "end": 1},
			"citations": object{"enabled": true, "parent_block": "bbox_only"},
		},
	})
	v.done(answer)
	if got := text(answer, "response_type"); got != "v3_extract" {
		v.Errorf("response_type %q", got)
	}
	confidence, reason := at(answer, "confidence"), at(answer, "confidence_reason")
	if !slices.Contains([]any{nil, "high", "low"}, confidence) {
		v.Errorf("confidence %v", confidence)
	}
	if _, ok := reason.(string); !ok && reason != nil {
		v.Errorf("confidence_reason %v", reason)
	}
	tree := v.want(http.StatusOK, "GET", v.link(answer), nil)
	if text(tree, "customer", "value") != "Blue Heron Bakery" {
		v.Errorf("behind the URL: %v", tree)
	}
}

func split(v *visit) {
	body := object{"input": v.report(), "split_description": []object{
		{"name": "summary", "description": "the introduction with the table of quarters"},
		{"name": "chart", "description": "bar chart of ships"},
	}}
	if at(v.post("/split", body), "result") == nil {
		v.Error("no result")
	}
	body["settings"] = object{"table_cutoff": "preserve", "allow_page_overlap": false, "auto_partition": true, "deep_split": false, "force_url_result": true}
	answer := v.post("/split", body)
	v.done(answer)
	if got := text(answer, "response_type"); got != "split" {
		v.Errorf("response_type %q", got)
	}
	inner := v.want(http.StatusOK, "GET", v.link(answer), nil)
	if parts, _ := inner["splits"].([]any); len(parts) != 2 {
		v.Errorf("behind the URL: %v", inner)
	}
}

func classify(v *visit) {
	body := object{"input": v.letter(), "classification_schema": []object{
		{"category": "order", "criteria": []string{"confirms an order", "has an order number"}},
		{"category": "report", "criteria": []string{"tells of a whole year"}},
	}}
	answer := v.post("/classify", body)
	v.done(answer)
	if got := text(answer, "result", "category"); got != "order" {
		v.Errorf("category %q", got)
	}
	if got := number(answer, "usage", "num_categories"); got != 2 {
		v.Errorf("num_categories %v", got)
	}
	for group, labels := range map[string][]string{"trade": {"order"}, "ungrouped": {"report"}} {
		body["category_groups"] = object{"trade": labels}
		if group == "ungrouped" {
			body["category_groups"] = object{"other": labels}
		}
		if got := text(v.post("/classify", body), "extra_metadata", "grouping"); got != group {
			v.Errorf("grouping %q, want %q", got, group)
		}
	}
	body["force_url_result"] = true
	if got := text(v.want(http.StatusOK, "GET", v.link(v.post("/classify", body)), nil), "category"); got != "order" {
		v.Errorf("behind the URL: %q", got)
	}
}

func watermark(v *visit) {
	answer := v.post("/edit", object{"document_url": v.report(), "edit_instructions": "Add a watermark that says DRAFT to every page."})
	made := v.https(text(answer, "document_url"))
	pages, _ := at(v.post("/parse", object{"input": made, "retrieval": object{"chunking": object{"chunk_mode": "page"}}}), "result", "chunks").([]any)
	if len(pages) != 2 {
		v.Fatalf("the edited document has %d pages", len(pages))
	}
	for i, page := range pages {
		if !strings.Contains(text(page, "content"), "DRAFT") {
			v.Errorf("page %d has no watermark", i+1)
		}
	}
}

func unknownPipeline(v *visit) {
	if a := v.send("POST", "/pipeline", object{"input": v.letter(), "pipeline_id": "no-such-pipeline"}); a.status < 400 {
		v.Errorf("status %d", a.status)
	}
}
