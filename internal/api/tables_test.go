package api

import (
	"fmt"
	"strings"
	"testing"
)

// with puts settings into an otherwise plain request.
func with(members string) string { return `{"input":"a",` + members + `}` }

func repeat(item string, n int) string {
	return `[` + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + `]`
}

// Section 7: shared types.
func TestSharedTypes(t *testing.T) {
	hook := func(v string) string { return with(`"async":{"webhook":` + v + `}`) }
	hookAt := func(rest string) []string { return []string{`["body","async","webhook"` + rest} }
	const s = "ParseRequest"
	kib16 := strings.Repeat("x", 16384-2)
	runRefused(t, []refused{
		{"Priority", s, with(`"queue_priority":"high"`), []string{
			`["body","queue_priority"] enum "high" {"expected":"'batch', 'auto' or 'standard'"}`}},
		{"PriorityNumber", s, with(`"queue_priority":1`), []string{
			`["body","queue_priority"] enum 1 {"expected":"'batch', 'auto' or 'standard'"}`}},
		{"AsyncText", s, with(`"async":"yes"`), []string{`["body","async"] model_attributes_type "yes"`}},
		{"AsyncBool", s, with(`"async":true`), []string{`["body","async"] model_attributes_type true`}},
		{"AsyncEmpty", s, with(`"async":{}`), nil},
		{"AsyncPriority", s, with(`"async":{"priority":"urgent"}`), []string{`["body","async","priority"] bool_parsing "urgent"`}},
		{"Metadata", s, with(`"async":{"metadata":[1,{"a":null}]}`), nil},
		{"MetadataLargest", s, with(`"async":{"metadata": "` + kib16 + `" }`), nil},
		{"MetadataTooLarge", s, with(`"async":{"metadata":"` + kib16 + `x"}`), []string{
			`["body","async","metadata"] value_error "` + kib16 + `x" {"error":"is larger than 16 KiB"}`}},
		{"HookText", s, hook(`"x"`), hookAt(`] model_attributes_type "x"`)},
		{"HookMode", s, hook(`{"mode":"fax"}`), hookAt(
			`] union_tag_invalid {"mode":"fax"} {"discriminator":"'mode'","expected_tags":"'svix', 'direct' or 'disabled'","tag":"fax"}`)},
		{"HookModeNumber", s, hook(`{"mode":7}`), hookAt(
			`] union_tag_invalid {"mode":7} {"discriminator":"'mode'","expected_tags":"'svix', 'direct' or 'disabled'","tag":"7"}`)},
		{"HookDisabled", s, hook(`{"mode":"disabled"}`), nil},
		{"HookSvix", s, hook(`{"mode":"svix","channels":["a"]}`), nil},
		{"HookInferred", s, hook(`{}`), nil},
		{"HookDirectNoURL", s, hook(`{"mode":"direct"}`), hookAt(`,"url"] missing {"mode":"direct"}`)},
		{"HookDirectNullURL", s, hook(`{"mode":"direct","url":null}`), hookAt(`,"url"] string_type null`)},
		{"HookDirect", s, hook(`{"mode":"direct","url":"http://h/x"}`), nil},
		{"HookRelative", s, hook(`{"url":"/x"}`), hookAt(`,"url"] value_error "/x" {"error":"should be an absolute http or https URL"}`)},
		{"HookFTP", s, hook(`{"url":"ftp://h/x"}`), hookAt(`,"url"] value_error "ftp://h/x" {"error":"should be an absolute http or https URL"}`)},
		{"HookNoHost", s, hook(`{"url":"https://:80/"}`), hookAt(`,"url"] value_error "https://:80/" {"error":"should be an absolute http or https URL"}`)},
		{"HookBadURL", s, hook(`{"url":"http://h\n/"}`), hookAt(`,"url"] value_error "http://h\n/" {"error":"should be an absolute http or https URL"}`)},
		{"Channels10", s, hook(`{"channels":` + repeat(`"c"`, 10) + `}`), nil},
		{"Channels11", s, hook(`{"channels":` + repeat(`"c"`, 11) + `}`), hookAt(
			`,"channels"] too_long ` + repeat(`"c"`, 11) + ` {"actual_length":11,"max_length":10}`)},
		{"ChannelLongest", s, hook(`{"channels":["` + strings.Repeat("ä", 128) + `"]}`), nil},
		{"ChannelTooLong", s, hook(`{"channels":["` + strings.Repeat("c", 129) + `"]}`), hookAt(
			`,"channels",0] string_too_long "` + strings.Repeat("c", 129) + `" {"max_length":128}`)},
		{"Tenant", s, with(`"settings":{"tenant_throttling":{"tenant_id":"t","max_share":1}}`), nil},
		{"TenantNone", s, with(`"settings":{"tenant_throttling":{}}`), []string{
			`["body","settings","tenant_throttling","tenant_id"] missing {}`}},
		{"TenantEmpty", s, with(`"settings":{"tenant_throttling":{"tenant_id":"","max_share":0}}`), []string{
			`["body","settings","tenant_throttling","tenant_id"] string_too_short "" {"min_length":1}`,
			`["body","settings","tenant_throttling","max_share"] greater_than 0 {"gt":0}`}},
		{"TenantLong", s, with(`"settings":{"tenant_throttling":{"tenant_id":"` + strings.Repeat("t", 257) + `","max_share":1.01}}`), []string{
			`["body","settings","tenant_throttling","tenant_id"] string_too_long "` + strings.Repeat("t", 257) + `" {"max_length":256}`,
			`["body","settings","tenant_throttling","max_share"] less_than_equal 1.01 {"le":1}`}},
		{"Environment", s, with(`"settings":{"hybrid_vpc":{"environment":5}}`), []string{
			`["body","settings","hybrid_vpc","environment"] string_type 5`}},
	})
}

// Section 8: parse.
func TestParse(t *testing.T) {
	const s = "ParseRequest"
	agentic := func(v string) string { return with(`"enhance":{"agentic":` + v + `}`) }
	tags := `{"discriminator":"'scope'","expected_tags":"'table', 'figure' or 'text'","tag":`
	blocks := `'Header', 'Footer', 'Title', 'Section Header', 'Page Number', 'List Item', 'Figure', 'Table', 'Key Value', 'Text', 'Comment' or 'Signature'`
	runRefused(t, []refused{
		{"NoInput", s, `{}`, []string{`["body","input"] missing {}`}},
		{"NoInputAsync", "AsyncParseConfig", `{"async":{}}`, []string{`["body","input"] missing {"async":{}}`}},
		{"Agentic", s, agentic(`[{"scope":"table","prompt":"p","mode":"max"},{"scope":"figure","return_overlays":1},{"scope":"text"}]`), nil},
		{"AgenticNoScope", s, agentic(`[{}]`), []string{
			`["body","enhance","agentic",0] union_tag_not_found {} {"discriminator":"'scope'"}`}},
		{"AgenticScope", s, agentic(`[{"scope":"page"},5]`), []string{
			`["body","enhance","agentic",0] union_tag_invalid {"scope":"page"} ` + tags + `"page"}`,
			`["body","enhance","agentic",1] model_attributes_type 5`}},
		{"AgenticMode", s, agentic(`[{"scope":"table","mode":"min","prompt":1}]`), []string{
			`["body","enhance","agentic",0,"prompt"] string_type 1`,
			`["body","enhance","agentic",0,"mode"] literal_error "min" {"expected":"'default', 'auto' or 'max'"}`}},
		{"AgenticTwice", s, agentic(`[{"scope":"text"},{"scope":"text"}]`), []string{
			`["body","enhance","agentic"] value_error [{"scope":"text"},{"scope":"text"}] {"error":"has more than one entry for scope text"}`}},
		{"AgenticText", s, agentic(`"text"`), []string{`["body","enhance","agentic"] list_type "text"`}},
		{"EnhanceList", s, with(`"enhance":[]`), []string{`["body","enhance"] model_attributes_type []`}},
		{"ChunkMode", s, with(`"retrieval":{"chunking":{"chunk_mode":"words","chunk_size":-1,"chunk_overlap":-5}}`), []string{
			`["body","retrieval","chunking","chunk_mode"] literal_error "words" {"expected":"'variable', 'section', 'page', 'disabled', 'block' or 'page_sections'"}`,
			`["body","retrieval","chunking","chunk_size"] greater_than_equal -1 {"ge":0}`,
			`["body","retrieval","chunking","chunk_overlap"] greater_than_equal -5 {"ge":0}`}},
		{"ChunkSizeZero", s, with(`"retrieval":{"chunking":{"chunk_size":0}}`), nil},
		{"FilterBlocks", s, with(`"retrieval":{"filter_blocks":["Title","title"]}`), []string{
			`["body","retrieval","filter_blocks",1] literal_error "title" {"expected":"` + blocks + `"}`}},
		{"Formatting", s, with(`"formatting":{"table_output_format":"xml","include":["links"]}`), []string{
			`["body","formatting","table_output_format"] literal_error "xml" {"expected":"'html', 'json', 'md', 'jsonbbox', 'dynamic' or 'csv'"}`,
			`["body","formatting","include",0] literal_error "links" {"expected":"'change_tracking', 'highlight', 'comments', 'hyperlinks', 'signatures' or 'ignore_watermarks'"}`}},
		{"SpreadsheetLists", s, with(`"spreadsheet":{"include":["x"],"clustering":"slow","exclude":[null],"max_cell_count":0}`), []string{
			`["body","spreadsheet","include",0] literal_error "x" {"expected":"'cell_colors', 'formula' or 'dropdowns'"}`,
			`["body","spreadsheet","clustering"] literal_error "slow" {"expected":"'accurate', 'fast' or 'disabled'"}`,
			`["body","spreadsheet","exclude",0] literal_error null {"expected":"'hidden_sheets', 'hidden_rows', 'hidden_cols', 'styling' or 'spreadsheet_images'"}`,
			`["body","spreadsheet","max_cell_count"] greater_than_equal 0 {"ge":1}`}},
		{"SplitSize", s, with(`"spreadsheet":{"split_large_tables":{"size":{"row":10,"column":null}}}`), nil},
		{"SplitSizeNegative", s, with(`"spreadsheet":{"split_large_tables":{"size":-1}}`), []string{
			`["body","spreadsheet","split_large_tables","size","int"] greater_than_equal -1 {"ge":0}`,
			`["body","spreadsheet","split_large_tables","size","TableSize"] model_attributes_type -1`}},
		{"SplitRowNegative", s, with(`"spreadsheet":{"split_large_tables":{"size":{"row":-2}}}`), []string{
			`["body","spreadsheet","split_large_tables","size","int"] int_type {"row":-2}`,
			`["body","spreadsheet","split_large_tables","size","TableSize","row"] greater_than_equal -2 {"ge":0}`}},
		{"Settings", s, with(`"settings":{"ocr_system":"new","extraction_mode":"fast","return_images":["photo"],"embed_pdf_metadata_dpi":49,"timeout":-1,"model":"r-2","alpha":[]}`), []string{
			`["body","settings","ocr_system"] literal_error "new" {"expected":"'standard' or 'legacy'"}`,
			`["body","settings","extraction_mode"] literal_error "fast" {"expected":"'ocr', 'hybrid' or 'metadata'"}`,
			`["body","settings","return_images",0] literal_error "photo" {"expected":"'figure', 'table' or 'page'"}`,
			`["body","settings","embed_pdf_metadata_dpi"] greater_than_equal 49 {"ge":50}`,
			`["body","settings","timeout"] greater_than_equal -1 {"ge":0}`,
			`["body","settings","model"] literal_error "r-2" {"expected":"'r-1' or 'legacy'"}`,
			`["body","settings","alpha"] model_attributes_type []`}},
		{"DPI", s, with(`"settings":{"embed_pdf_metadata_dpi":251}`), []string{
			`["body","settings","embed_pdf_metadata_dpi"] less_than_equal 251 {"le":250}`}},
		{"Alpha", s, with(`"settings":{"alpha":{"layout_model":5,"more":1}}`), []string{
			`["body","settings","alpha","layout_model"] string_type 5`}},
	})
}

// Section 9: extract.
func TestExtract(t *testing.T) {
	const s = "ExtractRequest"
	runRefused(t, []refused{
		{"NoInput", s, `{"instructions":{}}`, []string{`["body","input"] missing {"instructions":{}}`}},
		{"SchemaObject", s, with(`"instructions":{"schema":{"type":"object"}}`), nil},
		{"SchemaText", s, with(`"instructions":{"schema":"{}"}`), nil},
		{"SchemaIsCheckedLater", s, with(`"instructions":{"schema":5}`), nil},
		{"Prompt", s, with(`"instructions":{"system_prompt":[]}`), []string{`["body","instructions","system_prompt"] string_type []`}},
		{"Citations", s, with(`"settings":{"citations":{"enabled":"sure","parent_block":"none"}}`), []string{
			`["body","settings","citations","enabled"] bool_parsing "sure"`,
			`["body","settings","citations","parent_block"] literal_error "none" {"expected":"'full' or 'bbox_only'"}`}},
		{"Parsing", s, with(`"parsing":{"settings":{"timeout":"x"},"enhance":{"agentic":[{}]}}`), []string{
			`["body","parsing","enhance","agentic",0] union_tag_not_found {} {"discriminator":"'scope'"}`,
			`["body","parsing","settings","timeout"] float_parsing "x"`}},
		{"ExtractModel", "AsyncExtractConfig", with(`"settings":{"alpha":{"extract_model":false}},"queue_priority":"standard"`), []string{
			`["body","settings","alpha","extract_model"] string_type false`}},
		{"Persist", s, with(`"settings":{"persist_results":"x"}`), []string{`["body","settings","persist_results"] bool_parsing "x"`}},
	})
}

// Section 10: split.
func TestSplit(t *testing.T) {
	const s = "SyncSplitConfig"
	section := `{"name":"a","description":"b"}`
	names := `["body","split_description"] value_error `
	var many []string
	for i := range 201 {
		many = append(many, fmt.Sprintf(`{"name":"n%d","description":"d"}`, i))
	}
	runRefused(t, []refused{
		{"NoSections", s, with(`"settings":{}`), []string{`["body","split_description"] missing {"input":"a","settings":{}}`}},
		{"EmptySections", s, with(`"split_description":[]`), []string{
			`["body","split_description"] too_short [] {"actual_length":0,"min_length":1}`}},
		{"Most", s, with(`"split_description":[` + strings.Join(many[:200], ",") + `]`), nil},
		{"TooMany", s, with(`"split_description":[` + strings.Join(many, ",") + `]`), []string{
			`["body","split_description"] too_long [` + strings.Join(many, ",") + `] {"actual_length":201,"max_length":200}`}},
		{"Section", s, with(`"split_description":[{"name":"","partition_key":4}]`), []string{
			`["body","split_description",0,"name"] string_too_short "" {"min_length":1}`,
			`["body","split_description",0,"description"] missing {"name":"","partition_key":4}`,
			`["body","split_description",0,"partition_key"] string_type 4`}},
		{"Twice", s, with(`"split_description":[` + section + `,{"name":" a ","description":""}]`), []string{
			names + `[` + section + `,{"name":" a ","description":""}] {"error":"names a section more than once: a"}`}},
		{"Case", s, with(`"split_description":[` + section + `,{"name":"A","description":""}]`), nil},
		{"Settings", s, with(`"split_description":[` + section + `],"split_rules":1,"settings":{"table_cutoff":"all","deep_split":2}`), []string{
			`["body","split_rules"] string_type 1`,
			`["body","settings","table_cutoff"] literal_error "all" {"expected":"'truncate' or 'preserve'"}`,
			`["body","settings","deep_split"] bool_parsing 2`}},
		{"SyncIgnoresAsync", s, with(`"split_description":[` + section + `],"async":5`), nil},
		{"Async", "AsyncSplitConfig", with(`"split_description":[` + section + `],"async":5`), []string{
			`["body","async"] model_attributes_type 5`}},
	})
}

// Section 11: classify.
func TestClassify(t *testing.T) {
	const s = "ClassifyConfig"
	two := `"classification_schema":[{"category":"a","criteria":[]},{"category":"b","criteria":["c"]}]`
	groups := `["body","category_groups"] value_error `
	kib16 := strings.Repeat("x", 16384)
	var labels []string
	for i := range 501 {
		labels = append(labels, fmt.Sprintf(`{"category":"l%d","criteria":[]}`, i))
	}
	long := strings.Repeat("l", 257)
	runRefused(t, []refused{
		{"NoCategoryIsCheckedLater", s, `{"input":"a"}`, nil},
		{"Category", s, with(`"classification_schema":[{"category":1},{"criteria":[1]}]`), []string{
			`["body","classification_schema",0,"category"] string_type 1`,
			`["body","classification_schema",0,"criteria"] missing {"category":1}`,
			`["body","classification_schema",1,"category"] missing {"criteria":[1]}`,
			`["body","classification_schema",1,"criteria",0] string_type 1`}},
		{"LabelTooLong", s, with(`"classification_schema":[{"category":"` + long + `","criteria":[]}]`), []string{
			`["body","classification_schema",0,"category"] string_too_long "` + long + `" {"max_length":256}`}},
		{"LabelTwice", s, with(`"classification_schema":[{"category":"a","criteria":[]},{"category":"\u0061","criteria":[]}]`), []string{
			`["body","classification_schema"] value_error [{"category":"a","criteria":[]},{"category":"\u0061","criteria":[]}] {"error":"has a label more than once: a"}`}},
		{"Most", s, with(`"classification_schema":[` + strings.Join(labels[:500], ",") + `]`), nil},
		{"TooMany", s, with(`"classification_schema":[` + strings.Join(labels, ",") + `]`), []string{
			`["body","classification_schema"] too_long [` + strings.Join(labels, ",") + `] {"actual_length":501,"max_length":500}`}},
		{"Groups", s, with(two + `,"category_groups":{"g":["a"],"h":["b"],"i":[]}`), nil},
		{"GroupUnknown", s, with(two + `,"category_groups":{"g":["x"]}`), []string{
			groups + `{"g":["x"]} {"error":"has a label that is not in classification_schema: x"}`}},
		{"GroupTwice", s, with(two + `,"category_groups":{"g":["a"],"h":["a"]}`), []string{
			groups + `{"g":["a"],"h":["a"]} {"error":"has a label more than once: a"}`}},
		{"GroupTwiceInOne", s, with(two + `,"category_groups":{"g":["a","a"]}`), []string{
			groups + `{"g":["a","a"]} {"error":"has a label more than once: a"}`}},
		{"GroupsTooMany", s, with(two + `,"category_groups":{` + strings.TrimSuffix(strings.Repeat(`"g":[],`, 501), ",") + `}`), []string{
			`["body","category_groups"] too_long {` + strings.TrimSuffix(strings.Repeat(`"g":[],`, 501), ",") + `} {"actual_length":501,"max_length":500}`}},
		{"GroupDuplicateKey", s, with(two + `,"category_groups":{"g":["a"],"g":["a"]}`), nil},
		{"GroupType", s, with(two + `,"category_groups":["a"]`), []string{`["body","category_groups"] dict_type ["a"]`}},
		{"GroupValue", s, with(two + `,"category_groups":{"g":"a","":[1]}`), []string{
			`["body","category_groups","g"] list_type "a"`, `["body","category_groups","",0] string_type 1`}},
		{"Model", s, with(`"model":"best","priority":"x","force_url_result":[]`), []string{
			`["body","model"] literal_error "best" {"expected":"'default' or 'accurate'"}`,
			`["body","priority"] bool_parsing "x"`,
			`["body","force_url_result"] bool_type []`}},
		{"Metadata", s, with(`"document_metadata":"` + kib16 + `"`), nil},
		{"MetadataTooLarge", s, with(`"document_metadata":"` + kib16[2:] + `äx"`), []string{
			`["body","document_metadata"] value_error "` + kib16[2:] + `äx" {"error":"is larger than 16 KiB"}`}},
		{"Async", s, with(`"async":[]`), []string{`["body","async"] model_attributes_type []`}},
	})
}

// Section 12: edit.
func TestEdit(t *testing.T) {
	const s = "EditConfig"
	edit := func(members string) string { return `{"document_url":"a","edit_instructions":"x",` + members + `}` }
	box := `{"left":0,"top":0,"width":1,"height":1,"page":1}`
	runRefused(t, []refused{
		{"Nothing", s, `{}`, []string{`["body","document_url"] missing {}`, `["body","edit_instructions"] missing {}`}},
		{"NullInstructions", s, `{"document_url":"a","edit_instructions":null}`, []string{`["body","edit_instructions"] string_type null`}},
		{"NoInstructions", s, `{"document_url":"a","edit_instructions":""}`, []string{
			`["body","edit_instructions"] string_too_short "" {"min_length":1}`}},
		{"NoInstructionsEmptySchema", "AsyncEditConfig", `{"document_url":"a","edit_instructions":"","form_schema":[]}`, []string{
			`["body","edit_instructions"] string_too_short "" {"min_length":1}`}},
		{"SchemaInstead", s, `{"document_url":"a","edit_instructions":"","form_schema":[{"bbox":` + box + `,"description":"","type":"text"}]}`, nil},
		{"Options", s, edit(`"edit_options":{"color":"red","font_size":0.5,"llm_provider_preference":"acme"}`), []string{
			`["body","edit_options","color"] string_pattern_mismatch "red" {"pattern":"^#[0-9A-Fa-f]{6}$"}`,
			`["body","edit_options","font_size"] greater_than_equal 0.5 {"ge":1}`,
			`["body","edit_options","llm_provider_preference"] literal_error "acme" {"expected":"'openai', 'anthropic' or 'google'"}`}},
		{"ColorLine", s, edit(`"edit_options":{"color":"#FF0000\n","font_size":"72"}`), []string{
			`["body","edit_options","color"] string_pattern_mismatch "#FF0000\n" {"pattern":"^#[0-9A-Fa-f]{6}$"}`}},
		{"Widget", s, edit(`"form_schema":[{},{"bbox":{"left":"x","top":0,"width":1,"height":1},"description":"d","type":"list","font_size":73}]`), []string{
			`["body","form_schema",0,"bbox"] missing {}`,
			`["body","form_schema",0,"description"] missing {}`,
			`["body","form_schema",0,"type"] missing {}`,
			`["body","form_schema",1,"bbox","left"] float_parsing "x"`,
			`["body","form_schema",1,"bbox","page"] missing {"left":"x","top":0,"width":1,"height":1}`,
			`["body","form_schema",1,"type"] literal_error "list" {"expected":"'text', 'checkbox', 'radio', 'dropdown' or 'barcode'"}`,
			`["body","form_schema",1,"font_size"] less_than_equal 73 {"le":72}`}},
		{"SyncIgnoresWebhook", s, edit(`"webhook":5`), nil},
		{"Webhook", "AsyncEditConfig", edit(`"webhook":5`), []string{`["body","webhook"] model_attributes_type 5`}},
		{"WebhookMode", "AsyncEditConfig", edit(`"webhook":{"mode":"x"}`), []string{
			`["body","webhook"] union_tag_invalid {"mode":"x"} {"discriminator":"'mode'","expected_tags":"'disabled', 'svix' or 'direct'","tag":"x"}`}},
		{"WebhookDirectNoURL", "AsyncEditConfig", edit(`"webhook":{"mode":"direct","channels":[1]}`), []string{
			`["body","webhook","url"] missing {"mode":"direct","channels":[1]}`,
			`["body","webhook","channels",0] string_type 1`}},
		{"WebhookDirectNullURL", "AsyncEditConfig", edit(`"webhook":{"mode":"direct","url":null}`), []string{
			`["body","webhook","url"] missing {"mode":"direct","url":null}`}},
		{"WebhookURL", "AsyncEditConfig", edit(`"webhook":{"url":"h/x"}`), []string{
			`["body","webhook","url"] value_error "h/x" {"error":"should be an absolute http or https URL"}`}},
		{"WebhookInferred", "AsyncEditConfig", edit(`"webhook":{"url":"https://h/x","metadata":{}}`), nil},
	})
}

// Section 13: pipelines.
func TestPipelines(t *testing.T) {
	run := func(members string) string { return with(`"pipeline_id":"p",` + members) }
	runRefused(t, []refused{
		{"NoID", "V3PipelineConfig", `{"input":"a"}`, []string{`["body","pipeline_id"] missing {"input":"a"}`}},
		{"Settings", "V3PipelineConfig", run(`"settings":{"timeout":5,"document_password":"x","a\nb":[]}`), []string{
			`["body","settings","timeout"] extra_forbidden 5`, `["body","settings","a\nb"] extra_forbidden []`}},
		{"SettingsNull", "V3AsyncPipelineConfig", run(`"settings":null,"async":{"priority":1}`), nil},
		{"NoStep", "PipelineDefinition", `{"name":"n"}`, []string{`["body"] value_error {"name":"n"} {"error":"should have at least one step"}`}},
		{"NoName", "PipelineDefinition", `{"parse":{}}`, []string{`["body","name"] missing {"parse":{}}`}},
		{"EditAlone", "PipelineDefinition", `{"name":"n","edit":{"document_url":"a"}}`, nil},
		{"EditWithParse", "PipelineDefinition", `{"name":"n","edit":{"document_url":"a"},"parse":{}}`, []string{
			`["body","edit"] value_error {"document_url":"a"} {"error":"stands alone: edit excludes the other steps"}`}},
		{"Unknown", "PipelineDefinition", `{"name":"n","parse":{},"classify":{},"split":{"input":"a"}}`, []string{
			`["body","split","split_description"] missing {"input":"a"}`,
			`["body","split","input"] extra_forbidden "a"`,
			`["body","classify"] extra_forbidden {}`}},
		{"RoundTrip", "PipelineDefinition", `{"id":"p","name":"n","version":3,"updated_at":"2026-01-01T00:00:00.000000Z","parse":{}}`, nil},
		{"PerSplit", "PipelineDefinition", `{"name":"n","extract":{"per_split":{"a":{"instructions":{"system_prompt":1}},"b":5}}}`, []string{
			`["body","extract","per_split","a","instructions","system_prompt"] string_type 1`,
			`["body","extract","per_split","b"] model_attributes_type 5`}},
	})
}

// Sections 5.2, 15, 16.4 and 16.5: upload, cite, endpoints, keys.
func TestOtherBodies(t *testing.T) {
	cite := func(source, queries string) string { return `{"source":` + source + `,"queries":` + queries + `}` }
	full := `{"type":"full","chunks":[{"content":"a","embed":"a","blocks":[]}],"ocr":{"words":[],"lines":[]}}`
	runRefused(t, []refused{
		{"Upload", "UploadBody", `{}`, nil},
		{"UploadFile", "UploadBody", `{"file":5,"encoding":"hex"}`, []string{
			`["body","file"] string_type 5`, `["body","encoding"] literal_error "hex" {"expected":"'base64' or 'utf8'"}`}},
		{"CiteJob", "CiteRequest", cite(`"jobid://x"`, `[{"text":"a"}]`), nil},
		{"CiteResult", "CiteRequest", cite(full, `[{"text":"a","bbox_filter":null}]`), nil},
		{"CiteEmpty", "CiteRequest", `{}`, []string{`["body","source"] missing {}`, `["body","queries"] missing {}`}},
		{"CiteSource", "CiteRequest", cite(`"https://x"`, `[]`), []string{
			`["body","source","str"] string_pattern_mismatch "https://x" {"pattern":"^jobid://.+$"}`,
			`["body","source","FullResult"] model_attributes_type "https://x"`,
			`["body","queries"] too_short [] {"actual_length":0,"min_length":1}`}},
		{"CiteTooMany", "CiteRequest", cite(`"jobid://x"`, repeat(`{"text":"a"}`, 1001)), []string{
			`["body","queries"] too_long ` + repeat(`{"text":"a"}`, 1001) + ` {"actual_length":1001,"max_length":1000}`}},
		{"CiteText", "CiteRequest", cite(`"jobid://x"`, `[{"text":""},{"text":"a","bbox_filter":{"left":0,"top":0,"width":1,"height":1}}]`), []string{
			`["body","queries",0,"text"] string_too_short "" {"min_length":1}`,
			`["body","queries",1,"bbox_filter","page"] missing {"left":0,"top":0,"width":1,"height":1}`}},
		{"Endpoint", "EndpointCreate", `{"url":"https://h/x"}`, nil},
		{"EndpointNoURL", "EndpointCreate", `{"disabled":"x"}`, []string{
			`["body","url"] missing {"disabled":"x"}`, `["body","disabled"] bool_parsing "x"`}},
		{"EndpointPatch", "EndpointPatch", `{"url":"x","channels":` + repeat(`"c"`, 11) + `}`, []string{
			`["body","url"] value_error "x" {"error":"should be an absolute http or https URL"}`,
			`["body","channels"] too_long ` + repeat(`"c"`, 11) + ` {"actual_length":11,"max_length":10}`}},
		{"Key", "KeyCreate", `{"name":"","scopes":["root"],"expires_at":"soon"}`, []string{
			`["body","name"] string_too_short "" {"min_length":1}`,
			`["body","scopes",0] literal_error "root" {"expected":"'submit', 'read', 'jobs', 'files', 'webhooks', 'admin' or 'all'"}`,
			`["body","expires_at"] value_error "soon" {"error":"should be an RFC 3339 time or a date"}`}},
	})
}
