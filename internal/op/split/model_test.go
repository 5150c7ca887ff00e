package split

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

// said is what a model says of three pages.
const said = `{"pages":[
	{"page":1,"starts":true,"sections":[{"section":"A","partition":null,"quote":"number one","sure":true}]},
	{"page":2,"starts":true,"sections":[{"section":"B ","partition":"B-7","quote":"made up words","sure":true}]},
	{"page":3,"starts":false,"sections":[{"section":"B ","partition":null,"quote":"number three","sure":true},{"section":"A","partition":null,"quote":null,"sure":false}]}]}`

func TestModel(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.txt"], b.Files["svc://c.txt"] = "number one", "this is B-7", "number three"
	o := &optest.Oracle{Says: map[string]string{"pages": said}}
	o.On(b.Bench)
	const list = `["svc://a.txt","svc://b.txt","svc://c.txt"]`
	for _, c := range []struct{ name, rest, want string }{
		{"Plain", "", `{"section_mapping":{"A":[1,3],"B ":[2,3]},"splits":[{"name":"A","pages":[1,3],"conf":"low","partitions":null},` +
			`{"name":"B ","pages":[2,3],"conf":"low","partitions":[{"name":"B-7","pages":[2,3],"conf":"low"}]}]}`},
		{"NoOverlap", `"settings":{"allow_page_overlap":false}`, `{"section_mapping":{"A":[1],"B ":[2,3]},"splits":[{"name":"A","pages":[1],"conf":"high","partitions":null},` +
			`{"name":"B ","pages":[2,3],"conf":"low","partitions":[{"name":"B-7","pages":[2,3],"conf":"low"}]}]}`},
		{"Deep", `"settings":{"deep_split":true}`, `{"splits":[{"name":"A","pages":[{"page_number":1,"evidence":"number one","confidence":"high"},{"page_number":3,"evidence":"<3>","confidence":"low"}],"partitions":null},` +
			`{"name":"B ","pages":[{"page_number":2,"evidence":"<2>","confidence":"low"},{"page_number":3,"evidence":"number three","confidence":"high"}],` +
			`"partitions":[{"name":"B-7","pages":[{"page_number":2,"evidence":"<2>","confidence":"low"},{"page_number":3,"evidence":"number three","confidence":"high"}]}]}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			o.Seen = nil
			a := b.split(body(list, c.rest))
			if string(a.Result) != c.want {
				t.Errorf("result %s\nwant   %s", a.Result, c.want)
			}
			text := ""
			for _, p := range o.Seen[0].Parts {
				text += p.Text
			}
			if !strings.Contains(text, "page 2: B  (number & co)") || !strings.Contains(o.Seen[0].System, "Assign the pages to the sections that apply.") {
				t.Errorf("shown %q", text)
			}
			if len(a.Usage.Pages) != 3 || len(a.Usage.Pages["1"]) == 0 {
				t.Errorf("usage %+v", a.Usage)
			}
		})
	}
	if got := op.Capabilities(b.Site); got["split"] != op.ByModel || got["deep_split"] != op.ByModel {
		t.Errorf("%v", got)
	}
	o.Says["pages"] = "I would rather not."
	b.Fails(operation(b.fake.divide), requestSchema, body(list, ""), fault.LLMOutputParseFailed, "json_decoding_error")
}

// What reading cost is told the same whether or not a model is asked afterwards in another stage.
func TestUsageBesideAModel(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.csv"] = "number one", "a,b\n1,2\n"
	earlier, _, err := b.Run(parse.Operation, "ParseRequest", `{"input":"svc://a.txt"}`)
	if err != nil {
		t.Fatal(err)
	}
	ask := body(`["jobid://`+earlier+`","svc://b.csv"]`, "")
	without := b.split(ask)
	(&optest.Oracle{Says: map[string]string{"pages": `{"pages":[]}`}}).On(b.Bench)
	with := b.split(ask)
	if string(with.Usage.Credits) != string(without.Usage.Credits) || len(with.Usage.Pages) != len(without.Usage.Pages) || string(with.Usage.Breakdown) != string(without.Usage.Breakdown) {
		t.Errorf("with a model %+v\nwithout      %+v", with.Usage, without.Usage)
	}
}
