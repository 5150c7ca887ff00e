package distill_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/distill"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// script is a model that answers by what it is shown.
type script struct {
	answer func(number int, r infer.Request) (string, error)

	mu   sync.Mutex
	asks []infer.Request
}

func (s *script) Complete(_ context.Context, r infer.Request) (infer.Answer, error) {
	s.mu.Lock()
	number := len(s.asks)
	s.asks = append(s.asks, r)
	s.mu.Unlock()
	text, err := s.answer(number, r)
	out := infer.Answer{Text: text, Usage: infer.Usage{Calls: 1, InputTokens: 10, OutputTokens: 5}}
	if err == nil {
		dec := json.NewDecoder(strings.NewReader(text))
		dec.UseNumber()
		err = dec.Decode(&out.Value)
	}
	return out, err
}

// always gives the same answer.
func always(text string) *script {
	return &script{answer: func(int, infer.Request) (string, error) { return text, nil }}
}

// shown is all the text of a request.
func shown(r infer.Request) string {
	var all []string
	for _, p := range r.Parts {
		all = append(all, p.Text)
	}
	return strings.Join(all, "\n")
}

// paged is a document whose pages hold the given lines, each a block of its own.
func paged(pages ...[]string) *doc.Document {
	d := &doc.Document{Type: "pdf", Kind: doc.Paged, PageCount: len(pages)}
	for i, lines := range pages {
		p := doc.Page{Number: i + 1, Width: 600, Height: 800}
		for k, text := range lines {
			top := float64(k) / 50
			box := doc.Box{Left: 0.1, Top: top, Width: 0.8, Height: 0.015}
			p.Lines = append(p.Lines, doc.Line{Text: text, Box: box, Confidence: 1})
			left := 0.1
			for _, w := range strings.Fields(text) {
				width := float64(len(w)) / 120
				p.Words = append(p.Words, doc.Word{Text: w, Box: doc.Box{Left: left, Top: top, Width: width, Height: 0.015}, Confidence: 1})
				left += width + 0.008
			}
			d.Blocks = append(d.Blocks, doc.Block{Type: doc.Text, Page: i + 1, Box: box, Text: text, Confidence: 1})
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

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
	return paged([]string{
		"Northern Tools Ltd", "Invoice No. A-17", "Date: 3 March 2024", "Hammer 12,50", "Nails 12,50", "Hammer 12,50",
		"Total EUR 1.037,50", "Paid in full",
	})
}

func TestValuesStandWhereTheyAreCited(t *testing.T) {
	m := always(`{"number":{"value":"A-17","block":1},"date":{"value":"3 March 2024","block":2},"total":{"value":"1.037,50","block":6},
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
	if r := m.asks[0]; !strings.Contains(shown(r), "[2] Date: 3 March 2024") || !strings.Contains(r.System, "Be brief.") {
		t.Errorf("asked %q", shown(r))
	}
}

func TestOtherNotationsAndNothing(t *testing.T) {
	m := always(`{"number":{"value":"B-99","block":99},"date":{"value":"2024-03-03","block":2},"total":{"value":"1037.50","block":6},
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
		m := &script{answer: func(int, infer.Request) (string, error) { return "", fault.New(name, "") }}
		_, err := distill.Extract(t.Context(), m, []*doc.Document{bill()}, parse(t, invoice), distill.Options{})
		if !fault.Is(err, name) || len(m.asks) != 1 {
			t.Errorf("%s: %v after %d calls", name, err, len(m.asks))
		}
	}
	_, err := distill.Extract(t.Context(), always("{}"), []*doc.Document{bill()}, parse(t, invoice), distill.Options{Context: 300})
	if !fault.Is(err, fault.ContextWindowExceeded) {
		t.Errorf("a schema above the context: %v", err)
	}
	if _, err := distill.Extract(t.Context(), always("{}"), nil, nil, distill.Options{Version: "v0"}); err == nil {
		t.Error("prompts of no version")
	}
}
