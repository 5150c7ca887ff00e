package former

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
)

// schemas are those of today's requests, synchronous and asynchronous.
var schemas = map[string][2]string{
	"parse":    {"ParseRequest", "AsyncParseConfig"},
	"extract":  {"ExtractRequest", "AsyncExtractConfig"},
	"split":    {"SyncSplitConfig", "AsyncSplitConfig"},
	"pipeline": {"V3PipelineConfig", "V3AsyncPipelineConfig"},
}

func known(name string) bool { return name == "v1" || name == "theirs" || name == "" }

// normal is a request of today in normal form.
func normal(t *testing.T, operation string, async bool, body string) any {
	t.Helper()
	schema := schemas[operation][0]
	if async {
		schema = schemas[operation][1]
	}
	raw, errs := api.Validate(schema, []byte(body))
	if errs != nil {
		t.Fatalf("%s: %v %v", body, errs[0].Loc, errs)
	}
	return decoded(t, raw)
}

func decoded(t *testing.T, raw []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// with puts keys into today's request of which the defaults of the second version are a part.
const with = `"settings":{"extraction_mode":"ocr"},"retrieval":{"chunking":{"chunk_mode":"variable"}},"enhance":{"summarize_figures":false},
	"formatting":{"table_output_format":"html"},"spreadsheet":{"clustering":"fast"}`

// plain is what the second version says of itself when nothing is set.
var plain = api.Former{Priority: true, ContinueHierarchy: true}

func extra(change func(*api.Former)) api.Former {
	f := plain
	change(&f)
	return f
}

// merged puts the members of an object into another, objects into objects.
func merged(a, b any) any {
	into, ok := a.(map[string]any)
	from, also := b.(map[string]any)
	if !ok || !also {
		return b
	}
	for k, v := range from {
		into[k] = merged(into[k], v)
	}
	return into
}

// TestRows holds every row of the table of keys to what it becomes: says is put into a body of the second version, today
// into the request that a body with nothing but a document becomes.
func TestRows(t *testing.T) {
	for _, c := range []struct{ name, says, today string }{
		{"Nothing", `{}`, `{}`},
		{"Input", `{"document_url":["a","b"]}`, `{"input":["a","b"]}`},
		{"Upload", `{"document_url":{"file_id":"svc://x.pdf","presigned_url":"u"}}`, `{"input":"svc://x.pdf"}`},
		{"Queue", `{"queue_priority":"batch"}`, `{"queue_priority":"batch"}`},
		{"QueueAlias", `{"queue_priority":"standard"}`, `{"queue_priority":"auto"}`},
		{"Standard", `{"options":{"ocr_mode":"standard"}}`, `{}`},
		{"Agentic", `{"options":{"ocr_mode":"agentic"}}`, `{"enhance":{"agentic":[{"scope":"text"},{"scope":"table"}]}}`},
		{"Hybrid", `{"options":{"extraction_mode":"hybrid"}}`, `{"settings":{"extraction_mode":"hybrid"}}`},
		{"Metadata", `{"options":{"extraction_mode":"metadata"}}`, `{"settings":{"extraction_mode":"metadata"}}`},
		{"Chunking", `{"options":{"chunking":{"chunk_mode":"section","chunk_size":"500","chunk_overlap":20}}}`,
			`{"retrieval":{"chunking":{"chunk_mode":"section","chunk_size":500,"chunk_overlap":20}}}`},
		{"ChunkSize", `{"options":{"chunking":{"chunk_size":300}}}`, `{"retrieval":{"chunking":{"chunk_size":300}}}`},
		{"TableSummary", `{"options":{"table_summary":{"enabled":true}}}`, `{"retrieval":{"embedding_optimized":true}}`},
		{"FigureSummary", `{"options":{"figure_summary":{"enabled":true}}}`, `{"enhance":{"summarize_figures":true}}`},
		{"FigurePrompt", `{"options":{"figure_summary":{"enabled":true,"prompt":"p","override":true}}}`,
			`{"enhance":{"summarize_figures":true,"agentic":[{"scope":"figure","prompt":"p"}]}}`},
		{"FigureEnhanced", `{"options":{"ocr_mode":"agentic","figure_summary":{"enabled":"yes","enhanced":true}}}`,
			`{"enhance":{"summarize_figures":true,"agentic":[{"scope":"text"},{"scope":"table"},{"scope":"figure"}]}}`},
		{"FigureOff", `{"options":{"figure_summary":{"prompt":"p","enhanced":true}}}`, `{}`},
		{"Charts", `{"options":{"figure_summary":{"advanced_chart_agent":true}}}`, `{"enhance":{"advanced_chart_agent":true}}`},
		{"Filter", `{"options":{"filter_blocks":["Header","Footer","Header"]}}`, `{"retrieval":{"filter_blocks":["Header","Footer"]}}`},
		{"URL", `{"options":{"force_url_result":true}}`, `{"settings":{"force_url_result":true}}`},
		{"Legacy", `{"advanced_options":{"ocr_system":"legacy"}}`, `{"settings":{"ocr_system":"legacy"}}`},
		{"OtherSystem", `{"advanced_options":{"ocr_system":"highres"}}`, `{}`},
		{"Tables", `{"advanced_options":{"table_output_format":"jsonbbox"}}`, `{"formatting":{"table_output_format":"jsonbbox"}}`},
		{"AITables", `{"advanced_options":{"table_output_format":"ai_json"}}`, `{"formatting":{"table_output_format":"json"}}`},
		{"Merge", `{"advanced_options":{"merge_tables":true,"add_page_markers":true}}`, `{"formatting":{"merge_tables":true,"add_page_markers":true}}`},
		{"Cells", `{"advanced_options":{"include_color_information":true,"include_formula_information":true,"include_dropdown_information":true}}`,
			`{"spreadsheet":{"include":["cell_colors","formula","dropdowns"]}}`},
		{"LargeTables", `{"advanced_options":{"large_table_chunking":{"enabled":false,"size":{"row":7}}}}`,
			`{"spreadsheet":{"split_large_tables":{"enabled":false,"size":{"row":7,"column":0}}}}`},
		{"Clusters", `{"advanced_options":{"spreadsheet_table_clustering":"disabled"}}`, `{"spreadsheet":{"clustering":"disabled"}}`},
		{"IntelligentClusters", `{"advanced_options":{"spreadsheet_table_clustering":"intelligent"}}`, `{"spreadsheet":{"clustering":"accurate"}}`},
		{"DefaultClusters", `{"advanced_options":{"spreadsheet_table_clustering":"default"}}`, `{}`},
		{"HiddenSheets", `{"advanced_options":{"exclude_hidden_sheets":1}}`, `{"spreadsheet":{"exclude":["hidden_sheets"]}}`},
		{"HiddenRows", `{"advanced_options":{"exclude_hidden_rows_cols":true}}`, `{"spreadsheet":{"exclude":["hidden_rows","hidden_cols"]}}`},
		{"Marks", `{"advanced_options":{"read_comments":true,"enable_change_tracking":true,"enable_highlight_detection":true,"ignore_watermarks":true}}`,
			`{"formatting":{"include":["comments","change_tracking","highlight","ignore_watermarks"]}}`},
		{"Settings", `{"advanced_options":{"page_range":{"start":2,"end":3},"force_file_extension":"pdf","return_ocr_data":true,"document_password":"p","persist_results":true}}`,
			`{"settings":{"page_range":[{"start":2,"end":3}],"force_file_extension":"pdf","return_ocr_data":true,"document_password":"p","persist_results":true}}`},
		{"Sheets", `{"advanced_options":{"page_range":["Summary"]}}`, `{"settings":{"page_range":["Summary"]}}`},
		{"NullIsDefault", `{"options":null,"advanced_options":{"page_range":null,"table_output_format":null},"experimental_options":{"enrich":null,"layout_model":null}}`, `{}`},
		{"Images", `{"experimental_options":{"return_figure_images":true,"return_table_images":true,"return_page_images":true}}`,
			`{"settings":{"return_images":["figure","table","page"]}}`},
		{"Others", `{"experimental_options":{"embed_text_metadata_pdf":true,"detect_signatures":true,"user_specified_timeout_seconds":"12.5"}}`,
			`{"settings":{"embed_pdf_metadata":true,"timeout":12.5},"formatting":{"include":["signatures"]}}`},
		{"LayoutDefault", `{"experimental_options":{"layout_model":"default"}}`, `{}`},
		{"LayoutAlias", `{"experimental_options":{"layout_model":"theirs"}}`, `{"settings":{"alpha":{"layout_model":"theirs"}}}`},
		{"LayoutUnknown", `{"experimental_options":{"layout_model":"beta_7"}}`, `{}`},
		{"Ordering", `{"experimental_options":{"layout_enrichment":true}}`, `{"enhance":{"intelligent_ordering":true}}`},
		{"AgenticLayout", `{"experimental_options":{"agentic_layout":true}}`, `{"enhance":{"intelligent_ordering":true}}`},
		{"NoEffect", `{"experimental_options":{"enable_checkboxes":true,"enable_equations":7,"rotate_pages":"x","rotate_figures":[],"danger_filter_wide_boxes":true,
			"native_docx_parsing":true,"native_office_conversion":true,"disable_office_external_links":true},"unknown":{"a":1},"options":{"b":2}}`, `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			body, err := json.Marshal(merged(map[string]any{"document_url": "d"}, decoded(t, []byte(c.says))))
			if err != nil {
				t.Fatal(err)
			}
			got, err := Read("parse", body, false, known)
			if err != nil {
				t.Fatal(err)
			}
			today, err := json.Marshal(merged(decoded(t, []byte(`{"input":"d",`+with+`}`)), decoded(t, []byte(c.today))))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(normal(t, "parse", false, string(today)), normal(t, "parse", false, string(got.Body))); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(plain, got.Extra); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestExtras are the rows that today has no words for.
func TestExtras(t *testing.T) {
	for _, c := range []struct {
		name, operation, says string
		want                  api.Former
	}{
		{"Hierarchy", "parse", `"advanced_options":{"continue_hierarchy":false}`, extra(func(f *api.Former) { f.ContinueHierarchy = false })},
		{"Lines", "parse", `"advanced_options":{"keep_line_breaks":true,"remove_text_formatting":true,"filter_line_numbers":true}`,
			extra(func(f *api.Former) { f.KeepLineBreaks, f.RemoveTextFormatting, f.FilterLineNumbers = true, true, true })},
		{"Scripts", "parse", `"experimental_options":{"enable_scripts":true,"chunk_table_blocks":true}`,
			extra(func(f *api.Former) { f.EnableScripts, f.ChunkTableBlocks = true, true })},
		{"TablePrompt", "parse", `"options":{"table_summary":{"enabled":true,"prompt":"totals"}}`, extra(func(f *api.Former) { f.TablePrompt = "totals" })},
		{"TablePromptOff", "parse", `"options":{"table_summary":{"prompt":"totals"}}`, plain},
		{"Enrich", "parse", `"experimental_options":{"enrich":{"enabled":true,"prompt":"p"}}`, extra(func(f *api.Former) { f.Enrich = &api.Enrich{Mode: "standard", Prompt: "p"} })},
		{"EnrichOff", "parse", `"experimental_options":{"enrich":{"mode":"table","prompt":"p"}}`, plain},
		{"Patient", "parse", `"priority":false`, extra(func(f *api.Former) { f.Priority = false })},
		{"Hurried", "parse", `"priority":false,"experimental_options":{"latency_sensitive":true}`, plain},
		{"Chunks", "extract", `"schema":{},"use_chunking":true`, extra(func(f *api.Former) { f.UseChunking, f.Segment = true, 10 })},
		{"Segment", "extract", `"schema":{},"array_extract":{"enabled":true,"pages_per_segment":4,"mode":"x","streaming_extract_item_density":9}`,
			extra(func(f *api.Former) { f.Segment = 4 })},
		{"Pipeline", "pipeline", `"pipeline_id":"p","priority":false`, api.Former{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(c.operation, []byte(`{"document_url":"d",`+c.says+`}`), false, known)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got.Extra); diff != "" {
				t.Error(diff)
			}
			normal(t, c.operation, false, string(got.Body))
		})
	}
}

// TestOperations are the rows of single operations, and those about the job.
func TestOperations(t *testing.T) {
	const parsing = `"parsing":{` + with + `}`
	section := `[{"name":"a","description":"b","partition_key":null}]`
	for _, c := range []struct {
		name, operation string
		async           bool
		says, today     string
	}{
		{"Extract", "extract", false, `{"document_url":"d","schema":{"type":"object"},"options":{"force_url_result":true}}`,
			`{"input":"d",` + strings.Replace(parsing, `"ocr"`, `"ocr","force_url_result":true`, 1) + `,"instructions":{"schema":{"type":"object"}},
			"settings":{"force_url_result":true,"citations":{"numerical_confidence":false}}}`},
		{"ExtractAll", "extract", false, `{"document_url":"d","schema":"{}","system_prompt":"s","generate_citations":true,"citations_options":{"numerical_confidence":true},
			"array_extract":{"enabled":true},"deep_extract":true,"include_images":true,"spreadsheet_agent":true,"experimental_table_citations":1}`,
			`{"input":"d",` + parsing + `,"instructions":{"schema":"{}","system_prompt":"s"},
			"settings":{"citations":{"enabled":true,"numerical_confidence":true},"array_extract":true,"deep_extract":true,"include_images":true}}`},
		{"Agent", "extract", false, `{"document_url":"d","schema":{},"agent_extract":{"enabled":true}}`,
			`{"input":"d",` + parsing + `,"settings":{"deep_extract":true,"citations":{"numerical_confidence":false}}}`},
		{"Split", "split", false, `{"document_url":"d","split_description":` + section + `,"split_rules":"r","split_options":{"table_cutoff":"preserve"},"deep_split":true,"include_confidence":true}`,
			`{"input":"d",` + parsing + `,"split_description":` + section + `,"split_rules":"r","settings":{"table_cutoff":"preserve","deep_split":true,"alpha":{"include_confidence":true}}}`},
		{"SplitOptions", "split", true, `{"document_url":"d","split_description":` + section + `,"split_options":{"deep_split":true},"priority":true}`,
			`{"input":"d","async":{"priority":true},` + parsing + `,"split_description":` + section + `,"settings":{"deep_split":true}}`},
		{"Pipeline", "pipeline", false, `{"document_url":["d"],"pipeline_id":"p","settings":{"document_password":"x"}}`,
			`{"input":["d"],"pipeline_id":"p","settings":{"document_password":"x"}}`},
		{"PipelineHook", "pipeline", true, `{"document_url":"d","pipeline_id":"p","webhook":{"mode":"direct","url":"http://h/x","metadata":7,"channels":["c"]}}`,
			`{"input":"d","pipeline_id":"p","async":{"metadata":7,"webhook":{"mode":"direct","url":"http://h/x"}}}`},
		{"PipelineOwn", "pipeline", true, `{"document_url":"d","pipeline_id":"p","async":{"enabled":true,"priority":true,"metadata":2,"webhook":{"mode":"svix"}}}`,
			`{"input":"d","pipeline_id":"p","async":{"priority":true,"metadata":2,"webhook":{"mode":"svix"}}}`},
		{"SplitQueue", "split", false, `{"document_url":"d","split_description":` + section + `,"queue_priority":7}`, `{"input":"d",` + parsing + `,"split_description":` + section + `}`},
		{"SvixHook", "parse", true, `{"document_url":"d","webhook":{"mode":"svix","channels":["c"],"metadata":{"a":null}}}`,
			`{"input":"d",` + with + `,"async":{"metadata":{"a":null},"webhook":{"mode":"svix","channels":["c"]}}}`},
		{"NoHook", "parse", true, `{"document_url":"d","webhook":{"mode":"disabled","metadata":1}}`,
			`{"input":"d",` + with + `,"async":{"metadata":1,"webhook":{"mode":"disabled"}}}`},
		{"SyncHook", "parse", false, `{"document_url":"d","webhook":{"mode":"svix"}}`, `{"input":"d",` + with + `}`},
		{"AsyncOff", "parse", false, `{"document_url":"d","async":{"metadata":1}}`, `{"input":"d",` + with + `}`},
		{"AsyncOn", "parse", false, `{"document_url":"d","priority":true,"webhook":{"mode":"svix","metadata":1},"async":{"enabled":true}}`,
			`{"input":"d",` + with + `,"async":{"priority":true,"metadata":1,"webhook":{"mode":"svix"}}}`},
		{"AsyncOwn", "extract", false, `{"document_url":"d","schema":{},"priority":true,"webhook":{"mode":"svix","metadata":1},
			"async":{"enabled":true,"priority":false,"metadata":2,"webhook":{"mode":"direct","url":"https://h/"}}}`,
			`{"input":"d",` + parsing + `,"settings":{"citations":{"numerical_confidence":false}},"async":{"priority":false,"metadata":2,"webhook":{"mode":"direct","url":"https://h/"}}}`},
		{"AsyncHurried", "parse", true, `{"document_url":"d","experimental_options":{"latency_sensitive":true}}`, `{"input":"d",` + with + `,"async":{"priority":true}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(c.operation, []byte(c.says), c.async, known)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(normal(t, c.operation, c.async, c.today), normal(t, c.operation, c.async, string(got.Body))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever a body says, what becomes of it is a request of today in normal form, and no word of it is lost on the way.
func TestAnyBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		operation := rapid.SampledFrom([]string{"parse", "extract", "split", "pipeline"}).Draw(t, "operation")
		async := rapid.Bool().Draw(t, "async")
		body := drawn(t, reflect.TypeFor[said](), "").(map[string]any)
		delete(body, "settings")
		body["document_url"], body["split_description"] = "d", []any{map[string]any{"name": "a", "description": "b"}}
		body["pipeline_id"], body["schema"] = "p", map[string]any{}
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(operation, raw, async, known)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		form, _ := body["async"].(map[string]any)
		schema := schemas[operation][0]
		if async || form != nil && form["enabled"] == true && forms[operation].chooses {
			schema = schemas[operation][1]
		}
		again, errs := api.Validate(schema, got.Body)
		if errs != nil {
			t.Fatalf("%s became %s: %v %v", raw, got.Body, errs[0].Loc, errs)
		}
		var before, after any
		if json.Unmarshal(got.Body, &before) != nil || json.Unmarshal(again, &after) != nil || !reflect.DeepEqual(fewer(before), fewer(after)) {
			t.Fatalf("%s is no normal form: %s", got.Body, again)
		}
	})
}

// drawn is a value for a type of this package: flags set or not, words from the lists of the schemas.
func drawn(t *rapid.T, typ reflect.Type, key string) any {
	words := map[string][]string{
		"queue_priority": {"auto", "batch", "standard"}, "options.ocr_mode": {"standard", "agentic"}, "options.extraction_mode": {"ocr", "hybrid", "metadata"},
		"advanced_options.table_output_format": {"html", "ai_json", "dynamic"}, "advanced_options.spreadsheet_table_clustering": {"default", "disabled", "intelligent"},
		"split_options.table_cutoff": {"truncate", "preserve"}, "experimental_options.layout_model": {"default", "v1", "theirs", "beta"},
	}
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch typ.Kind() {
	case reflect.Bool:
		return rapid.Bool().Draw(t, key)
	case reflect.String:
		if list := words[key]; list != nil {
			return rapid.SampledFrom(list).Draw(t, key)
		}
		return rapid.SampledFrom([]string{"", "word", "legacy"}).Draw(t, key)
	case reflect.Int:
		return rapid.IntRange(1, 20).Draw(t, key)
	case reflect.Struct:
		if typ.PkgPath() != reflect.TypeFor[said]().PkgPath() {
			return nil
		}
		out := map[string]any{}
		for _, f := range reflect.VisibleFields(typ) {
			name := f.Tag.Get("json")
			if rapid.Bool().Draw(t, name) {
				out[name] = drawn(t, f.Type, strings.TrimPrefix(key+"."+name, "."))
			}
		}
		return out
	}
	return nil
}

// fewer leaves out what is false or null, which types may leave out as well.
func fewer(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			if inner == nil || inner == false {
				delete(v, key)
				continue
			}
			v[key] = fewer(inner)
		}
	case []any:
		for i := range v {
			v[i] = fewer(v[i])
		}
	}
	return v
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ operation, body, want string }{
		{"parse", `{"document_url":7}`, `["body","document_url","str"] string_type`},
		{"parse", `{"document_url":"d","options":{"ocr_mode":"fast"}}`, `["body","options","ocr_mode"] literal_error`},
		{"parse", `{"document_url":"d","options":{"chunking":{"chunk_size":-1}}}`, `["body","options","chunking","chunk_size"] greater_than_equal`},
		{"parse", `{"document_url":"d","options":"all"}`, `["body","options"] model_attributes_type`},
		{"parse", `{"document_url":"d","advanced_options":{"document_password":7}}`, `["body","advanced_options","document_password"] string_type`},
		{"parse", `{"document_url":"d","experimental_options":{"user_specified_timeout_seconds":-1}}`, `["body","experimental_options","user_specified_timeout_seconds"] greater_than_equal`},
		{"parse", `{"document_url":"d","webhook":{"mode":"direct"}}`, `["body","webhook","url"] missing`},
		{"extract", `{"document_url":"d"}`, `["body","schema"] missing`},
		{"extract", `{"document_url":"d","schema":{},"array_extract":{"pages_per_segment":0}}`, `["body","array_extract","pages_per_segment"] greater_than_equal`},
		{"split", `{"document_url":"d","split_description":[]}`, `["body","split_description"] too_short`},
		{"pipeline", `{"document_url":"d","pipeline_id":"p","settings":{"a":1}}`, `["body","settings","a"] extra_forbidden`},
	} {
		_, err := Read(c.operation, []byte(c.body), false, known)
		var errs api.Errors
		if !errors.As(err, &errs) || len(errs) == 0 {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		loc, err := api.Marshal(errs[0].Loc)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(loc) + " " + errs[0].Type; got != c.want {
			t.Errorf("%s: %s, want %s", c.body, got, c.want)
		}
		if bytes.Contains(errs[0].Input, []byte("7")) && strings.Contains(c.want, "password") {
			t.Errorf("%s tells the password", c.body)
		}
	}
}

func TestTell(t *testing.T) {
	for _, c := range []struct{ says, message, want string }{
		{`"options":{"ocr_mode":"agentic","figure_summary":{"enabled":true,"prompt":"p"}}`, "enhance.agentic[2] needs a vision model", "options.figure_summary needs a vision model"},
		{`"options":{"ocr_mode":"agentic"}`, "enhance.agentic[0] needs a vision model", "options.ocr_mode needs a vision model"},
		{`"options":{"figure_summary":{"enabled":true,"enhanced":true}}`, "enhance.agentic[0].prompt needs it", "options.figure_summary.prompt needs it"},
		{`"priority":true`, "retrieval.chunking.chunk_overlap 9 must be below 3", "options.chunking.chunk_overlap 9 must be below 3"},
		{`"priority":true`, "the input list is long", "the input list is long"},
	} {
		r, err := Read("parse", []byte(`{"document_url":"d",`+c.says+`}`), false, known)
		if err != nil {
			t.Fatal(err)
		}
		told := r.Tell(fmt.Errorf("plan: %w", fault.New(fault.InvalidConfig, "%s", c.message).Typed("x")))
		if e := fault.Of(told); e.Message != c.want || e.Name != fault.InvalidConfig || e.Type != "x" {
			t.Errorf("%+v, want %q", e, c.want)
		}
	}
	for operation, kept := range map[string]error{
		"parse": errors.New("the database is away"), "pipeline": fault.New(fault.InvalidConfig, "settings.deep_extract needs a model"),
	} {
		if r := (Request{operation: operation}); !errors.Is(r.Tell(kept), kept) {
			t.Errorf("%s: %v is changed", operation, kept)
		}
	}
}

func TestIs(t *testing.T) {
	for _, c := range []struct {
		operation, schema, body string
		want                    bool
	}{
		{"parse", "ParseRequest", ` {"document_url":"d"}`, true},
		{"parse", "ParseRequest", `{"document\u005furl":null}`, true},
		{"parse", "ParseRequest", `{"input":null,"document_url":"d"}`, false},
		{"parse", "ParseRequest", `{"input":7,"document_url":"d"}`, false},
		{"parse", "ParseRequest", `{"options":{"document_url":"d"}}`, false},
		{"parse", "ParseRequest", `["document_url"]`, false},
		{"parse", "ParseRequest", `{"document_url":`, false},
		{"parse", "ParseRequest", ``, false},
		{"classify", "ClassifyConfig", `{"document_url":"d"}`, false},
		{"edit", "EditConfig", `{"document_url":"d"}`, false},
	} {
		_, errs := api.Validate(c.schema, []byte(c.body))
		if got := errs.Lacks("input") && Is(c.operation, []byte(c.body)); got != c.want {
			t.Errorf("%s %s: %v", c.operation, c.body, got)
		}
	}
}

// TestEveryKeyHasARow holds the table of keys, the type of the body and its schemas to each other.
func TestEveryKeyHasARow(t *testing.T) {
	var rows, silent []string
	for _, part := range [][]row{jobRows, parseRows, extractRows, splitRows, pipelineRows} {
		for _, r := range part {
			if r.put == nil {
				silent = append(silent, strings.Fields(r.keys)...)
			} else {
				rows = append(rows, strings.Fields(r.keys)...)
			}
		}
	}
	keys := leaves(reflect.TypeFor[said](), "")
	slices.Sort(rows)
	slices.Sort(keys)
	if diff := cmp.Diff(keys, rows); diff != "" {
		t.Error(diff)
	}
	for _, key := range silent {
		if slices.Contains(keys, key) {
			t.Errorf("%s is read and has no effect", key)
		}
	}
	held := map[string]bool{}
	for operation, body := range map[string]string{
		"parse": `{"document_url":"d"}`, "extract": `{"document_url":"d","schema":{}}`,
		"split": `{"document_url":"d","split_description":[{"name":"a","description":"b"}]}`, "pipeline": `{"document_url":"d","pipeline_id":"p"}`,
	} {
		raw, errs := api.Validate(forms[operation].schema, []byte(body))
		if errs != nil {
			t.Fatal(errs)
		}
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if err := d.Decode(&said{}); err != nil {
			t.Errorf("%s: %v", operation, err)
		}
		for key := range decoded(t, raw).(map[string]any) {
			held[key] = true
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[said]()) {
		if !held[f.Tag.Get("json")] {
			t.Errorf("no schema has %s", f.Tag.Get("json"))
		}
	}
}

// leaves are the keys of a type of this package and of those inside it.
func leaves(typ reflect.Type, path string) (out []string) {
	for _, f := range reflect.VisibleFields(typ) {
		key, inner := path+f.Tag.Get("json"), f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && inner.PkgPath() == typ.PkgPath() {
			out = append(out, leaves(inner, key+".")...)
			continue
		}
		out = append(out, key)
	}
	return out
}
