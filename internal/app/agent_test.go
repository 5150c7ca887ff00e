package app_test

import (
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
