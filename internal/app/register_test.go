package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/org"
)

// TestRegister holds the routes and the OpenAPI document equal, scopes included.
func TestRegister(t *testing.T) {
	s := start(t, "sqlite")
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(s.do("GET", "/openapi.json", nil).Body, &document); err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for path, methods := range document.Paths {
		for method := range methods {
			if method = strings.ToUpper(method); slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, method) {
				declared[method+" "+path] = true
			}
		}
	}
	for _, r := range s.Server.Routes() {
		name := r.Method + " " + strings.ReplaceAll(r.Path, "...}", "}")
		if r.Path == "/docs/{file}" || r.Path == "/studio" || r.Path == "/" || r.Path == "/webhooks/portal/{file}" {
			continue // the scripts and styles of a page that is declared
		}
		if !declared[name] {
			t.Errorf("%s is served but not declared", name)
		}
		delete(declared, name)
	}
	for name := range declared {
		t.Errorf("%s is declared but not served", name)
	}
}

// TestScopes calls every protected route with each scope; only the right one gets past check 4, or all where any will do.
func TestScopes(t *testing.T) {
	s := start(t, "sqlite", "rate: {failed_auth: {key: {rate: 0, burst: 0}}}")
	keys := map[org.Scope]string{}
	for _, scope := range []org.Scope{org.Submit, org.Read, org.Jobs, org.Files, org.Webhooks, org.Admin} {
		keys[scope] = newKey(t, s, "acme", org.NewScopes(scope))
	}
	for _, r := range s.Server.Routes() {
		if r.Scope == "" {
			continue
		}
		path := strings.NewReplacer("{job_id}", "x", "{n}", "1", "{id}", "x", "{file_id...}", "x", "{result_id}", "x").Replace(r.Path)
		for scope, key := range keys {
			got := s.as(key).do(r.Method, path, "{")
			forbidden := got.Status == 403 && strings.Contains(string(got.Body), "insufficient_scope")
			if (scope == r.Scope || r.Scope == org.AnyScope) == forbidden {
				t.Errorf("%s %s with scope %s: %d %s", r.Method, path, scope, got.Status, got.Body)
			}
		}
		if got := s.do(r.Method, path, "{"); got.Status != 401 {
			t.Errorf("%s %s without a key: %d", r.Method, path, got.Status)
		}
	}
}

func TestOperatorEndpoints(t *testing.T) {
	s := start(t, "sqlite", "queue: {cpu_max_depth: 7}")
	newKey(t, s, "acme", org.All) // operator endpoints ask for none
	if got := string(s.do("GET", "/version", nil).Body); got != `"`+testVersion+`"` {
		t.Errorf("version %s", got)
	}
	if got := string(s.do("GET", "/health", nil).Body); got != `"ok"` {
		t.Errorf("health %s", got)
	}
	if got := s.want(200, "GET", "/drain_status", nil); got["drained"] != true || got["legacy_oldest_age_seconds"] != nil {
		t.Errorf("drain_status %v", got)
	}
	if got := s.want(200, "GET", "/streaq_metrics", nil); got["streaq_cpu_active_queue_length"] != 0.0 || got["streaq_cpu_max_queue_depth"] != 7.0 || got["batch_max_queue_depth"] != nil {
		t.Errorf("streaq_metrics %v", got)
	}
	if got := s.want(200, "GET", "/ready", nil); got["ready"] != true || at(got, "checks", "store") != "ok" || at(got, "checks", "migrations") != "ok" {
		t.Errorf("ready %v", got)
	}
	for _, path := range []string{"/metrics", "/prometheus"} {
		got := string(s.do("GET", path, nil).Body)
		for _, name := range []string{"octavo_http_requests_total", "octavo_http_request_seconds", "octavo_pages_total", "octavo_gate_read_failures_total", "go_goroutines"} {
			if !strings.Contains(got, name) {
				t.Errorf("%s lacks %s", path, name)
			}
		}
	}
	admin := s.as(newKey(t, s, "acme", org.NewScopes(org.Admin)))
	if got := admin.want(200, "POST", "/admin/readiness_check", nil); got["ready"] != true || at(got, "io", "ok") != true || at(got, "cpu", "ok") != true {
		t.Errorf("readiness %v", got)
	}
	s.Health.Drain()
	if got := s.do("GET", "/ready", nil); got.Status != 503 {
		t.Errorf("draining but ready: %d", got.Status)
	}
	if got := admin.as(newKey(t, s, "acme", org.All)).do("POST", "/parse_async", `{"input":"x"}`); got.Status != 503 || got.Header.Get("Retry-After") != "5" ||
		at(got.object(t), "error", "name") != string(fault.ServiceUnavailable) {
		t.Errorf("draining but taking work: %d %s", got.Status, got.Body)
	}
}

func TestOperatorListener(t *testing.T) {
	s := start(t, "sqlite", "ops: {listen: '127.0.0.1:0'}")
	if got := s.do("GET", "/health", nil); got.Status != 404 {
		t.Errorf("the main address still serves /health: %d", got.Status)
	}
	if got := s.do("GET", "/version", nil); got.Status != 200 {
		t.Errorf("version: %d", got.Status)
	}
}

func TestOpenServiceRefusesForeignPages(t *testing.T) {
	s := start(t, "sqlite")
	for _, header := range [][]string{{"Origin", "https://evil.example"}, {"X-Forwarded-For", ""}} {
		if got := s.do("GET", "/jobs", nil, header...); got.Status != 403 && got.Status != 401 {
			t.Errorf("%v: %d", header, got.Status)
		}
	}
	if got := s.do("GET", "/jobs", nil, "Origin", s.url); got.Status != 200 {
		t.Errorf("own page: %d %s", got.Status, got.Body)
	}
}
