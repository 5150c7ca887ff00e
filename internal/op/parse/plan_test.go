package parse_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

func TestPlan(t *testing.T) {
	fetch, read := job.Stage{Name: "fetch", Queue: job.IO}, job.Stage{Name: "read", Queue: job.CPU}
	for _, c := range []struct {
		name, body string
		async      bool
		want       op.Plan
	}{
		{"Upload", `{"input":"svc://a"}`, false, op.Plan{Inputs: []string{"svc://a"}, First: read, Lane: job.Priority}},
		{"UploadResponse", `{"input":{"file_id":"svc://a"}}`, false, op.Plan{Inputs: []string{"svc://a"}, First: read, Lane: job.Priority}},
		{"URL", `{"input":"HTTPS://x/a"}`, true, op.Plan{Inputs: []string{"HTTPS://x/a"}, First: fetch, Lane: job.Normal}},
		{"ListWithBucket", `{"input":["jobid://a","s3://b/c"]}`, true, op.Plan{Inputs: []string{"jobid://a", "s3://b/c"}, List: true, First: fetch, Lane: job.Normal}},
		{"NoKnownForm", `{"input":"string"}`, true, op.Plan{Inputs: []string{"string"}, First: read, Lane: job.Normal}},
		{"AsyncPriority", `{"input":"svc://a","async":{"priority":true}}`, true, op.Plan{Inputs: []string{"svc://a"}, First: read, Lane: job.Priority}},
		{"Batch", `{"input":"svc://a","queue_priority":"batch"}`, false, op.Plan{Inputs: []string{"svc://a"}, First: read, Lane: job.Batch}},
		{"Webhook", `{"input":"svc://a","async":{"metadata":{"k":1},"webhook":{"mode":"direct","url":"https://h/x"}}}`, true,
			op.Plan{Inputs: []string{"svc://a"}, First: read, Lane: job.Normal, Webhook: &job.Webhook{Mode: "direct", URL: "https://h/x", Metadata: []byte(`{"k":1}`)}}},
		{"WebhookDisabled", `{"input":"svc://a","async":{"webhook":{"mode":"disabled"}}}`, true, op.Plan{Inputs: []string{"svc://a"}, First: read, Lane: job.Normal}},
		{"Settings", `{"input":"svc://a","settings":{"persist_results":true,"timeout":2.5,"tenant_throttling":{"tenant_id":"t","max_share":0.25},"hybrid_vpc":{"environment":"eu"}}}`, false,
			op.Plan{Inputs: []string{"svc://a"}, First: read, Lane: job.Priority, Persist: true, Timeout: 2500 * time.Millisecond, Tenant: "t", TenantShare: 0.25, Environment: "eu"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := newBench(t).plan(c.body, c.async)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Queue, c.want.JobInputs, c.want.Layout = job.CPU, true, "v1"
			if diff := cmp.Diff(c.want, got, cmpopts.IgnoreFields(op.Plan{}, "Request"), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlanRefuses(t *testing.T) {
	with := func(rest string) string { return `{"input":"svc://a",` + rest + `}` }
	for _, c := range []struct {
		name, body string
		async      bool
		want       fault.Name // empty: accepted
		typ        string
		says       string
	}{
		{"OverlapAsLongAsAChunk", with(`"retrieval":{"chunking":{"chunk_mode":"variable","chunk_size":100,"chunk_overlap":75}}`), false, fault.InvalidConfig, "invalid_config", "below 75"},
		{"OverlapJustShort", with(`"retrieval":{"chunking":{"chunk_mode":"variable","chunk_size":100,"chunk_overlap":74}}`), false, "", "", ""},
		{"OverlapWithoutSize", with(`"retrieval":{"chunking":{"chunk_mode":"variable","chunk_overlap":5000}}`), false, "", "", ""},
		{"OverlapOfPages", with(`"retrieval":{"chunking":{"chunk_mode":"page","chunk_size":100,"chunk_overlap":500}}`), false, "", "", ""},
		{"SmallestSize", with(`"retrieval":{"chunking":{"chunk_mode":"variable","chunk_size":1}}`), false, "", "", ""},
		{"LiteAsync", with(`"use_lite":true`), true, fault.InvalidConfig, "lite_mode_unsupported", ""},
		{"LiteInSettingsAsync", with(`"settings":{"lite":{"enabled":true}}`), true, fault.InvalidConfig, "lite_mode_unsupported", ""},
		{"LiteSync", with(`"use_lite":true`), false, "", "", ""},
		{"UnknownPin", with(`"settings":{"alpha":{"layout_model":"v9"}}`), false, fault.InvalidConfig, "unknown_model_version", `unknown layout_model "v9"; available: v1`},
		{"KnownPin", with(`"settings":{"alpha":{"layout_model":"v1"}}`), false, "", "", ""},
		{"BoxesWithR1", with(`"settings":{"model":"r-1"},"formatting":{"table_output_format":"jsonbbox"}`), false, fault.InvalidConfig, "invalid_config", "jsonbbox"},
		{"R1WithoutLayoutModel", with(`"settings":{"model":"r-1"}`), false, fault.InferenceMethodUnsupported, "", "settings.model"},
		{"TextPrompt", with(`"enhance":{"agentic":[{"scope":"text","prompt":"p"}]}`), false, fault.InferenceMethodUnsupported, "", "enhance.agentic[0].prompt needs a vision model"},
		{"TablePrompt", with(`"enhance":{"agentic":[{"scope":"text"},{"scope":"table","prompt":"p"}]}`), false, fault.InferenceMethodUnsupported, "", "enhance.agentic[1].prompt needs a vision model"},
		{"Figure", with(`"enhance":{"agentic":[{"scope":"figure"}]}`), false, fault.InferenceMethodUnsupported, "", "enhance.agentic[0] needs a vision model"},
		{"FigurePromptedChart", with(`"enhance":{"agentic":[{"scope":"figure","advanced_chart_agent":true,"prompt":"p"}]}`), false, fault.InferenceMethodUnsupported, "", "enhance.agentic[0]"},
		{"ChartOnly", with(`"enhance":{"agentic":[{"scope":"figure","advanced_chart_agent":true}]}`), false, "", "", ""},
		{"PublishedClientTest", with(`"enhance":{"advanced_chart_agent":true,"agentic":[{"scope":"table","mode":"default"}]},"settings":{"embed_pdf_metadata":true,"embed_pdf_metadata_dpi":72,"extract_document_properties":true,"force_url_result":true,"tenant_throttling":{"tenant_id":"t"}},"spreadsheet":{"max_cell_count":100}`), false, "", "", ""},
		{"TooManyInputs", `{"input":[` + strings.Repeat(`"svc://a",`, 100) + `"svc://a"]}`, false, fault.DocumentTooLarge, "", "101"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := newBench(t).plan(c.body, c.async)
			if c.want == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			if !fault.Is(err, c.want) {
				t.Fatalf("got %v, want %s", err, c.want)
			}
			e := fault.Of(err)
			if c.typ != "" && e.Type != c.typ || !strings.Contains(e.Message, c.says) {
				t.Errorf("type %s, message %q", e.Type, e.Message)
			}
		})
	}
}

func TestPlanKnowsTheSite(t *testing.T) {
	b := newBench(t)
	b.Site.DefaultModel, b.Site.LayoutModel = "r-1", true
	if _, err := b.plan(`{"input":"svc://a"}`, false); err != nil {
		t.Errorf("r-1 with its model: %v", err)
	}
	if _, err := b.plan(`{"input":"svc://a","formatting":{"table_output_format":"jsonbbox"}}`, false); !fault.Is(err, fault.InvalidConfig) {
		t.Errorf("jsonbbox with r-1 by default: %v", err)
	}
	b.Site.Register.Aliases = map[string]string{"theirs": "v1"}
	for _, pin := range []string{"", "theirs", "v1"} {
		p, err := b.plan(`{"input":"svc://a","settings":{"alpha":{"layout_model":"`+pin+`"}}}`, false)
		if err != nil || p.Layout != "v1" {
			t.Errorf("pin %q, which the register knows: %q, %v", pin, p.Layout, err)
		}
	}
}
