package edit_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
	"github.com/octavo-dev/octavo/internal/infer/openai"
)

var update = flag.Bool("update", false, "rewrite the wanted outputs under testdata")

// model asks a server that answers with steps.
func model(t *testing.T, steps ...infertest.Step) (*infer.Model, *infertest.Server) {
	t.Helper()
	s := infertest.Start(t, infertest.Script(steps...))
	b := openai.New(openai.Options{Endpoint: s.URL, Key: "k", Model: "m", Client: infer.NewClient()})
	return infer.New(b, infer.Options{Name: "m", Provider: "openai", Timeout: time.Minute}), s
}

var letter = edit.Document{
	Fields: []edit.Field{
		{ID: "a", Label: "Name", Section: "Applicant", Kind: edit.TextField, Page: 1},
		{ID: "b", Name: "agree", Kind: edit.CheckBox, Value: "false"},
		{ID: "c", Label: "Country", Kind: edit.Dropdown, Options: []edit.Option{{"DE", "Germany"}, {"FR", "France"}}},
	},
	Text: "Dear Ms “Smith”,\nthe total is 12.50.", Pages: 3,
}

func TestAsk(t *testing.T) {
	m, server := model(t, infertest.Answer(`{"actions":[
		{"instruction":"my name is Ada","kind":"fill","field":1,"value":"Ada","find":null,"place":null,"pages":null,"turn":null},
		{"instruction":"agree","kind":"check","field":2,"value":null,"find":null,"place":null,"pages":null,"turn":null},
		{"instruction":"hide the total","kind":"remove","field":null,"value":null,"find":"12.50","place":null,"pages":[{"first":-1,"last":-1}],"turn":null},
		{"instruction":"no such field","kind":"fill","field":9,"value":"x","find":null,"place":null,"pages":null,"turn":null},
		{"instruction":"no such page","kind":"delete_page","field":null,"value":null,"find":null,"place":null,"pages":[{"first":4,"last":4}],"turn":null},
		{"instruction":"all pages","kind":"delete_page","field":null,"value":null,"find":null,"place":null,"pages":null,"turn":null},
		{"instruction":"no such text","kind":"highlight","field":null,"value":null,"find":"13.50","place":null,"pages":null,"turn":null},
		{"instruction":"no text","kind":"watermark","field":null,"value":"","find":null,"place":null,"pages":null,"turn":null},
		{"instruction":"crooked","kind":"rotate","field":null,"value":null,"find":null,"place":null,"pages":null,"turn":45},
		{"instruction":"nowhere","kind":"insert","field":null,"value":"x","find":"total","place":"top","pages":null,"turn":null},
		{"instruction":"anywhere","kind":"write","field":null,"value":"x","find":null,"place":"before","pages":null,"turn":null}]}`))
	plan, err := edit.Ask(t.Context(), m, "My name is Ada. I agree. Hide the total.", letter, edit.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []edit.Action{
		{Kind: edit.Fill, Field: "a", Label: "Name", Value: "Ada", Source: "my name is Ada"},
		{Kind: edit.Check, Field: "b", Label: "agree", Source: "agree"},
		{Kind: edit.Remove, Find: "12.50", Pages: edit.Page(-1), Source: "hide the total"},
	}
	if diff := cmp.Diff(want, plan.Actions); diff != "" {
		t.Error(diff)
	}
	var dropped []string
	for _, l := range plan.Dropped {
		dropped = append(dropped, l.Sentence+": "+l.Reason)
	}
	if diff := cmp.Diff([]string{
		`no such field: the document has no field "9"`, `no such page: the document has 3 pages`, `all pages: no page would be left`, `no such text: the document does not say "13.50"`,
		`no text: there is no text to write`, `crooked: pages are turned by 90, 180 or 270 degrees`, `nowhere: a text is inserted before or after another`,
		`anywhere: a text is written at the top or at the bottom`,
	}, dropped); diff != "" {
		t.Error(diff)
	}
	if plan.Usage.Calls != 1 {
		t.Error(plan.Usage)
	}
	ask := server.Asked()[0]
	golden(t, "prompt.txt", ask.System+"\n\n=====\n\n"+ask.Text)
	golden(t, "schema.json", string(ask.Schema)+"\n")
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Error("the wanted outputs were rewritten")
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestAskFails(t *testing.T) {
	for name, c := range map[string]struct {
		step infertest.Step
		want fault.Name
	}{
		"Overflow": {infertest.Overflow(), fault.ContextWindowExceeded}, "Declined": {infertest.Declined(), fault.LLMProviderError},
		"Limit": {infertest.Limit(`{"actions":[`), fault.OutputLimitExceeded}, "Words": {infertest.Answer("I filled it in."), fault.LLMOutputParseFailed},
	} {
		m, _ := model(t, c.step)
		if plan, err := edit.Ask(t.Context(), m, "x", letter, edit.Limits{}); !fault.Is(err, c.want) || plan.Actions != nil {
			t.Errorf("%s: %v, %v", name, plan, err)
		}
	}
}

// A document that is longer than the model can read is shown in part.
func TestAskLong(t *testing.T) {
	m, server := model(t, infertest.Answer(`{"actions":[]}`))
	long := letter
	long.Text = strings.Repeat("wörds ", 100_000)
	plan, err := edit.Ask(t.Context(), m, "x", long, edit.Limits{Context: 10_000, Output: 1000})
	if err != nil || plan.Actions != nil {
		t.Fatal(plan, err)
	}
	if text := server.Asked()[0].Text; len(text) > 30_000 || len(text) < 20_000 || !strings.Contains(text, "[The text goes on.]") {
		t.Errorf("%d bytes are shown", len(text))
	}
}

// What a kind of document does not know is refused.
func TestSiftKinds(t *testing.T) {
	d := letter
	d.Kinds = []edit.Kind{edit.Fill}
	kept, dropped := edit.Sift([]edit.Action{{Kind: edit.Fill, Label: "x"}, {Kind: edit.Rotate, Turn: 90}, {Kind: "dance"}, {Kind: edit.Fill}}, d)
	if len(kept) != 1 || len(dropped) != 3 || dropped[0].Reason != "documents of this type know no rotate" || dropped[1].Reason != `"dance" is no action` || dropped[2].Reason != "no field is named" {
		t.Error(kept, dropped)
	}
}

func TestFinder(t *testing.T) {
	for _, c := range []struct {
		find, text string
		loose      bool
		want       []edit.Found
	}{
		{"a b", "a\u00a0 b a b", false, []edit.Found{{0, 5}, {6, 9}}},
		{`"it's"`, "“it’s”", false, []edit.Found{{0, 12}}},
		{"2-3", "2–3", false, []edit.Found{{0, 5}}},
		{"Co-op", "Co\u00ad-op", false, []edit.Found{{0, 7}}},
		{"Ada", "ADA ada", false, nil},
		{"Ada", "ADA ada", true, []edit.Found{{0, 3}, {4, 7}}},
		{"aa", "aaaa a", false, []edit.Found{{0, 2}, {2, 4}}},
		{"", "x", true, nil},
		{" ", "x x", true, nil},
		{"É", "é", true, []edit.Found{{0, 2}}},
	} {
		if diff := cmp.Diff(c.want, edit.NewFinder(c.find, c.loose).In(c.text)); diff != "" {
			t.Errorf("%q in %q:\n%s", c.find, c.text, diff)
		}
	}
}
