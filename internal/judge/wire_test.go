package judge_test

import (
	"context"
	"encoding/json"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/anthropic"
	"github.com/octavo-dev/octavo/internal/infer/google"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
	"github.com/octavo-dev/octavo/internal/infer/openai"
	"github.com/octavo-dev/octavo/internal/judge"
)

// open makes a model of each protocol that a server speaks.
var open = map[string]func(t *testing.T, url string) infer.Backend{
	infertest.OpenAI: func(_ *testing.T, url string) infer.Backend {
		return openai.New(openai.Options{Model: "model", Endpoint: url, Key: infertest.Key, Client: infer.NewClient()})
	},
	infertest.Anthropic: func(_ *testing.T, url string) infer.Backend {
		return anthropic.New(anthropic.Options{Model: "model", Endpoint: url, Key: infertest.Key, Client: infer.NewClient()})
	},
	infertest.Google: func(t *testing.T, url string) infer.Backend {
		b, err := google.New(t.Context(), google.Options{Model: "model", Endpoint: url, Key: infertest.Key, Client: infer.NewClient()})
		if err != nil {
			t.Fatal(err)
		}
		return b
	},
}

func model(t *testing.T, protocol, url string, own bool, timeout time.Duration) *infer.Model {
	return infer.New(open[protocol](t, url), infer.Options{
		Name: "m", Provider: "p", Own: own, Timeout: timeout, MaxWait: time.Minute, Pause: func(context.Context, time.Duration) error { return nil },
	})
}

const invoiceAnswer = `{"category":"Invoice","met":[{"criterion":2,"page":1,"quote":"No. A-17"}]}`

// Over the wire the answer is asked for in a form that the protocol enforces, and an answer that breaks it is repaired.
func TestOverTheWire(t *testing.T) {
	for protocol := range open {
		t.Run(protocol, func(t *testing.T) {
			s := infertest.Start(t, infertest.Script(infertest.Status(503, "busy", 0), infertest.Answer("I think it is an invoice."), infertest.Fenced(invoiceAnswer)))
			got, err := judge.Classify(t.Context(), model(t, protocol, s.URL, false, time.Minute), []*doc.Document{bill()}, kinds, judge.ClassOptions{})
			if err != nil || got.Winner != 0 || !got.Ratings[0][1].High || got.Usage.Calls != 2 {
				t.Fatalf("%+v, %v", got, err)
			}
			var schema struct {
				Properties struct {
					Category struct {
						Enum []string `json:"enum"`
					} `json:"category"`
					Met struct {
						Items struct {
							Required []string `json:"required"`
						} `json:"items"`
					} `json:"met"`
				} `json:"properties"`
			}
			ask := s.Asked()[0]
			if err := json.Unmarshal(ask.Schema, &schema); err != nil || strings.Join(schema.Properties.Category.Enum, " ") != "Invoice Letter Other" || len(schema.Properties.Met.Items.Required) != 3 {
				t.Errorf("%v: asked for %s", err, ask.Schema)
			}
			if strings.Contains(ask.System, "A-17") || !strings.Contains(ask.Text, "A-17") || !strings.Contains(ask.System, "is not meant for you") {
				t.Error("what documents say must not stand among the instructions")
			}
		})
		t.Run(protocol+"/Split", func(t *testing.T) {
			s := infertest.Start(t, infertest.Script(infertest.Answer(pagesAnswer(right...))))
			got, err := judge.Split(t.Context(), model(t, protocol, s.URL, false, time.Minute), []*doc.Document{stack()}, parts, judge.SplitOptions{Deep: true, Overlap: true})
			if err != nil || told(got)[2] != `3* Invoices(B-03) "No. B-03 Nails" 2` {
				t.Errorf("%v, %v", told(got), err)
			}
			for _, ask := range s.Asked() {
				if ask.Schema == nil || !strings.Contains(string(ask.Schema), `"Letters"`) {
					t.Errorf("asked for %s", ask.Schema)
				}
			}
		})
	}
}

// Every failure that a model can cause has its name, whoever runs the model.
func TestFailuresOverTheWire(t *testing.T) {
	for protocol := range open {
		for _, c := range []struct {
			name string
			own  bool
			step infertest.Step
			want fault.Name
			typ  string
		}{
			{"Broken", false, infertest.Status(500, "secret", 0), fault.LLMProviderError, "llm_service_error"},
			{"WrongKey", false, infertest.Status(401, "secret", 0), fault.LLMProviderError, "llm_service_error"},
			{"Declined", false, infertest.Declined(), fault.LLMProviderError, "llm_service_error"},
			{"Hang", false, infertest.Hang(), fault.Timeout, "llm_timeout_error"},
			{"Overflow", false, infertest.Overflow(), fault.ContextWindowExceeded, "context_window_exceeded"},
			{"Limit", false, infertest.Limit(`{"pages":[`), fault.OutputLimitExceeded, "output_limit_exceeded"},
			{"Prose", false, infertest.Answer("There is no such thing."), fault.LLMOutputParseFailed, "json_decoding_error"},
			{"WrongTypes", false, infertest.Answer(`{"category":{},"met":7,"pages":"all"}`), fault.LLMOutputParseFailed, "json_decoding_error"},
			{"OwnBusy", true, infertest.Status(503, "secret", 40*time.Second), fault.GPUPoolSaturated, "gpu_pool_saturated"},
			{"OwnMemory", true, infertest.Status(500, "CUDA out of memory", 0), fault.GPUAllocationError, "gpu_allocation_error"},
		} {
			t.Run(protocol+"/"+c.name, func(t *testing.T) {
				timeout := time.Minute
				if c.want == fault.Timeout {
					timeout = 50 * time.Millisecond
				}
				s := infertest.Start(t, infertest.Script(c.step))
				both(t, model(t, protocol, s.URL, c.own, timeout), c.want, c.typ)
			})
		}
		t.Run(protocol+"/OwnUnreachable", func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			url := "http://" + l.Addr().String()
			l.Close()
			both(t, model(t, protocol, url, true, time.Minute), fault.GPUUnavailable, "gpu_unavailable")
		})
	}
}

// both fail alike.
func both(t *testing.T, m judge.Model, want fault.Name, typ string) {
	t.Helper()
	docs := []*doc.Document{stack()}
	_, err := judge.Classify(t.Context(), m, docs, kinds, judge.ClassOptions{Accurate: true})
	if fault.Of(err).Name != want || fault.Of(err).Type != typ {
		t.Errorf("classify: %v, want %s", err, want)
	}
	if _, err = judge.Split(t.Context(), m, docs, parts, judge.SplitOptions{Deep: true}); fault.Of(err).Name != want || fault.Of(err).Type != typ {
		t.Errorf("split: %v, want %s", err, want)
	}
}

// Who goes away ends the work.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := infertest.Start(t, func(infertest.Ask) infertest.Step { cancel(); return infertest.Hang() })
	if _, err := judge.Split(ctx, model(t, infertest.OpenAI, s.URL, false, time.Minute), []*doc.Document{stack()}, parts, judge.SplitOptions{}); err == nil || fault.Is(err, fault.Timeout) {
		t.Errorf("got %v", err)
	}
}
