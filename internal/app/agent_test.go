package app_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/org"
)

// agent is a host of the Model Context Protocol that is connected to a service.
type agent struct {
	*sdk.ClientSession
	t testing.TB
}

// keyed sends a key with every request.
type keyed struct{ key string }

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+k.key)
	return http.DefaultTransport.RoundTrip(r)
}

// connect connects an agent that has a key.
func connect(t testing.TB, s *service, key string, options *sdk.ClientOptions) *agent {
	t.Helper()
	host := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, options)
	session, err := host.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: s.url + "/mcp", HTTPClient: &http.Client{Transport: keyed{key}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return &agent{session, t}
}

// told is the answer of a tool.
type told struct {
	text   string
	data   map[string]any
	failed bool
}

// call calls a tool; what goes wrong in the protocol fails the test.
func (a *agent) call(tool string, arguments map[string]any) told {
	a.t.Helper()
	r, err := a.CallTool(a.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		a.t.Fatalf("%s: %v", tool, err)
	}
	data, ok := r.StructuredContent.(map[string]any)
	if !ok || len(r.Content) != 1 {
		a.t.Fatalf("%s: answered %+v", tool, r)
	}
	return told{r.Content[0].(*sdk.TextContent).Text, data, r.IsError}
}

// want calls a tool that must succeed.
func (a *agent) want(tool string, arguments map[string]any) told {
	a.t.Helper()
	r := a.call(tool, arguments)
	if r.failed {
		a.t.Fatalf("%s failed: %s", tool, r.text)
	}
	return r
}

// upload stores a file and returns the input for other tools.
func (a *agent) upload(name, content string) string {
	a.t.Helper()
	r := a.want("upload", map[string]any{"name": name, "content_base64": base64.StdEncoding.EncodeToString([]byte(content))})
	return r.data["input"].(string)
}

// questionnaire is a form with a field.
func questionnaire() string {
	f := &pdfgen.File{}
	name := f.Add("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/TU(Full name)/Rect[150 690 400 710]/DA(/F1 10 Tf 0 g)/F 4>>")
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 695 Td (Full name) Tj ET", Annots: []string{name}})
	f.Catalog = "/AcroForm<</Fields[" + name + "]/DA(/F1 10 Tf 0 g)/DR<</Font<</F1 4 0 R>>>>>>"
	return string(f.Bytes())
}

func TestAgentTools(t *testing.T) {
	s := start(t, "sqlite")
	a := connect(t, s, newKey(t, s, "acme", org.All), nil)
	list, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if schema, err := json.Marshal(tool.InputSchema); err != nil || !strings.Contains(tool.Description, "Example: {") || strings.Contains(string(schema), "save_to") || strings.Contains(string(schema), `"path"`) {
			t.Errorf("%s: %s\n%s", tool.Name, tool.Description, schema)
		}
	}
	if got := fmt.Sprint(names); got != "[classify documentation edit extract get_job list_jobs parse split upload]" {
		t.Errorf("tools %s", got)
	}

	file := a.upload("bill.pdf", pdf(letter(bill...), letter("Terms of delivery", "All goods stay ours.")))
	parsed := a.want("parse", map[string]any{"input": file})
	if !strings.Contains(parsed.text, "<!-- page 1 -->\n\n") || !strings.Contains(parsed.text, "<!-- page 2 -->") || !strings.Contains(parsed.text, "A-1017") ||
		parsed.data["complete"] != true || parsed.data["total_pages"] != 2.0 || !strings.Contains(parsed.data["markdown"].(string), "Terms of delivery") {
		t.Errorf("parse: %s\n%v", parsed.text, parsed.data)
	}
	second := a.want("parse", map[string]any{"input": file, "pages": 2, "tables": "csv", "ocr": false})
	if second.data["first_page"] != 2.0 || second.data["last_page"] != 2.0 || strings.Contains(second.text, "A-1017") {
		t.Errorf("the second page: %s", second.text)
	}
	job := parsed.data["job_id"].(string)
	for _, input := range []string{file, "jobid://" + job, job} {
		r := a.want("extract", map[string]any{"input": input, "schema": billSchema, "pages": "1", "instructions": "Be exact."})
		values, err := json.Marshal(r.data["values"])
		if err != nil || string(values) != `{"iban":null,"invoice_number":"A-1017","total_amount":119.5}` || at(r.data, "fields", 1, "page") != 1.0 ||
			!strings.Contains(r.text, `total_amount: 119.50 (page 1: "119.50")`) || !strings.Contains(r.text, "iban: null") {
			t.Errorf("extract: %s\n%s", r.text, values)
		}
	}
	if r := a.want("extract", map[string]any{"input": job, "schema": billSchema, "citations": false}); r.data["fields"] != nil || at(r.data, "values", "total_amount") != 119.5 {
		t.Errorf("extract without citations: %v", r.data)
	}
	parts := a.want("split", map[string]any{"input": file, "sections": []any{
		map[string]any{"name": "bill", "description": "invoice with number and amount"}, map[string]any{"name": "terms", "description": "terms of delivery"},
		map[string]any{"name": "map", "description": "map of a town"},
	}})
	if at(parts.data, "sections", 0, "pages") != "1" || at(parts.data, "sections", 1, "pages") != "2" || !strings.Contains(parts.text, "map: no pages") {
		t.Errorf("split: %s", parts.text)
	}
	kind := a.want("classify", map[string]any{"input": file, "categories": []any{
		map[string]any{"name": "invoice", "criteria": []any{"has an invoice number"}}, map[string]any{"name": "letter"},
	}})
	if kind.data["category"] != "invoice" || !strings.HasPrefix(kind.text, "category: invoice\n") {
		t.Errorf("classify: %s", kind.text)
	}
	filled := a.want("edit", map[string]any{"input": a.upload("form.pdf", questionnaire()), "instructions": "Full name: Ada Lovelace"})
	if at(filled.data, "fields", 0, "value") != "Ada Lovelace" || !strings.Contains(filled.text, "Full name (text, page 1): Ada Lovelace") {
		t.Errorf("edit: %s", filled.text)
	}
	if copied := s.do("GET", filled.data["document_url"].(string), nil); !strings.HasPrefix(string(copied.Body), "%PDF-") {
		t.Errorf("the edited document: %d %.50s", copied.Status, copied.Body)
	}
	again := a.want("get_job", map[string]any{"job_id": filled.data["job_id"], "wait": 0})
	if at(again.data, "fields", 0, "value") != "Ada Lovelace" {
		t.Errorf("get_job: %s", again.text)
	}
	first := a.want("list_jobs", map[string]any{"limit": 3})
	next := at(first.data, "next", "arguments").(map[string]any)
	rest := a.want("list_jobs", next)
	if len(first.data["jobs"].([]any)) != 3 || at(first.data, "jobs", 0, "type") != "Edit" || len(rest.data["jobs"].([]any)) != 3 || at(rest.data, "jobs", 0, "job_id") == at(first.data, "jobs", 0, "job_id") {
		t.Errorf("list_jobs: %s\n%s", first.text, rest.text)
	}
	if r := a.want("list_jobs", map[string]any{"type": "Split"}); len(r.data["jobs"].([]any)) != 1 || !strings.Contains(r.text, "bill.pdf") {
		t.Errorf("jobs of a type: %s", r.text)
	}
	if r := a.want("upload", map[string]any{"url": "https://example.com/a.pdf"}); r.data["input"] != "https://example.com/a.pdf" {
		t.Errorf("upload of a URL: %s", r.text)
	}
}

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
}

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

// A long document arrives in pieces that end at pages or paragraphs, and all pieces together are all of it.
func TestAgentReadsOn(t *testing.T) {
	s := start(t, "sqlite", "limits: {inline_bytes: 20000}") // so that results are behind URLs too
	a := connect(t, s, newKey(t, s, "acme", org.All), nil)
	var book strings.Builder
	var marks []string
	for i := range 900 {
		mark := fmt.Sprintf("Paragraph-%03d", i)
		marks = append(marks, mark)
		fmt.Fprintf(&book, "%s says %s.\n\n", mark, strings.Repeat("very ", 12)+"little")
	}
	r := a.want("parse", map[string]any{"input": a.upload("book.txt", book.String())})
	answers, seen := 0, ""
	for {
		if answers++; answers > 10 {
			t.Fatal("it never ends")
		}
		text := r.data["markdown"].(string)
		if len(text) > 21000 || !strings.HasSuffix(text, "little.") {
			t.Errorf("an answer of %d characters ends with %q", len(text), text[len(text)-20:])
		}
		seen += text
		next, more := r.data["next"].(map[string]any)
		if !more {
			break
		}
		if r.data["complete"] != false || !strings.Contains(r.text, "call get_job with job_id") {
			t.Errorf("no word of more: %s", r.text[len(r.text)-200:])
		}
		r = a.want(next["tool"].(string), next["arguments"].(map[string]any))
	}
	for _, mark := range marks {
		if strings.Count(seen, mark) != 1 {
			t.Errorf("%s was read %d times", mark, strings.Count(seen, mark))
		}
	}
	if answers < 3 {
		t.Errorf("%d answers", answers)
	}
}

// A caller who asked for it hears how far a job is.
func TestAgentHearsProgress(t *testing.T) {
	s := start(t, "sqlite")
	heard := make(chan *sdk.ProgressNotificationParams, 100)
	a := connect(t, s, newKey(t, s, "acme", org.All), &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { heard <- r.Params },
	})
	file := a.upload("a.txt", "Some words.")
	params := &sdk.CallToolParams{Name: "parse", Arguments: map[string]any{"input": file}}
	params.SetProgressToken("t1")
	if r, err := a.CallTool(t.Context(), params); err != nil || r.IsError {
		t.Fatalf("%v %v", r, err)
	}
	if p := <-heard; p.ProgressToken != "t1" || p.Progress < 0 || p.Progress > 1 || p.Total != 1 {
		t.Errorf("heard %+v", p)
	}
}
