package extract

import (
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

func TestPlan(t *testing.T) {
	cpu := job.Stage{Name: "read", Queue: job.CPU}
	for _, c := range []struct {
		name, body string
		async      bool
		queue      job.Queue
		first      job.Stage
		lane       job.Lane
	}{
		{"File", `{"input":"svc://a"}`, false, job.CPU, cpu, job.Priority},
		{"Remote", `{"input":["svc://a","https://h/b.pdf"]}`, false, job.CPU, job.Stage{Name: "fetch", Queue: job.IO}, job.Priority},
		{"EarlierParse", `{"input":"jobid://j"}`, false, job.IO, job.Stage{Name: "read", Queue: job.IO}, job.Priority},
		{"EarlierParseAndFile", `{"input":["JOBID://j","svc://a"]}`, false, job.CPU, cpu, job.Priority},
		{"Async", `{"input":"svc://a","async":{}}`, true, job.CPU, cpu, job.Normal},
		{"AsyncPriority", `{"input":"svc://a","async":{"priority":true}}`, true, job.CPU, cpu, job.Priority},
		{"Latency", `{"input":"svc://a","async":{},"settings":{"optimize_for_latency":true}}`, true, job.CPU, cpu, job.Priority},
		{"BatchBeforeLatency", `{"input":"svc://a","queue_priority":"batch","settings":{"optimize_for_latency":true}}`, false, job.CPU, cpu, job.Batch},
		{"Standard", `{"input":"svc://a","queue_priority":"standard"}`, true, job.CPU, cpu, job.Normal},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := newBench(t).Plan(Operation, requestSchema, c.body, c.async)
			if err != nil {
				t.Fatal(err)
			}
			if p.Queue != c.queue || p.First != c.first || p.Lane != c.lane || !p.JobInputs || p.Extract != "v1" {
				t.Errorf("%+v", p)
			}
		})
	}
}

// The settings of a parse that concern the whole job concern the extract job, also where nothing is left to parse.
func TestPlanTakesWholeJobSettings(t *testing.T) {
	const settings = `"parsing":{"settings":{"timeout":7,"tenant_throttling":{"tenant_id":"t","max_share":0.25},"hybrid_vpc":{"environment":"e"}}}`
	for _, input := range []string{"svc://a", "jobid://j"} {
		p, err := newBench(t).Plan(Operation, requestSchema, `{"input":"`+input+`",`+settings+`,"settings":{"persist_results":true},
			"async":{"metadata":{"a":1},"webhook":{"mode":"svix","channels":["c"]}}}`, true)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Persist || p.Timeout != 7*time.Second || p.Tenant != "t" || p.TenantShare != 0.25 || p.Environment != "e" || p.Webhook.Channels[0] != "c" {
			t.Errorf("%s: %+v", input, p)
		}
	}
	p, err := newBench(t).Plan(Operation, requestSchema, `{"input":"svc://a","parsing":{"settings":{"persist_results":true}}}`, false)
	if err != nil || !p.Persist {
		t.Errorf("%v: %+v", err, p)
	}
}

func TestPlanRefuses(t *testing.T) {
	for _, c := range []struct {
		name, body string
		error      fault.Name
		typ        string
		says       string
	}{
		{"Schema", `{"input":"s3://bad","instructions":{"schema":{"type":"object","properties":{"a":{"type":"strin"}}}}}`, fault.InvalidSchema, "schema_validation_error", "#/properties/a"},
		{"SchemaText", `{"input":"a","instructions":{"schema":"{\"type\":\"array\"}"}}`, fault.InvalidSchema, "schema_validation_error", "#"},
		{"SchemaBeforePin", `{"input":"a","instructions":{"schema":{"type":"array"}},"settings":{"alpha":{"extract_model":"v9"}}}`, fault.InvalidSchema, "", ""},
		{"TooMany", `{"input":["` + strings.Repeat(`a","`, 100) + `a"]}`, fault.DocumentTooLarge, "", "101"},
		{"PinWithoutCitations", `{"input":"a","settings":{"alpha":{"extract_model":"v1"}}}`, fault.InvalidConfig, "", "citations.enabled"},
		{"UnknownPin", `{"input":"a","settings":{"alpha":{"extract_model":"v9"},"citations":{"enabled":true}}}`, fault.InvalidConfig, "unknown_model_version", `unknown extract_model "v9"; available: v1`},
		{"UnknownPinOfParsed", `{"input":"jobid://j","settings":{"alpha":{"extract_model":"v9"},"citations":{"enabled":true}}}`, fault.InvalidConfig, "unknown_model_version", ""},
		{"UnknownLayoutPin", `{"input":"a","parsing":{"settings":{"alpha":{"layout_model":"v9"}}}}`, fault.InvalidConfig, "unknown_model_version", ""},
		{"PinBeforeCapability", `{"input":"a","settings":{"deep_extract":true,"alpha":{"extract_model":"v9"},"citations":{"enabled":true}}}`, fault.InvalidConfig, "", ""},
		{"Contradiction", `{"input":"a","parsing":{"settings":{"model":"r-1"},"formatting":{"table_output_format":"jsonbbox"}}}`, fault.InvalidConfig, "", "jsonbbox"},
		{"ParsingNeedsModel", `{"input":["jobid://j","a"],"parsing":{"enhance":{"agentic":[{"scope":"figure"}]}}}`, fault.InferenceMethodUnsupported, "", "vision"},
		{"Images", `{"input":"a","settings":{"include_images":true}}`, fault.InferenceMethodUnsupported, "", "settings.include_images needs a vision model"},
		{"Deep", `{"input":"a","settings":{"deep_extract":true}}`, fault.InferenceMethodUnsupported, "", "settings.deep_extract needs a language model"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := newBench(t).Plan(Operation, requestSchema, c.body, false)
			if !fault.Is(err, c.error) {
				t.Fatalf("got %v", err)
			}
			if e := fault.Of(err); c.typ != "" && e.Type != c.typ || !strings.Contains(e.Message, c.says) || e.Name == fault.InvalidSchema && e.Pointer == "" {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestPlanAccepts(t *testing.T) {
	for name, body := range map[string]string{
		"Pin":            `{"input":"a","settings":{"alpha":{"extract_model":"v1"},"citations":{"enabled":true}}}`,
		"Arrays":         `{"input":"a","settings":{"array_extract":true}}`,
		"ParsingIgnored": `{"input":["jobid://j","jobid://k"],"parsing":{"enhance":{"agentic":[{"scope":"figure"}]},"settings":{"alpha":{"layout_model":"v9"}}}}`,
		"NoSchema":       `{"input":"a","instructions":{"schema":{}}}`,
	} {
		if _, err := newBench(t).Plan(Operation, requestSchema, body, false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCapabilitiesOfThisBuild(t *testing.T) {
	got := op.Capabilities(op.Site{})
	for name, want := range map[string]string{"extract": op.Builtin, "array_extract": op.Builtin, "deep_extract": op.None, "extract_images": op.None} {
		if got[name] != want {
			t.Errorf("%s: %s", name, got[name])
		}
	}
}
