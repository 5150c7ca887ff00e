package distill_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/distill"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/window/windowtest"
)

var claimLine = regexp.MustCompile(`(?m)^(\d+)\. ([^\s:]+).*?: (empty|".*?")(?:, from block (\d+).*)?$`)

// checking answers the first request with values, and every later one by a judgement of each claim.
func checking(values string, judge func(round int, path, value string) string) *windowtest.Model {
	return &windowtest.Model{Answer: func(n int, r infer.Request) (string, error) {
		if r.Name == "values" {
			return values, nil
		}
		var out []string
		for _, m := range claimLine.FindAllStringSubmatch(windowtest.Shown(r), -1) {
			if verdict := judge(n, m[2], strings.Trim(m[3], `"`)); verdict != "" {
				out = append(out, fmt.Sprintf(`{"claim":%s,%s}`, m[1], verdict))
			}
		}
		return `{"checks":[` + strings.Join(out, ",") + `]}`, nil
	}}
}

const (
	right  = `"verdict":"right","value":null,"block":null,"reason":null`
	unsure = `"verdict":"unsure","value":null,"block":null,"reason":"two numbers  compete"`
)

const simple = `{"type":"object","required":["number","total"],"properties":{"number":{"type":"string"},"total":{"type":"number"},"note":{"type":"string"},"date":{"type":"string","format":"date"}}}`

func TestDeep(t *testing.T) {
	values := `{"number":{"value":"A-17","block":1},"total":{"value":"12,50","block":3},"note":{"value":"Urgent","block":2},"date":null}`
	correct := func(_ int, path, value string) string {
		switch path + "=" + value {
		case "total=12,50":
			return `"verdict":"wrong","value":"1.037,50","block":6,"reason":"a line, not the total"`
		case "note=Urgent":
			return `"verdict":"wrong","value":null,"block":null,"reason":"nowhere"`
		case "date=empty":
			return `"verdict":"wrong","value":"3 March 2024","block":2,"reason":null`
		}
		return right
	}
	for _, c := range []struct {
		name   string
		judge  func(int, string, string) string
		values string
		sure   bool
		reason string
		calls  int
		cited  []string
	}{
		{
			"Corrected", correct, `{"number":"A-17","total":1037.50,"date":"2024-03-03"}`, true, "all 2 values that count were confirmed in 2 rounds", 3,
			[]string{`number=A-17 0.96: 0/1 p1 "Invoice No. A-17"`, `total=1037.50 0.96: 0/6 p1 "Total EUR 1.037,50"`, `date=2024-03-03 0.96: 0/2 p1 "Date: 3 March 2024"`},
		},
		{
			"Confirmed", func(int, string, string) string { return right }, `{"number":"A-17","total":12.50,"note":"Urgent"}`, true, "all 2 values that count were confirmed in 1 rounds", 2,
			[]string{`number=A-17 0.96: 0/1 p1 "Invoice No. A-17"`, `total=12.50 0.96: 0/3 p1 "Hammer 12,50"`, `note=Urgent 0.65: 0/2 p1 "Date: 3 March 2024"`},
		},
		{
			"Unsure", func(int, string, string) string { return unsure }, `{"number":"A-17","total":12.50,"note":"Urgent"}`, false,
			"not confirmed in 1 rounds: number (two numbers compete), total (two numbers compete)", 2,
			[]string{`number=A-17 0.50: 0/1 p1 "Invoice No. A-17"`, `total=12.50 0.50: 0/3 p1 "Hammer 12,50"`, `note=Urgent 0.30: 0/2 p1 "Date: 3 March 2024"`},
		},
		{
			"NeverContent", func(n int, path, _ string) string {
				if path == "total" {
					return fmt.Sprintf(`"verdict":"wrong","value":"%d","block":6,"reason":"no"`, n)
				}
				return right
			}, `{"number":"A-17","total":4,"note":"Urgent"}`, false, "not confirmed in 4 rounds: total (no)", 5, nil,
		},
		{
			"NoNumber", func(_ int, path, _ string) string {
				if path == "total" {
					return `"verdict":"wrong","value":"much","block":6,"reason":null`
				}
				return right
			}, `{"number":"A-17","total":12.50,"note":"Urgent"}`, false, "not confirmed in 1 rounds: total", 2, nil,
		},
		{"Silent", func(int, string, string) string { return "" }, `{"number":"A-17","total":12.50,"note":"Urgent"}`, false, "not confirmed in 1 rounds: number, total", 2, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := checking(values, c.judge)
			got, err := distill.Extract(t.Context(), m, []*doc.Document{bill()}, parse(t, simple), distill.Options{Deep: true, Arrays: true})
			if err != nil {
				t.Fatal(err)
			}
			if text := written(t, got.Root); text != c.values {
				t.Errorf("values %s", text)
			}
			if got.Sure != c.sure || got.Reason != c.reason || len(m.Asks) != c.calls || got.Usage.Calls != c.calls {
				t.Errorf("%v %q after %d calls", got.Sure, got.Reason, len(m.Asks))
			}
			if c.cited != nil {
				if diff := cmp.Diff(c.cited, cited(got.Root)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// A long document is checked window by window, each value beside the pages it was taken from.
func TestDeepOverWindows(t *testing.T) {
	m := checking("", func(int, string, string) string { return right })
	judge := m.Answer
	m.Answer = func(n int, r infer.Request) (string, error) {
		if r.Name == "values" {
			return reading(n, r)
		}
		for _, c := range claimLine.FindAllStringSubmatch(windowtest.Shown(r), -1) {
			if c[4] != "" && !strings.Contains(windowtest.Shown(r), "["+c[4]+"] ") {
				t.Errorf("claim %q beside pages %s", c[0], pagesShown(r))
			}
		}
		return judge(n, r)
	}
	got, err := distill.Extract(t.Context(), m, []*doc.Document{ledger(40)}, parse(t, listing), distill.Options{Deep: true, Context: 3000, Output: 500})
	if err != nil || !got.Sure {
		t.Errorf("%v %q", err, got.Reason)
	}
	if len(m.Asks) < 5 {
		t.Errorf("only %d calls", len(m.Asks))
	}
}

// Checks that are too much for the model at once are made in parts.
func TestDeepInParts(t *testing.T) {
	for _, name := range []fault.Name{fault.OutputLimitExceeded, fault.ContextWindowExceeded} {
		m := checking("", func(int, string, string) string { return right })
		judge, refused := m.Answer, 0
		m.Answer = func(n int, r infer.Request) (string, error) {
			claims, pages := len(claimLine.FindAllString(windowtest.Shown(r), -1)), strings.Count(windowtest.Shown(r), "===")/2
			switch {
			case r.Name == "values":
				return reading(n, r)
			case name == fault.OutputLimitExceeded && claims > 10, name == fault.ContextWindowExceeded && pages > 2:
				refused++
				return "", fault.New(name, "")
			}
			return judge(n, r)
		}
		got, err := distill.Extract(t.Context(), m, []*doc.Document{ledger(4)}, parse(t, listing), distill.Options{Deep: true})
		if err != nil || !got.Sure || refused == 0 {
			t.Errorf("%s: %v %q, refused %d times", name, err, got.Reason, refused)
		}
	}
}

func TestDeepFailsByName(t *testing.T) {
	m := &windowtest.Model{Answer: func(n int, r infer.Request) (string, error) {
		if r.Name == "values" {
			return `{"number":null,"total":null,"note":null,"date":null}`, nil
		}
		return "", fault.New(fault.LLMProviderError, "")
	}}
	if _, err := distill.Extract(t.Context(), m, []*doc.Document{bill()}, parse(t, simple), distill.Options{Deep: true}); !fault.Is(err, fault.LLMProviderError) {
		t.Errorf("%v", err)
	}
}
