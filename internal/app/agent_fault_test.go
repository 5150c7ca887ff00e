package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/internal/org"
)

// fault is the error of an answer that must be one.
func (a *agent) fault(tool string, arguments map[string]any) map[string]any {
	a.t.Helper()
	r := a.call(tool, arguments)
	e, ok := r.data["error"].(map[string]any)
	if !r.failed || !ok || e["next"] == "" || !strings.Contains(r.text, e["name"].(string)+": ") || !strings.Contains(r.text, "What to do: ") {
		a.t.Fatalf("%s: no failure that can be acted on: %s", tool, r.text)
	}
	return e
}

func TestAgentFailures(t *testing.T) {
	s := start(t, "sqlite", "queue: {io_max_depth: 0}")
	a := connect(t, s, newKey(t, s, "acme", org.All), nil)
	file := a.upload("note.txt", "Name: Ada")
	job := a.want("parse", map[string]any{"input": file}).data["job_id"].(string)
	unknown := "7d444840-9dc0-41d1-b245-5ffdce74fad2"
	schema := func(text string) json.RawMessage { return json.RawMessage(text) }
	for name, tt := range map[string]struct {
		tool      string
		arguments map[string]any
		want      map[string]any // of the error
		says      string         // in its message or in what to do
	}{
		"unknown job":          {"get_job", map[string]any{"job_id": unknown}, map[string]any{"name": "NOT_FOUND", "retriable": false}, "list_jobs"},
		"unknown file":         {"parse", map[string]any{"input": "svc://" + unknown + ".pdf"}, map[string]any{"name": "NOT_FOUND"}, "upload the document again"},
		"a path":               {"parse", map[string]any{"input": "/etc/passwd"}, map[string]any{"name": "INVALID_ARGUMENT", "argument": "input"}, "upload returns an id"},
		"upload of a path":     {"upload", map[string]any{"path": "/etc/passwd"}, map[string]any{"name": "INVALID_ARGUMENT", "argument": "path"}, "content_base64, name, url"},
		"save to a path":       {"edit", map[string]any{"input": file, "instructions": "x", "save_to": "/tmp/x"}, map[string]any{"name": "INVALID_ARGUMENT", "argument": "save_to"}, ""},
		"no base64":            {"upload", map[string]any{"content_base64": "%"}, map[string]any{"argument": "content_base64"}, ""},
		"nothing to upload":    {"upload", map[string]any{}, map[string]any{"name": "INVALID_ARGUMENT"}, "exactly one"},
		"missing":              {"parse", map[string]any{}, map[string]any{"argument": "input"}, "required"},
		"misspelt":             {"parse", map[string]any{"input": file, "page": 1}, map[string]any{"argument": "page"}, "pages"},
		"wrong type":           {"parse", map[string]any{"input": 7}, map[string]any{"argument": "input"}, "must be a string"},
		"no pages":             {"parse", map[string]any{"input": file, "pages": "one"}, map[string]any{"argument": "pages"}, "1-3,7"},
		"pages that are not":   {"parse", map[string]any{"input": file, "pages": "9"}, map[string]any{"name": "INVALID_CONFIG", "type": "invalid_page_range"}, ""},
		"a circle":             {"extract", map[string]any{"input": file, "schema": schema(`{"$ref":"#"}`)}, map[string]any{"name": "INVALID_SCHEMA", "pointer": "#/$ref"}, "schemas"},
		"an inner circle":      {"extract", map[string]any{"input": file, "schema": schema(`{"type":"object","properties":{"a":{"$ref":"#"}}}`)}, map[string]any{"name": "INVALID_SCHEMA", "pointer": "#/properties/a/$ref"}, ""},
		"a schema of a list":   {"extract", map[string]any{"input": file, "schema": schema(`{"type":"array"}`)}, map[string]any{"name": "INVALID_SCHEMA"}, ""},
		"no schema":            {"extract", map[string]any{"input": file, "schema": 7}, map[string]any{"argument": "schema"}, "object"},
		"no sections":          {"split", map[string]any{"input": file, "sections": []any{}}, map[string]any{"name": "INVALID_ARGUMENT", "argument": "sections"}, ""},
		"a section unnamed":    {"split", map[string]any{"input": file, "sections": []any{map[string]any{"name": "", "description": "x"}}}, map[string]any{"argument": "sections.0.name"}, ""},
		"pages of a job":       {"split", map[string]any{"input": job, "pages": "1", "sections": []any{map[string]any{"name": "a", "description": "x"}}}, map[string]any{"argument": "pages"}, ""},
		"no categories":        {"classify", map[string]any{"input": file, "categories": []any{}}, map[string]any{"name": "INVALID_CONFIG"}, ""},
		"edit of a job":        {"edit", map[string]any{"input": job, "instructions": "stamp X"}, map[string]any{"argument": "input"}, ""},
		"edit of a text":       {"edit", map[string]any{"input": file, "instructions": "stamp X"}, map[string]any{"name": "DOCUMENT_UNSUPPORTED"}, "PDF"},
		"a color":              {"edit", map[string]any{"input": file, "instructions": "stamp X", "color": "red"}, map[string]any{"argument": "color"}, ""},
		"too many jobs":        {"list_jobs", map[string]any{"limit": 101}, map[string]any{"argument": "limit"}, ""},
		"a damaged cursor":     {"list_jobs", map[string]any{"cursor": "x"}, map[string]any{"argument": "cursor"}, ""},
		"no such type":         {"list_jobs", map[string]any{"type": "Poem"}, map[string]any{"argument": "type"}, ""},
		"no such topic":        {"documentation", map[string]any{"topic": "poetry"}, map[string]any{"argument": "topic"}, "overview"},
		"a full queue":         {"extract", map[string]any{"input": job, "schema": schema(`{}`)}, map[string]any{"name": "QUEUE_FULL", "retriable": true, "retry_after_seconds": 30.0}, "Wait 30 seconds"},
		"an address of ours":   {"parse", map[string]any{"input": "http://127.0.0.1/x.pdf"}, map[string]any{"name": "URL_NOT_ALLOWED"}, "Upload the document"},
		"a negative place":     {"get_job", map[string]any{"job_id": job, "offset": -1}, map[string]any{"argument": "offset"}, ""},
		"pages in a bad shape": {"parse", map[string]any{"input": file, "pages": map[string]any{"start": 1}}, map[string]any{"argument": "pages"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := a.fault(tt.tool, tt.arguments)
			for key, want := range tt.want {
				if e[key] != want {
					t.Errorf("%s is %v, want %v: %v", key, e[key], want, e)
				}
			}
			if said := fmt.Sprint(e["message"], e["next"]); !strings.Contains(said, tt.says) {
				t.Errorf("%s does not say %q", said, tt.says)
			}
		})
	}
	if _, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: "poem"}); err == nil {
		t.Error("a tool that is not there is a fault of the protocol")
	}
}

// What a key may do over HTTP it may do as an agent, and no more.
func TestAgentKeys(t *testing.T) {
	s := start(t, "sqlite")
	owner := connect(t, s, newKey(t, s, "acme", org.All), nil)
	file := owner.upload("note.txt", "Name: Ada")
	job := owner.want("parse", map[string]any{"input": file}).data["job_id"]

	reader := connect(t, s, newKey(t, s, "acme", org.NewScopes(org.Read)), nil)
	reader.want("get_job", map[string]any{"job_id": job})
	for tool, arguments := range map[string]map[string]any{"parse": {"input": file}, "upload": {"content_base64": "eA=="}} {
		if e := reader.fault(tool, arguments); e["name"] != "AUTH_ERROR" || e["type"] != "insufficient_scope" || !strings.Contains(e["message"].(string), "lacks scope") {
			t.Errorf("%s with a key to read: %v", tool, e)
		}
	}
	sender := connect(t, s, newKey(t, s, "acme", org.NewScopes(org.Files)), nil)
	if !strings.HasPrefix(sender.upload("a.txt", "x"), "svc://") {
		t.Error("a key for files may not upload")
	}
	if e := sender.fault("list_jobs", nil); e["name"] != "AUTH_ERROR" {
		t.Errorf("a key for files lists jobs: %v", e)
	}
	stranger := connect(t, s, newKey(t, s, "other", org.All), nil)
	for tool, arguments := range map[string]map[string]any{"get_job": {"job_id": job}, "parse": {"input": file}, "extract": {"input": "jobid://" + job.(string), "schema": map[string]any{}}} {
		if e := stranger.fault(tool, arguments); e["name"] != "NOT_FOUND" {
			t.Errorf("%s of another organization: %v", tool, e)
		}
	}
	if jobs := stranger.want("list_jobs", nil).data["jobs"].([]any); len(jobs) != 0 {
		t.Errorf("another organization sees %v", jobs)
	}

	// Also when both ask at the same time.
	var both sync.WaitGroup
	for range 20 {
		both.Go(func() {
			if r := owner.call("get_job", map[string]any{"job_id": job}); r.failed {
				t.Errorf("the owner: %s", r.text)
			}
		})
		both.Go(func() {
			if r := stranger.call("get_job", map[string]any{"job_id": job}); !r.failed {
				t.Errorf("another organization: %s", r.text)
			}
		})
	}
	both.Wait()
}
