package app_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
)

// TestIdempotencyKey sends one request twenty times at once under one key, asynchronous and synchronous: one job answers
// them all. Another body is refused, and the key of another organization or path is another key. Fault 35.
func TestIdempotencyKey(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			a, b := s.as(newKey(t, s, "a", org.All)), s.as(newKey(t, s, "b", org.All))
			fileA, fileB := a.upload("x.txt", "one"), b.upload("x.txt", "one")
			body := `{"input":"` + fileA + `"}`
			jobs := map[string]bool{}
			for i, path := range []string{"/parse_async", "/parse"} { // the same key: it is bound to the path
				id := a.together(path, body, "k1")
				if jobs[id] {
					t.Errorf("%s: the key is not bound to the path", path)
				}
				jobs[id] = true
				if n := s.count("jobs"); n != 2*i+1 {
					t.Errorf("%s: %d rows, want %d", path, n, 2*i+1)
				}
				again := a.do("POST", path, body, "Idempotency-Key", "k1")
				if again.Header.Get("Idempotency-Replayed") != "true" || again.object(t)["job_id"] != id {
					t.Errorf("%s: not replayed: %v %s", path, again.Header, again.Body)
				}
				reused := a.do("POST", path, `{"input":"other"}`, "Idempotency-Key", "k1")
				if reused.Status != 422 || at(reused.object(t), "error", "type") != "idempotency_key_reused" || at(reused.object(t), "error", "name") != "INVALID_CONFIG" {
					t.Errorf("%s: another body: %d %s", path, reused.Status, reused.Body)
				}
				other := b.want(200, "POST", path, `{"input":"`+fileB+`"}`, "Idempotency-Key", "k1")["job_id"].(string)
				if jobs[other] {
					t.Errorf("%s: another organization got the same job", path)
				}
				if n := s.count("jobs"); n != 2*i+2 {
					t.Errorf("%s: %d rows, want %d", path, n, 2*i+2)
				}
			}
		})
	}
}

// together sends twenty equal requests at once and returns the one job that all of them are told of.
func (s *service) together(path, body, key string) string {
	s.t.Helper()
	var mu sync.Mutex
	ids := map[string]int{}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			got := s.do("POST", path, body, "Idempotency-Key", key)
			id, _ := got.object(s.t)["job_id"].(string)
			if got.Status != 200 || id == "" {
				s.t.Errorf("%s: %d %s", path, got.Status, got.Body)
			}
			mu.Lock()
			defer mu.Unlock()
			ids[id]++
		})
	}
	wg.Wait()
	if len(ids) != 1 {
		s.t.Fatalf("%s: 20 equal requests gave %d answers: %v", path, len(ids), ids)
	}
	for id := range ids {
		return id
	}
	return ""
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
