package pdf_test

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
	"github.com/octavo-dev/octavo/internal/fault"
)

func said(s string) *string { return &s }

// blank is a page without fields.
func blank(more string) []byte {
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Name) Tj ET", More: more})
	return f.Bytes()
}

func box(i int) doc.Box {
	return doc.Box{Left: 0.3, Top: 0.1 + 0.1*float64(i), Width: 0.3, Height: 0.03}
}

func TestMake(t *testing.T) {
	d := newDesk(t)
	for _, more := range []string{"", "/Rotate 90", "/Rotate 180", "/CropBox[50 50 500 700]"} {
		before := d.open(t, blank(more))
		entries := []pdf.Entry{
			{Field: -1, Page: 1, Box: box(0), Label: "Name", Kind: "text", Value: said("Zoë Ω")},
			{Field: -1, Page: 1, Box: box(1), Label: "Name", Kind: "text"},
			{Field: -1, Page: 1, Box: box(2), Label: "Agree", Kind: "checkbox", Value: said("yes")},
			{Field: -1, Page: 1, Box: box(3), Label: "Sex", Kind: "radio", Value: said("F")},
			{Field: -1, Page: 1, Box: box(4), Label: "Land", Kind: "dropdown", Value: said("Peru")},
			{Field: -1, Page: 1, Box: box(5), Label: "Code", Kind: "barcode", Value: said("ABC-123")},
			{Field: -1, Page: 1, Box: box(6), Label: "Square", Kind: "barcode", Value: said(strings.Repeat("ä", 50))},
		}
		after := d.edit(t, blank(more), pdf.Order{Color: red, Entries: entries})
		listing, _, err := d.Fields(t.Context(), tooltest.File(t, after.data))
		if err != nil || len(listing.Fields) != len(entries) {
			t.Fatalf("%q: %v, %v", more, listing, err)
		}
		changed := 0
		for i, f := range listing.Fields {
			if got := f.Widgets[0].Box; abs(got.Left-box(i).Left) > 1e-3 || abs(got.Top-box(i).Top) > 1e-3 || abs(got.Width-box(i).Width) > 1e-3 {
				t.Errorf("%q: %s stands at %v", more, f.Name, got)
			}
			if want := entries[i].Value; (f.Value == nil) != (want == nil) || want != nil && *f.Value != *want && f.Kind != "checkbox" {
				t.Errorf("%q: %s says %v", more, f.Name, f.Value)
			}
			all, inside := ink(t, before, after, 1, box(i))
			if entries[i].Value != nil && inside < 8 {
				t.Errorf("%q: %d pixels changed at %s", more, inside, f.Name)
			}
			if changed += inside; i == len(listing.Fields)-1 && changed != all {
				t.Errorf("%q: %d pixels changed, %d of them in fields", more, all, changed)
			}
		}
		if listing.Fields[0].Name != "Name" || listing.Fields[1].Name != "Name 2" {
			t.Errorf("names are %q and %q", listing.Fields[0].Name, listing.Fields[1].Name)
		}
	}
}

func TestMakeRefused(t *testing.T) {
	d := newDesk(t)
	for name, tt := range map[string]struct {
		entry pdf.Entry
		want  fault.Name
	}{
		"no such page": {pdf.Entry{Field: -1, Page: 2, Box: box(0), Label: "x"}, fault.InvalidConfig},
		"empty":        {pdf.Entry{Field: -1, Page: 1, Label: "x"}, fault.InvalidConfig},
		"outside":      {pdf.Entry{Field: -1, Page: 1, Box: doc.Box{Left: 0.9, Width: 0.3, Height: 0.1}, Label: "x"}, fault.InvalidConfig},
		"no mark":      {pdf.Entry{Field: -1, Page: 1, Box: box(0), Kind: "checkbox", Value: said("perhaps"), Strict: true}, fault.FormFillFailed},
	} {
		_, _, err := d.Apply(t.Context(), tooltest.File(t, blank("")), &pdf.Order{Entries: []pdf.Entry{tt.entry}})
		if !fault.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		} else if got := fault.Of(err); tt.want == fault.InvalidConfig && got.Type != "invalid_widget" {
			t.Errorf("%s: type %q", name, got.Type)
		}
	}
	after := d.edit(t, blank(""), pdf.Order{Entries: []pdf.Entry{{Field: -1, Page: 1, Box: box(0), Kind: "checkbox", Value: said("perhaps")}}})
	if len(after.report.Left) != 1 || after.report.Values[0] != nil {
		t.Errorf("a derived value that does not fit: %+v", after.report)
	}
}

func TestOverflow(t *testing.T) {
	d := newDesk(t)
	long := strings.TrimSpace(strings.Repeat("one word after the other ", 400))
	for flatten, want := range map[bool]string{false: "", true: "(see overflow page 1)"} {
		after := d.edit(t, blank(""), pdf.Order{Overflow: true, Flatten: flatten, Entries: []pdf.Entry{
			{Field: -1, Page: 1, Box: box(0), Label: "Story", Kind: "text", Value: &long},
			{Field: -1, Page: 1, Box: box(1), Label: "More", Kind: "text", Value: &long},
		}})
		if after.report.Overflow != after.Pages()-1 || after.Pages() < 3 {
			t.Errorf("%d of %d pages are overflow", after.report.Overflow, after.Pages())
		}
		got := ""
		for n := 2; n <= after.Pages(); n++ {
			got += text(t, after, n)
		}
		if n := strings.Count(got, "other"); n != 800 || !strings.HasPrefix(got, "Story") || !strings.Contains(got, "More") {
			t.Errorf("the overflow pages hold %d of 800 words", n)
		}
		if first := text(t, after, 1); !strings.Contains(first, want) {
			t.Errorf("page 1 reads %q", first)
		}
	}
}
