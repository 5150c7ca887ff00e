package extract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/op/optest"
)

// oracle is a model that always says the same and checks nothing.
func oracle(says string) *optest.Oracle {
	return &optest.Oracle{Says: map[string]string{"values": says, "checks": `{"checks":[]}`}}
}

const nameSchema = `{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}`

// says is the answer that names somebody in the first block.
func says(name string) string { return `{"name":{"value":"` + name + `","block":0}}` }

func TestModel(t *testing.T) {
	b := newBench(t)
	o := oracle(says("Anna Lee"))
	o.On(b.Bench)
	b.Files["svc://a.txt"], b.Files["svc://b.csv"] = "name: Anna Lee of Aero", "name\nAnna Lee\n"
	one := b.parsed(`{"input":"svc://a.txt"}`)
	for _, c := range []struct {
		name, input, mode string
		credits           string
	}{
		{"File", "svc://a.txt", "extract", "2.5"},
		{"EarlierParse", one, "extract", "2"},
		{"Sheet", "svc://b.csv", "spreadsheet_agent", "2.002"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.T = t
			a := b.extract(body(c.input, nameSchema, citations))
			var got struct{ Name leaf }
			if err := json.Unmarshal(a.Result, &got); err != nil || got.Name.Value != "Anna Lee" || len(got.Name.Citations) == 0 || !strings.Contains(got.Name.Citations[0].Content, "Anna Lee") {
				t.Errorf("%v: %s", err, a.Result)
			}
			if a.Usage.Mode != c.mode || string(a.Usage.Credits) != c.credits {
				t.Errorf("%+v", a.Usage)
			}
		})
	}
	if !strings.Contains(o.Seen[0].System+o.Seen[0].Parts[0].Text, "Be precise and thorough.") {
		t.Error("the guidance was not passed on")
	}
}

func TestDeep(t *testing.T) {
	b := newBench(t)
	oracle(says("Anna")).On(b.Bench)
	b.Files["svc://a.txt"] = "name: Anna"
	_, raw, err := b.Run(operation(b.fake.find), requestSchema, body("svc://a.txt", nameSchema, `"settings":{"deep_extract":true,"array_extract":true}`))
	if err != nil {
		t.Fatal(err)
	}
	var r api.V3ExtractResponse
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	if r.Confidence == nil || *r.Confidence != "low" || r.ConfidenceReason == nil || *r.ConfidenceReason == "" || *r.Usage.ExtractMode != "super_agent" {
		t.Errorf("%s", raw)
	}
	if credits, _ := json.Marshal(r.Usage.Credits); string(credits) != "30.5" {
		t.Errorf("credits %s", credits)
	}
	b.Site.Billing.Mode = "breakdown"
	if a := b.extract(body("svc://a.txt", nameSchema, `"settings":{"deep_extract":true}`)); !strings.Contains(string(a.Usage.Breakdown), `"extract_model":"Deep Extract"`) {
		t.Errorf("%s", a.Usage.Breakdown)
	}
	b.Models = nil // another worker has it
	b.Fails(operation(b.fake.find), requestSchema, body("svc://a.txt", nameSchema, `"settings":{"deep_extract":true}`), fault.InferenceMethodUnsupported, "")
}

func TestImages(t *testing.T) {
	b, _, _ := optest.Paged(t, "pages=3 lock=secret", "pages=11")
	o := oracle(says("book"))
	o.On(b)
	b.Files["svc://c.txt"] = "a book"
	op := operation(firsts)
	const images = `"settings":{"include_images":true}`
	if _, _, err := b.Run(op, requestSchema, body(`["svc://a.pdf","svc://c.txt"]`, nameSchema, images+`,"parsing":{"settings":{"document_password":"secret"}}`)); err != nil {
		t.Fatal(err)
	}
	if n := o.Images(); n != 3 {
		t.Errorf("%d pictures", n)
	}
	for id, content := range b.Artifacts {
		if strings.Contains(string(content), "secret") {
			t.Errorf("%s holds the password", id)
		}
	}
	e := b.Fails(op, requestSchema, body("svc://b.pdf", nameSchema, images), fault.InvalidConfig, "")
	if !strings.Contains(e.Message, "at most 10 pages") {
		t.Error(e.Message)
	}
	o.Seen = nil
	if _, _, err := b.Run(op, requestSchema, body("svc://b.pdf", nameSchema, `"settings":{"include_images":true,"page_range":[2,11]}`)); err != nil || o.Images() != 2 {
		t.Errorf("%v: %d pictures", err, o.Images())
	}
}

func TestImagesOfEarlierParse(t *testing.T) {
	b := newBench(t)
	oracle(says("Anna")).On(b.Bench)
	b.Files["svc://a.txt"] = "name: Anna"
	b.Fails(operation(b.fake.find), requestSchema, body(b.parsed(`{"input":"svc://a.txt"}`), nameSchema, `"settings":{"include_images":true}`), fault.NotApplicable, "")
}

func TestModelFails(t *testing.T) {
	b := newBench(t)
	oracle("I would rather not.").On(b.Bench)
	b.Files["svc://a.txt"] = "name: Anna"
	b.Fails(operation(b.fake.find), requestSchema, body("svc://a.txt", nameSchema, ""), fault.LLMOutputParseFailed, "")
}
