package app_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
)

func TestIdempotencyKey(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			a, b := s.as(newKey(t, s, "a", org.All)), s.as(newKey(t, s, "b", org.All))
			fileA, fileB := a.upload("x.txt", "one"), b.upload("x.txt", "one")
			body := `{"input":"` + fileA + `"}`

			var mu sync.Mutex
			ids := map[string]int{}
			var wg sync.WaitGroup
			for range 20 {
				wg.Go(func() {
					got := a.do("POST", "/parse_async", body, "Idempotency-Key", "k1")
					mu.Lock()
					defer mu.Unlock()
					ids[string(got.Body)]++
				})
			}
			wg.Wait()
			if len(ids) != 1 {
				t.Fatalf("20 equal requests gave %d answers: %v", len(ids), ids)
			}
			if jobs := at(a.want(200, "GET", "/jobs", nil), "jobs").([]any); len(jobs) != 1 {
				t.Errorf("%d jobs for one key", len(jobs))
			}
			again := a.do("POST", "/parse_async", body, "Idempotency-Key", "k1")
			if again.Header.Get("Idempotency-Replayed") != "true" || ids[string(again.Body)] == 0 {
				t.Errorf("not replayed: %v %s", again.Header, again.Body)
			}
			reused := a.do("POST", "/parse_async", `{"input":"other"}`, "Idempotency-Key", "k1")
			if reused.Status != 422 || at(reused.object(t), "error", "type") != "idempotency_key_reused" {
				t.Errorf("another body: %d %s", reused.Status, reused.Body)
			}
			if got := b.want(200, "POST", "/parse_async", `{"input":"`+fileB+`"}`, "Idempotency-Key", "k1"); ids[`{"job_id":"`+got["job_id"].(string)+`"}`] != 0 {
				t.Error("another organization got the same job")
			}
			if got := a.do("POST", "/parse", body, "Idempotency-Key", "k1"); got.Status != 200 || got.Header.Get("Idempotency-Replayed") != "" {
				t.Errorf("the key is not bound to the path: %d %s", got.Status, got.Body)
			}
		})
	}
}

func TestIdempotentSyncAnswer(t *testing.T) {
	s := start(t, "sqlite")
	body := `{"input":"` + s.upload("x.txt", "one") + `","settings":{"force_url_result":true}}`
	first := s.want(200, "POST", "/parse", body, "Idempotency-Key", "k")
	second := s.do("POST", "/parse", body, "Idempotency-Key", "k")
	if second.Status != 200 || second.Header.Get("Idempotency-Replayed") != "true" || second.Header.Get("X-Job-ID") != first["job_id"] {
		t.Fatalf("%d %v %s", second.Status, second.Header, second.Body)
	}
	link := at(second.object(t), "result", "url").(string)
	if got := s.do("GET", link, nil); got.Status != 200 {
		t.Errorf("the replayed URL does not work: %d", got.Status)
	}

	invalid := `{"input":7}`
	if got := s.do("POST", "/parse", invalid, "Idempotency-Key", "free"); got.Status != 422 {
		t.Fatalf("%d", got.Status)
	}
	if got := s.do("POST", "/parse", body, "Idempotency-Key", "free"); got.Status != 200 {
		t.Errorf("a refused body keeps its key: %d %s", got.Status, got.Body)
	}
	notFound := `{"input":"svc://7d444840-9dc0-41d1-b245-5ffdce74fad2"}`
	before := s.do("POST", "/parse", notFound, "Idempotency-Key", "nf")
	after := s.do("POST", "/parse", notFound, "Idempotency-Key", "nf")
	if before.Status != 404 || string(before.Body) != string(after.Body) || after.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("a 404 is not replayed: %d %s / %v %s", before.Status, before.Body, after.Header, after.Body)
	}
}

func TestIdempotentUpload(t *testing.T) {
	s := start(t, "sqlite")
	send := func(content, key string) answer {
		body, kind := multipartFile(t, "a.txt", content) // every call has another boundary
		return s.do("POST", "/upload", body, "Content-Type", kind, "Idempotency-Key", key)
	}
	first, second := send("same", "u"), send("same", "u")
	if first.Status != 200 || string(first.Body) != string(second.Body) || second.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%s / %v %s", first.Body, second.Header, second.Body)
	}
	if got := send("other", "u"); got.Status != 422 {
		t.Errorf("another file under the same key: %d %s", got.Status, got.Body)
	}
	if n := s.count("objects"); n != 1 {
		t.Errorf("%d objects are stored, want 1", n)
	}
}

// count counts the rows of a table past the interface.
func (s *service) count(table string) int {
	s.t.Helper()
	var n int
	if err := s.DB.Read.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// TestDisconnect: a caller who leaves takes the job along, unless a key lets him come back for it.
func TestDisconnect(t *testing.T) {
	origin := newOrigin(t)
	s := start(t, "sqlite", "fetch: {allow: ["+origin.host+"]}", "workers: {cpu: 1, io: 1}")
	for _, key := range []string{"", "come-back"} {
		t.Run("key "+key, func(t *testing.T) {
			release := origin.hold("/" + key + "slow.txt")
			defer release()
			req, err := http.NewRequest("POST", s.url+"/parse", strings.NewReader(`{"input":"`+origin.url+"/"+key+`slow.txt"}`))
			if err != nil {
				t.Fatal(err)
			}
			if key != "" {
				req.Header.Set("Idempotency-Key", key)
			}
			ctx, leave := withCancel(t)
			done := make(chan struct{})
			go func() {
				defer close(done)
				if res, err := http.DefaultClient.Do(req.WithContext(ctx)); err == nil {
					res.Body.Close()
				}
			}()
			origin.await(t)
			id := at(s.want(200, "GET", "/jobs?limit=1", nil), "jobs", 0, "job_id").(string)
			leave()
			<-done
			if key == "" {
				if j := s.ended(id); at(j, "error", "name") != "JOB_CANCELLED" || j["state"] != "Cancelled" {
					t.Errorf("the job of a lost client: %v", j)
				}
				return
			}
			release()
			if j := s.ended(id); j["status"] != "Completed" {
				t.Errorf("the job of an idempotent request: %v", j)
			}
			again := s.do("POST", "/parse", `{"input":"`+origin.url+"/"+key+`slow.txt"}`, "Idempotency-Key", key)
			if again.Status != 200 || again.Header.Get("X-Job-ID") != id {
				t.Errorf("the retry got %d %s", again.Status, again.Body)
			}
		})
	}
}
