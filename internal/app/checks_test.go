package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
)

// scenario is one request and what must come back.
type scenario struct {
	name   string
	method string
	path   string
	body   any
	header []string
	key    string // "" sends the valid key, "none" sends none
	status int
	error  string // name and type of the error body, "NAME/type"
	detail string // type and loc of the first validation error, "type body.input"
	wants  map[string]string
}

func (sc scenario) run(t *testing.T, s *service) {
	t.Helper()
	switch sc.key {
	case "none":
		s = s.as("")
	case "":
	default:
		s = s.as(sc.key)
	}
	got := s.do(sc.method, sc.path, sc.body, sc.header...)
	if got.Status != sc.status {
		t.Fatalf("status %d, want %d: %s", got.Status, sc.status, got.Body)
	}
	if got.Header.Get("X-Request-ID") == "" {
		t.Error("no X-Request-ID")
	}
	if sc.error != "" {
		e := at(got.object(t), "error")
		if have := at(e, "name").(string) + "/" + at(e, "type").(string); have != sc.error {
			t.Errorf("error %s, want %s: %s", have, sc.error, got.Body)
		}
		if code := at(e, "code"); code != float64(sc.status) {
			t.Errorf("code %v differs from status %d", code, sc.status)
		}
		if at(e, "message") == "" {
			t.Error("the error says nothing")
		}
	}
	if sc.detail != "" {
		first := at(got.object(t), "detail", 0)
		var loc []string
		for _, part := range at(first, "loc").([]any) {
			raw, _ := json.Marshal(part)
			loc = append(loc, strings.Trim(string(raw), `"`))
		}
		if have := at(first, "type").(string) + " " + strings.Join(loc, "."); have != sc.detail {
			t.Errorf("detail %q, want %q: %s", have, sc.detail, got.Body)
		}
	}
	for name, want := range sc.wants {
		if have := got.Header.Get(name); have != want {
			t.Errorf("%s: %q, want %q", name, have, want)
		}
	}
}

// TestOrderOfChecks gives each request two or more faults; the earlier check of the contract must answer.
func TestOrderOfChecks(t *testing.T) {
	s := start(t, "sqlite", "limits: {request_bytes: 4096, inputs: 3}", "queue: {cpu_max_depth: 0}",
		"rate: {failed_auth: {key: {rate: 0, burst: 0}}}")
	full := newKey(t, s, "acme", org.All)
	read := newKey(t, s, "acme", org.NewScopes(org.Read))
	s = s.as(full)
	file := s.upload("a.txt", "hello")
	big := `{"input":"` + strings.Repeat("x", 5000) + `"}`
	const none = "none"
	for _, sc := range []scenario{
		{"1 unknown path before size", "POST", "/nowhere", big, nil, none, 404, "NOT_FOUND/unknown_path", "", nil},
		{"2 method before size", "PUT", "/parse", big, nil, none, 405, "NOT_APPLICABLE/method_not_allowed", "", map[string]string{"Allow": "POST"}},
		{"3 size before key", "POST", "/parse", big, nil, none, 413, "DOCUMENT_TOO_LARGE/request_too_large", "", nil},
		{"4 missing key before body", "POST", "/parse", "{", nil, none, 401, "AUTH_ERROR/auth_error", "", map[string]string{"WWW-Authenticate": `Bearer realm="octavo"`}},
		{"4 wrong key", "POST", "/parse", "{", nil, "oct_wrongwrong", 401, "AUTH_ERROR/auth_error", "", map[string]string{"WWW-Authenticate": `Bearer realm="octavo", error="invalid_token"`}},
		{"4 scope before body", "POST", "/parse", "{", nil, read, 403, "AUTH_ERROR/insufficient_scope", "", map[string]string{"WWW-Authenticate": `Bearer realm="octavo", error="insufficient_scope"`}},
		{"8 syntax", "POST", "/parse", `{"input":`, nil, "", 422, "", "json_invalid body.9", nil},
		{"8 missing body", "POST", "/parse", nil, nil, "", 422, "", "missing body", nil},
		{"8 content type", "POST", "/parse", "<x/>", []string{"Content-Type", "application/xml"}, "", 422, "", "model_attributes_type body", nil},
		{"8 before 10", "POST", "/parse", `{"input":5,"settings":{"model":"r-1"},"formatting":{"table_output_format":"jsonbbox"}}`, nil, "", 422, "", "string_type body.input.str", nil},
		{"10 before 12", "POST", "/parse", `{"input":"s3://bad","settings":{"alpha":{"layout_model":"v9"}}}`, nil, "", 400, "INVALID_CONFIG/unknown_model_version", "", nil},
		{"10 lite async", "POST", "/parse_async", `{"input":"s3://bad","use_lite":true}`, nil, "", 400, "INVALID_CONFIG/lite_mode_unsupported", "", nil},
		{"11 before 12", "POST", "/parse", `{"input":"s3://bad","enhance":{"agentic":[{"scope":"figure","prompt":"x"}]}}`, nil, "", 422, "INFERENCE_METHOD_UNSUPPORTED/inference_method_unsupported", "", nil},
		{"list length", "POST", "/parse", `{"input":["a","b","c","d"]}`, nil, "", 413, "DOCUMENT_TOO_LARGE/document_too_large", "", nil},
		{"12 before 13", "POST", "/parse", `{"input":["s3://bad","http://127.0.0.1/x"]}`, nil, "", 400, "INVALID_CONFIG/invalid_url_format", "", nil},
		{"13 blocked literal", "POST", "/parse", `{"input":"http://127.0.0.1/x"}`, nil, "", 403, "URL_NOT_ALLOWED/url_not_allowed", "", nil},
		{"13 localhost async", "POST", "/parse_async", `{"input":"http://LOCALHOST/x"}`, nil, "", 403, "URL_NOT_ALLOWED/url_not_allowed", "", nil},
		{"13 webhook", "POST", "/parse_async", `{"input":"` + file + `","async":{"webhook":{"mode":"direct","url":"http://[::1]/hook"}}}`, nil, "", 403, "URL_NOT_ALLOWED/url_not_allowed", "", nil},
		{"14 unknown file", "POST", "/parse", `{"input":"svc://7d444840-9dc0-41d1-b245-5ffdce74fad2.txt"}`, nil, "", 404, "NOT_FOUND/file_access_error", "", nil},
		{"14 unknown job", "POST", "/parse", `{"input":"jobid://7d444840-9dc0-41d1-b245-5ffdce74fad2"}`, nil, "", 404, "NOT_FOUND/file_access_error", "", nil},
		{"15 cap", "POST", "/parse", `{"input":"` + file + `"}`, nil, "", 503, "QUEUE_FULL/queue_full", "", map[string]string{"Retry-After": "30", "X-Should-Retry": "true"}},
		{"15 cap async", "POST", "/parse_async", `{"input":"` + file + `"}`, nil, "", 503, "QUEUE_FULL/queue_full", "", map[string]string{"Retry-After": "30", "X-Job-ID": ""}},
		{"batch is not gated", "POST", "/parse_async", `{"input":"` + file + `","queue_priority":"batch"}`, nil, "", 200, "", "", nil},
		{"9 before 10", "POST", "/extract", `{"input":"s3://bad","instructions":{"schema":{"type":"array"}},"settings":{"alpha":{"extract_model":"v9"}}}`, nil, "", 422, "INVALID_SCHEMA/schema_validation_error", "", nil},
		{"10 before 11, extract", "POST", "/extract_async", `{"input":"s3://bad","settings":{"deep_extract":true,"alpha":{"extract_model":"v1"}}}`, nil, "", 400, "INVALID_CONFIG/invalid_config", "", nil},
		{"11 before 12, extract", "POST", "/extract", `{"input":"s3://bad","settings":{"deep_extract":true}}`, nil, "", 422, "INFERENCE_METHOD_UNSUPPORTED/inference_method_unsupported", "", nil},
		{"12 before 13, extract", "POST", "/extract_async", `{"input":["s3://bad","http://127.0.0.1/x"]}`, nil, "", 400, "INVALID_CONFIG/invalid_url_format", "", nil},
		{"15 cap, extract", "POST", "/extract", `{"input":"` + file + `"}`, nil, "", 503, "QUEUE_FULL/queue_full", "", map[string]string{"Retry-After": "30"}},
		{"10 before 12, pipeline", "POST", "/pipeline", `{"input":"s3://bad","pipeline_id":"none"}`, nil, "", 404, "NOT_FOUND/not_found", "", map[string]string{"Deprecation": "true"}},
		{"11 before 12, classify", "POST", "/classify", `{"input":"s3://bad","model":"accurate","classification_schema":[{"category":"a","criteria":[]}]}`, nil, "", 422, "INFERENCE_METHOD_UNSUPPORTED/inference_method_unsupported", "", nil},
		{"15 cap, edit", "POST", "/edit", `{"document_url":"` + file + `","edit_instructions":"a"}`, nil, "", 503, "QUEUE_FULL/queue_full", "", map[string]string{"Retry-After": "30"}},
		{"2 no stream of agents", "GET", "/mcp", nil, nil, none, 405, "NOT_APPLICABLE/method_not_allowed", "", map[string]string{"Allow": "POST"}},
		{"4 agents need a key", "POST", "/mcp", `{}`, nil, none, 401, "AUTH_ERROR/auth_error", "", nil},
		{"trailing slash", "GET", "/jobs/", nil, nil, "", 200, "", "", nil},
		{"version needs no key", "GET", "/version", nil, nil, none, 200, "", "", map[string]string{"Content-Type": "application/json"}},
		{"limit 0", "GET", "/jobs?limit=0", nil, nil, "", 422, "", "greater_than_equal query.limit", nil},
		{"limit 501", "GET", "/jobs?limit=501", nil, nil, "", 422, "", "less_than_equal query.limit", nil},
		{"limit abc", "GET", "/jobs?limit=abc", nil, nil, "", 422, "", "int_parsing query.limit", nil},
		{"damaged cursor", "GET", "/jobs?cursor=abc", nil, nil, "", 422, "", "value_error query.cursor", nil},
		{"bogus job", "GET", "/job/bogus", nil, nil, "", 404, "NOT_FOUND/not_found", "", nil},
		{"cancel bogus job", "POST", "/cancel/nonexistent-job-id", nil, nil, "", 404, "NOT_FOUND/not_found", "", nil},
		{"negative timeout", "GET", "/job/x?timeout=-1", nil, nil, "", 422, "", "greater_than_equal query.timeout", nil},
		{"bad idempotency key", "POST", "/parse_async", `{"input":"x"}`, []string{"Idempotency-Key", strings.Repeat("k", 256)}, "", 422, "", "string_pattern_mismatch header.idempotency-key", nil},
		{"extension", "POST", "/upload?extension=a/b", nil, nil, "", 422, "", "string_pattern_mismatch query.extension", nil},
		{"request id echoed", "GET", "/version", nil, []string{"X-Request-ID", "my-id.1"}, none, 200, "", "", map[string]string{"X-Request-ID": "my-id.1"}},
	} {
		t.Run(sc.name, func(t *testing.T) { sc.run(t, s) })
	}
}

func newKey(t testing.TB, s *service, owner string, scopes org.Scopes) string {
	t.Helper()
	_, secret, err := s.Orgs.CreateKey(t.Context(), org.NewKey{Org: owner, Name: "test", Scopes: scopes})
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func TestRateLimit(t *testing.T) {
	s := start(t, "sqlite", "rate: {other: {org: {rate: 0.01, burst: 3}}}")
	for i := range 3 {
		if got := s.do("GET", "/jobs", nil); got.Status != 200 {
			t.Fatalf("call %d: %d %s", i, got.Status, got.Body)
		}
	}
	got := s.do("GET", "/jobs", nil)
	if got.Status != 429 || at(got.object(t), "error", "type") != "rate_limit_exceeded" || got.Header.Get("Retry-After") == "" || got.Header.Get("X-Should-Retry") != "true" {
		t.Errorf("%d %v %s", got.Status, got.Header, got.Body)
	}
	if got := s.do("GET", "/job/x", nil); got.Status != 404 {
		t.Errorf("another class is limited too: %d", got.Status)
	}
}

func TestGzipAndCORS(t *testing.T) {
	s := start(t, "sqlite", "cors: {allowed_origins: [https://app.example]}")
	id := s.upload("long.txt", strings.Repeat("All work and no play. ", 500))
	plain := s.do("POST", "/parse", map[string]any{"input": id})
	req, err := http.NewRequest("POST", s.url+"/parse", bytes.NewReader([]byte(`{"input":"`+id+`"}`)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "gzip")
	req.Header.Set("Origin", "https://app.example")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.Header.Get("Content-Encoding") != "gzip" || len(plain.Body) < 10_000 {
		t.Errorf("not compressed: %v", res.Header)
	}
	if got := res.Header.Get("Access-Control-Allow-Origin"); got != "https://app.example" {
		t.Errorf("origin %q", got)
	}
	if got := s.do("OPTIONS", "/parse", nil, "Origin", "https://evil.example"); got.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("a foreign origin is let in")
	}
	if got := s.do("OPTIONS", "/objects/x/y", nil, "Origin", "https://any.example"); got.Header.Get("Access-Control-Allow-Methods") != "GET, HEAD, PUT" {
		t.Errorf("objects are not open: %v", got.Header)
	}
}
