package pipeline_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/op/optest"
)

func TestPaged(t *testing.T) {
	b, _, _ := optest.Paged(t, "pages=70 lock=secret", "pages=3")
	definition := `{"name":"n","parse":{},"extract":{"instructions":{"schema":` + schema + `},"settings":{"page_range":{"start":2,"end":3}}}}`
	a := run(b, definition, `{"input":"svc://a.pdf","pipeline_id":"p","settings":{"document_password":"secret"}}`)
	if b.Batches == 0 || a.Usage["num_pages"] != 70.0 || !strings.Contains(string(a.Result["extract"]), `"num_pages":2`) {
		t.Errorf("%d batches, %v", b.Batches, a.Usage)
	}
	for id, content := range b.Artifacts {
		if bytes.Contains(content, []byte("secret")) && !strings.Contains(id, "/pdf") { // the file itself says how it is locked
			t.Errorf("%s holds the password", id)
		}
	}
	a = run(b, `{"name":"n","parse":{"settings":{"return_images":["page"]}}}`, body("svc://b.pdf"))
	if raw := string(a.Result["parse"]); strings.Count(raw, `"image_url":"octavo-mark:image`) != 3 || !strings.Contains(raw, `"pdf_url":"octavo-mark:pdf`) {
		t.Errorf("%s", raw)
	}
	b.Pipeline = definition
	b.Fails(operation, requestSchema, body("svc://a.pdf"), fault.DocumentPasswordProtected, "document_access_error")
	b.Fails(operation, requestSchema, body("svc://x.pdf"), fault.InvalidConfig, "invalid_url_format")
	b.Pipeline = strings.Replace(definition, `"end":3`, `"end":9`, 1)
	b.Fails(operation, requestSchema, body("svc://b.pdf"), fault.InvalidConfig, "invalid_page_range")
}

func TestImages(t *testing.T) {
	b, _, _ := optest.Paged(t, "pages=3")
	o := oracle()
	o.On(b)
	run(b, `{"name":"n","extract":{"instructions":{"schema":`+schema+`},"settings":{"include_images":true,"page_range":[2]}}}`, body("svc://a.pdf"))
	if n := o.Images(); n != 1 {
		t.Errorf("%d pictures", n)
	}
	o.Seen = nil
	run(b, `{"name":"n","split":{`+sections+`},"extract":{"instructions":{"schema":`+schema+`},"per_split":{"Letters":{"settings":{"include_images":true}}}}}`, body("svc://a.pdf"))
	var shown []int
	for _, r := range o.Seen {
		images := 0
		for _, p := range r.Parts {
			if p.Media != "" {
				images++
			}
		}
		shown = append(shown, images)
	}
	if diff := cmp.Diff([]int{0, 0, 1}, shown); diff != "" { // the split, invoices, letters
		t.Error(diff)
	}
}
