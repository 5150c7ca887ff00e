package distill_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/distill"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/anthropic"
	"github.com/octavo-dev/octavo/internal/infer/google"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
	"github.com/octavo-dev/octavo/internal/infer/openai"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/window/windowtest"
)

func TestCellsAreCited(t *testing.T) {
	d := bill()
	box := func(left, top float64) *doc.Box { return &doc.Box{Left: left, Top: top, Width: 0.2, Height: 0.03} }
	d.Blocks = []doc.Block{{Type: doc.TableBlock, Page: 1, Box: doc.Box{Width: 1, Height: 1}, Confidence: 0.9, Table: &doc.Table{Rows: 1, Cols: 2, Cells: []doc.Cell{
		{RowSpan: 1, ColSpan: 1, Text: "Invoice No.", Box: box(0, 0.01)}, {Col: 1, RowSpan: 1, ColSpan: 1, Text: "A-17", Box: box(0.2, 0.01)},
	}}}}
	got, err := distill.Extract(t.Context(), windowtest.Always(`{"number":{"value":"A-17","block":0},"total":null,"note":null,"date":null}`), []*doc.Document{d}, parse(t, simple), distill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{`number=A-17 0.92: 0/0 p1 "A-17"`}, cited(got.Root)); diff != "" {
		t.Error(diff)
	}
	if s := got.Root.Members[0].Node.Sources[0]; s.Box != *box(0.2, 0.01) || s.Confidence != 0.9 {
		t.Errorf("source %+v", s)
	}
}

func TestSheets(t *testing.T) {
	d, err := (&reader.Reader{}).ReadStream(t.Context(), "a.csv", strings.NewReader("item,price\nnut,1.50\nbolt,2.50\n"), reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, `{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"item":{"type":"string"},"price":{"type":"number"}}}}}}`)
	got, err := distill.Extract(t.Context(), windowtest.Always(`{"rows":[{"item":{"value":"bolt","block":0},"price":{"value":"2.50","block":0}}]}`), []*doc.Document{bill(), d}, root, distill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	item := got.Root.Members[0].Node.Items[0]
	if s := item.Members[1].Node.Sources[0]; s.Document != 1 || s.Text != "2.50" || s.Box != (doc.Box{Left: 2, Top: 3, Width: 1, Height: 1}) {
		t.Errorf("source %+v", s)
	}
}

func TestChoicesAndFreeNames(t *testing.T) {
	root := parse(t, `{"type":"object","properties":{
		"who":{"anyOf":[{"type":"object","properties":{"name":{"type":"string"}}},{"type":"string"}]},
		"size":{"oneOf":[{"type":"integer"},{"type":"string"}]},"any":{},"gone":{"type":"null"}},"additionalProperties":{"type":"string"}}`)
	m := windowtest.Always(`{"who":{"value":"Northern Tools Ltd","block":0},"size":{"value":"17","block":1},"any":{"value":"Paid","block":7},
		"Invoice No.":{"value":"A-17","block":1},"Total":null}`)
	got, err := distill.Extract(t.Context(), m, []*doc.Document{bill()}, root, distill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text := written(t, got.Root); text != `{"who":"Northern Tools Ltd","size":17,"any":"Paid","Invoice No.":"A-17"}` {
		t.Error(text)
	}
	generic, err := distill.Extract(t.Context(), windowtest.Always(`{"Total":{"value":"1.037,50","block":6}}`), []*doc.Document{bill()}, nil, distill.Options{})
	if err != nil || written(t, generic.Root) != `{"Total":"1.037,50"}` {
		t.Errorf("without a schema: %v %v", cited(generic.Root), err)
	}
}

// Through the wire, with every library: what a model says comes out, and what goes wrong keeps its name.
func TestOverTheWire(t *testing.T) {
	client := infer.NewClient()
	t.Cleanup(client.CloseIdleConnections)
	root := parse(t, `{"type":"object","properties":{"Invoice-№":{"type":"string"},"lines":{"type":"array","items":{"type":"number"}}}}`)
	good := `{"Invoice-__0":{"value":"A-17","block":1},"lines":[{"value":"12,50","block":3},{"value":"12,50","block":4}]}`
	for protocol, open := range map[string]func(url string) (infer.Backend, error){
		infertest.OpenAI: func(url string) (infer.Backend, error) {
			return openai.New(openai.Options{Model: "m", Endpoint: url, Client: client}), nil
		},
		infertest.Anthropic: func(url string) (infer.Backend, error) {
			return anthropic.New(anthropic.Options{Model: "m", Endpoint: url, Client: client}), nil
		},
		infertest.Google: func(url string) (infer.Backend, error) {
			return google.New(t.Context(), google.Options{Model: "m", Endpoint: url, Client: client})
		},
	} {
		for _, c := range []struct {
			name string
			step infertest.Step
			want fault.Name
		}{
			{"Good", infertest.Answer(good), ""},
			{"Fenced", infertest.Fenced(good), ""},
			{"Prose", infertest.Answer("I would rather not."), fault.LLMOutputParseFailed},
			{"Overflow", infertest.Overflow(), fault.ContextWindowExceeded},
			{"Limit", infertest.Limit(good[:30]), fault.OutputLimitExceeded},
			{"Key", infertest.Status(401, "no", 0), fault.LLMProviderError},
		} {
			t.Run(protocol+c.name, func(t *testing.T) {
				s := infertest.Start(t, infertest.Script(c.step))
				b, err := open(s.URL)
				if err != nil {
					t.Fatal(err)
				}
				got, err := distill.Extract(t.Context(), infer.New(b, infer.Options{Timeout: time.Minute}), []*doc.Document{bill()}, root, distill.Options{})
				if c.want != "" {
					if !fault.Is(err, c.want) {
						t.Errorf("%v, want %s", err, c.want)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if text := written(t, got.Root); text != `{"Invoice-№":"A-17","lines":[12.50,12.50]}` {
					t.Error(text)
				}
			})
		}
	}
}
