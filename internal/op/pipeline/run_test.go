package pipeline_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/extract"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/op/pipeline"
	"github.com/octavo-dev/octavo/internal/op/split"
)

var operation = pipeline.New(op.Operation{Name: "edit", Type: "Edit"})

const requestSchema = "V3AsyncPipelineConfig"

const (
	schema   = `{"type":"object","properties":{"number":{"type":"string","description":"invoice number"}}}`
	other    = `{"type":"object","properties":{"name":{"type":"string"}}}`
	sections = `"split_description":[{"name":"Invoices","description":"what has to be paid","partition_key":"invoice number"},{"name":"Letters","description":"letters that greet"},{"name":"Reports","description":"annual reports"}]`
)

// answer is a response read back.
type answer struct {
	ResponseType string          `json:"response_type"`
	JobID        string          `json:"job_id"`
	Usage        map[string]any  `json:"usage"`
	Result       map[string]part `json:"result"`
}

// part is the answer of a step.
type part = json.RawMessage

func body(input string) string {
	if !strings.HasPrefix(input, "[") {
		input = `"` + input + `"`
	}
	return `{"input":` + input + `,"pipeline_id":"p"}`
}

// run runs a definition that must succeed.
func run(b *optest.Bench, definition, request string) answer {
	b.T.Helper()
	b.Pipeline = definition
	_, raw, err := b.Run(operation, requestSchema, request)
	if err != nil {
		b.T.Fatalf("%s: %v", definition, err)
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		b.T.Fatal(err)
	}
	if a.ResponseType != "pipeline" || a.JobID == "" {
		b.T.Errorf("%s", raw)
	}
	return a
}

// files are an invoice, another, and a letter.
func files(b *optest.Bench) {
	b.Files["svc://a.txt"] = "Invoice\n\nInvoice number: A-17\n\nTotal: 12.50\n"
	b.Files["svc://b.txt"] = "Invoice\n\nInvoice number: B-03\n\nTotal: 3.20\n"
	b.Files["svc://c.txt"] = "Dear Sir,\n\nname: Anna\n\nYours sincerely\n"
}

const all = `["svc://a.txt","svc://b.txt","svc://c.txt"]`

// oracle says of the three files what they are.
func oracle() *optest.Oracle {
	return &optest.Oracle{Says: map[string]string{
		"pages": `{"pages":[
			{"page":1,"starts":true,"sections":[{"section":"Invoices","partition":"A-17","quote":"Invoice number: A-17","sure":true}]},
			{"page":2,"starts":true,"sections":[{"section":"Invoices","partition":"B-03","quote":"Invoice number: B-03","sure":true}]},
			{"page":3,"starts":true,"sections":[{"section":"Letters","partition":null,"quote":"Yours sincerely","sure":true}]}]}`,
		"values": `{"number":null,"name":null}`,
	}}
}

// is reports which steps answered: "parse", "[parse]" for a list.
func is(a answer) string {
	var out []string
	for _, name := range []string{"parse", "split", "extract", "edit"} {
		switch raw := a.Result[name]; {
		case string(raw) == "null":
		case raw[0] == '[':
			out = append(out, "["+name+"]")
		default:
			out = append(out, name)
		}
	}
	return strings.Join(out, " ")
}

func TestShapes(t *testing.T) {
	const (
		parsing    = `"parse":{}`
		extracting = `"extract":{"instructions":{"schema":` + schema + `}}`
		splitting  = `"split":{` + sections + `}`
	)
	for _, c := range []struct{ name, steps, one, list string }{
		{"Parse", parsing, "parse", "[parse]"},
		{"ParseExtract", parsing + "," + extracting, "parse extract", "[parse] extract"},
		{"ParseSplit", parsing + "," + splitting, "parse split", "[parse] split"},
		{"ParseSplitExtract", parsing + "," + splitting + "," + extracting, "parse split [extract]", "[parse] split [extract]"},
		{"Extract", extracting, "extract", "extract"},
		{"SplitExtract", splitting + "," + extracting, "split [extract]", "split [extract]"},
	} {
		for _, model := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, model), func(t *testing.T) {
				b := optest.New(t)
				files(b)
				if model {
					oracle().On(b)
				}
				definition := `{"name":"n",` + c.steps + `}`
				if got := is(run(b, definition, body("svc://a.txt"))); got != c.one {
					t.Errorf("one: %s", got)
				}
				if got := is(run(b, definition, body(all))); got != c.list {
					t.Errorf("list: %s", got)
				}
				if got := is(run(b, definition, body(`["svc://a.txt"]`))); got != c.list {
					t.Errorf("list of one: %s", got)
				}
			})
		}
	}
}

// like decodes an answer and leaves out what differs from job to job.
func like(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"job_id", "studio_link"} {
		delete(v, key)
	}
	return v
}

// The steps answer as the operations do, the later ones as on an earlier parse.
func TestStepsAnswerAsOperations(t *testing.T) {
	b := optest.New(t)
	files(b)
	const options = `{"settings":{"return_ocr_data":true,"extract_document_properties":true},"formatting":{"table_output_format":"md"}}`
	const extraction = `"instructions":{"schema":` + schema + `},"settings":{"citations":{"enabled":true}}`
	a := run(b, `{"name":"n","parse":`+options+`,"extract":{`+extraction+`}}`, body("svc://a.txt"))
	whole := func(rest, input string) string { return `{"input":"` + input + `",` + rest + `}` }
	id, raw, err := b.Run(parse.Operation, "ParseRequest", whole(strings.Trim(options, "{}")+"}", "svc://a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(like(t, raw), like(t, a.Result["parse"])); diff != "" {
		t.Errorf("parse: %s", diff)
	}
	_, raw, err = b.Run(extract.Operation, "ExtractRequest", whole(extraction, "jobid://"+id))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(like(t, raw), like(t, a.Result["extract"])); diff != "" {
		t.Errorf("extract: %s", diff)
	}
	a = run(b, `{"name":"n","split":{`+sections+`}}`, body("svc://a.txt"))
	if _, raw, err = b.Run(split.Operation, "AsyncSplitConfig", whole(sections, "jobid://"+id)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(like(t, raw), like(t, a.Result["split"])); diff != "" {
		t.Errorf("split: %s", diff)
	}
	for _, step := range []string{"parse", "extract", "split"} {
		a := run(b, `{"name":"n","parse":{},"split":{`+sections+`},"extract":{`+extraction+`}}`, body("svc://a.txt"))
		if raw := string(a.Result[step]); !strings.Contains(raw, `"job_id":"`+a.JobID+`"`) {
			t.Errorf("%s has another job: %s", step, raw)
		}
	}
}

// What a pipeline parsed can be the input of later jobs.
func TestParseIsKept(t *testing.T) {
	b := optest.New(t)
	files(b)
	for _, definition := range []string{`{"name":"n","parse":{}}`, `{"name":"n","extract":{"instructions":{"schema":` + schema + `}}}`} {
		a := run(b, definition, body("svc://a.txt"))
		_, raw, err := b.Run(parse.Operation, "ParseRequest", `{"input":"jobid://`+a.JobID+`"}`)
		if err != nil || !strings.Contains(string(raw), "A-17") {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

// numbers are the numbers and names that extractions from sections found.
func numbers(t *testing.T, raw part) []string {
	t.Helper()
	var list []struct {
		SplitName string `json:"split_name"`
		PageRange []int  `json:"page_range"`
		Partition *string
		Result    struct {
			Type   string `json:"response_type"`
			Result json.RawMessage
			Usage  struct {
				Pages int `json:"num_pages"`
			}
		}
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, one := range list {
		partition := "-"
		if one.Partition != nil {
			partition = *one.Partition
		}
		if one.Result.Type != "v3_extract" || one.Result.Usage.Pages != len(one.PageRange) {
			t.Errorf("%s", raw)
		}
		out = append(out, fmt.Sprintf("%s %s %v %s", one.SplitName, partition, one.PageRange, one.Result.Result))
	}
	return out
}

func TestSectionsAndPartitions(t *testing.T) {
	b := optest.New(t)
	files(b)
	o := oracle()
	o.Says["values"] = `{"number":{"value":"A-17","block":1},"name":{"value":"Anna","block":1}}`
	o.On(b)
	a := run(b, `{"name":"n","parse":{},"split":{`+sections+`},"extract":{"instructions":{"schema":`+schema+`},"settings":{"page_range":[99]},
		"per_split":{"Letters":{"instructions":{"schema":`+other+`},"settings":{"citations":{"enabled":true}}},"Nothing":{}}}}`, body(all))
	got := numbers(t, a.Result["extract"])
	if len(got) != 3 || got[0] != `Invoices A-17 [1] [{"number":"A-17"}]` || !strings.HasPrefix(got[1], "Invoices B-03 [2] ") || !strings.HasPrefix(got[2], `Letters - [3] {"name":{"value":"Anna"`) {
		t.Errorf("%q", got)
	}
	if !strings.Contains(got[2], `"page":3`) || !strings.Contains(got[2], `"original_page":1`) {
		t.Errorf("pages are numbered anew: %s", got[2])
	}
	for _, r := range o.Seen {
		text := ""
		for _, p := range r.Parts {
			text += p.Text
		}
		if r.Name == "values" && strings.Contains(text, "A-17") && strings.Contains(text, "Dear Sir") {
			t.Errorf("a section was read with another: %q", text)
		}
	}
}
