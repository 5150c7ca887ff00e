package parse_test

import (
	"context"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// looker is a layout model that sees nothing and counts.
type looker struct{ looked int }

func (l *looker) Find(context.Context, *engine.Raster, int) ([]ocr.Region, error) {
	l.looked++
	return nil, nil
}

// The layout model looks at scans, and at every page where that is asked for.
func TestLayoutModelLooks(t *testing.T) {
	const r1, ordering = `"settings":{"model":"r-1"}`, `"enhance":{"intelligent_ordering":true}`
	for name, c := range map[string]struct {
		file, request string
		want          int
	}{
		"Digital":         {"pages=3", `"settings":{"model":"legacy"}`, 0},
		"Scan":            {"pages=3 scan=2", `"settings":{"model":"legacy"}`, 1},
		"Pixels":          {"pages=3", `"settings":{"extraction_mode":"ocr"}`, 3},
		"ScanNotRead":     {"pages=3 scan=2", `"settings":{"extraction_mode":"metadata"}`, 0},
		"R1":              {"pages=3 scan=2", r1, 3},
		"Ordering":        {"pages=3", ordering, 3},
		"R1AndOrdering":   {"pages=3", r1 + "," + ordering, 3},
		"Lite":            {"pages=3", r1 + `,"use_lite":true`, 0},
		"R1InManyBatches": {"pages=9", r1, 9},
	} {
		t.Run(name, func(t *testing.T) {
			b, _, _ := paged(t, c.file)
			l := &looker{}
			b.Reader.Regions, b.Site.LayoutModel = l, true
			b.parse(`{"input":"svc://a.pdf",` + c.request + `}`)
			if l.looked != c.want {
				t.Errorf("looked at %d pages, want %d", l.looked, c.want)
			}
		})
	}
}

// With r-1 some settings are ignored and some of what can be included always is.
func TestR1(t *testing.T) {
	b, _, sees := paged(t, "pages=1 scan=1")
	b.Reader.Regions, b.Site.LayoutModel, b.Site.Billing.Mode = &looker{}, true, "breakdown"
	b.Files["svc://a.html"] = `<p>plain <mark>marked</mark> <a href="https://example.com/x">linked</a></p>`
	for model, want := range map[string]struct {
		name, html string
		languages  int
	}{
		"legacy": {api.ModelLegacy, "plain marked linked", 6},
		"r-1":    {api.ModelR1, "plain <mark>marked</mark> linked", 0},
	} {
		t.Run(model, func(t *testing.T) {
			sees.Asked = nil
			_, r := b.parse(`{"input":"svc://a.pdf","settings":{"model":"` + model + `","ocr_system":"legacy"}}`)
			if u, _ := r.Usage.UsageBreakdown.(map[string]any); u["parse_model"] != want.name {
				t.Errorf("usage %v", u)
			}
			if len(sees.Asked) != 1 || len(sees.Asked[0].Languages) != want.languages {
				t.Errorf("asked %+v", sees.Asked)
			}
			_, r = b.parse(`{"input":"svc://a.html","settings":{"model":"` + model + `"}}`)
			if got := r.content(); got != want.html {
				t.Errorf("content %q, want %q", got, want.html)
			}
			_, r = b.parse(`{"input":"svc://a.html","settings":{"model":"` + model + `"},"formatting":{"include":["hyperlinks"]}}`)
			if got := r.content(); !strings.Contains(got, "https://example.com/x") {
				t.Errorf("links that are asked for: %q", got)
			}
			if _, err := b.plan(`{"input":"svc://a.pdf","settings":{"model":"`+model+`"},"enhance":{"agentic":[{"scope":"table"}]}}`, false); err != nil {
				t.Errorf("a second pass without a prompt: %v", err)
			}
		})
	}
}
