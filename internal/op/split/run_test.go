package split

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/section"
)

// fake gives pages to sections in turn: easy to foresee, which is all that these tests need.
type fake struct {
	pages   int
	wants   []section.Want
	options section.Options
}

func (f *fake) divide(_ context.Context, docs []*doc.Document, wants []section.Want, o section.Options) ([]section.Section, error) {
	f.pages, f.wants, f.options = 0, wants, o
	out := make([]section.Section, len(wants))
	for i, w := range wants {
		out[i] = section.Section{Name: w.Name, Pages: []section.Page{}, Sure: section.Low}
	}
	for _, d := range docs {
		for range d.Pages {
			s := &out[f.pages%len(wants)]
			f.pages++
			s.Pages = append(s.Pages, section.Page{Number: f.pages, Evidence: fmt.Sprintf("<%d>", f.pages), Sure: section.Medium})
			s.Sure = section.High
		}
	}
	for i, w := range wants {
		if w.Key != "" {
			out[i].Parts = []section.Part{{Name: w.Key + " & co", Pages: out[i].Pages, Sure: section.Medium}}
		}
	}
	return out, nil
}

type bench struct {
	*optest.Bench
	fake fake
}

func newBench(t testing.TB) *bench { return &bench{Bench: optest.New(t)} }

// answer is a response read back.
type answer struct {
	ResponseType string `json:"response_type"`
	JobID        string `json:"job_id"`
	Usage        struct {
		NumPages  int                 `json:"num_pages"`
		Credits   json.RawMessage     `json:"credits"`
		Pages     map[string][]string `json:"page_billing_breakdown"`
		Breakdown json.RawMessage     `json:"usage_breakdown"`
	} `json:"usage"`
	Duration float64         `json:"duration"`
	Result   json.RawMessage `json:"result"`
}

const requestSchema = "AsyncSplitConfig"

const described = `"split_description":[{"name":"A","description":"a"},{"name":"B ","description":"b","partition_key":"number"}]`

func body(input, rest string) string {
	if !strings.HasPrefix(input, "[") {
		input = `"` + input + `"`
	}
	if rest != "" {
		rest = "," + rest
	}
	return `{"input":` + input + `,` + described + rest + `}`
}

// split runs a body that must succeed.
func (b *bench) split(body string) answer {
	b.T.Helper()
	_, raw, err := b.Run(operation(b.fake.divide), requestSchema, body)
	if err != nil {
		b.T.Fatalf("split %s: %v", body, err)
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		b.T.Fatal(err)
	}
	return a
}

func TestShapes(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.txt"], b.Files["svc://c.txt"] = "one", "two", "three"
	const plain = `{"section_mapping":{"A":[1,3],"B ":[2]},"splits":[{"name":"A","pages":[1,3],"conf":"high","partitions":null},{"name":"B ","pages":[2],"conf":"high","partitions":[{"name":"number & co","pages":[2],"conf":"high"}]}]}`
	const deep = `{"splits":[{"name":"A","pages":[{"page_number":1,"evidence":"<1>","confidence":"medium"},{"page_number":3,"evidence":"<3>","confidence":"medium"}],"partitions":null},{"name":"B ","pages":[{"page_number":2,"evidence":"<2>","confidence":"medium"}],"partitions":[{"name":"number & co","pages":[{"page_number":2,"evidence":"<2>","confidence":"medium"}]}]}]}`
	const lone = `{"section_mapping":{"A":[1],"B ":[]},"splits":[{"name":"A","pages":[1],"conf":"high","partitions":null},{"name":"B ","pages":[],"conf":"low","partitions":[{"name":"number & co","pages":[],"conf":"high"}]}]}`
	const list = `["svc://a.txt","svc://b.txt","svc://c.txt"]`
	for _, c := range []struct{ name, input, rest, want string }{
		{"One", "svc://a.txt", "", lone},
		{"List", list, "", plain},
		{"Deep", list, `"settings":{"deep_split":true}`, deep},
		{"DeepInAlpha", list, `"settings":{"alpha":{"deep_split":true,"include_confidence":true}}`, deep},
		{"ConfidenceInAlpha", list, `"settings":{"alpha":{"include_confidence":true}}`, plain},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := b.split(body(c.input, c.rest))
			if string(a.Result) != c.want {
				t.Errorf("result %s\nwant   %s", a.Result, c.want)
			}
			if a.ResponseType != "split" || a.JobID == "" || a.Duration != 1.5 || a.Usage.NumPages != b.fake.pages || len(a.Usage.Pages) != b.fake.pages {
				t.Errorf("%+v", a)
			}
		})
	}
}

func TestSettingsReachTheDivision(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "one"
	const rules = "Assign the pages to the sections that apply. Two sections may share a page only where one ends and the other begins."
	for _, c := range []struct {
		name, rest string
		want       section.Options
	}{
		{"Defaults", "", section.Options{Rules: rules, Overlap: true, Rows: 5, Divide: true}},
		{"Preserve", `"settings":{"table_cutoff":"preserve"}`, section.Options{Rules: rules, Overlap: true, Divide: true}},
		{"Alone", `"settings":{"allow_page_overlap":false,"auto_partition":false},"split_rules":"r"`, section.Options{Rules: "r", Rows: 5}},
		{"Deep", `"settings":{"deep_split":true}`, section.Options{Rules: rules, Overlap: true, Rows: 5, Deep: true, Divide: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.split(body("svc://a.txt", c.rest))
			if b.fake.options != c.want {
				t.Errorf("%+v", b.fake.options)
			}
			if w := b.fake.wants; len(w) != 2 || w[0] != (section.Want{Name: "A", Description: "a"}) || w[1] != (section.Want{Name: "B ", Description: "b", Key: "number"}) {
				t.Errorf("%+v", w)
			}
		})
	}
}

func TestEarlierParse(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://c.txt"] = "one", "three"
	id, _, err := b.Run(parse.Operation, "ParseRequest", `{"input":["svc://a.txt","svc://c.txt"]}`)
	if err != nil {
		t.Fatal(err)
	}
	delete(b.Files, "svc://a.txt")
	for input, pages := range map[string]int{"jobid://" + id: 2, `["svc://c.txt","jobid://` + id + `"]`: 3} {
		// What says how to parse has no say about what is parsed.
		a := b.split(body(input, `"parsing":{"settings":{"page_range":[1]}}`))
		if b.fake.pages != pages || a.Usage.NumPages != pages {
			t.Errorf("%s: %d pages", input, b.fake.pages)
		}
	}
	b.Fails(operation(b.fake.divide), requestSchema, body("jobid://job-99", ""), fault.NotFound, "file_access_error")
}

func TestPagesNumberTheSelection(t *testing.T) {
	paged, _, _ := optest.Paged(t, "pages=5", "pages=3")
	b := &bench{Bench: paged}
	a := b.split(body(`["svc://a.pdf","svc://b.pdf"]`, `"parsing":{"settings":{"page_range":{"start":2,"end":4}}}`))
	if !strings.HasPrefix(string(a.Result), `{"section_mapping":{"A":[1,3,5],"B ":[2,4]}`) {
		t.Errorf("%s", a.Result)
	}
	b.Fails(operation(b.fake.divide), requestSchema, body("svc://a.pdf", `"parsing":{"settings":{"page_range":[6]}}`), fault.InvalidConfig, "invalid_page_range")
	e := b.Fails(operation(b.fake.divide), requestSchema, body(`["svc://a.pdf","nothing"]`, ""), fault.InvalidConfig, "invalid_url_format")
	if !strings.HasPrefix(e.Message, "document 1: ") {
		t.Error(e.Message)
	}
}

func TestUsage(t *testing.T) {
	paged, _, _ := optest.Paged(t, "pages=2 scan=2")
	b := &bench{Bench: paged}
	b.Files["svc://a.txt"] = "one"
	const deep = `"settings":{"deep_split":true}`
	for _, c := range []struct {
		name, mode, input, rest string
		lane                    job.Lane
		credits, breakdown      string
	}{
		{"Credits", "credits", "svc://a.pdf", "", job.Normal, "6", "null"},
		{"Native", "credits", "svc://a.txt", "", job.Normal, "2.5", "null"},
		{"Deep", "credits", "svc://a.pdf", deep, job.Normal, "10", "null"},
		{"Batch", "credits", "svc://a.pdf", "", job.Batch, "4.8", "null"},
		{"Off", "off", "svc://a.pdf", "", job.Normal, "null", "null"},
		{"Breakdown", "breakdown", "svc://a.pdf", "", job.Normal, "", `{"split_model":"Split","split_pages":2,"ocr_pages":1,"charts":0,"prompted_blocks":0}`},
		{"BreakdownDeep", "breakdown", "svc://a.txt", deep, job.Normal, "", `{"split_model":"Deep Split","split_pages":1,"ocr_pages":0,"charts":0,"prompted_blocks":0}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.Site.Billing.Mode, b.Lane = c.mode, c.lane
			a := b.split(body(c.input, c.rest))
			if string(a.Usage.Credits) != c.credits || string(a.Usage.Breakdown) != c.breakdown || a.Usage.Pages["1"][0] != "page" {
				t.Errorf("credits %s, %s, %v", a.Usage.Credits, a.Usage.Breakdown, a.Usage.Pages)
			}
		})
	}
}

func TestURLResult(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"] = "one"
	inline := b.split(body("svc://a.txt", ""))
	url := func(request string) string {
		t.Helper()
		a := b.split(request)
		var r api.URLResult
		if err := json.Unmarshal(a.Result, &r); err != nil || r.Type != "url" || r.URL == "" || r.ResultID == "" {
			t.Fatalf("%v: %s", err, a.Result)
		}
		return string(b.Artifacts[a.JobID+"/"+op.KindResult])
	}
	if got := url(body("svc://a.txt", `"settings":{"force_url_result":true}`)); got != string(inline.Result) {
		t.Errorf("%s", got)
	}
	// That of the parse is about another result.
	if a := b.split(body("svc://a.txt", `"parsing":{"settings":{"force_url_result":true}}`)); string(a.Result) != string(inline.Result) {
		t.Errorf("%s", a.Result)
	}
	b.Site.Limits.InlineBytes = 20
	if got := url(body("svc://a.txt", "")); got != string(inline.Result) {
		t.Errorf("%s", got)
	}
	b.Site.Limits.ResultBytes = 30
	b.Fails(operation(b.fake.divide), requestSchema, body("svc://a.txt", ""), fault.OversizedResult, "")
}

func TestRemote(t *testing.T) {
	b := newBench(t)
	b.Remote["https://h/a.txt"] = "one"
	b.split(body("https://h/a.txt", ""))
	if last := b.Progress[len(b.Progress)-1]; last.NumPages != 1 || last.TotalPages != 1 {
		t.Errorf("%+v", last)
	}
}

// The service divides with package section.
func TestOperation(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.txt"] = "# Invoice\n\nInvoice number: 4711-2\n\nTotal due 12.50\n", "# Letter\n\nDear Madam, I write this letter about the weather.\n"
	_, raw, err := b.Run(Operation, requestSchema, `{"input":["svc://a.txt","svc://b.txt"],"split_description":[
		{"name":"Letters","description":"Letters between people"},{"name":"Invoices","description":"Invoices for goods","partition_key":"invoice number"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `"section_mapping":{"Invoices":[1],"Letters":[2]}`
	if !strings.Contains(string(raw), want) || !strings.Contains(string(raw), `{"name":"4711-2","pages":[1]`) {
		t.Errorf("%s", raw)
	}
}
