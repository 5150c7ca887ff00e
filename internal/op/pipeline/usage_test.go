package pipeline_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/op/optest"
)

func TestUsageIsTheSum(t *testing.T) {
	definition := `{"name":"n","parse":{},"split":{` + sections + `},"extract":{"instructions":{"schema":` + schema + `}}}`
	for _, mode := range []string{"credits", "breakdown", "off"} {
		for _, model := range []bool{false, true} {
			b := optest.New(t)
			files(b)
			if model {
				oracle().On(b)
			}
			b.Site.Billing.Mode = mode
			a := run(b, definition, body(all))
			sum := 0.0
			for _, name := range []string{"parse", "split", "extract"} {
				for _, m := range credited.FindAllStringSubmatch(string(a.Result[name]), -1) {
					n, err := strconv.ParseFloat(m[1], 64)
					if err != nil {
						t.Fatal(err)
					}
					sum += n
				}
			}
			credits, told := a.Usage["credits"]
			if told != (mode != "breakdown") || mode == "credits" && (credits != sum || model && sum != 13.5) || a.Usage["num_pages"] != 3.0 {
				t.Errorf("%s: %v, the sum is %g", mode, a.Usage, sum)
			}
			if pages, ok := a.Usage["page_billing_breakdown"].(map[string]any); !ok || len(pages) != 3 {
				t.Errorf("%s: %v", mode, a.Usage)
			}
			if breakdown, ok := a.Usage["usage_breakdown"].(map[string]any); ok != (mode == "breakdown") || ok && breakdown["parse_native_pages"] != 3.0 {
				t.Errorf("%s: %v", mode, a.Usage)
			}
		}
	}
}

var credited = regexp.MustCompile(`"credits":([0-9.]+)`)

// Each result switches to its URL by itself.
func TestLargeResults(t *testing.T) {
	b := optest.New(t)
	files(b)
	b.Files["svc://a.txt"] += strings.Repeat("\nmany words that make it long\n", 200)
	b.Site.Limits.InlineBytes = 3000
	a := run(b, `{"name":"n","parse":{},"extract":{"instructions":{"schema":`+schema+`}}}`, body(`["svc://b.txt","svc://a.txt"]`))
	var parsed []struct {
		Result struct{ Type, URL string }
	}
	if err := json.Unmarshal(a.Result["parse"], &parsed); err != nil {
		t.Fatal(err)
	}
	if parsed[0].Result.Type != "full" || parsed[1].Result.Type != "url" || !strings.Contains(parsed[1].Result.URL, "parse-2") {
		t.Errorf("%+v", parsed)
	}
	if raw := string(a.Result["extract"]); strings.Contains(raw, `"type":"url"`) || !strings.Contains(raw, `[{"number":`) {
		t.Errorf("%s", raw)
	}
	a = run(b, `{"name":"n","split":{`+sections+`,"settings":{"force_url_result":true}},"extract":{"instructions":{"schema":`+schema+`},"settings":{"force_url_result":true}}}`, body("svc://b.txt"))
	if raw := string(a.Result["split"]) + string(a.Result["extract"]); !strings.Contains(raw, "result/split") || !strings.Contains(raw, "result/extract-1") {
		t.Errorf("%s", raw)
	}
}
