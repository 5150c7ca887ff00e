package parse

import (
	"reflect"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// The modes of the second pass over tables, and lite, reach the reader.
func TestReadOptions(t *testing.T) {
	for _, c := range []struct {
		name    string
		agentic []api.Agentic
		lite    bool
		want    reader.Second
	}{
		{"none", nil, false, reader.Never},
		{"text", []api.Agentic{{Scope: api.ScopeText}}, false, reader.Never},
		{"default", []api.Agentic{{Scope: api.ScopeTable, Mode: "default"}}, false, reader.Doubtful},
		{"auto", []api.Agentic{{Scope: api.ScopeTable, Mode: "auto"}}, false, reader.Doubtful},
		{"max", []api.Agentic{{Scope: api.ScopeText}, {Scope: api.ScopeTable, Mode: "max"}}, false, reader.Every},
		{"lite", nil, true, reader.Never},
	} {
		p := &parser{lite: c.lite}
		p.request.Settings.ExtractionMode = "hybrid"
		p.request.Enhance.Agentic = c.agentic
		o := p.readOptions(nil)
		if o.Tables != c.want || o.Lite != c.lite || (o.Mode == reader.Embedded) != c.lite {
			t.Errorf("%s: %q, lite %v, mode %s", c.name, o.Tables, o.Lite, o.Mode)
		}
	}
}

// A page that a second pass made better costs twice what it is charged for otherwise.
func TestBillOfSecondPass(t *testing.T) {
	for _, c := range []struct {
		html, again bool
		names       []string
		total       float64
	}{
		{false, false, []string{"page"}, 1},
		{false, true, []string{"page", "agentic"}, 2},
		{true, false, []string{"page", "complex"}, 2},
		{true, true, []string{"page", "complex", "agentic"}, 4},
	} {
		b := bill{rates: op.DefaultRates, parts: map[string]float64{}}
		names := b.page(&page{Page: &doc.Page{}, kind: doc.Paged, html: c.html, again: c.again}, &source{doc: &doc.Document{Type: "pdf", Kind: doc.Paged}})
		b.settle(false)
		if !reflect.DeepEqual(names, c.names) || b.total != c.total {
			t.Errorf("html %v, again %v: %v for %v", c.html, c.again, names, b.total)
		}
	}
}
