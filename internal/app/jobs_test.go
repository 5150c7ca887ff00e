package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/janitor"
)

func TestParseEndToEnd(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			file := s.upload("notes.md", "# Notes\n\nFirst paragraph.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
			sync := s.want(200, "POST", "/parse", map[string]any{"input": file, "formatting": map[string]any{"table_output_format": "csv"}})
			id := sync["job_id"].(string)
			content := at(sync, "result", "chunks", 0, "content").(string)
			if !strings.HasPrefix(content, "# Notes") || !strings.Contains(content, "a,b\n1,2") {
				t.Errorf("content %q", content)
			}
			polled := s.ended(id)
			if fmt.Sprint(polled["result"]) != fmt.Sprint(map[string]any(sync)) {
				t.Errorf("GET /job differs from the synchronous answer:\n%v\n%v", polled["result"], sync)
			}
			if polled["progress"] != 1.0 || polled["state"] != "Completed" || polled["num_pages"] != 1.0 {
				t.Errorf("%v", polled)
			}
			again := s.want(200, "POST", "/parse", map[string]any{"input": "jobid://" + id, "formatting": map[string]any{"table_output_format": "json"}})
			if content := at(again, "result", "chunks", 0, "content").(string); !strings.Contains(content, `[["a","b"],["1","2"]]`) {
				t.Errorf("re-rendered: %q", content)
			}
		})
	}
}

func TestDocumentProblems(t *testing.T) {
	s := start(t, "sqlite")
	for _, tt := range []struct {
		name, file, content, input string
		status                     int
		error                      string
	}{
		{"empty", "a.txt", "", "", 422, "DOCUMENT_EMPTY"},
		{"white space", "a.txt", " \n\t ", "", 422, "DOCUMENT_EMPTY"},
		{"program", "a.txt", "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 64), "", 415, "DOCUMENT_UNSUPPORTED"},
		{"no known form", "", "", "just words", 400, "INVALID_CONFIG"},
		{"name that does not resolve", "", "", "https://nothing.invalid/x.pdf", 400, "INVALID_CONFIG"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			input := tt.input
			if input == "" {
				input = s.upload(tt.file, tt.content)
			}
			got := s.do("POST", "/parse", map[string]any{"input": input})
			if got.Status != tt.status || at(got.object(t), "error", "name") != tt.error || got.Header.Get("X-Job-ID") == "" {
				t.Errorf("sync: %d %s", got.Status, got.Body)
			}
			j := s.ended(s.submit(input))
			if at(j, "error", "name") != tt.error || at(j, "error", "code") != float64(tt.status) || j["reason"] == nil {
				t.Errorf("async: %v", j)
			}
		})
	}
}

func TestCancelAndDelete(t *testing.T) {
	origin := newOrigin(t)
	s := start(t, "sqlite", "fetch: {allow: ["+origin.host+"]}", "workers: {cpu: 1, io: 1}")
	release := origin.hold("/slow.txt")
	defer release()
	running := s.submit(origin.url + "/slow.txt")
	origin.await(t)
	queued := s.submit(origin.url + "/slow.txt")

	for name, id := range map[string]string{"queued": queued, "running": running} {
		began := time.Now()
		got := s.want(200, "POST", "/cancel/"+id, nil)
		if got["state"] != "Cancelled" || got["status"] != "Failed" {
			t.Errorf("%s: %v", name, got)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("cancelling a %s job took %v", name, took)
		}
		if j := s.ended(id); at(j, "error", "name") != "JOB_CANCELLED" || at(j, "error", "code") != 409.0 {
			t.Errorf("%s: %v", name, j)
		}
	}
	release()
	done := s.submit(origin.url + "/fast.txt")
	s.ended(done)
	if got := s.want(200, "POST", "/cancel/"+done, nil); got["state"] != "Completed" {
		t.Errorf("cancel of a finished job: %v", got)
	}

	s.want(202, "DELETE", "/job/"+done, nil)
	gone := s.do("GET", "/job/"+done, nil)
	if gone.Status != 409 && gone.Status != 410 {
		t.Errorf("straight after deletion: %d %s", gone.Status, gone.Body)
	}
	if gone.Status == 409 && gone.Header.Get("X-Should-Retry") != "false" {
		t.Error("clients would retry a deletion in progress")
	}
	s.until("the job is deleted", func() bool { return s.do("GET", "/job/"+done, nil).Status == 410 })
	for method, path := range map[string]string{"POST": "/cancel/" + done, "DELETE": "/job/" + done} {
		if got := s.do(method, path, nil); got.Status != 410 || at(got.object(t), "error", "name") != "JOB_DELETED" {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
	}
	for _, j := range at(s.want(200, "GET", "/jobs", nil), "jobs").([]any) {
		if at(j, "job_id") == done {
			t.Error("a deleted job is listed")
		}
	}
	slow := origin.hold("/again.txt")
	defer slow()
	busy := s.submit(origin.url + "/again.txt")
	s.want(202, "DELETE", "/job/"+busy, nil)
	s.until("a running job is deleted", func() bool { return s.do("GET", "/job/"+busy, nil).Status == 410 })
}

// until polls a condition.
func (s *service) until(what string, ok func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	s.t.Fatalf("still not: %s", what)
}

func TestCursorWalk(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("a.txt", "x")
	want := map[string]bool{}
	for range 7 {
		want[s.submit(file)] = true
	}
	cursor, pages := "", 0
	for {
		got := s.want(200, "GET", "/jobs?limit=3&exclude_configs=true&cursor="+cursor, nil)
		for _, j := range at(got, "jobs").([]any) {
			id := at(j, "job_id").(string)
			if !want[id] {
				t.Errorf("%s is repeated or unknown", id)
			}
			delete(want, id)
			if _, has := j.(map[string]any)["raw_config"]; has {
				t.Error("raw_config although excluded")
			}
		}
		pages++
		s.submit(file) // a new job must not shift the walk
		next, _ := got["next_cursor"].(string)
		if next == "" {
			break
		}
		cursor = next
	}
	if len(want) != 0 || pages != 3 {
		t.Errorf("%d jobs not listed in %d pages", len(want), pages)
	}
}

func TestPasswordIsNowhere(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("a.txt", "x")
	got := s.want(200, "POST", "/parse", map[string]any{"input": file, "settings": map[string]any{"document_password": "hunter2-secret"}})
	j := s.ended(got["job_id"].(string))
	if strings.Contains(fmt.Sprint(j), "hunter2") || !strings.Contains(j["raw_config"].(string), `"***"`) {
		t.Errorf("raw_config %v", j["raw_config"])
	}
	var n int
	if err := s.DB.Read.QueryRow("SELECT count(*) FROM jobs WHERE request LIKE '%hunter2%' OR raw_config LIKE '%hunter2%'").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d rows still hold the password (%v)", n, err)
	}
}

func TestRetention(t *testing.T) {
	s := start(t, "sqlite", "retention: {results: 1h, uploads: 1h, job_metadata: 2h, tombstones: 1h}")
	file := s.upload("a.txt", "x")
	plain := s.submit(file)
	kept := s.want(200, "POST", "/parse", map[string]any{"input": file, "settings": map[string]any{"persist_results": true, "force_url_result": true}})
	s.ended(plain)
	clean := janitor.New(s.Jobs, s.Objects, janitor.Retention{Results: s.Config.Retention.Results, JobMetadata: s.Config.Retention.JobMetadata, Tombstones: s.Config.Retention.Tombstones})
	sweep := func() {
		t.Helper()
		if err := clean.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	age := func(by time.Duration) {
		t.Helper()
		for _, q := range []string{"UPDATE jobs SET finished_at = finished_at - $1, created_at = created_at - $1", "UPDATE objects SET expires_at = expires_at - $1, created_at = created_at - $1"} {
			if _, err := s.DB.Write.Exec(q, by.Milliseconds()); err != nil {
				t.Fatal(err)
			}
		}
	}
	sweep()
	s.want(200, "GET", "/job/"+plain, nil)
	age(61 * time.Minute)
	sweep()
	if got := s.do("GET", "/job/"+plain, nil); got.Status != 404 || at(got.object(t), "error", "type") != "job_expired" {
		t.Errorf("expired: %d %s", got.Status, got.Body)
	}
	if n := len(at(s.want(200, "GET", "/jobs", nil), "jobs").([]any)); n != 2 {
		t.Errorf("%d jobs listed, want 2: rows outlive results", n)
	}
	if got := s.do("POST", "/parse", map[string]any{"input": file}); got.Status != 404 {
		t.Errorf("an expired upload is used: %d", got.Status)
	}
	s.want(200, "GET", "/job/"+kept["job_id"].(string), nil)
	s.want(200, "GET", "/results/"+at(kept, "result", "result_id").(string), nil)
	age(2 * time.Hour)
	sweep()
	if got := s.do("GET", "/job/"+plain, nil); got.Status != 404 || at(got.object(t), "error", "type") == "job_expired" {
		t.Errorf("purged: %d %s", got.Status, got.Body)
	}
	s.want(200, "GET", "/job/"+kept["job_id"].(string), nil)

	s.want(202, "DELETE", "/job/"+kept["job_id"].(string), nil)
	s.until("the job is deleted", func() bool { return s.do("GET", "/job/"+kept["job_id"].(string), nil).Status == 410 })
	s.want(200, "GET", "/results/"+at(kept, "result", "result_id").(string), nil)
	s.want(202, "DELETE", "/job/"+kept["job_id"].(string)+"?include_persisted=true", nil)
	s.until("the persisted result is gone", func() bool {
		return s.do("GET", "/results/"+at(kept, "result", "result_id").(string), nil).Status == 404
	})
}
