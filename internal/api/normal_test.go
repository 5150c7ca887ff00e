package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// requests are the least and the most each request may say.
var requests = []struct {
	schema, least, most string
	read                func(schema string, body []byte) (any, Errors)
}{
	{"ParseRequest", `{"input":"a"}`, mostParse, reader[ParseRequest]},
	{"AsyncParseConfig", `{"input":"a"}`, mostParse, reader[ParseRequest]},
	{"ExtractRequest", `{"input":"a"}`, mostExtract, reader[ExtractRequest]},
	{"AsyncExtractConfig", `{"input":"a"}`, mostExtract, reader[ExtractRequest]},
	{"SyncSplitConfig", `{"input":"a","split_description":[{"name":"n","description":"d"}]}`, mostSplit, reader[SplitRequest]},
	{"AsyncSplitConfig", `{"input":"a","split_description":[{"name":"n","description":"d"}]}`, mostSplit, reader[SplitRequest]},
	{"ClassifyConfig", `{"input":"a"}`, mostClassify, reader[ClassifyRequest]},
	{"EditConfig", `{"document_url":"a","edit_instructions":"x"}`, mostEdit, reader[EditRequest]},
	{"AsyncEditConfig", `{"document_url":"a","edit_instructions":"x"}`, mostEdit, reader[EditRequest]},
	{"V3PipelineConfig", `{"input":"a","pipeline_id":"p"}`, mostPipeline, reader[PipelineRequest]},
	{"V3AsyncPipelineConfig", `{"input":"a","pipeline_id":"p"}`, mostPipeline, reader[PipelineRequest]},
	{"PipelineDefinition", `{"name":"n","extract":{}}`, mostDefinition, reader[PipelineDefinition]},
	{"CiteRequest", `{"source":"jobid://x","queries":[{"text":"t"}]}`, mostCite, reader[CiteRequest]},
	{"UploadBody", `{}`, `{"encoding":"base64","file":"QQ=="}`, reader[UploadBody]},
	{"EndpointCreate", `{"url":"https://h/"}`, `{"disabled":1,"channels":["c"],"description":"d","url":"https://h/"}`, reader[EndpointCreate]},
	{"EndpointPatch", `{}`, `{"disabled":"no","channels":[],"description":"","url":"https://h/"}`, reader[EndpointPatch]},
	{"KeyCreate", `{"name":"n"}`, `{"expires_at":"2030-01-02T03:04:05+02:00","scopes":["read","read","jobs"],"name":"n"}`, reader[KeyCreate]},
}

const (
	mostOptions = `"settings":{"alpha":{"x":1,"layout_model":"v1"},"model":"r-1","hybrid_vpc":{"environment":"eu"},
		"document_password":"p","page_range":[{"start":1},{"end":"3"}],"timeout":"60.5",
		"tenant_throttling":{"max_share":0.25,"tenant_id":"t"},"persist_results":"yes","extract_document_properties":1,
		"embed_pdf_metadata_dpi":"72","embed_pdf_metadata":true,"return_images":["table","page","table"],
		"return_ocr_data":"ON","force_file_extension":".pdf","force_url_result":1.0,"extraction_mode":"ocr","ocr_system":"legacy"},
		"spreadsheet":{"max_cell_count":10,"exclude":["styling"],"clustering":"fast","include":["formula"],
		"split_large_tables":{"size":{"column":"7"},"enabled":false}},
		"formatting":{"include":["comments","comments"],"merge_tables":true,"table_output_format":"csv","add_page_markers":true},
		"retrieval":{"embedding_optimized":true,"filter_blocks":["Page Number","Footer"],
		"chunking":{"chunk_overlap":10.0,"chunk_size":500,"chunk_mode":"variable"}},
		"enhance":{"intelligent_ordering":true,"summarize_figures":false,"advanced_chart_agent":true,
		"agentic":[{"mode":"auto","scope":"table"},{"scope":"figure","prompt":"p","return_overlays":true},{"scope":"text"}]}`
	mostAsync = `"async":{"webhook":{"url":"https://h/x"},"priority":true,"metadata":{ "b" : 1, "a":"\u00e9" }}`
	mostParse = `{"queue_priority":"standard",` + mostOptions + `,` + mostAsync + `,"input":["a","b"],"unknown":1}`

	mostExtract = `{"queue_priority":"batch",` + mostAsync + `,"settings":{"alpha":{"extract_model":"v1"},"persist_results":true,
		"page_range":[1,2.0],"citations":{"parent_block":"bbox_only","numerical_confidence":false,"enabled":true},
		"deep_extract":1,"array_extract":1,"force_url_result":1,"optimize_for_latency":1,"include_images":1},
		"instructions":{"system_prompt":"s","schema":{"type":"object","properties":{"z":{},"a":{}}}},
		"parsing":{` + mostOptions + `},"input":{"file_id":"svc://x","presigned_url":"https://h/"}}`

	mostSplit = `{` + mostAsync + `,"settings":{"alpha":{"deep_split":"on","include_confidence":1},"force_url_result":1,
		"deep_split":1,"auto_partition":0,"allow_page_overlap":0,"table_cutoff":"preserve"},"split_rules":"r",
		"split_description":[{"partition_key":"k","description":"d","name":"n"}],"parsing":{` + mostOptions + `},"input":"a"}`

	mostClassify = `{"persist_results":1,"document_metadata":"m","page_range":[1],"category_groups":{"g":["a"],"e":[]},
		"classification_schema":[{"criteria":["c"],"category":"a"}],"force_url_result":1,` + mostAsync + `,
		"priority":0,"model":"accurate","input":["a"]}`

	mostEdit = `{"webhook":{"channels":["c"],"metadata":[1, 2],"url":"https://h/","mode":"svix"},"priority":"off",
		"form_schema":[{"font_size":"9.5","value":"v","fill":false,"type":"radio","description":"d",
		"bbox":{"original_page":2,"page":"1","height":0.1,"width":0.2,"top":0.3,"left":0}}],
		"edit_options":{"flatten":1,"enable_overflow_pages":1,"llm_provider_preference":"openai","font_size":12,"color":"#00ff00"},
		"edit_instructions":"x","document_url":{"file_id":"svc://x"}}`

	mostPipeline = `{` + mostAsync + `,"settings":{"document_password":"p"},"pipeline_id":"p","input":["a"]}`

	mostDefinition = `{"extract":{"per_split":{"n":{"settings":{"deep_extract":1}},"m":{"instructions":{"schema":{}}}},
		"settings":{"array_extract":1},"instructions":{"system_prompt":"s"}},
		"split":{"split_rules":"r","split_description":[{"name":"n","description":"d"}]},"parse":{},"name":"n"}`

	mostCite = `{"queries":[{"bbox_filter":{"left":0,"top":0,"width":1,"height":1,"page":1},"text":"t"}],
		"source":{"custom":{"warnings":["w"],"more":1},"ocr":{"lines":[],"words":[{"rotation":0,"chunk_index":0,"confidence":1,
		"bbox":{"left":0,"top":0,"width":1,"height":1,"page":1},"text":"t"}]},"chunks":[{"blocks":[{"type":"Text",
		"bbox":{"left":0,"top":0,"width":1,"height":1,"page":1},"content":"t","extra":{"level":2}}],"embed":"t","content":"t"}],"type":"full"}}`
)

func reader[T any](schema string, body []byte) (any, Errors) { return Read[T](schema, body) }

// TestNormalForms compares the normal form of every request with a golden file, and what Go reads from it.
func TestNormalForms(t *testing.T) {
	for _, tt := range requests {
		for name, body := range map[string]string{"least": tt.least, "most": tt.most} {
			t.Run(tt.schema+"/"+name, func(t *testing.T) {
				out, errs := Validate(tt.schema, []byte(body))
				if errs != nil {
					t.Fatal(errs[0].Loc, errs)
				}
				golden(t, filepath.Join("normal", tt.schema+"."+name+".json"), out)
				if _, errs := tt.read(tt.schema, []byte(body)); errs != nil {
					t.Error(errs)
				}
			})
		}
	}
}

// golden compares JSON with a file that holds it indented.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, got, "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, pretty.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Error("golden files were rewritten")
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), pretty.String()); diff != "" {
		t.Error(diff)
	}
}

// TestPublishedDefaults holds the default that the document shows for an object to what its members default to.
func TestPublishedDefaults(t *testing.T) {
	for _, m := range document().object("components").object("schemas") {
		o := m.value.(object)
		if o.text("type") != "object" || !o.has("default") {
			continue
		}
		shown, err := Marshal(o.get("default"))
		if err != nil {
			t.Fatal(err)
		}
		want, errs := Validate(m.key, []byte(`{}`))
		if errs != nil {
			t.Fatal(m.key, errs)
		}
		got, errs := Validate(m.key, shown)
		if errs != nil || string(got) != string(want) {
			t.Errorf("%s: %s means %s, absent means %s", m.key, shown, got, want)
		}
	}
}

// TestWebhookModes reads webhooks that leave their mode out.
func TestWebhookModes(t *testing.T) {
	for _, tt := range []struct{ schema, webhook, want string }{
		{"AsyncConfig", `{}`, `{"mode":"svix","channels":[]}`},
		{"AsyncConfig", `{"channels":["a"]}`, `{"mode":"svix","channels":["a"]}`},
		{"AsyncConfig", `{"mode":null,"url":null}`, `{"mode":"svix","channels":[]}`},
		{"AsyncConfig", `{"url":"http://h"}`, `{"mode":"direct","url":"http://h"}`},
		{"AsyncConfig", `{"url":"http://h","mode":"svix"}`, `{"mode":"svix","channels":[]}`},
		{"AsyncConfig", `{"mode":"disabled"}`, `{"mode":"disabled"}`},
		{"WebhookConfigNew", `{}`, `{"mode":"disabled","url":null,"metadata":null,"channels":[]}`},
		{"WebhookConfigNew", `{"mode":null,"url":"http://h"}`, `{"mode":"direct","url":"http://h","metadata":null,"channels":[]}`},
		{"WebhookConfigNew", `{"mode":"svix","metadata":{"a":1}}`, `{"mode":"svix","url":null,"metadata":{"a":1},"channels":[]}`},
	} {
		body, want := tt.webhook, tt.want
		if tt.schema == "AsyncConfig" {
			body, want = `{"webhook":`+body+`}`, `{"metadata":null,"priority":false,"webhook":`+want+`}`
		}
		if out, errs := Validate(tt.schema, []byte(body)); errs != nil || string(out) != want {
			t.Errorf("%s: %s %v, want %s", tt.webhook, out, errs, want)
		}
	}
}
