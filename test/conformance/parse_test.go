package conformance

import (
	"net/http"
	"slices"
)

func parseOnePage(v *visit) {
	answer := v.post("/parse", object{"input": v.letter()})
	v.done(answer)
	chunks, _ := at(answer, "result", "chunks").([]any)
	if text(answer, "result", "type") != "full" || len(chunks) == 0 {
		v.Errorf("result of type %v with %d chunks", at(answer, "result", "type"), len(chunks))
	}
}

// everything is what the client libraries switch on at once.
func everything(v *visit) object {
	return object{
		"input": v.report(),
		"enhance": object{
			"advanced_chart_agent": true,
			"agentic":              []object{{"scope": "table", "mode": "default"}},
		},
		"settings": object{
			"embed_pdf_metadata": true, "embed_pdf_metadata_dpi": 72, "extract_document_properties": true, "force_url_result": true,
			"tenant_throttling": object{"tenant_id": "tenant-1"},
		},
		"spreadsheet": object{"max_cell_count": 10000},
	}
}

func parseWithEverything(v *visit) {
	answer := v.post("/parse", everything(v))
	v.done(answer)
	v.link(answer)
	if got := text(answer, "response_type"); got != "parse" {
		v.Errorf("response_type %q", got)
	}
	if got := text(answer, "document_properties", "title"); got != "Yearly report of the harbour" {
		v.Errorf("title %q", got)
	}
	v.https(text(answer, "pdf_url"))
	if a := v.send("GET", text(answer, "pdf_url"), nil); a.status != http.StatusOK || string(a.body[:5]) != "%PDF-" {
		v.Errorf("pdf_url: %d %.20q", a.status, a.body)
	}
	first, _ := at(answer, "usage", "page_billing_breakdown", "1").([]any)
	if !slices.Contains(first, any("page")) {
		v.Errorf("page_billing_breakdown %v", at(answer, "usage", "page_billing_breakdown"))
	}
}

func parseURL(v *visit) {
	full := v.want(http.StatusOK, "GET", v.link(v.post("/parse", everything(v))), nil)
	chunks, _ := full["chunks"].([]any)
	if text(full, "type") != "full" || len(chunks) == 0 {
		v.Errorf("type %v with %d chunks", full["type"], len(chunks))
	}
	charts := 0
	for _, chunk := range chunks {
		blocks, _ := at(chunk, "blocks").([]any)
		for _, b := range blocks {
			if links, _ := at(b, "chart_data").([]any); len(links) > 0 {
				charts++
			}
		}
	}
	if charts != 1 {
		v.Errorf("%d charts were read, want the one of the second page", charts)
	}
}

// submits are the async calls of the checklist with the response_type that each ends in.
func submits(v *visit) []struct {
	path, response string
	body           object
} {
	wanted := object{"schema": object{"type": "object", "properties": object{"customer": object{"type": "string"}}}}
	sections := []object{{"name": "text", "description": "paragraphs"}, {"name": "figures", "description": "tables and charts"}}
	return []struct {
		path, response string
		body           object
	}{
		{"/parse_async", "parse", object{"input": v.letter()}},
		{"/parse_async", "parse", object{"input": v.letter(), "queue_priority": "standard"}},
		{"/extract_async", "v3_extract", object{"input": v.letter(), "instructions": wanted}},
		{"/extract_async", "v3_extract", object{"input": v.letter(), "instructions": wanted, "queue_priority": "standard"}},
		{"/split_async", "split", object{"input": v.report(), "split_description": sections}},
	}
}

func submitAll(v *visit) {
	for _, s := range submits(v) {
		if text(v.post(s.path, s.body), "job_id") == "" {
			v.Errorf("%s: no job_id", s.path)
		}
	}
}

func pollAll(v *visit) {
	for _, s := range submits(v) {
		id := text(v.post(s.path, s.body), "job_id")
		if first := v.job(id, ""); text(first, "status") == "Failed" {
			v.Errorf("%s: Failed at once: %v", s.path, first["error"])
		}
		job := v.ended(id)
		if text(job, "status") != "Completed" || text(job, "result", "response_type") != s.response {
			v.Errorf("%s: %v with a result of type %v, want %s", s.path, job["status"], at(job, "result", "response_type"), s.response)
		}
	}
}

func missingURL(v *visit) {
	job := v.ended(text(v.post("/parse_async", object{"input": v.host.url + "/no-such.pdf"}), "job_id"))
	if text(job, "status") != "Failed" || text(job, "error", "name") != "INVALID_CONFIG" || number(job, "error", "code") != 400 || text(job, "error", "message") == "" {
		v.Errorf("%v: %v", job["status"], job["error"])
	}
}

func formerParse(v *visit) {
	answer := v.post("/parse", object{"document_url": v.letter(), "options": object{"chunking": object{"chunk_mode": "page"}}})
	v.done(answer)
	chunks, _ := at(answer, "result", "chunks").([]any)
	if text(answer, "response_type") != "parse" || len(chunks) != 1 {
		v.Errorf("response_type %v with %d chunks", answer["response_type"], len(chunks))
	}
}
