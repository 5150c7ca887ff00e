package edit_test

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/edit"
	"github.com/octavo-dev/octavo/internal/op/optest"
)

// A model only says what is to be done: the same code does it, and leaves out what cannot be.
func TestModel(t *testing.T) {
	b := newBench(t)
	o := &optest.Oracle{Says: map[string]string{"actions": `{"actions":[
		{"instruction":"put me down as Zoë","kind":"fill","field":1,"value":"Zoë","find":null,"place":null,"pages":null,"turn":null},
		{"instruction":"and my friend","kind":"fill","field":77,"value":"Ada","find":null,"place":null,"pages":null,"turn":null},
		{"instruction":"mark it as a draft","kind":"watermark","field":null,"value":"DRAFT","find":null,"place":null,"pages":null,"turn":null}]}`}}
	o.On(b.Bench)
	b.Files["svc://form.pdf"] = string(form().Bytes())
	out := b.edit("svc://form.pdf", "Please put me down as Zoë, and my friend too, and mark it as a draft.", "")
	if f := b.fields(out.data)["a1"]; f.Value == nil || *f.Value != "Zoë" {
		t.Errorf("the field says %v", f.Value)
	}
	if got := b.text("form.pdf", out.data)[0]; !strings.Contains(got, "DRAFT") {
		t.Errorf("the page reads %q", got)
	}
	if len(out.Warnings) != 1 || !strings.Contains(out.Warnings[0], "and my friend") {
		t.Errorf("warnings %q", out.Warnings)
	}
	shown := ""
	for _, p := range o.Seen[0].Parts {
		shown += p.Text
	}
	if !strings.Contains(shown, "First name") || !strings.Contains(shown, "Germany") || strings.Contains(shown, "Signature field") {
		t.Errorf("the model was shown %q", shown)
	}
	if op.Capabilities(b.Site)["edit"] != op.ByModel {
		t.Error("the capability is not told as the model's")
	}
	o.Says["actions"] = "I have filled it in."
	b.Fails(edit.Operation, "EditConfig", request("svc://form.pdf", "Put me down as Zoë", ""), fault.LLMOutputParseFailed, "json_decoding_error")
}

func TestPlan(t *testing.T) {
	b := newBench(t)
	for _, tt := range []struct {
		schema, body string
		lane         job.Lane
		stage        string
	}{
		{"EditConfig", request("svc://a.pdf", "stamp X", ""), job.Priority, "read"},
		{"EditConfig", request("https://example.com/a.pdf", "stamp X", `"priority":false`), job.Normal, "fetch"},
		{"AsyncEditConfig", request("svc://a.pdf", "stamp X", ""), job.Normal, "read"},
	} {
		p, err := b.Plan(edit.Operation, tt.schema, tt.body, strings.HasPrefix(tt.schema, "Async"))
		if err != nil || p.Lane != tt.lane || p.First.Name != tt.stage || p.JobInputs {
			t.Errorf("%s: lane %v, stage %s, %v", tt.body, p.Lane, p.First.Name, err)
		}
	}
}
