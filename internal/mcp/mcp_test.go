package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
)

// service answers every path with a text, or with what a handler says.
type service map[string]any

func (s service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch answer := s[r.Method+" "+r.URL.Path].(type) {
	case string:
		io.WriteString(w, answer)
	case http.HandlerFunc:
		answer(w, r)
	default:
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `{"error":{"code":404,"name":"NOT_FOUND","message":"not there","type":"not_found","retriable":false}}`)
	}
}

func (s service) client(t *testing.T) *client.Client {
	t.Helper()
	address := &url.URL{Scheme: "http", Host: "octavo.example"}
	c, err := client.New(address.String(), client.WithRetries(0), client.WithTransport(&Within{Service: s, Address: address}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// call calls a tool of an agent that is connected to the service.
func (s service) call(t *testing.T, o Options, tool string, arguments any) (string, map[string]any) {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	server, err := New(o).server(func(context.Context) *client.Client { return s.client(t) }).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	host, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	r, err := host.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	return r.Content[0].(*sdk.TextContent).Text, r.StructuredContent.(map[string]any)
}

// The arguments that agents are told of are those that are read.
func TestToolsReadWhatTheySay(t *testing.T) {
	read := map[string]any{
		"upload": uploadArguments{}, "parse": parseArguments{}, "extract": extractArguments{}, "split": splitArguments{}, "classify": classifyArguments{},
		"edit": editArguments{}, "get_job": getJobArguments{}, "list_jobs": listJobsArguments{}, "documentation": documentationArguments{},
	}
	described := descriptions()
	if got, want := sorted(described), sorted(read); !slices.Equal(got, want) {
		t.Fatalf("described are %v, read %v", got, want)
	}
	for name, d := range described {
		properties := maps.Clone(d.Properties)
		maps.Copy(properties, d.Local)
		var fields []string
		for i := range reflect.TypeOf(read[name]).NumField() {
			fields = append(fields, reflect.TypeOf(read[name]).Field(i).Tag.Get("json"))
		}
		slices.Sort(fields)
		if got := sorted(properties); !slices.Equal(got, fields) {
			t.Errorf("%s: described are %v, read %v", name, got, fields)
		}
		for _, required := range d.Required {
			if properties[required] == nil {
				t.Errorf("%s: %s is required and not there", name, required)
			}
		}
		for property, schema := range properties {
			if m := schema.(map[string]any); m["type"] == nil || m["description"] == nil && m["enum"] == nil {
				t.Errorf("%s.%s says too little: %v", name, property, m)
			}
		}
		if d.Title == "" || !strings.Contains(d.Description, "Returns ") || !strings.Contains(d.Description, "Example: {") {
			t.Errorf("%s: the description lacks a part", name)
		}
		if _, example, _ := strings.Cut(d.Description, "Example: "); !json.Valid([]byte(strings.Split(example, " or {")[0])) {
			t.Errorf("%s: the example is no JSON: %s", name, example)
		}
	}
}

func TestEveryErrorHasARemedy(t *testing.T) {
	all := remedies()
	for _, e := range fault.All {
		if all[string(e.Name)] == "" {
			t.Errorf("nothing says what to do about %s", e.Name)
		}
		delete(all, string(e.Name))
	}
	if len(all) != 0 {
		t.Errorf("remedies of errors that there are not: %v", sorted(all))
	}
}

func TestDocumentation(t *testing.T) {
	text, data := service{}.call(t, Options{}, "documentation", nil)
	topics := data["topics"].([]any)
	if len(topics) < 10 || !strings.Contains(text, "schemas") {
		t.Errorf("topics: %s", text)
	}
	asked := []string{"INVALID_SCHEMA", "queue_full", "Errors"}
	for _, topic := range topics {
		asked = append(asked, topic.(string))
	}
	for _, o := range api.Operations() {
		asked = append(asked, o.Method+" "+o.Path)
	}
	for _, topic := range asked {
		text, data := service{}.call(t, Options{}, "documentation", map[string]any{"topic": topic})
		if data["error"] != nil || len(text) < 40 || len(text) > mostText+1000 {
			t.Errorf("%s: %d characters: %.200s", topic, len(text), text)
		}
	}
	if text, _ := (service{}).call(t, Options{}, "documentation", map[string]any{"topic": "POST /parse"}); !strings.Contains(text, "ParseRequest: {") || !strings.Contains(text, "chunk_mode") {
		t.Errorf("POST /parse: %.500s", text)
	}
	for _, topic := range []string{"../mcp", "GET /nothing", "x y z"} {
		if _, data := (service{}).call(t, Options{}, "documentation", map[string]any{"topic": topic}); data["error"] == nil {
			t.Errorf("%s is a topic", topic)
		}
	}
}

func TestAJobThatTakesLong(t *testing.T) {
	s := service{
		"POST /parse_async": `{"job_id":"j1"}`,
		"GET /job/j1": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Get("timeout") != "" {
				<-r.Context().Done() // a long poll
				return
			}
			io.WriteString(w, `{"status":"Pending","state":"InProgress","progress":0.25,"type":"Parse"}`)
		}),
	}
	text, data := s.call(t, Options{Wait: time.Millisecond}, "parse", map[string]any{"input": "svc://x"})
	next := data["next"].(map[string]any)
	if data["status"] != "Pending" || data["progress"] != 0.25 || next["tool"] != "get_job" || !strings.Contains(text, "25 % done") || !strings.Contains(text, "get_job with job_id j1") {
		t.Errorf("%s\n%v", text, data)
	}
	if _, data := s.call(t, Options{}, "get_job", map[string]any{"job_id": "jobid://j1", "wait": 0}); data["status"] != "Pending" {
		t.Errorf("%v", data)
	}
}

func TestAnswersThatAreLong(t *testing.T) {
	var splits, fields, widgets []string
	for i := range 500 {
		splits = append(splits, fmt.Sprintf(`{"name":"section %d","pages":[%d,%d],"conf":"high"}`, i, 2*i+1, 2*i+2))
		fields = append(fields, fmt.Sprintf(`{"amount":{"value":%d.00,"citations":[{"content":"the amount of row %d","bbox":{"page":1,"original_page":7},"confidence":"low"}]}}`, i, i))
		widgets = append(widgets, fmt.Sprintf(`{"bbox":{"page":1},"description":"field %d","type":"text","value":"x"}`, i))
	}
	done := func(kind, result string) string {
		return fmt.Sprintf(`{"status":"Completed","state":"Completed","progress":1,"type":%q,"result":%s}`, kind, result)
	}
	s := service{
		"GET /job/split":   done("Split", `{"result":{"splits":[`+strings.Join(splits, ",")+`]}}`),
		"GET /job/extract": done("Extract", `{"result":{"rows":[`+strings.Join(fields, ",")+`]}}`),
		"GET /job/edit":    done("Edit", `{"document_url":"http://octavo.example/o","form_schema":[`+strings.Join(widgets, ",")+`]}`),
		"GET /job/chart":   done("Chart", `{"result":{"summary":"`+strings.Repeat("x", mostText)+`"}}`),
		"GET /job/small":   done("Chart", `{"result":{"summary":"falls"}}`),
	}
	for job, list := range map[string]string{"split": "sections", "extract": "fields", "edit": "fields"} {
		seen, calls := 0, 0
		arguments := map[string]any{"job_id": job}
		for arguments != nil {
			text, data := s.call(t, Options{}, "get_job", arguments)
			raw, err := json.Marshal(data)
			if calls++; err != nil || len(raw) > mostText+2000 || len(text) > mostText+2000 || calls > 10 {
				t.Fatalf("%s: %d characters of data, %d of text, call %d", job, len(raw), len(text), calls)
			}
			seen += len(data[list].([]any))
			arguments = nil
			if next, more := data["next"].(map[string]any); more {
				arguments = next["arguments"].(map[string]any)
				if !strings.Contains(text, fmt.Sprintf("offset %d", seen)) {
					t.Errorf("%s: no word of how to go on: %s", job, text[len(text)-100:])
				}
			}
		}
		if seen != 500 || calls < 2 {
			t.Errorf("%s: %d entries in %d calls", job, seen, calls)
		}
	}
	text, data := s.call(t, Options{}, "get_job", map[string]any{"job_id": "extract"})
	first := data["fields"].([]any)[0].(map[string]any)
	if first["path"] != "rows[0].amount" || first["page"] != 7.0 || data["values"] == nil || !strings.Contains(text, `rows[0].amount: 0.00 (page 7: "the amount of row 0", low confidence)`) {
		t.Errorf("%.300s\n%v", text, first)
	}
	if _, data := s.call(t, Options{}, "get_job", map[string]any{"job_id": "chart"}); data["result"] != nil || !strings.Contains(data["note"].(string), "GET /job/chart") {
		t.Errorf("%v", data)
	}
	if text, _ := s.call(t, Options{}, "get_job", map[string]any{"job_id": "small"}); !strings.Contains(text, `"summary":"falls"`) {
		t.Error(text)
	}
}

// A mistake of ours ends the call that ran into it and nothing else.
func TestPanic(t *testing.T) {
	tools := New(Options{})
	c := &call{Tools: tools, request: &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}}}
	_, err := attempt(t.Context(), c, "documentation", func(context.Context, *call, documentationArguments) (*answer, error) { panic("oh") })
	r := tools.failure(err)
	if text := r.Content[0].(*sdk.TextContent).Text; !r.IsError || !strings.HasPrefix(text, "INTERNAL_ERROR: ") || strings.Contains(text, "oh") {
		t.Errorf("%s", text)
	}
}

func TestWithin(t *testing.T) {
	address := &url.URL{Scheme: "http", Host: "octavo.example"}
	var seen *http.Request
	w := &Within{Address: address, Peer: "192.0.2.1:5", Host: "agents.example", Header: http.Header{"Authorization": {"Bearer k"}},
		Service: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen = r
			switch r.URL.Path {
			case "/broken":
				io.WriteString(w, "half")
				panic(http.ErrAbortHandler)
			case "/slow":
				<-r.Context().Done()
			case "/created":
				w.Header().Set("X-A", "b")
				w.WriteHeader(http.StatusCreated)
				w.Header().Set("X-A", "too late")
			}
		})}
	ask := func(ctx context.Context, at string) (*http.Response, string, error) {
		r, err := http.NewRequestWithContext(ctx, "GET", at, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := w.RoundTrip(r)
		if err != nil {
			return nil, "", err
		}
		body, err := io.ReadAll(answer.Body)
		return answer, string(body), err
	}
	if answer, _, err := ask(t.Context(), "http://octavo.example/created?a=b"); err != nil || answer.StatusCode != 201 || answer.Header.Get("X-A") != "b" {
		t.Errorf("%+v, %v", answer, err)
	}
	if seen.RemoteAddr != w.Peer || seen.Host != w.Host || seen.Header.Get("Authorization") != "Bearer k" || seen.RequestURI != "/created?a=b" {
		t.Errorf("asked %+v", seen)
	}
	if answer, body, err := ask(t.Context(), "http://octavo.example/"); err != nil || answer.StatusCode != 200 || body != "" {
		t.Errorf("an empty answer: %v, %q, %v", answer, body, err)
	}
	if _, body, err := ask(t.Context(), "http://octavo.example/broken"); err == nil || body != "half" {
		t.Errorf("an answer that is broken off: %q, %v", body, err)
	}
	if _, _, err := ask(t.Context(), "http://elsewhere.example/"); err == nil {
		t.Error("another host was reached")
	}
	w.Elsewhere = &Within{Service: service{"GET /": "the store"}, Address: &url.URL{Host: "elsewhere.example"}}
	if _, body, err := ask(t.Context(), "http://elsewhere.example/"); err != nil || body != "the store" {
		t.Errorf("the store: %q, %v", body, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := ask(ctx, "http://octavo.example/slow"); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that left: %v", err)
	}
}
