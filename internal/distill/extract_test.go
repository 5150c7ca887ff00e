package distill_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/distill"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/window/windowtest"
)

func parse(t *testing.T, text string) *schema.Field {
	t.Helper()
	f, err := schema.Parse(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func written(t *testing.T, n *record.Node) string {
	t.Helper()
	var b strings.Builder
	if err := n.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// cited lists every value with where it stands.
func cited(n *record.Node) []string {
	var out []string
	n.Walk(func(path string, l *record.Node) {
		var at []string
		for _, s := range l.Sources {
			at = append(at, fmt.Sprintf("%d/%d p%d %q", s.Document, s.Block, s.Page, s.Text))
		}
		out = append(out, fmt.Sprintf("%s=%v %.2f: %s", path, l.Value, l.Confidence, strings.Join(at, ", ")))
	})
	return out
}

const invoice = `{"type":"object","required":["number","total"],"properties":{
	"number":{"type":"string"},"date":{"type":"string","format":"date"},"total":{"type":"number"},"paid":{"type":"boolean"},
	"currency":{"enum":["EUR","USD"]},"seller":{"type":"object","properties":{"name":{"type":"string"},"phone":{"type":"string"}}},
	"lines":{"type":"array","items":{"type":"object","properties":{"what":{"type":"string"},"amount":{"type":"number"}}}}}}`

func bill() *doc.Document {
	return windowtest.Paged([]string{
		"Northern Tools Ltd", "Invoice No. A-17", "Date: 3 March 2024", "Hammer 12,50", "Nails 12,50", "Hammer 12,50",
		"Total EUR 1.037,50", "Paid in full",
	})
}

func TestValuesStandWhereTheyAreCited(t *testing.T) {
	m := windowtest.Always(`{"number":{"value":"A-17","block":1},"date":{"value":"3 March 2024","block":2},"total":{"value":"1.037,50","block":6},
		"paid":{"value":true,"block":7},"currency":{"value":"EUR","block":6},"seller":{"name":{"value":"NORTHERN TOOLS LTD","block":null},"phone":null},
		"lines":[{"what":{"value":"Hammer","block":3},"amount":{"value":"12,50","block":3}},{"what":{"value":"Nails","block":4},"amount":{"value":"12,50","block":4}},
		{"what":{"value":"Hammer","block":5},"amount":{"value":"12,50","block":null}}]}`)
	got, err := distill.Extract(t.Context(), m, []*doc.Document{bill()}, parse(t, invoice), distill.Options{Guidance: "Be brief."})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"number":"A-17","date":"2024-03-03","total":1037.50,"paid":true,"currency":"EUR","seller":{"name":"NORTHERN TOOLS LTD"},` +
		`"lines":[{"what":"Hammer","amount":12.50},{"what":"Nails","amount":12.50},{"what":"Hammer","amount":12.50}]}`
	if diff := cmp.Diff(want, written(t, got.Root)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{
		`number=A-17 0.92: 0/1 p1 "Invoice No. A-17"`, `date=2024-03-03 0.92: 0/2 p1 "Date: 3 March 2024"`,
		`total=1037.50 0.92: 0/6 p1 "Total EUR 1.037,50"`, `paid=true 0.75: 0/7 p1 "Paid in full"`, `currency=EUR 0.92: 0/6 p1 "Total EUR 1.037,50"`,
		`seller.name=NORTHERN TOOLS LTD 0.85: 0/0 p1 "Northern Tools Ltd"`,
		`lines[0].what=Hammer 0.92: 0/3 p1 "Hammer 12,50"`, `lines[0].amount=12.50 0.92: 0/3 p1 "Hammer 12,50"`,
		`lines[1].what=Nails 0.92: 0/4 p1 "Nails 12,50"`, `lines[1].amount=12.50 0.92: 0/4 p1 "Nails 12,50"`,
		`lines[2].what=Hammer 0.92: 0/5 p1 "Hammer 12,50"`, `lines[2].amount=12.50 0.85: 0/5 p1 "Hammer 12,50"`,
	}, cited(got.Root)); diff != "" {
		t.Error(diff)
	}
	if got.Usage != (infer.Usage{Calls: 1, InputTokens: 10, OutputTokens: 5}) {
		t.Errorf("usage %+v", got.Usage)
	}
	if r := m.Asks[0]; !strings.Contains(windowtest.Shown(r), "[2] Date: 3 March 2024") || !strings.Contains(r.System, "Be brief.") {
		t.Errorf("asked %q", windowtest.Shown(r))
	}
}

func TestOtherNotationsAndNothing(t *testing.T) {
	m := windowtest.Always(`{"number":{"value":"B-99","block":99},"date":{"value":"2024-03-03","block":2},"total":{"value":"1037.50","block":6},
		"currency":{"value":"CHF","block":6},"lines":null,"seller":null,"paid":null}`)
	got, err := distill.Extract(t.Context(), m, []*doc.Document{bill()}, parse(t, invoice), distill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		`number=B-99 0.30: 0/0 p1 "Northern Tools Ltd"`, `date=2024-03-03 0.85: 0/2 p1 "Date: 3 March 2024"`,
		`total=1037.50 0.92: 0/6 p1 "Total EUR 1.037,50"`,
	}, cited(got.Root)); diff != "" {
		t.Error(diff)
	}
	if text := written(t, got.Root); strings.Contains(text, "CHF") {
		t.Errorf("a value the field does not take is kept: %s", text)
	}
}

func TestFailuresKeepTheirNames(t *testing.T) {
	for _, name := range []fault.Name{fault.LLMProviderError, fault.Timeout, fault.LLMOutputParseFailed, fault.ContextWindowExceeded, fault.OutputLimitExceeded} {
		m := windowtest.Fails(fault.New(name, ""))
		_, err := distill.Extract(t.Context(), m, []*doc.Document{bill()}, parse(t, invoice), distill.Options{})
		if !fault.Is(err, name) || len(m.Asks) != 1 {
			t.Errorf("%s: %v after %d calls", name, err, len(m.Asks))
		}
	}
	_, err := distill.Extract(t.Context(), windowtest.Always("{}"), []*doc.Document{bill()}, parse(t, invoice), distill.Options{Context: 300})
	if !fault.Is(err, fault.ContextWindowExceeded) {
		t.Errorf("a schema above the context: %v", err)
	}
	if _, err := distill.Extract(t.Context(), windowtest.Always("{}"), nil, nil, distill.Options{Version: "v0"}); err == nil {
		t.Error("prompts of no version")
	}
}
