package app_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// TestCancelAndDelete cancels jobs that wait, run and have ended, and deletes one that has ended and one that runs. Fault 44.
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
	s.until("it runs", func() bool { return s.Running() == 1 })
	// The deletion does not come to its end before the table of objects is back.
	s.exec("ALTER TABLE objects RENAME TO away")
	s.want(202, "DELETE", "/job/"+busy, nil)
	for range 3 {
		if got := s.do("GET", "/job/"+busy, nil); got.Status != 409 || at(got.object(t), "error", "name") != "JOB_DELETION_IN_PROGRESS" {
			t.Errorf("while it is deleted: %d %s", got.Status, got.Body)
		}
	}
	s.exec("ALTER TABLE away RENAME TO objects")
	s.until("a running job is deleted", func() bool {
		got := s.do("GET", "/job/"+busy, nil)
		return got.Status == 410 && at(got.object(t), "error", "name") == "JOB_DELETED"
	})
	slow() // what comes too late is not stored
	s.until("its work has ended", func() bool { return s.Running() == 0 })
	for _, id := range []string{queued, running, busy} {
		var results, objects int
		err := s.DB.Read.QueryRow("SELECT (SELECT count(*) FROM jobs WHERE id = $1 AND result_key <> ''), (SELECT count(*) FROM objects WHERE job_id = $1)", id).Scan(&results, &objects)
		if err != nil || results+objects != 0 {
			t.Errorf("%d results and %d objects of a job that was cancelled, %v", results, objects, err)
		}
	}
}

// exec changes the database past the interface.
func (s *service) exec(query string, args ...any) {
	s.t.Helper()
	if _, err := s.DB.Write.Exec(query, args...); err != nil {
		s.t.Fatal(err)
	}
}

// TestCancelStopsTools cancels and deletes jobs whose documents are with another program: it is gone with them. Fault 44.
func TestCancelStopsTools(t *testing.T) {
	temporary := fakeTools(t)
	s := start(t, "sqlite", "workers: {cpu: 1, io: 2}")
	if status, _, body := s.parseOf("a.pdf", pdf(letter("warm")), nil); status != 200 {
		t.Fatal(body)
	}
	before := s.idle(temporary)
	for _, end := range []struct {
		name, method, path string
		status             int
	}{{"cancel", "POST", "/cancel/", 200}, {"delete", "DELETE", "/job/", 202}} {
		t.Run(end.name, func(t *testing.T) {
			id := s.submit(s.upload("a.heic", heic(t, "fork")))
			s.until("the tool runs", func() bool { return strings.Contains(fmt.Sprint(descendants(t)), "heif-convert") })
			began := time.Now()
			s.want(end.status, end.method, end.path+id, nil)
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("it took %v", took)
			}
			restored(t, temporary, before)
			if end.status == 200 {
				if j := s.ended(id); j["state"] != "Cancelled" || at(j, "error", "name") != "JOB_CANCELLED" {
					t.Errorf("%v", j)
				}
				return
			}
			s.until("the job is deleted", func() bool { return s.do("GET", "/job/"+id, nil).Status == 410 })
		})
	}
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

// Fault 21: a password is in no row.
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

// TestRetention ages what is stored: results are gone from the store and from their rows when their time is over, uploads
// too, and what was persisted stays until it is deleted with all that belongs to it.
func TestRetention(t *testing.T) {
	s := start(t, "sqlite", "retention: {results: 1h, uploads: 1h, job_metadata: 2h, tombstones: 1h}")
	const words = "Streuselkuchen"
	file := s.upload("a.txt", words)
	plain := s.want(200, "POST", "/parse", map[string]any{"input": file, "settings": map[string]any{"force_url_result": true}})["job_id"].(string)
	link := at(s.want(200, "GET", "/job/"+plain, nil), "result", "result", "url").(string)
	other := s.upload("b.txt", "kept")
	kept := s.want(200, "POST", "/parse", map[string]any{"input": other, "settings": map[string]any{"persist_results": true, "force_url_result": true}})
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
	if places := s.stored(words); len(places) == 0 {
		t.Error("the document is nowhere before its time")
	}
	age(61 * time.Minute)
	sweep()
	if got := s.do("GET", "/job/"+plain, nil); got.Status != 404 || at(got.object(t), "error", "type") != "job_expired" {
		t.Errorf("expired: %d %s", got.Status, got.Body)
	}
	if got := s.do("GET", link, nil); got.Status != 404 {
		t.Errorf("the URL of an expired result: %d %s", got.Status, got.Body)
	}
	if places := s.stored(words); len(places) != 0 {
		t.Errorf("the document still stands in %v", places)
	}
	var rows, keys int
	if err := s.DB.Read.QueryRow("SELECT (SELECT count(*) FROM objects WHERE job_id = $1), (SELECT count(*) FROM jobs WHERE id = $1 AND result_key <> '')", plain).Scan(&rows, &keys); err != nil || rows+keys != 0 {
		t.Errorf("%d objects and %d results of an expired job, %v", rows, keys, err)
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

// stored finds the files of the store that hold words.
func (s *service) stored(words string) (places []string) {
	s.t.Helper()
	err := filepath.WalkDir(filepath.Join(s.Config.DataDir, "store"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), words) {
			places = append(places, path)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return places
}
