package parse_test

import (
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
	"github.com/octavo-dev/octavo/internal/infer/openai"
	"github.com/octavo-dev/octavo/internal/op"
)

// sighted is a bench of pages whose figures a model looks at.
func sighted(t *testing.T, step infertest.Step, roles ...string) (bench, *infertest.Server) {
	b, _, _ := paged(t, "pages=40 show=2 show=3 show=39")
	server := infertest.Start(t, infertest.Script(step))
	client := infer.NewClient()
	t.Cleanup(client.CloseIdleConnections)
	b.Models = &infer.Set{}
	b.Models.Add(infer.New(openai.New(openai.Options{Model: "seer", Endpoint: server.URL, Client: client}), infer.Options{Name: "seer", Provider: "openai", Timeout: time.Minute}), roles...)
	b.Site.Models = []op.Model{{Name: "seer", Kind: "provider", Roles: roles}}
	return b, server
}

func figures(r *response) (out []api.ParseBlock) {
	for _, c := range r.Result.Chunks {
		for _, b := range c.Blocks {
			if b.Type == "Figure" {
				out = append(out, b)
			}
		}
	}
	return out
}

func TestFiguresAreSummarized(t *testing.T) {
	b, server := sighted(t, infertest.Answer(`{"summary":"A white square."}`), infer.Vision)
	_, r := b.parse(`{"input":"svc://a.pdf"}`)
	found := figures(&r)
	if len(found) != 3 || r.Result.Custom != nil {
		t.Fatalf("%d figures, %+v", len(found), r.Result.Custom)
	}
	for _, f := range found {
		if f.Content != "A white square." || f.Extra != nil && f.Extra.Agentic != "" {
			t.Errorf("figure %+v", f)
		}
	}
	if asks := server.Asked(); len(asks) != 3 || asks[0].Images != 1 {
		t.Errorf("asked %d times", len(asks))
	}
	if got := op.Capabilities(b.Site)["figure_summary"]; got != op.ByModel {
		t.Errorf("capability %s", got)
	}
	for _, body := range []string{`"enhance":{"summarize_figures":false}`, `"settings":{"extraction_mode":"metadata"},"use_lite":true`} {
		b.parse(`{"input":"svc://a.pdf",` + body + `}`)
		if n := len(server.Asked()); n != 3 {
			t.Errorf("%s: asked %d times", body, n)
		}
	}
}

// A default never fails a job: what is missing is a warning, and a model that does not answer is not asked again at once.
func TestSummariesThatFail(t *testing.T) {
	b, server := sighted(t, infertest.Status(401, "secret words", 0), infer.Vision)
	_, r := b.parse(`{"input":"svc://a.pdf"}`)
	if r.Result.Custom == nil || !strings.Contains(strings.Join(r.Result.Custom.Warnings, "; "), "figures were not all summarized: model provider openai failed: status 401") {
		t.Fatalf("custom %+v", r.Result.Custom)
	}
	asked := len(server.Asked())
	_, r = b.parse(`{"input":"svc://a.pdf"}`)
	if len(server.Asked()) != asked || len(figures(&r)) != 3 || !strings.Contains(strings.Join(r.Result.Custom.Warnings, " "), "did not answer a moment ago") {
		t.Errorf("asked %d times, then %d; %+v", asked, len(server.Asked()), r.Result.Custom)
	}
}

func TestAgenticFigures(t *testing.T) {
	b, server := sighted(t, infertest.Answer(`{"summary":"Nothing red."}`), infer.Vision)
	b.Site.Billing.Mode = "breakdown"
	_, r := b.parse(`{"input":"svc://a.pdf","enhance":{"summarize_figures":false,"agentic":[{"scope":"figure","prompt":"Anything red?"}]}}`)
	found := figures(&r)
	if len(found) != 3 || found[0].Content != "Nothing red." || found[0].Extra.Agentic != "seer" {
		t.Errorf("figures %+v", found)
	}
	if ask := server.Asked()[0]; !strings.Contains(ask.System, "Anything red?") {
		t.Errorf("asked %q", ask.System)
	}
	if u, _ := r.Usage.UsageBreakdown.(map[string]any); u["prompted_blocks"] != 3.0 {
		t.Errorf("usage %+v", u)
	}
	failing, _ := sighted(t, infertest.Status(401, "", 0), infer.Vision)
	failing.fails(`{"input":"svc://a.pdf","enhance":{"agentic":[{"scope":"figure"}]}}`, fault.LLMProviderError, "llm_service_error")
	without, _, _ := paged(t, "pages=1")
	without.fails(`{"input":"svc://a.pdf","enhance":{"agentic":[{"scope":"figure"}]}}`, fault.InferenceMethodUnsupported, "")
}

func TestTableDigests(t *testing.T) {
	b, _ := sighted(t, infertest.Answer(`{"summary":"What nuts cost."}`), infer.Language)
	b.Files["svc://t.csv"] = "item,price\nnut,1.50\n"
	_, r := b.parse(`{"input":"svc://t.csv","retrieval":{"embedding_optimized":true}}`)
	if c := r.Result.Chunks[0]; c.Embed != "What nuts cost." || !strings.Contains(c.Content, "nut") {
		t.Errorf("embed %q, content %q", c.Embed, c.Content)
	}
	failing, _ := sighted(t, infertest.Answer("no"), infer.Language)
	failing.Files["svc://t.csv"] = b.Files["svc://t.csv"]
	_, r = failing.parse(`{"input":"svc://t.csv","retrieval":{"embedding_optimized":true}}`)
	if c := r.Result.Chunks[0]; c.Embed != "item: nut; price: 1.50." || len(r.Result.Custom.Warnings) != 1 {
		t.Errorf("embed %q, %+v", c.Embed, r.Result.Custom)
	}
}

func TestPagesAreTranscribed(t *testing.T) {
	b, server := sighted(t, infertest.Answer(`{"text":"Page one of a book second line"}`), infer.Parse)
	b.Site.LayoutModel = true
	_, r := b.parse(`{"input":"svc://a.pdf","settings":{"model":"r-1","page_range":[1,4]}}`)
	if got := r.content(); got != "Page one of a book second line\n\nPage one of a book second line" {
		t.Errorf("content %q", got)
	}
	if asks := server.Asked(); len(asks) != 2 || asks[0].Images != 1 || !strings.Contains(asks[0].Text, "of a book") {
		t.Errorf("asked %d times", len(asks))
	}
	_, r = b.parse(`{"input":"svc://a.pdf","settings":{"page_range":[1]}}`)
	if got := r.content(); got != "Page 1 of a book second line" || len(server.Asked()) != 2 {
		t.Errorf("legacy: %q, asked %d times", got, len(server.Asked()))
	}
	failing, _ := sighted(t, infertest.Status(400, "", 0), infer.Parse)
	failing.Site.LayoutModel = true
	_, r = failing.parse(`{"input":"svc://a.pdf","settings":{"model":"r-1","page_range":[1]}}`)
	if r.content() != "Page 1 of a book second line" || !strings.Contains(strings.Join(r.Result.Custom.Warnings, " "), "pages were not all transcribed") {
		t.Errorf("%q %+v", r.content(), r.Result.Custom)
	}
}
