package app_test

import (
	"strings"
	"testing"
)

// citing is the body of a cite request about some phrases.
func citing(source any, phrases ...string) map[string]any {
	queries := []any{}
	for _, p := range phrases {
		queries = append(queries, map[string]any{"text": p})
	}
	return map[string]any{"source": source, "queries": queries}
}

func TestCite(t *testing.T) {
	s := start(t, "sqlite")
	parsed := s.want(200, "POST", "/parse", map[string]any{
		"input": s.upload("a.pdf", pdf(letter("The quick brown", "fox: 5 ÆRØ"), letter("It jumps over the lazy dog"))), "settings": map[string]any{"return_ocr_data": true}})
	bare := s.want(200, "POST", "/parse", map[string]any{"input": "jobid://" + parsed["job_id"].(string)})
	for name, source := range map[string]any{"job": "jobid://" + bare["job_id"].(string), "result": parsed["result"]} {
		t.Run(name, func(t *testing.T) {
			got := s.want(200, "POST", "/cite", citing(source, "Quick, Brown", "absent", "LAZY dog", "brown fox", "?!", "dog quick", "qui"))
			var found []string
			for i := range 7 {
				matches := at(got, "results", i, "matches").([]any)
				pages := ""
				for _, m := range matches {
					pages += strings.Repeat("1", int(at(m, "page").(float64))) + ":" + strings.Repeat("b", len(at(m, "bboxes").([]any)))
				}
				found = append(found, pages)
			}
			if want := "1:b||11:b|1:bb|||"; strings.Join(found, "|") != want {
				t.Errorf("found %s, want %s: %v", strings.Join(found, "|"), want, got)
			}
			if d, ok := got["duration"].(float64); !ok || d < 0 {
				t.Errorf("duration %v", got["duration"])
			}
			box := at(got, "results", 2, "matches", 0, "bboxes", 0)
			if at(box, "page") != 2.0 || at(box, "original_page") != 2.0 || at(box, "width").(float64) <= 0 {
				t.Errorf("box %v", box)
			}
		})
	}
	if jobs := at(s.want(200, "GET", "/jobs", nil), "jobs").([]any); len(jobs) != 2 {
		t.Errorf("%d jobs: cite created one", len(jobs))
	}
	filtered := func(page, top, height float64) int {
		got := s.want(200, "POST", "/cite", map[string]any{"source": parsed["result"], "queries": []any{map[string]any{"text": "quick", "bbox_filter": map[string]any{
			"left": 0.1, "top": top, "width": 0.1, "height": height, "page": page}}}})
		return len(at(got, "results", 0, "matches").([]any))
	}
	block := at(parsed, "result", "chunks", 0, "blocks", 0, "bbox")
	top, height := at(block, "top").(float64), at(block, "height").(float64)
	if in, below, other := filtered(1, top, height), filtered(1, 0.5, 0.2), filtered(2, top, height); in != 1 || below != 0 || other != 0 {
		t.Errorf("filters: %d inside, %d below, %d on another page", in, below, other)
	}
}

func TestCiteRefusals(t *testing.T) {
	origin := newOrigin(t)
	s := start(t, "sqlite", "fetch: {allow: ["+origin.host+"]}")
	done := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("a.txt", "text")})
	extracted := s.want(200, "POST", "/extract", map[string]any{"input": "jobid://" + done["job_id"].(string)})["job_id"].(string)
	failed := s.submit("no known form")
	s.ended(failed)
	release := origin.hold("/held")
	defer release()
	waiting := s.submit(origin.url + "/held")
	gone := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("a.txt", "text")})["job_id"].(string)
	s.want(202, "DELETE", "/job/"+gone, nil)
	many := make([]string, 1001)
	for i := range many {
		many[i] = "x"
	}
	job := func(id string) map[string]any { return citing("jobid://"+id, "text") }
	for _, sc := range []scenario{
		{"unknown job", "POST", "/cite", job("7d444840-9dc0-41d1-b245-5ffdce74fad2"), nil, "", 404, "NOT_FOUND/file_access_error", "", nil},
		{"unfinished job", "POST", "/cite", job(waiting), nil, "", 400, "JOB_NOT_COMPLETE/job_not_complete", "", nil},
		{"failed job", "POST", "/cite", job(failed), nil, "", 400, "INVALID_CONFIG/invalid_config", "", nil},
		{"no parse", "POST", "/cite", job(extracted), nil, "", 400, "INVALID_CONFIG/invalid_config", "", nil},
		{"file", "POST", "/cite", citing("svc://7d444840-9dc0-41d1-b245-5ffdce74fad2", "text"), nil, "", 422, "", "string_pattern_mismatch body.source.str", nil},
		{"result without words", "POST", "/cite", citing(done["result"], "text"), nil, "", 422, "NOT_APPLICABLE/not_applicable", "", nil},
		{"no source", "POST", "/cite", map[string]any{"queries": []any{map[string]any{"text": "x"}}}, nil, "", 422, "", "missing body.source", nil},
		{"no queries", "POST", "/cite", citing("jobid://x"), nil, "", 422, "", "too_short body.queries", nil},
		{"too many queries", "POST", "/cite", citing("jobid://x", many...), nil, "", 422, "", "too_long body.queries", nil},
		{"empty text", "POST", "/cite", citing("jobid://x", ""), nil, "", 422, "", "string_too_short body.queries.0.text", nil},
		{"no text", "POST", "/cite", map[string]any{"source": "jobid://x", "queries": []any{map[string]any{}}}, nil, "", 422, "", "missing body.queries.0.text", nil},
		{"half a filter", "POST", "/cite", map[string]any{"source": "jobid://x", "queries": []any{map[string]any{"text": "x", "bbox_filter": map[string]any{"left": 1}}}}, nil, "", 422, "", "missing body.queries.0.bbox_filter.top", nil},
	} {
		t.Run(sc.name, func(t *testing.T) { sc.run(t, s) })
	}
	if got := s.do("POST", "/cite", job(gone)); got.Status != 409 && got.Status != 410 {
		t.Errorf("deleted job: %d %s", got.Status, got.Body)
	}
	s.want(200, "POST", "/cancel/"+waiting, nil)
}
