package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
)

// message sends one message as a client without a session would.
func (s *service) message(body string, header ...string) answer {
	s.t.Helper()
	return s.do("POST", "/mcp", body, append([]string{"Content-Type", "application/json", "Accept", "application/json, text/event-stream"}, header...)...)
}

func TestAgentMessages(t *testing.T) {
	s := start(t, "sqlite", "limits: {request_bytes: 10000}")
	mine, theirs := newKey(t, s, "acme", org.All), newKey(t, s, "other", org.All)
	job := connect(t, s, mine, nil).want("parse", map[string]any{"input": connect(t, s, mine, nil).upload("a.txt", "Mine.")}).data["job_id"].(string)
	call := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_job","arguments":{"job_id":%q}}}`, job)

	begun := s.as(mine).message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	if begun.Status != 200 || begun.Header.Get("Mcp-Session-Id") != "" || begun.Header.Get("X-Request-ID") == "" {
		t.Errorf("initialize: %d %v", begun.Status, begun.Header)
	}
	if got := s.as(mine).message(call); got.Status != 200 || !strings.Contains(string(got.Body), "Mine.") {
		t.Errorf("a call without a session: %d %s", got.Status, got.Body)
	}
	if got := s.as(mine).do("POST", "/mcp", call); got.Status != 200 || !strings.Contains(string(got.Body), "Mine.") {
		t.Errorf("a call without types: %d %s", got.Status, got.Body)
	}
	// Whatever session a request names, it is its own key that counts.
	if got := s.as(theirs).message(call, "Mcp-Session-Id", "a-session-of-mine"); strings.Contains(string(got.Body), "Mine.") || !strings.Contains(string(got.Body), "NOT_FOUND") {
		t.Errorf("another key in my session: %d %s", got.Status, got.Body)
	}
	for _, key := range []string{"", "oct_wrong"} {
		if got := s.as(key).message(call, "Mcp-Session-Id", "a-session-of-mine"); got.Status != 401 || at(got.object(t), "error", "name") != "AUTH_ERROR" || got.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("key %q: %d %s", key, got.Status, got.Body)
		}
	}
	if got := s.as(mine).message(`{"pad":"` + strings.Repeat("x", 10000) + `"}`); got.Status != 413 || at(got.object(t), "error", "type") != "request_too_large" {
		t.Errorf("a long message: %d %s", got.Status, got.Body)
	}
	if got := s.as(mine).message(strings.Repeat("[", 9000)); got.Status != 400 {
		t.Errorf("a deep message: %d %s", got.Status, got.Body)
	}
	if got := s.as(mine).do("GET", "/mcp", nil); got.Status != 405 || got.Header.Get("Allow") != "POST" {
		t.Errorf("GET: %d %v", got.Status, got.Header)
	}

	// A message that is sent again does not run the work again.
	file := connect(t, s, mine, nil).upload("b.txt", "Once.")
	parse := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"parse","arguments":{"input":%q}}}`, file)
	for range 2 {
		if got := s.as(mine).message(parse, "Idempotency-Key", "k1"); !strings.Contains(string(got.Body), "Once.") {
			t.Errorf("parse: %d %s", got.Status, got.Body)
		}
	}
	if jobs := at(s.as(mine).want(200, "GET", "/jobs", nil), "jobs").([]any); len(jobs) != 2 {
		t.Errorf("%d jobs, want 2", len(jobs))
	}
}

func TestAgentsSwitchedOff(t *testing.T) {
	s := start(t, "sqlite", "mcp: {enabled: false}")
	off, none := s.message(`{}`), s.do("POST", "/nothing", `{}`)
	if off.Status != 404 || string(off.Body) != string(none.Body) || at(off.object(t), "error", "type") != "unknown_path" {
		t.Errorf("%d %s, an unknown path gives %s", off.Status, off.Body, none.Body)
	}
}

// Agents on the machine of an open service need no key, others do, also through a proxy.
func TestAgentsOfAnOpenService(t *testing.T) {
	s := start(t, "sqlite")
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_jobs"}}`
	if got := s.message(list); got.Status != 200 || !strings.Contains(string(got.Body), "0 jobs") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := s.message(list, "X-Forwarded-For", "203.0.113.9"); got.Status != 401 {
		t.Errorf("through a proxy: %d %s", got.Status, got.Body)
	}
	if got := s.message(list, "Origin", "https://evil.example"); got.Status != 403 {
		t.Errorf("from a web page: %d %s", got.Status, got.Body)
	}
}

// A service may stand below a path of its address.
func TestAgentsBelowAPath(t *testing.T) {
	s := start(t, "sqlite", "public_url: http://localhost/docs/octavo")
	s.url += "/docs/octavo"
	a := connect(t, s, newKey(t, s, "acme", org.All), nil)
	if r := a.want("parse", map[string]any{"input": a.upload("a.txt", "Below.")}); !strings.Contains(r.text, "Below.") {
		t.Errorf("parse: %s", r.text)
	}
}
