package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/op/pipeline"
)

func TestPlan(t *testing.T) {
	b := optest.New(t)
	b.Pipeline = `{"name":"n","parse":{"settings":{"timeout":30,"persist_results":true}},"extract":{"instructions":{"schema":` + schema + `},"settings":{"optimize_for_latency":true}}}`
	p, err := b.Plan(operation, requestSchema, `{"input":["https://x/a.pdf","svc://b"],"pipeline_id":"p","async":{"webhook":{"url":"https://h/"}}}`, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Inputs) != 2 || !p.List || p.JobInputs || p.Queue != job.CPU || p.First.Name != "fetch" || p.First.Queue != job.IO || p.Lane != job.Priority ||
		p.Webhook == nil || p.Timeout != 30*time.Second || !p.Persist || p.Layout == "" {
		t.Errorf("%+v", p)
	}
	b.Pipeline = `{"name":"n","parse":{}}`
	for async, want := range map[bool]job.Lane{true: job.Normal, false: job.Priority} {
		if p, err := b.Plan(operation, requestSchema, body("svc://a"), async); err != nil || p.Lane != want || p.Webhook != nil || p.Persist {
			t.Errorf("async %v: %+v, %v", async, p, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	b := optest.New(t)
	b.Site.Limits.Inputs = 2
	const extraction = `"instructions":{"schema":` + schema + `}`
	for _, c := range []struct {
		name, definition, request string
		want                      fault.Name
		typ                       string
	}{
		{"Overlap", `"parse":{"retrieval":{"chunking":{"chunk_mode":"variable","chunk_size":100,"chunk_overlap":99}}}`, body("a"), fault.InvalidConfig, ""},
		{"LayoutPin", `"parse":{"settings":{"alpha":{"layout_model":"v9"}}}`, body("a"), fault.InvalidConfig, "unknown_model_version"},
		{"Prompt", `"parse":{"enhance":{"agentic":[{"scope":"text","prompt":"x"}]}}`, body("a"), fault.InferenceMethodUnsupported, ""},
		{"Deep", `"extract":{` + extraction + `,"settings":{"deep_extract":true}}`, body("a"), fault.InferenceMethodUnsupported, ""},
		{"DeepOfASection", `"split":{` + sections + `},"extract":{` + extraction + `,"per_split":{"Letters":{"settings":{"deep_extract":true}}}}`, body("a"), fault.InferenceMethodUnsupported, ""},
		{"ExtractPin", `"extract":{` + extraction + `,"settings":{"citations":{"enabled":true},"alpha":{"extract_model":"v9"}}}`, body("a"), fault.InvalidConfig, "unknown_model_version"},
		{"PinWithoutCitations", `"extract":{` + extraction + `,"settings":{"alpha":{"extract_model":"v1"}}}`, body("a"), fault.InvalidConfig, ""},
		{"TooMany", `"parse":{}`, body(`["a","b","c"]`), fault.DocumentTooLarge, ""},
		{"Edit", `"edit":{"document_url":"svc://a.pdf"}`, body("sign it"), fault.InferenceMethodUnsupported, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.Pipeline = `{"name":"n",` + c.definition + `}`
			_, err := b.Plan(operation, requestSchema, c.request, false)
			if got := fault.Of(err); err == nil || got.Name != c.want || c.typ != "" && got.Type != c.typ {
				t.Errorf("%v", err)
			}
		})
	}
}

// editor is an operation that edits in two stages and says what it was asked.
func editor(t *testing.T) op.Operation {
	return op.Operation{
		Name: "edit", Type: "Edit",
		Plan: func(_ op.Site, call op.Call) (op.Plan, error) {
			var r api.EditRequest
			if err := json.Unmarshal(call.Body, &r); err != nil {
				return op.Plan{}, err
			}
			return op.Plan{Inputs: r.DocumentURL.Values, Queue: job.CPU, First: job.Stage{Name: "one", Queue: job.IO}, Request: call.Body}, nil
		},
		Run: func(_ context.Context, _ op.Env, task job.Task) (job.Outcome, error) {
			order, err := op.ReadOrder(task.Request)
			if err != nil {
				return job.Outcome{}, err
			}
			var r api.EditRequest
			if err := json.Unmarshal(order.Request, &r); err != nil {
				t.Fatal(err)
			}
			switch {
			case r.EditInstructions == "break":
				return job.Outcome{}, fault.New(fault.FormFillFailed, "")
			case task.Stage == "one":
				return job.Outcome{Next: &job.Stage{Name: "two", Queue: job.CPU, Payload: "handed"}}, nil
			case task.Payload != "handed":
				t.Errorf("payload %q", task.Payload)
			}
			body, err := api.Marshal(api.EditResponse{
				ResponseType: "edit", JobID: &task.JobID, DocumentURL: r.DocumentURL.Values[0] + ": " + r.EditInstructions + " in " + r.EditOptions.Color,
				Usage: &api.ParseUsage{NumPages: 2, Credits: api.Some(8.0)},
			})
			return job.Outcome{Result: &job.Result{Body: body, NumPages: 2, TotalPages: 2}}, err
		},
	}
}

// A definition that edits runs the operation that edits, whatever its stages are.
func TestEdit(t *testing.T) {
	b := optest.New(t)
	o := pipeline.New(editor(t))
	b.Pipeline = `{"name":"n","edit":{"document_url":"svc://a.pdf","edit_options":{"color":"#112233"}}}`
	p, err := b.Plan(o, requestSchema, body("sign it"), true)
	if err != nil || len(p.Inputs) != 1 || p.Inputs[0] != "svc://a.pdf" || p.List || p.First.Name != "one" || p.Lane != job.Normal {
		t.Fatalf("%+v, %v", p, err)
	}
	id, raw, err := b.Run(o, requestSchema, body("sign it"))
	if err != nil {
		t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatal(err)
	}
	if is(a) != "edit" || a.Usage["credits"] != 8.0 || a.Usage["num_pages"] != 2.0 || !strings.Contains(string(a.Result["edit"]), "svc://a.pdf: sign it in #112233") || !strings.Contains(string(a.Result["edit"]), id) {
		t.Errorf("%s", raw)
	}
	b.Fails(o, requestSchema, body("break"), fault.FormFillFailed, "")
	b.Fails(o, requestSchema, body(`["sign it"]`), fault.InvalidConfig, "")
	_, _, err = b.Run(o, requestSchema, body(""))
	var errs api.Errors
	if !errors.As(err, &errs) {
		t.Errorf("no instructions: %v", err)
	}
}

// A job runs the definition it found, whatever becomes of it meanwhile.
func TestDefinitionIsCopied(t *testing.T) {
	b := optest.New(t)
	files(b)
	b.Pipeline = `{"name":"n","parse":{"formatting":{"add_page_markers":true}}}`
	p, err := b.Plan(operation, requestSchema, body("svc://a.txt"), false)
	if err != nil {
		t.Fatal(err)
	}
	b.Pipeline = ""
	stored, err := p.Stored()
	if err != nil {
		t.Fatal(err)
	}
	out, err := operation.Run(t.Context(), b.Env(), job.Task{JobID: "j", Request: stored, Stage: p.First.Name, Queue: p.First.Queue, Part: -1})
	if err != nil || out.Result == nil || !strings.Contains(string(out.Result.Body), "[[START OF PAGE 1]]") {
		t.Errorf("%+v, %v", out.Result, err)
	}
}
