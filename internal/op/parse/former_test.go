package parse_test

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
	"github.com/octavo-dev/octavo/internal/job"
)

const notes = "# Report\n\n## One\n\nAlpha is first. " + `

- beta

| a | b |
| --- | --- |
| c | d |
`

func TestFormerExtras(t *testing.T) {
	for _, c := range []struct {
		name   string
		former api.Former
		body   string
		want   string
	}{
		{"Hierarchy", api.Former{ContinueHierarchy: true}, `"retrieval":{"chunking":{"chunk_mode":"block"}}`,
			"# Report\n## One\n## One (cont.)\n\nAlpha is first.\n## One (cont.)\n\n- beta\n## One (cont.)\n\n| a | b |\n| --- | --- |\n| c | d |"},
		{"Bare", api.Former{RemoveTextFormatting: true}, `"retrieval":{"chunking":{"chunk_mode":"block"}}`,
			"Report\nOne\nAlpha is first.\nbeta\n| a | b |\n| --- | --- |\n| c | d |"},
		{"Nothing", api.Former{}, `"retrieval":{"chunking":{"chunk_mode":"block"}}`,
			"# Report\n## One\nAlpha is first.\n- beta\n| a | b |\n| --- | --- |\n| c | d |"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.Files["svc://a.md"] = notes
			b.Former = &c.former
			if _, r := b.parse(`{"input":"svc://a.md",` + c.body + `}`); r.content() != c.want {
				t.Errorf("%q", r.content())
			}
		})
	}
}

func TestLineBreaksAreKept(t *testing.T) {
	b, _, _ := paged(t, "pages=2")
	b.Former = &api.Former{KeepLineBreaks: true}
	id, r := b.parse(`{"input":"svc://a.pdf"}`)
	if want := "Page 1 of a book\nsecond line\n\nPage 2 of a book\nsecond line"; r.content() != want {
		t.Errorf("%q", r.content())
	}
	if _, r = b.parse(`{"input":"jobid://` + id + `","settings":{"page_range":[2]}}`); r.content() != "Page 2 of a book\nsecond line" {
		t.Errorf("an earlier parse: %q", r.content())
	}
	b.Former = nil
	if _, r = b.parse(`{"input":"jobid://` + id + `","settings":{"page_range":[2]}}`); r.content() != "Page 2 of a book second line" {
		t.Errorf("of today: %q", r.content())
	}
}

func TestEnrich(t *testing.T) {
	const body = `{"input":"svc://a.md","retrieval":{"chunking":{"chunk_mode":"block"}}}`
	b, server := sighted(t, infertest.Answer(`{"text":"Written anew."}`), infer.Language)
	b.Files["svc://a.md"] = notes
	b.Former = &api.Former{Enrich: &api.Enrich{Mode: "standard", Prompt: "Mind the letters."}}
	_, r := b.parse(body)
	for _, c := range r.Result.Chunks {
		if c.Enriched == nil || *c.Enriched != "Written anew." || !c.EnrichmentSuccess || strings.Contains(c.Content, "anew") {
			t.Errorf("%+v", c)
		}
	}
	if asks := server.Asked(); len(asks) != 5 || !strings.Contains(asks[0].System, "Mind the letters.") {
		t.Errorf("asked %d times", len(asks))
	}
	b.Former.Enrich.Mode = api.EnrichTables
	_, r = b.parse(body)
	for i, c := range r.Result.Chunks {
		if (c.Enriched != nil) != (i == 4) || c.EnrichmentSuccess != (i == 4) {
			t.Errorf("chunk %d: %+v", i, c)
		}
	}

	failing, _ := sighted(t, infertest.Status(401, "", 0), infer.Language)
	failing.Files["svc://a.md"] = notes
	failing.Former = b.Former
	_, r = failing.parse(body)
	if c := r.Result.Chunks[4]; c.Enriched != nil || c.EnrichmentSuccess || r.Result.Custom == nil || !strings.Contains(r.Result.Custom.Warnings[0], "chunks were not all enriched: ") {
		t.Errorf("%+v %+v", c, r.Result.Custom)
	}

	without := newBench(t)
	without.Files["svc://a.md"] = notes
	without.Former = b.Former
	if e := without.fails(body, fault.InferenceMethodUnsupported, ""); !strings.Contains(e.Message, "experimental_options.enrich.enabled") {
		t.Error(e.Message)
	}
	without.Former = &api.Former{TablePrompt: "p"}
	without.fails(body, fault.InferenceMethodUnsupported, "")
}

func TestTablePrompt(t *testing.T) {
	b, server := sighted(t, infertest.Answer(`{"summary":"What nuts cost."}`), infer.Language)
	b.Files["svc://t.csv"] = "item,price\nnut,1.50\n"
	b.Former = &api.Former{TablePrompt: "Mind the prices."}
	_, r := b.parse(`{"input":"svc://t.csv","retrieval":{"embedding_optimized":true}}`)
	if asks := server.Asked(); len(asks) != 1 || !strings.Contains(asks[0].System, "Mind the prices.") || r.Result.Chunks[0].Embed != "What nuts cost." {
		t.Errorf("asked %+v", asks)
	}
}

func TestFormerLane(t *testing.T) {
	for _, c := range []struct {
		body   string
		former *api.Former
		async  bool
		want   job.Lane
	}{
		{`{"input":"a"}`, nil, false, job.Priority},
		{`{"input":"a"}`, &api.Former{Priority: true}, false, job.Priority},
		{`{"input":"a"}`, &api.Former{}, false, job.Normal},
		{`{"input":"a","async":{}}`, &api.Former{Priority: true}, true, job.Priority},
		{`{"input":"a","async":{}}`, &api.Former{}, true, job.Normal},
		{`{"input":"a","queue_priority":"batch"}`, &api.Former{Priority: true}, false, job.Batch},
	} {
		b := newBench(t)
		b.Former = c.former
		if p, err := b.plan(c.body, c.async); err != nil || p.Lane != c.want {
			t.Errorf("%s %+v: lane %v %v", c.body, c.former, p.Lane, err)
		}
	}
}
