package extract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// Two scalars, of which one is not there, and an array of objects.
const orderSchema = `{"type":"object","required":["total","absent"],"properties":{
	"total":{"type":"number"},"name":{"type":"string"},"absent":{"type":"string"},"gone":{"type":"string"},
	"lines":{"type":"array","items":{"type":"object","properties":{"item":{"type":"string"},"sum":{"type":"number"}}}}}}`

// body is a request for a schema.
func body(input, schema, rest string) string {
	if !strings.HasPrefix(input, "[") {
		input = `"` + input + `"`
	}
	if rest != "" {
		rest = "," + rest
	}
	return `{"input":` + input + `,"instructions":{"schema":` + schema + `}` + rest + `}`
}

const citations = `"settings":{"citations":{"enabled":true}}`

func TestShapes(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "name: Anna & Söhne\n\ntotal: 12.50\n"
	b.Files["svc://b.csv"] = "item,sum\npen,1.20\nink,3\n"
	for _, c := range []struct {
		name, input, schema, rest, want string
		fields                          int
	}{
		{"Text", "svc://a.txt", orderSchema, "", `[{"total":12.50,"name":"Anna & Söhne","absent":null}]`, 3},
		{"Sheet", "svc://b.csv", orderSchema, "", `[{"total":null,"absent":null,"lines":[{"item":"pen","sum":1.20},{"item":"ink","sum":3}]}]`, 6},
		{"List", `["svc://a.txt","svc://b.csv"]`, orderSchema, "", `[{"total":12.50,"name":"Anna & Söhne","absent":null,"lines":[{"item":"pen","sum":1.20},{"item":"ink","sum":3}]}]`, 7},
		{"AsText", "svc://a.txt", `"{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}"`, "", `[{"name":"Anna & Söhne"}]`, 1},
		{"NoSchema", "svc://a.txt", `{}`, "", `[{}]`, 0},
		{"Chunked", "svc://a.txt", orderSchema, `"parsing":{"retrieval":{"chunking":{"chunk_mode":"block"}}}`, `[{"total":12.50,"name":"Anna & Söhne","absent":null}]`, 3},
		{"Filtered", "svc://a.txt", orderSchema, `"parsing":{"retrieval":{"filter_blocks":["Text","Key Value"]}}`, `[{"total":null,"absent":null}]`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := b.extract(body(c.input, c.schema, c.rest))
			if string(a.Result) != c.want {
				t.Errorf("result %s\nwant   %s", a.Result, c.want)
			}
			if a.Usage.NumFields != c.fields || a.ResponseType != "v3_extract" || a.Duration != 1.5 || a.Usage.Mode != "extract" {
				t.Errorf("%+v", a)
			}
			if *a.StudioLink != "http://octavo.test/studio/job/"+a.JobID {
				t.Error(*a.StudioLink)
			}
		})
	}
	if b.fake.guidance != "Be precise and thorough." {
		t.Errorf("guidance %q", b.fake.guidance)
	}
}

// trees reads a cited result: the value and the citations of every leaf.
type tree struct {
	Total, Name, Absent *leaf
	Lines               []struct{ Item, Sum *leaf }
}

type leaf struct {
	Value     any
	Citations []api.Citation
}

func (b *bench) cited(request string) tree {
	b.T.Helper()
	a := b.extract(request)
	var out tree
	if err := json.Unmarshal(a.Result, &out); err != nil {
		b.T.Fatalf("%v: %s", err, a.Result)
	}
	return out
}

func TestCitations(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "First\n\nname: Anna & Söhne\n"
	b.Files["svc://b.csv"] = "item,sum\npen,1.20\nink,3\n"
	got := b.cited(body(`["svc://a.txt","svc://b.csv"]`, orderSchema, citations))
	if got.Absent == nil || got.Absent.Value != nil || len(got.Absent.Citations) != 0 || got.Absent.Citations == nil {
		t.Errorf("absent: %+v", got.Absent)
	}
	name := got.Name.Citations[0]
	half := api.BoundingBox{Top: 0.5, Width: 1, Height: 0.5, Page: 1, OriginalPage: 1}
	sure, read := 0.9, 1.0
	want := api.Citation{
		Type: "Text", Content: "Anna & Söhne", BBox: half, Confidence: "high",
		GranularConfidence: &api.GranularConfidence{ExtractConfidence: &sure, ParseConfidence: &read},
		ParentBlock:        api.ParentBlock{Type: "Text", BlockType: "Text", BBox: half, Content: "<p>name: Anna &amp; Söhne</p>", Confidence: "high"},
	}
	if diff := cmp.Diff(want, name); diff != "" {
		t.Error(diff)
	}
	ink := got.Lines[1].Item.Citations[0]
	if ink.BBox != (api.BoundingBox{Left: 1, Top: 3, Width: 1, Height: 1, Page: 2, OriginalPage: 1}) || ink.Confidence != "low" || ink.Type != "Table" {
		t.Errorf("ink: %+v", ink)
	}
	if !strings.HasPrefix(ink.ParentBlock.Content, "<table><tr><th>item</th>") || ink.ParentBlock.BBox.Height != 3 {
		t.Errorf("ink: %+v", ink.ParentBlock)
	}
	bare := b.cited(body("svc://b.csv", orderSchema, `"settings":{"citations":{"enabled":true,"numerical_confidence":false,"parent_block":"bbox_only"}}`))
	if c := bare.Lines[0].Sum.Citations[0]; c.GranularConfidence != nil || c.ParentBlock.Content != "" || c.ParentBlock.BBox.Height != 3 || c.BBox.Page != 1 {
		t.Errorf("%+v", c)
	}
}

// What a document does not show is not found either.
func TestShownOnly(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.html"] = "<p>name: <del>Old</del><ins>New</ins></p><p>next</p>"
	for _, parsing := range []string{"", `"parsing":{"formatting":{"include":["change_tracking"]}}`} {
		if a := b.extract(body("svc://a.html", orderSchema, parsing)); !strings.Contains(string(a.Result), `"name":"New"`) {
			t.Errorf("%s", a.Result)
		}
	}
}

func TestEarlierParse(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.csv"], b.Files["svc://c.txt"] = "name: Anna", "item,sum\npen,1\n", "total: 3"
	one := b.parsed(`{"input":"svc://a.txt"}`)
	two := b.parsed(`{"input":["svc://a.txt","svc://b.csv"]}`)
	delete(b.Files, "svc://a.txt")
	delete(b.Files, "svc://b.csv")
	for _, c := range []struct{ input, rest, want string }{
		{one, "", `[{"total":null,"name":"Anna","absent":null}]`},
		{two, "", `[{"total":null,"name":"Anna","absent":null,"lines":[{"item":"pen","sum":1}]}]`},
		{`["` + one + `"]`, "", `[{"total":null,"name":"Anna","absent":null}]`},
		{`["svc://c.txt","` + one + `"]`, "", `[{"total":3,"name":"Anna","absent":null}]`},
		// What says how to parse has no say about what is parsed.
		{one, `"parsing":{"settings":{"page_range":{"start":9},"force_file_extension":"pdf"},"retrieval":{"filter_blocks":["Text","Key Value"]}}`, `[{"total":null,"name":"Anna","absent":null}]`},
		{`["svc://c.txt","` + one + `"]`, `"parsing":{"retrieval":{"filter_blocks":["Text","Key Value"]}}`, `[{"total":null,"name":"Anna","absent":null}]`},
	} {
		if a := b.extract(body(c.input, orderSchema, c.rest)); string(a.Result) != c.want {
			t.Errorf("%s %s: %s", c.input, c.rest, a.Result)
		}
	}
	for id := range b.Artifacts {
		if strings.HasPrefix(id, "job-3/") {
			t.Errorf("an extraction left %s", id)
		}
	}
	b.Fails(operation(b.fake.find), requestSchema, body("jobid://job-99", orderSchema, ""), fault.NotFound, "file_access_error")
}

func TestPageRange(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.csv"] = "name: Anna", "item,sum\npen,1\n"
	one := b.parsed(`{"input":"svc://a.txt"}`)
	for _, c := range []struct{ name, input, rest string }{
		{"First", "svc://a.txt", `"settings":{"page_range":{"start":1,"end":1}}`},
		{"Ints", one, `"settings":{"page_range":[1]}`},
		{"ListHasIt", `["svc://a.txt","` + one + `"]`, `"settings":{"page_range":[1]}`},
		{"OnTopOfParse", "svc://a.txt", `"settings":{"page_range":[1]},"parsing":{"settings":{"page_range":[{"start":1,"end":null}]}}`},
		{"MixedOnTopOfParse", `["svc://a.txt","` + one + `"]`, `"settings":{"page_range":[1]},"parsing":{"settings":{"page_range":[1]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.T = t
			if a := b.extract(body(c.input, orderSchema, c.rest)); !strings.Contains(string(a.Result), "Anna") {
				t.Errorf("%s", a.Result)
			}
		})
	}
	for _, c := range []struct{ name, input, rest string }{
		{"Above", "svc://a.txt", `"settings":{"page_range":[2]}`},
		{"AboveParsed", one, `"settings":{"page_range":{"start":1,"end":2}}`},
		{"NoneOfList", `["svc://a.txt","` + one + `"]`, `"settings":{"page_range":[2]}`},
		{"Zero", one, `"settings":{"page_range":[0]}`},
		{"SheetsOfText", "svc://a.txt", `"settings":{"page_range":["Sheet1"]}`},
		{"UnknownSheet", "svc://b.csv", `"settings":{"page_range":["Nope"]}`},
		{"AboveOnTop", "svc://a.txt", `"settings":{"page_range":[2]},"parsing":{"settings":{"page_range":[1]}}`},
		{"ParseItself", "svc://a.txt", `"parsing":{"settings":{"page_range":[2]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.T = t
			b.Fails(operation(b.fake.find), requestSchema, body(c.input, orderSchema, c.rest), fault.InvalidConfig, "invalid_page_range")
		})
	}
}

func TestUsage(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.csv"] = "name: Anna", "item,sum\npen,1\n"
	one := b.parsed(`{"input":"svc://a.txt"}`)
	for _, c := range []struct {
		name, mode, input, rest string
		lane                    job.Lane
		credits, breakdown      string
	}{
		{"Credits", "credits", "svc://a.txt", "", job.Normal, "2.5", "null"},
		{"Sheet", "credits", "svc://b.csv", "", job.Normal, "2.004", "null"},
		{"Parsed", "credits", one, "", job.Normal, "2", "null"},
		{"Latency", "credits", "svc://a.txt", `"settings":{"optimize_for_latency":true}`, job.Priority, "5", "null"},
		{"Batch", "credits", "svc://a.txt", "", job.Batch, "2", "null"},
		{"Off", "off", "svc://a.txt", "", job.Normal, "null", "null"},
		{"Breakdown", "breakdown", "svc://a.txt", "", job.Normal, "", `{"extract_model":"Extract","tier":"Default","extract_pages":1,"extract_fields":3,"ocr_pages":0,"charts":0,"prompted_blocks":0}`},
		{"BreakdownBatch", "breakdown", "svc://a.txt", "", job.Batch, "", `{"extract_model":"Extract","tier":"Batch","extract_pages":1,"extract_fields":3,"ocr_pages":0,"charts":0,"prompted_blocks":0}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.Site.Billing.Mode, b.Lane = c.mode, c.lane
			a := b.extract(body(c.input, orderSchema, c.rest))
			if a.Usage.NumPages != 1 || string(a.Usage.Credits) != c.credits || string(a.Usage.Breakdown) != c.breakdown {
				t.Errorf("%d pages, credits %s, %s", a.Usage.NumPages, a.Usage.Credits, a.Usage.Breakdown)
			}
		})
	}
}

func TestURLResult(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "name: Anna"
	inline := b.extract(body("svc://a.txt", orderSchema, ""))
	url := func(request string) []byte {
		t.Helper()
		a := b.extract(request)
		var r api.URLResult
		if err := json.Unmarshal(a.Result, &r); err != nil || r.Type != "url" || r.URL == "" || r.ResultID == "" {
			t.Fatalf("%v: %s", err, a.Result)
		}
		return b.Artifacts[a.JobID+"/"+op.KindResult]
	}
	if got := url(body("svc://a.txt", orderSchema, `"settings":{"force_url_result":true}`)); string(got) != string(inline.Result) {
		t.Errorf("%s", got)
	}
	// That of the parse is about another result.
	if a := b.extract(body("svc://a.txt", orderSchema, `"parsing":{"settings":{"force_url_result":true}}`)); string(a.Result) != string(inline.Result) {
		t.Errorf("%s", a.Result)
	}
	b.Site.Limits.InlineBytes = 20
	if got := url(body("svc://a.txt", orderSchema, citations)); !strings.HasPrefix(string(got), `{"total":{"value":null`) {
		t.Errorf("%s", got)
	}
	b.Site.Limits.ResultBytes = 30
	b.Fails(operation(b.fake.find), requestSchema, body("svc://a.txt", orderSchema, citations), fault.OversizedResult, "")
}

func TestFailureNamesDocument(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "name: Anna"
	e := b.Fails(operation(b.fake.find), requestSchema, body(`["svc://a.txt","nothing"]`, orderSchema, ""), fault.InvalidConfig, "invalid_url_format")
	if !strings.HasPrefix(e.Message, "document 1: ") {
		t.Error(e.Message)
	}
}

func TestRemote(t *testing.T) {
	b := newBench(t)
	b.Remote["https://h/a.txt"] = "name: Anna"
	if a := b.extract(body("https://h/a.txt", orderSchema, "")); !strings.Contains(string(a.Result), "Anna") {
		t.Errorf("%s", a.Result)
	}
	if last := b.Progress[len(b.Progress)-1]; last.NumPages != 1 || last.TotalPages != 1 {
		t.Errorf("%+v", last)
	}
}
