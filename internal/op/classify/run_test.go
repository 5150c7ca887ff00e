package classify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/kind"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

// fake notes the pages it is asked about and rates all categories alike but one.
type fake struct {
	seen  string // "1 2 | 1": the pages of each document
	about string
	best  int
}

func (f *fake) rate(_ context.Context, categories []api.ClassificationCategory, docs []*doc.Document, about string, _ embed.Embedder) ([]kind.Rating, error) {
	f.about = about
	var all []string
	for _, d := range docs {
		var pages []string
		for _, p := range d.Pages {
			pages = append(pages, fmt.Sprint(p.Number))
		}
		all = append(all, strings.Join(pages, " "))
	}
	f.seen = strings.Join(all, "|")
	out := make([]kind.Rating, len(categories))
	for i, c := range categories {
		out[i].Criteria = make([]kind.Criterion, len(c.Criteria))
		if i == f.best {
			out[i].Score = 1
		}
	}
	return out, nil
}

// answer is a response read back.
type answer struct {
	api.ClassifyResponse
	Result json.RawMessage `json:"result"`
}

// classified runs a body that must succeed.
func classified(b *optest.Bench, f *fake, body string) answer {
	b.T.Helper()
	_, raw, err := b.Run(operation(f.rate), requestSchema, body)
	if err != nil {
		b.T.Fatalf("classify %s: %v", body, err)
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		b.T.Fatal(err)
	}
	return a
}

// Fault 30: more pages than a classification looks at, and pages that are not there.
func TestPages(t *testing.T) {
	b, _, _ := optest.Paged(t, "pages=12", "pages=2", "pages=1", "pages=7", "pages=1", "pages=1")
	b.Files["svc://t.txt"] = "one page"
	b.Files["svc://s.csv"] = "a,b\n1,2\n"
	earlier, _, err := b.Run(parse.Operation, "ParseRequest", `{"input":"svc://a.pdf","settings":{"page_range":[2,3,5,7,9,11]}}`)
	if err != nil {
		t.Fatal(err)
	}
	pair, _, err := b.Run(parse.Operation, "ParseRequest", `{"input":["svc://b.pdf","svc://d.pdf"]}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, input, pages, want string }{
		{"First", "svc://a.pdf", "", "1 2 3 4 5"},
		{"Short", "svc://b.pdf", "", "1 2"},
		{"Range", "svc://a.pdf", `{"start":3,"end":12}`, "3 4 5 6 7 8 9 10 11 12"},
		{"Numbers", "svc://a.pdf", `[12,1,12,1]`, "1 12"},
		{"NoRange", "svc://a.pdf", `[]`, "1 2 3 4 5"},
		{"OtherType", "svc://t.txt", `[7]`, "1"},
		{"Sheet", "svc://s.csv", `[7]`, "1"},
		{"ListInTurn", `["svc://a.pdf","svc://b.pdf"]`, "", "1 2 3|1 2"},
		{"ListOfThree", `["svc://c.pdf","svc://b.pdf","svc://a.pdf"]`, "", "1|1 2|1 2"},
		{"ListOfShort", `["svc://c.pdf","svc://e.pdf","svc://d.pdf","svc://f.pdf"]`, "", "1|1|1 2|1"},
		{"ListOfMany", `["svc://a.pdf","svc://b.pdf","svc://c.pdf","svc://d.pdf","svc://e.pdf","svc://f.pdf"]`, "", "1|1|1|1|1|"},
		{"ListRange", `["svc://a.pdf","svc://b.pdf"]`, `[1,2,8]`, "1 2 8|1 2"},
		{"ListRangeAndOther", `["svc://a.pdf","svc://t.txt"]`, `[8]`, "8|1"},
		{"ListOfOthers", `["svc://t.txt","svc://s.csv"]`, `[8]`, "1|1"},
		{"Earlier", "jobid://" + earlier, "", "2 3 5 7 9"},
		{"EarlierRange", "jobid://" + earlier, `[11,2]`, "2 11"},
		{"EarlierList", "jobid://" + pair, "", "1 2|1 2 3"},
		{"EarlierAndFile", `["jobid://` + pair + `","svc://a.pdf"]`, "", "1 2|1 2|1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rest := ""
			if c.pages != "" {
				rest = `"page_range":` + c.pages
			}
			var f fake
			a := classified(b, &f, body(c.input, rest))
			if f.seen != c.want {
				t.Errorf("looked at %q, want %q", f.seen, c.want)
			}
			if n := len(strings.Fields(strings.ReplaceAll(c.want, "|", " "))); a.Usage.NumPages != n {
				t.Errorf("%d pages, want %d", a.Usage.NumPages, n)
			}
		})
	}
	for name, c := range map[string]struct{ input, pages string }{
		"TooMany":       {"svc://a.pdf", `{"end":11}`},
		"OpenEnd":       {"svc://a.pdf", `{"start":1}`},
		"Beyond":        {"svc://b.pdf", `[3]`},
		"Zero":          {"svc://b.pdf", `[0]`},
		"NotParsed":     {"jobid://" + earlier, `[4]`},
		"ListTooMany":   {`["svc://a.pdf","svc://d.pdf"]`, `{"end":6}`},
		"ListBeyond":    {`["svc://b.pdf","svc://t.txt"]`, `[3]`},
		"ParsedTooMany": {`["jobid://` + pair + `","svc://a.pdf"]`, `{"end":5}`},
	} {
		t.Run(name, func(t *testing.T) {
			b.T = t
			b.Fails(Operation, requestSchema, body(c.input, `"page_range":`+c.pages), fault.InvalidConfig, "invalid_page_range")
		})
	}
}

// An earlier parse is not read again.
func TestEarlierParse(t *testing.T) {
	b := optest.New(t)
	b.Files["svc://a.txt"] = "Dear Anna,"
	id, _, err := b.Run(parse.Operation, "ParseRequest", `{"input":"svc://a.txt"}`)
	if err != nil {
		t.Fatal(err)
	}
	delete(b.Files, "svc://a.txt")
	a := classified(b, &fake{}, body("jobid://"+id, ""))
	if string(a.Result) != `{"category":"a"}` {
		t.Errorf("%s", a.Result)
	}
	b.Fails(Operation, requestSchema, body("svc://a.txt", ""), fault.InvalidConfig, "invalid_url_format")
}

func TestUsage(t *testing.T) {
	for mode, want := range map[string]string{
		"credits":   `{"num_pages":7,"num_categories":2,"credits":2.5,"usage_breakdown":null}`,
		"breakdown": `{"num_pages":7,"num_categories":2,"usage_breakdown":{"classify_model":"Classify","classify_pages":5}}`,
		"off":       `{"num_pages":7,"num_categories":2,"credits":null,"usage_breakdown":null}`,
	} {
		b, _, _ := optest.Paged(t, "pages=7")
		b.Site.Billing.Mode = mode
		_, raw, err := b.Run(Operation, requestSchema, body("svc://a.pdf", `"page_range":{"end":7}`))
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Usage json.RawMessage }
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		if string(got.Usage) != want {
			t.Errorf("%s: %s", mode, got.Usage)
		}
	}
}

func TestGrouping(t *testing.T) {
	b := optest.New(t)
	b.Files["svc://a.txt"] = "x"
	for _, c := range []struct {
		groups string
		best   int
		want   string
	}{
		{`"category_groups":null`, 0, ""},
		{`"category_groups":{"g":["b"],"h":["a"]}`, 0, "h"},
		{`"category_groups":{"g":["b"],"h":["a"]}`, 1, "g"},
		{`"category_groups":{"g":["b"]}`, 0, "ungrouped"},
		{`"category_groups":{}`, 0, "ungrouped"},
	} {
		a := classified(b, &fake{best: c.best}, body("svc://a.txt", c.groups))
		if a.ExtraMetadata["grouping"] != c.want || (a.ExtraMetadata == nil) != (c.want == "") {
			t.Errorf("%s: %v", c.groups, a.ExtraMetadata)
		}
	}
}

func TestStoredResult(t *testing.T) {
	b := optest.New(t)
	b.Files["svc://a.txt"] = "x"
	f := &fake{best: 1}
	a := classified(b, f, body("svc://a.txt", `"force_url_result":true,"document_metadata":"from the archive"`))
	if got := string(b.Artifacts[a.JobID+"/result"]); got != `{"category":"b"}` {
		t.Errorf("stored %s", got)
	}
	if !strings.HasPrefix(string(a.Result), `{"type":"url",`) || f.about != "from the archive" {
		t.Errorf("%s, %q", a.Result, f.about)
	}
}

func TestFailureIsNamed(t *testing.T) {
	b := optest.New(t)
	b.Files["svc://a.txt"] = "x"
	broken := func(context.Context, []api.ClassificationCategory, []*doc.Document, string, embed.Embedder) ([]kind.Rating, error) {
		return nil, errors.New("no")
	}
	if _, _, err := b.Run(operation(broken), requestSchema, body("svc://a.txt", "")); err == nil || !strings.Contains(err.Error(), "rate categories: no") {
		t.Error(err)
	}
}
