package extract

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// firsts finds the first block of every page.
func firsts(_ context.Context, docs []*doc.Document, _ *schema.Field, _ match.Options) (*record.Node, error) {
	all := &record.Node{Items: []*record.Node{}}
	for i, d := range docs {
		seen := 0
		for k := range d.Blocks {
			if b := &d.Blocks[k]; b.Page > seen {
				seen = b.Page
				text := strings.ReplaceAll(b.Text, "\n", " ")
				all.Items = append(all.Items, &record.Node{Value: text, Confidence: 1, Sources: []record.Source{
					{Document: i, Block: k, Page: b.Page, Box: b.Box, Text: text, Confidence: b.Confidence},
				}})
			}
		}
	}
	return &record.Node{Members: []record.Member{{Name: "pages", Node: all}}}, nil
}

// places are the running and the original page of what was found, "1/3".
func places(b *optest.Bench, rest string) (string, api.V3ExtractResponse) {
	b.T.Helper()
	_, raw, err := b.Run(operation(firsts), requestSchema, body(`["svc://a.pdf","svc://b.pdf"]`, `{}`, rest))
	if err != nil {
		b.T.Fatalf("%s: %v", rest, err)
	}
	var r api.V3ExtractResponse
	var found struct {
		Pages []struct{ Citations []api.Citation }
	}
	r.Result = &found
	if err := json.Unmarshal(raw, &r); err != nil {
		b.T.Fatal(err)
	}
	var out []string
	for _, p := range found.Pages {
		box := p.Citations[0].BBox
		out = append(out, fmt.Sprintf("%d/%d", box.Page, box.OriginalPage))
	}
	return strings.Join(out, " "), r
}

func TestPages(t *testing.T) {
	for _, c := range []struct {
		name, extract, parse string
		want                 string
		pages                int
		credits              string
	}{
		{"All", "null", "null", "1/1 2/2 3/3 4/1 5/2", 5, "15"},
		{"Some", "[2,3]", "null", "1/2 2/3 3/2", 3, "9"},
		{"OfParse", "null", "[1,2]", "1/1 2/2 3/1 4/2", 4, "12"},
		{"SomeOfParse", "[2]", "[{\"start\":2,\"end\":3}]", "1/2 2/2", 2, "7"},
		{"OpenRange", "{\"start\":3}", "null", "1/3", 1, "3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _, _ := optest.Paged(t, "pages=3", "pages=2")
			got, r := places(b, `"settings":{"citations":{"enabled":true},"page_range":`+c.extract+`},"parsing":{"settings":{"page_range":`+c.parse+`}}`)
			credits, err := json.Marshal(r.Usage.Credits)
			if got != c.want || r.Usage.NumPages != c.pages || string(credits) != c.credits || err != nil {
				t.Errorf("%s, %d pages, %s credits, %v", got, r.Usage.NumPages, credits, err)
			}
		})
	}
	b, _, _ := optest.Paged(t, "pages=3", "pages=2")
	for _, rest := range []string{
		`"settings":{"page_range":[3]},"parsing":{"settings":{"page_range":[1,2]}}`, // no document gives it
		`"settings":{"page_range":[1,4]}`,
	} {
		b.Fails(operation(firsts), requestSchema, body(`["svc://a.pdf","svc://b.pdf"]`, `{}`, rest), fault.InvalidConfig, "invalid_page_range")
	}
}

// A page range of the extraction alone reads no other page.
func TestPageRangeReadsNoMore(t *testing.T) {
	b, _, sees := optest.Paged(t, "pages=2 scan=1 scan=2", "pages=1")
	places(b, `"settings":{"citations":{"enabled":true},"page_range":[2]}`)
	if len(sees.Asked) != 1 {
		t.Errorf("%d pages were read", len(sees.Asked))
	}
}

// A long document is read in batches, and what is found in it is what is found of an earlier parse of it.
func TestLongDocument(t *testing.T) {
	b, _, _ := optest.Paged(t, "pages=70", "pages=1 scan=1")
	b.Lane, b.Site.Billing.Mode = job.Batch, "breakdown"
	got, r := places(b, citations)
	if want := strings.Count(got, "/"); want != 71 || b.Batches != 4 || !strings.HasSuffix(got, " 70/70 71/1") {
		t.Errorf("%d batches: %s", b.Batches, got)
	}
	if u := r.Usage.UsageBreakdown; u.OCRPages != 1 || u.ExtractPages != 71 || u.ExtractFields != 71 {
		t.Errorf("%+v", u)
	}
}

func TestBlockImages(t *testing.T) {
	b, _, _ := optest.Paged(t, "pages=1 show=1", "pages=1")
	figures := func(_ context.Context, docs []*doc.Document, _ *schema.Field, _ match.Options) (*record.Node, error) {
		n := &record.Node{Value: "f", Confidence: 1}
		for k, block := range docs[0].Blocks {
			if block.Type == doc.Figure {
				n.Sources = []record.Source{{Block: k, Page: 1, Box: block.Box, Text: "f"}}
			}
		}
		return &record.Node{Members: []record.Member{{Name: "f", Node: n}}}, nil
	}
	for wish, want := range map[string]bool{`["figure"]`: true, `["table","page"]`: false} {
		_, raw, err := b.Run(operation(figures), requestSchema, body("svc://a.pdf", `{}`, citations+`,"parsing":{"settings":{"return_images":`+wish+`}}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(raw), `"image_url":"octavo-mark:image/page-1-1.png"`); got != want {
			t.Errorf("%s: %s", wish, raw)
		}
	}
	if _, ok := b.Artifacts["job-2/image/page-1.png"]; ok {
		t.Error("a page was drawn that no answer shows")
	}
}
