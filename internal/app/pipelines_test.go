package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
)

func TestPipelineDefinitions(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "house.json"), []byte(`{"name":"Of the house","parse":{}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect, "pipelines: {dir: "+dir+"}")
			a := s.as(newKey(t, s, "a", org.NewScopes(org.Admin)))
			none := s.as(newKey(t, s, "a", org.All))

			list := func() string {
				var out []string
				for _, p := range at(a.want(200, "GET", "/pipelines", nil), "pipelines").([]any) {
					out = append(out, fmt.Sprintf("%v %v %v %v", at(p, "id"), at(p, "name"), at(p, "version"), at(p, "updated_at") != nil))
				}
				return strings.Join(out, ", ")
			}
			if got := list(); got != "house Of the house 1 false" {
				t.Errorf("at first: %s", got)
			}
			body := map[string]any{"name": "Mine", "parse": map[string]any{}, "extract": map[string]any{"instructions": map[string]any{"schema": billSchema}}}
			made := a.want(200, "PUT", "/pipelines/mine", body)
			if made["id"] != "mine" || made["version"] != 1.0 || made["updated_at"] == nil || at(made, "extract", "settings", "array_extract") != false || made["split"] != nil {
				t.Errorf("made %v", made)
			}
			if got := a.want(200, "GET", "/pipelines/mine", nil); fmt.Sprint(got) != fmt.Sprint(made) {
				t.Errorf("read %v\nmade %v", got, made)
			}
			made["name"] = "Mine again" // what was read can be sent back
			if again := a.want(200, "PUT", "/pipelines/mine", made); again["version"] != 2.0 || again["name"] != "Mine again" {
				t.Errorf("replaced %v", again)
			}
			a.want(200, "PUT", "/pipelines/house", body)
			if got := list(); got != "house Mine 1 true, mine Mine again 2 true" {
				t.Errorf("then: %s", got)
			}
			if gone := a.want(200, "DELETE", "/pipelines/house", nil); gone["id"] != "house" {
				t.Errorf("deleted %v", gone)
			}
			if got := a.want(200, "GET", "/pipelines/house", nil); got["name"] != "Of the house" || got["updated_at"] != nil {
				t.Errorf("behind it %v", got)
			}
			if e := a.want(404, "DELETE", "/pipelines/house", nil); at(e, "error", "name") != "NOT_FOUND" {
				t.Errorf("a file deleted: %v", e)
			}
			a.want(200, "DELETE", "/pipelines/mine", nil)
			a.want(404, "GET", "/pipelines/mine", nil)

			for _, c := range []struct{ method, path, body, kind string }{
				{"PUT", "/pipelines/a.b", `{"name":"n","parse":{}}`, "string_pattern_mismatch"},
				{"GET", "/pipelines/" + strings.Repeat("x", 65), "", "string_pattern_mismatch"},
				{"PUT", "/pipelines/x", `{"name":"n"}`, "value_error"},
				{"PUT", "/pipelines/x", `{"name":"n","parse":{},"more":1}`, "extra_forbidden"},
				{"PUT", "/pipelines/x", `{"name":"n","parse":{},"edit":{"document_url":"a"}}`, "value_error"},
				{"PUT", "/pipelines/x", `{"name":"n","split":{"split_description":[]}}`, "too_short"},
				{"PUT", "/pipelines/x", `{`, "json_invalid"},
			} {
				got := a.want(422, c.method, c.path, c.body)
				if detail, ok := got["detail"].([]any); !ok || at(detail[0], "type") != c.kind {
					t.Errorf("%s %s %s: %v", c.method, c.path, c.body, got)
				}
			}
			if e := a.want(422, "PUT", "/pipelines/x", `{"name":"n","extract":{"instructions":{"schema":{"type":"banana"}}}}`); at(e, "error", "name") != "INVALID_SCHEMA" {
				t.Errorf("a schema: %v", e)
			}
			for _, c := range [][2]string{{"GET", "/pipelines"}, {"GET", "/pipelines/x"}, {"PUT", "/pipelines/x"}, {"DELETE", "/pipelines/x"}} {
				none.want(403, c[0], c[1], nil)
			}
		})
	}
}

func TestPipelineEndToEnd(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			file := s.upload("bill.pdf", pdf(letter(bill...), letter("Dear Sir", "thank you for your letter")))
			s.want(200, "PUT", "/pipelines/bills", map[string]any{
				"name": "Bills", "parse": map[string]any{}, "split": map[string]any{"split_description": []any{
					map[string]any{"name": "Invoices", "description": "invoices with a number and a total amount", "partition_key": "invoice number"},
					map[string]any{"name": "Letters", "description": "letters that begin with Dear Sir"},
				}},
				"extract": map[string]any{"instructions": map[string]any{"schema": billSchema}},
			})
			request := map[string]any{"input": file, "pipeline_id": "bills"}
			raw := s.do("POST", "/pipeline", request)
			if raw.Status != 200 || raw.Header.Get("Deprecation") != "true" || raw.Header.Get("X-Job-ID") == "" {
				t.Fatalf("%d %v %s", raw.Status, raw.Header, raw.Body)
			}
			sync := s.want(200, "POST", "/pipeline", request)
			id := sync["job_id"].(string)
			for _, step := range []string{"parse", "split"} {
				if at(sync, "result", step, "job_id") != id || at(sync, "result", step, "response_type") != step {
					t.Errorf("%s: %v", step, at(sync, "result", step))
				}
			}
			first := at(sync, "result", "extract").([]any)[0]
			if at(first, "split_name") != "Invoices" || at(first, "partition") != "A-1017" || at(first, "result", "job_id") != id || !strings.Contains(fmt.Sprint(at(first, "result", "result")), "A-1017") {
				t.Errorf("extract: %v", first)
			}
			if polled := s.ended(id); fmt.Sprint(polled["result"]) != fmt.Sprint(sync) || polled["type"] != "Pipeline" || polled["num_pages"] != 2.0 {
				t.Errorf("GET /job differs from the synchronous answer: %v", polled)
			}
			async := s.want(200, "POST", "/pipeline_async", request)["job_id"].(string)
			s.want(200, "PUT", "/pipelines/bills", map[string]any{"name": "Bills", "parse": map[string]any{}})
			if got := s.ended(async); got["status"] != "Completed" || at(got, "result", "result", "split") == nil {
				t.Errorf("a job runs another version than it found: %v", got)
			}
			if got := s.want(200, "POST", "/pipeline", request); at(got, "result", "split") != nil || at(got, "result", "parse") == nil {
				t.Errorf("the new version: %v", got)
			}
			if again := s.want(200, "POST", "/extract", asking("jobid://"+id, nil)); !strings.Contains(fmt.Sprint(again["result"]), "A-1017") {
				t.Errorf("jobid://: %v", again)
			}
			for body, want := range map[string]string{
				`{"input":"x","pipeline_id":"none"}`:                           "NOT_FOUND/not_found",
				`{"input":"jobid://` + id + `","pipeline_id":"bills"}`:         "INVALID_CONFIG/invalid_config",
				`{"input":"svc://none","pipeline_id":"bills"}`:                 "NOT_FOUND/file_access_error",
				`{"input":"x","pipeline_id":"bills","settings":{"timeout":1}}`: "extra_forbidden",
			} {
				got := s.do("POST", "/pipeline", body)
				name, kind, _ := strings.Cut(want, "/")
				if got.Status < 400 || !strings.Contains(string(got.Body), name) || !strings.Contains(string(got.Body), kind) {
					t.Errorf("%s: %d %s", body, got.Status, got.Body)
				}
			}
			s.want(200, "PUT", "/pipelines/edits", map[string]any{"name": "Edits", "edit": map[string]any{"document_url": file}})
			edited := s.want(200, "POST", "/pipeline", map[string]any{"input": "add a watermark that says DRAFT to every page", "pipeline_id": "edits"})
			if at(edited, "result", "edit", "response_type") != "edit" || at(edited, "result", "edit", "job_id") != edited["job_id"] || at(edited, "result", "parse") != nil ||
				at(edited, "usage", "num_pages") != 2.0 || fmt.Sprint(edited["usage"]) != fmt.Sprint(at(edited, "result", "edit", "usage")) {
				t.Errorf("edit: %v", edited)
			}
			if got := s.do("GET", at(edited, "result", "edit", "document_url").(string), nil); got.Status != 200 || !strings.HasPrefix(string(got.Body), "%PDF-") {
				t.Errorf("edited document: %d", got.Status)
			}
			if e := s.want(422, "POST", "/pipeline", map[string]any{"input": "sing a song", "pipeline_id": "edits"}); at(e, "error", "name") != "FORM_FILL_FAILED" {
				t.Errorf("%v", e)
			}
			if e := s.want(400, "POST", "/extract", asking("jobid://"+edited["job_id"].(string), nil)); at(e, "error", "name") != "INVALID_CONFIG" {
				t.Errorf("a pipeline that parsed nothing: %v", e)
			}
		})
	}
}
