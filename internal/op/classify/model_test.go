package classify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/optest"
)

const asked = `"classification_schema":[{"category":"Invoice","criteria":["has a number","names a sum"]},{"category":"Letter","criteria":["greets"]}]`

func TestModel(t *testing.T) {
	b := optest.New(t)
	b.Files["svc://a.txt"] = "Dear Sir, the number is A-17."
	o := &optest.Oracle{Says: map[string]string{
		"class":    `{"category":"Letter","met":[{"criterion":1,"page":1,"quote":"number is A-17"},{"criterion":2,"page":1,"quote":"made up words"},{"criterion":3,"page":1,"quote":"Dear Sir"}]}`,
		"criteria": `{"checks":[{"criterion":3,"met":true,"page":1,"quote":"Dear Sir"},{"criterion":1,"met":false,"page":null,"quote":null}]}`,
	}}
	o.On(b)
	for _, c := range []struct{ model, shares, calls string }{{"default", "0.5 1", "class"}, {"accurate", "0 1", "class criteria criteria"}} {
		t.Run(c.model, func(t *testing.T) {
			o.Seen = nil
			a := classified(b, &fake{best: 0}, `{"input":"svc://a.txt","model":"`+c.model+`",`+asked+`,"document_metadata":"from abroad"}`)
			if string(a.Result) != `{"category":"Letter"}` {
				t.Errorf("result %s", a.Result)
			}
			var shares, calls []string
			for _, one := range a.ResponseConfidence.Categories {
				shares = append(shares, fmt.Sprint(one.Confidence))
			}
			for _, r := range o.Seen {
				calls = append(calls, r.Name)
			}
			if strings.Join(shares, " ") != c.shares || strings.Join(calls, " ") != c.calls {
				t.Errorf("shares %v, calls %v", shares, calls)
			}
			text := ""
			for _, p := range o.Seen[0].Parts {
				text += p.Text
			}
			if !strings.Contains(text, "from abroad") || !strings.Contains(text, "Invoice: 1.00") {
				t.Errorf("shown %q", text)
			}
		})
	}
	o.Says["class"] = "I would rather not."
	b.Fails(operation((&fake{}).rate), requestSchema, `{"input":"svc://a.txt",`+asked+`}`, fault.LLMOutputParseFailed, "json_decoding_error")
	b.Models = nil // another worker has it
	b.Fails(operation((&fake{}).rate), requestSchema, `{"input":"svc://a.txt","model":"accurate",`+asked+`}`, fault.InferenceMethodUnsupported, "")
}

// No CPU worker waits for a model.
func TestModelIsAskedInItsOwnQueue(t *testing.T) {
	b := optest.New(t)
	b.Files["svc://a.txt"] = "Dear Sir"
	(&optest.Oracle{Says: map[string]string{"class": `{"category":"Letter","met":[]}`}}).On(b)
	plan, err := b.Plan(operation((&fake{}).rate), requestSchema, `{"input":"svc://a.txt",`+asked+`}`, false)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := plan.Stored()
	if err != nil {
		t.Fatal(err)
	}
	task := job.Task{JobID: "j", Request: stored, Stage: plan.First.Name, Queue: plan.First.Queue, Part: -1}
	out, err := operation((&fake{}).rate).Run(t.Context(), b.Env(), task)
	if err != nil || out.Next == nil || out.Next.Queue != job.IO || out.Next.Name != stageAsk {
		t.Errorf("%+v, %v", out, err)
	}
	if got := op.Capabilities(b.Site); got["classify"] != op.ByModel || got["deep_classify"] != op.ByModel {
		t.Errorf("%v", got)
	}
}
