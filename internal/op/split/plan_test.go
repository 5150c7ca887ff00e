package split

import (
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

func TestPlan(t *testing.T) {
	cpu := job.Stage{Name: "read", Queue: job.CPU}
	for _, c := range []struct {
		name, input, rest string
		async             bool
		queue             job.Queue
		first             job.Stage
		lane              job.Lane
	}{
		{"File", "svc://a", "", false, job.CPU, cpu, job.Priority},
		{"Remote", `["svc://a","https://h/b.pdf"]`, "", false, job.CPU, job.Stage{Name: "fetch", Queue: job.IO}, job.Priority},
		{"EarlierParse", "jobid://j", "", false, job.IO, job.Stage{Name: "read", Queue: job.IO}, job.Priority},
		{"EarlierParseAndFile", `["jobid://j","svc://a"]`, "", false, job.CPU, cpu, job.Priority},
		{"Async", "svc://a", `"async":{}`, true, job.CPU, cpu, job.Normal},
		{"AsyncPriority", "svc://a", `"async":{"priority":true}`, true, job.CPU, cpu, job.Priority},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := newBench(t).Plan(Operation, requestSchema, body(c.input, c.rest), c.async)
			if err != nil {
				t.Fatal(err)
			}
			if p.Queue != c.queue || p.First != c.first || p.Lane != c.lane || !p.JobInputs || (p.Layout == "") != (c.queue == job.IO) {
				t.Errorf("%+v", p)
			}
		})
	}
}

// The settings of a parse that concern the whole job concern the split job, also where nothing is left to parse.
func TestPlanTakesWholeJobSettings(t *testing.T) {
	const rest = `"parsing":{"settings":{"timeout":7,"tenant_throttling":{"tenant_id":"t","max_share":0.25},"hybrid_vpc":{"environment":"e"},"persist_results":true}},
		"async":{"metadata":{"a":1},"webhook":{"mode":"svix","channels":["c"]}}`
	for _, input := range []string{"svc://a", "jobid://j"} {
		p, err := newBench(t).Plan(Operation, requestSchema, body(input, rest), true)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Persist || p.Timeout != 7*time.Second || p.Tenant != "t" || p.TenantShare != 0.25 || p.Environment != "e" || p.Webhook.Channels[0] != "c" {
			t.Errorf("%s: %+v", input, p)
		}
	}
}

func TestPlanRefuses(t *testing.T) {
	for _, c := range []struct {
		name, body string
		error      fault.Name
		says       string
	}{
		{"LongList", body(`["a"`+strings.Repeat(`,"a"`, 100)+`]`, ""), fault.DocumentTooLarge, "101"},
		{"Figures", body("a", `"parsing":{"enhance":{"agentic":[{"scope":"figure"}]}}`), fault.InferenceMethodUnsupported, "vision"},
		{"UnknownPin", body("a", `"parsing":{"settings":{"alpha":{"layout_model":"v9"}}}`), fault.InvalidConfig, "v9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := newBench(t).Plan(Operation, requestSchema, c.body, false)
			if e := fault.Of(err); err == nil || e.Name != c.error || !strings.Contains(e.Message, c.says) {
				t.Errorf("%v", err)
			}
		})
	}
	if _, err := newBench(t).Plan(Operation, requestSchema, body("jobid://j", `"parsing":{"enhance":{"agentic":[{"scope":"figure"}]}}`), false); err != nil {
		t.Errorf("what says how to parse concerned what is parsed: %v", err)
	}
}

func TestRequestsAreRefused(t *testing.T) {
	many := strings.Repeat(`{"name":"n","description":"d"},`, 201)
	for _, c := range []struct{ name, description, typ string }{
		{"Empty", `[]`, "too_short"},
		{"TooMany", `[` + strings.TrimSuffix(many, ",") + `]`, "too_long"},
		{"Twice", `[{"name":"n","description":"d"},{"name":" n ","description":"d"}]`, "value_error"},
		{"NoName", `[{"name":"","description":"d"}]`, "string_too_short"},
		{"LongName", `[{"name":"` + strings.Repeat("é", 257) + `","description":"d"}]`, "string_too_long"},
		{"NoDescription", `[{"name":"n"}]`, "missing"},
	} {
		for _, schema := range []string{"SyncSplitConfig", "AsyncSplitConfig"} {
			_, errs := api.Validate(schema, []byte(`{"input":"a","split_description":`+c.description+`}`))
			if len(errs) != 1 || errs[0].Type != c.typ {
				t.Errorf("%s %s: %+v", c.name, schema, errs)
			}
		}
	}
	if _, errs := api.Validate("SyncSplitConfig", []byte(`{"input":"a","split_description":[{"name":"`+strings.Repeat("é", 256)+`","description":""}]}`)); errs != nil {
		t.Error(errs)
	}
}

func TestCapabilitiesOfThisBuild(t *testing.T) {
	got := op.Capabilities(op.Site{})
	for _, name := range []string{"split", "deep_split"} {
		if got[name] != op.Builtin {
			t.Errorf("%s: %s", name, got[name])
		}
	}
}
