package classify

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/optest"
)

const (
	requestSchema = "ClassifyConfig"
	two           = `"classification_schema":[{"category":"a","criteria":["x","y"]},{"category":"b","criteria":[]}]`
)

// body is a request with two categories.
func body(input, rest string) string {
	if !strings.HasPrefix(input, "[") {
		input = `"` + input + `"`
	}
	if rest != "" {
		rest = "," + rest
	}
	return `{"input":` + input + `,` + two + rest + `}`
}

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
		{"NoHurry", "svc://a", `"priority":false`, false, job.CPU, cpu, job.Normal},
		{"AsyncOfSyncIgnored", "svc://a", `"async":{"priority":false}`, false, job.CPU, cpu, job.Priority},
		{"Async", "svc://a", "", true, job.CPU, cpu, job.Priority},
		{"AsyncNoHurry", "svc://a", `"priority":false`, true, job.CPU, cpu, job.Normal},
		{"AsyncOwn", "svc://a", `"async":{}`, true, job.CPU, cpu, job.Normal},
		{"AsyncOwnPriority", "svc://a", `"priority":false,"async":{"priority":true}`, true, job.CPU, cpu, job.Priority},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := optest.New(t).Plan(Operation, requestSchema, body(c.input, c.rest), c.async)
			if err != nil {
				t.Fatal(err)
			}
			if p.Queue != c.queue || p.First != c.first || p.Lane != c.lane || !p.JobInputs || p.Persist || p.Webhook != nil {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestPlanTakesWholeJobSettings(t *testing.T) {
	const rest = `"persist_results":true,"async":{"webhook":{"mode":"svix","channels":["c"]}}`
	p, err := optest.New(t).Plan(Operation, requestSchema, body("svc://a", rest), true)
	if err != nil || !p.Persist || p.Webhook == nil || p.Webhook.Channels[0] != "c" || p.Layout == "" {
		t.Errorf("%v: %+v", err, p)
	}
	// A synchronous caller has no webhook, whatever async says.
	if p, err = optest.New(t).Plan(Operation, requestSchema, body("svc://a", rest), false); err != nil || p.Webhook != nil {
		t.Errorf("%v: %+v", err, p)
	}
}

func TestPlanRefuses(t *testing.T) {
	for _, c := range []struct {
		name, body string
		error      fault.Name
		says       string
	}{
		{"NoCategory", `{"input":"a"}`, fault.InvalidConfig, "classification_schema"},
		{"EmptySchema", `{"input":"a","classification_schema":[]}`, fault.InvalidConfig, "classification_schema"},
		{"NoCategoryBeforeModel", `{"input":"a","model":"accurate"}`, fault.InvalidConfig, "classification_schema"},
		{"TooMany", body(`["`+strings.Repeat(`a","`, 100)+`a"]`, ""), fault.DocumentTooLarge, "101"},
		{"Accurate", body("a", `"model":"accurate"`), fault.InferenceMethodUnsupported, "model accurate needs a language model"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := optest.New(t).Plan(Operation, requestSchema, c.body, false)
			if !fault.Is(err, c.error) || !strings.Contains(fault.Of(err).Message, c.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestCapabilitiesOfThisBuild(t *testing.T) {
	if got := op.Capabilities(op.Site{}); got["classify"] != op.Builtin || got["deep_classify"] != op.None {
		t.Errorf("%s, %s", got["classify"], got["deep_classify"])
	}
}
