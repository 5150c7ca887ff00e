package infertest

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
)

// Key is what backends of the suite are opened with; it must reach the server and nobody else.
const Key = "sk-secret-of-the-suite"

// secret is in the words of failures, which must not come out of the package.
const secret = "words of the provider"

// Run holds a backend to what Model promises, over the wire. Open makes one for a server.
func Run(t *testing.T, open func(t *testing.T, url string) infer.Backend) {
	t.Run("Answers", func(t *testing.T) { answers(t, open) })
	t.Run("Failures", func(t *testing.T) { failures(t, open) })
	t.Run("Unreachable", func(t *testing.T) { refused(t, open) })
	t.Run("Repair", func(t *testing.T) { repair(t, open) })
	t.Run("Loose", func(t *testing.T) { loose(t, open) })
	t.Run("Cancelled", func(t *testing.T) { cancelled(t, open) })
}

// request asks for one of everything: names that no protocol takes, parts that may be left out, free names, choices.
func request() infer.Request {
	return infer.Request{
		System: "Read it.", Parts: []infer.Part{{Text: "the words"}, {Image: []byte{1, 2, 3}, Media: "image/png"}}, Name: "answer",
		Shape: &infer.Shape{Type: "object", Properties: []infer.Property{
			{Name: "total", Shape: &infer.Shape{Type: "number", Description: "in all"}},
			{Name: "größe (€)", Shape: &infer.Shape{Type: "string"}},
			{Name: "absent", Optional: true, Shape: &infer.Shape{Type: "string"}},
			{Name: "note", Shape: &infer.Shape{Type: "string", Nullable: true, Enum: []any{"a", "b"}}},
			{Name: "lines", Shape: &infer.Shape{Type: "array", Items: &infer.Shape{AnyOf: []*infer.Shape{{Type: "integer"}, {Type: "string"}}}}},
			{Name: "others", Shape: &infer.Shape{Type: "object", Entries: &infer.Shape{Type: "boolean"}}},
		}},
	}
}

const (
	good = `{"total":12.50,"gr__e_____1":"5 cm","absent":null,"note":null,"lines":[1,"x"],"others":{"other_entries":[{"name":"k","value":true}]}}`
	bad  = `{"total":{"amount":1},"note":null,"lines":7,"others":null}`
)

var want = map[string]any{
	"total": json.Number("12.50"), "größe (€)": "5 cm", "note": nil, "lines": []any{json.Number("1"), "x"}, "others": map[string]any{"k": true},
}

func answers(t *testing.T, open func(*testing.T, string) infer.Backend) {
	for _, c := range []struct {
		name string
		step Step
	}{{"Plain", Answer(good)}, {"Fenced", Fenced(good)}} {
		t.Run(c.name, func(t *testing.T) {
			s := Start(t, Script(c.step))
			got, err := infer.New(open(t, s.URL), infer.Options{Name: "m", Provider: "p", Timeout: time.Minute}).Complete(t.Context(), request())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(any(want), got.Value); diff != "" {
				t.Error(diff)
			}
			ask := s.Asked()[0]
			if ask.System != "Read it." || ask.Text != "the words" || ask.Images != 1 || ask.Key != Key || ask.Model != "model" {
				t.Errorf("asked %+v", ask)
			}
			if !bytes.Contains(ask.Schema, []byte(`"gr__e_____1":`)) || bytes.Contains(ask.Schema, []byte(`"größe (€)":`)) {
				t.Errorf("asked for %s", ask.Schema)
			}
			if got.Usage.Calls != 1 || got.Usage.OutputTokens == 0 || got.Usage.InputTokens != len("Read it.")+len("the words") {
				t.Errorf("usage %+v", got.Usage)
			}
		})
	}
	t.Run("Text", func(t *testing.T) {
		s := Start(t, Script(Answer("A {plain} text.")))
		got, err := infer.New(open(t, s.URL), infer.Options{Timeout: time.Minute, Output: 77}).Complete(t.Context(), infer.Request{Parts: []infer.Part{{Text: "x"}}})
		if err != nil || got.Text != "A {plain} text." || got.Value != nil {
			t.Errorf("%+v, %v", got, err)
		}
		if ask := s.Asked()[0]; ask.Schema != nil || ask.Limit != 77 {
			t.Errorf("asked %s", ask.Body)
		}
	})
}

// failures is every way a server can fail, with the name that comes of it and how often the server was asked.
func failures(t *testing.T, open func(*testing.T, string) infer.Backend) {
	always := func(s Step) []Step { return []Step{s} }
	for _, c := range []struct {
		name   string
		own    bool
		steps  []Step
		want   fault.Name // empty: it succeeds
		typ    string
		asked  int
		pauses []time.Duration // at least so long
	}{
		{"BusyThenGood", false, []Step{Status(429, secret, 7*time.Second), Answer(good)}, "", "", 2, []time.Duration{7 * time.Second}},
		{"Busy", false, always(Status(429, secret, 0)), fault.LLMProviderError, "llm_service_error", 3, []time.Duration{1, 1}},
		{"BusyForLong", false, always(Status(429, secret, time.Hour)), fault.LLMProviderError, "llm_service_error", 1, nil},
		{"OutOfMoney", false, always(Status(429, "insufficient_quota", 0)), fault.LLMProviderError, "llm_service_error", 1, nil},
		{"BrokenThenGood", false, []Step{Status(500, secret, 0), Status(503, secret, 0), Answer(good)}, "", "", 3, []time.Duration{1, 1}},
		{"Broken", false, always(Status(500, secret, 0)), fault.LLMProviderError, "llm_service_error", 3, []time.Duration{1, 1}},
		{"Overloaded", false, always(Status(529, secret, 0)), fault.LLMProviderError, "llm_service_error", 3, []time.Duration{1, 1}},
		{"WrongKey", false, always(Status(401, secret, 0)), fault.LLMProviderError, "llm_service_error", 1, nil},
		{"NoSuchModel", false, always(Status(404, secret, 0)), fault.LLMProviderError, "llm_service_error", 1, nil},
		{"Redirect", false, always(Redirect("http://127.0.0.1:9/")), fault.LLMProviderError, "llm_service_error", 1, nil},
		{"Page", false, always(Page()), fault.LLMProviderError, "llm_service_error", 3, []time.Duration{1, 1}},
		{"Hang", false, always(Hang()), fault.Timeout, "llm_timeout_error", 1, nil},
		{"Reset", false, always(Reset(false)), fault.LLMProviderError, "llm_service_error", 3, []time.Duration{1, 1}},
		{"ResetLate", false, always(Reset(true)), fault.LLMProviderError, "llm_service_error", 3, []time.Duration{1, 1}},
		{"Overflow", false, always(Overflow()), fault.ContextWindowExceeded, "context_window_exceeded", 1, nil},
		{"TooLarge", false, always(Status(413, secret, 0)), fault.ContextWindowExceeded, "context_window_exceeded", 1, nil},
		{"Limit", false, always(Limit(good[:20])), fault.OutputLimitExceeded, "output_limit_exceeded", 1, nil},
		{"Declined", false, always(Declined()), fault.LLMProviderError, "llm_service_error", 1, nil},
		{"Cut", false, always(Answer(good[:40])), fault.LLMOutputParseFailed, "json_decoding_error", 3, nil},
		{"Prose", false, always(Answer("There is no such thing here.")), fault.LLMOutputParseFailed, "json_decoding_error", 3, nil},
		{"WrongTypes", false, always(Answer(bad)), fault.LLMOutputParseFailed, "json_decoding_error", 3, nil},
		{"Flood", false, always(Flood(200 << 20)), fault.LLMOutputParseFailed, "json_decoding_error", 1, nil},
		{"OwnBusyForAWhile", true, []Step{Status(503, secret, 0), Status(503, secret, 0), Status(429, secret, 0), Status(503, secret, 0), Answer(good)}, "", "", 5, []time.Duration{1, 1, 1, 1}},
		{"OwnBusy", true, always(Status(503, secret, 25*time.Second)), fault.GPUPoolSaturated, "gpu_pool_saturated", 3, []time.Duration{25 * time.Second, 25 * time.Second}},
		{"OwnMemory", true, always(Status(500, "CUDA out of memory", 0)), fault.GPUAllocationError, "gpu_allocation_error", 3, []time.Duration{1, 1}},
		{"OwnBroken", true, always(Status(500, secret, 0)), fault.LLMProviderError, "llm_service_error", 3, []time.Duration{1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Start(t, Script(c.steps...))
			var pauses []time.Duration
			timeout := time.Minute
			if c.want == fault.Timeout {
				timeout = 50 * time.Millisecond
			}
			m := infer.New(open(t, s.URL), infer.Options{
				Name: "m", Provider: "p", Own: c.own, Timeout: timeout, MaxWait: time.Minute,
				Pause: func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil },
			})
			_, err := m.Complete(t.Context(), request())
			if c.want == "" && err != nil || c.want != "" && (err == nil || fault.Of(err).Name != c.want || fault.Of(err).Type != c.typ) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), Key)) {
				t.Errorf("%v holds what the provider said", err)
			}
			if down := err != nil && fault.Lookup(c.want).Category == fault.Transient && c.name != "Declined"; m.Well() == down {
				t.Errorf("well: %v", m.Well())
			}
			if len(s.Asked()) != c.asked {
				t.Errorf("asked %d times, want %d", len(s.Asked()), c.asked)
			}
			if len(pauses) != len(c.pauses) {
				t.Fatalf("waited %v, want %v", pauses, c.pauses)
			}
			for i := range pauses {
				if pauses[i] < c.pauses[i] || pauses[i] > 2*c.pauses[i]+2*time.Second {
					t.Errorf("waited %v, want %v", pauses, c.pauses)
				}
			}
			if s.Sent() > 64<<20 {
				t.Errorf("%d bytes of the answer were taken", s.Sent())
			}
		})
	}
}

// refused is a server that is not there.
func refused(t *testing.T, open func(*testing.T, string) infer.Backend) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	l.Close()
	for own, name := range map[bool]fault.Name{false: fault.LLMProviderError, true: fault.GPUUnavailable} {
		tries := 0
		m := infer.New(open(t, url), infer.Options{
			Name: "m", Provider: "p", Own: own, Timeout: time.Minute,
			Pause: func(context.Context, time.Duration) error { tries++; return nil },
		})
		if _, err := m.Complete(t.Context(), request()); !fault.Is(err, name) || tries != 2 {
			t.Errorf("%v after %d pauses, want %s", err, tries, name)
		}
	}
}

// repair shows the model its mistake.
func repair(t *testing.T, open func(*testing.T, string) infer.Backend) {
	s := Start(t, Script(Answer("Sorry?"), Answer(bad), Answer(good)))
	got, err := infer.New(open(t, s.URL), infer.Options{Timeout: time.Minute}).Complete(t.Context(), request())
	if err != nil || got.Usage.Calls != 3 {
		t.Fatalf("%+v, %v", got.Usage, err)
	}
	asks := s.Asked()
	if !strings.Contains(asks[1].Text, "not one valid JSON value") || !strings.Contains(string(asks[1].Body), "Sorry?") {
		t.Errorf("second time asked %q", asks[1].Text)
	}
	if !strings.Contains(asks[2].Text, "/total must be of type number, not an object") || !strings.Contains(asks[2].Text, "/lines must be an array") {
		t.Errorf("third time asked %q", asks[2].Text)
	}
}

// loose is a server that does not take the schema: it is told in words.
func loose(t *testing.T, open func(*testing.T, string) infer.Backend) {
	s := Start(t, func(a Ask) Step {
		if a.Schema != nil {
			return Status(400, "schema is too complex", 0)
		}
		return Answer(good)
	})
	if _, err := infer.New(open(t, s.URL), infer.Options{Timeout: time.Minute}).Complete(t.Context(), request()); err != nil {
		t.Fatal(err)
	}
	if asks := s.Asked(); len(asks) != 2 || !strings.Contains(asks[1].System, `"total"`) {
		t.Errorf("asked %d times, at last %q", len(asks), asks[len(asks)-1].System)
	}
}

// cancelled is a caller who goes away: no name is made up for that.
func cancelled(t *testing.T, open func(*testing.T, string) infer.Backend) {
	ctx, cancel := context.WithCancel(t.Context())
	s := Start(t, func(Ask) Step { cancel(); return Hang() })
	_, err := infer.New(open(t, s.URL), infer.Options{Timeout: time.Minute}).Complete(ctx, request())
	if err == nil || ctx.Err() == nil || fault.Is(err, fault.Timeout) || fault.Is(err, fault.LLMProviderError) {
		t.Errorf("got %v", err)
	}
}
