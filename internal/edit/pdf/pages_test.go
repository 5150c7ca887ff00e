package pdf_test

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
	"github.com/octavo-dev/octavo/internal/fault"
)

// book has three pages; the second is turned and has part of its text in a form of its own.
func book() *pdfgen.File {
	f := &pdfgen.File{Info: "/Title(About SECRET things)"}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 20 TL 1 0 0 1 72 700 Tm [(before SEC)-20(RET)40( after)] TJ (SECRET) ' T* (end) Tj ET"})
	inner := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 400 100]/Matrix[1 0 0 1 50 50]/Resources<</Font<</F9 4 0 R>>>>",
		[]byte("BT /F9 10 Tf 20 20 Td (inner SECRET text) Tj ET"))
	f.AddPage(pdfgen.Page{Content: "/Fm Do BT /F2 14 Tf 72 600 Td (outer) Tj ET", Resources: "/XObject<</Fm " + inner + ">>", More: "/Rotate 90"})
	f.AddPage(pdfgen.Page{Content: "/Span<</ActualText(SECRET)>> BDC BT /F1 12 Tf 72 700 Td (S E) Tj ET EMC"})
	return f
}

var red = [3]float64{1, 0, 0}

func TestErase(t *testing.T) {
	d := newDesk(t)
	before := d.open(t, book().Bytes())
	places := []pdf.Place{place(t, before, 1, "SECRET"), place(t, before, 2, "SECRET")}
	places = append(places, pdf.Place{Page: 1, Box: doc.Box{Left: 0.1, Top: 101.0 / 792, Width: 0.5, Height: 12.0 / 792}})
	after := d.edit(t, book().Bytes(), pdf.Order{Steps: []pdf.Step{{Kind: pdf.Erase, Places: places, Texts: []string{"SECRET"}}}})
	for n, want := range map[int]string{1: "before afterend", 2: "inner textouter"} {
		if got := strings.Join(strings.Fields(text(t, after, n)), " "); got != want {
			t.Errorf("page %d reads %q, want %q", n, got, want)
		}
	}
	if after.report.Erased[0] != 18 {
		t.Errorf("%d letters went", after.report.Erased[0])
	}
	// What stays has not moved.
	for n, word := range map[int]string{1: "after", 2: "text"} {
		was, is := place(t, before, n, word), place(t, after, n, word)
		if abs(was.Box.Left-is.Box.Left) > 1e-3 || abs(was.Box.Top-is.Box.Top) > 1e-3 {
			t.Errorf("%q moved from %v to %v", word, was.Box, is.Box)
		}
	}
	out := plain(t, after.data)
	for _, gone := range []string{"SECRET", "(SEC)"} {
		if bytes.Contains(out, []byte(gone)) {
			t.Errorf("the file still holds %q", gone)
		}
	}
	if !bytes.Contains(out, []byte("About  things")) {
		t.Error("the rest of the title went too")
	}
}

func abs(v float64) float64 { return max(v, -v) }

// plain is a file with all its streams unpacked.
func plain(t *testing.T, data []byte) []byte {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), tooltest.Installed(t, "qpdf"), "--qdf", "--object-streams=disable", "/proc/self/fd/0", "-")
	cmd.Stdin = tooltest.File(t, data)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSteps(t *testing.T) {
	d := newDesk(t)
	before := d.open(t, book().Bytes())
	top := doc.Box{Left: 0.1, Top: 0.02, Width: 0.8, Height: 0.03}
	for _, tt := range []struct {
		name   string
		step   pdf.Step
		pages  []int // that change
		says   string
		inside doc.Box
	}{
		{"watermark", pdf.Step{Kind: pdf.Watermark, Text: "DRAFT"}, []int{1, 2, 3}, "DRAFT", doc.Box{Width: 1, Height: 1}},
		{"watermark of a page", pdf.Step{Kind: pdf.Watermark, Text: "草稿", Pages: []int{2}}, []int{2}, "草稿", doc.Box{Width: 1, Height: 1}},
		{"stamp", pdf.Step{Kind: pdf.Stamp, Text: "Received"}, []int{1, 2, 3}, "Received", doc.Box{Left: 0.5, Width: 0.5, Height: 0.15}},
		{"write", pdf.Step{Kind: pdf.Write, Text: "At the top", Size: 10, Places: []pdf.Place{{Page: 1, Box: top}, {Page: 2, Box: top}}}, []int{1, 2}, "At the top", top},
		{"number", pdf.Step{Kind: pdf.Number, Size: 9}, []int{1, 2, 3}, "", doc.Box{Left: 0.3, Top: 0.94, Width: 0.4, Height: 0.06}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after := d.edit(t, book().Bytes(), pdf.Order{Color: red, Steps: []pdf.Step{tt.step}})
			for n := 1; n <= 3; n++ {
				all, inside := ink(t, before, after, n, tt.inside)
				changed := false
				for _, p := range tt.pages {
					changed = changed || p == n
				}
				if changed != (all > 0) || inside != all {
					t.Errorf("page %d: %d pixels changed, %d of them where they should", n, all, inside)
				}
				if got := text(t, after, n); changed != strings.Contains(got, tt.says) && tt.says != "" {
					t.Errorf("page %d reads %q", n, got)
				}
			}
		})
	}
}

func TestMarks(t *testing.T) {
	d := newDesk(t)
	before := d.open(t, book().Bytes())
	for _, kind := range []pdf.Kind{pdf.Highlight, pdf.Underline, pdf.Strike} {
		where := place(t, before, 1, "after")
		after := d.edit(t, book().Bytes(), pdf.Order{Color: red, Steps: []pdf.Step{{Kind: kind, Places: []pdf.Place{where}}}})
		if n := len(page(t, after, 1).Annotations); n != 1 {
			t.Errorf("%s: %d annotations", kind, n)
		}
		all, inside := ink(t, before, after, 1, where.Box)
		if all == 0 || all != inside {
			t.Errorf("%s: %d pixels changed, %d at the text", kind, all, inside)
		}
	}
}

func TestSheets(t *testing.T) {
	d := newDesk(t)
	after := d.edit(t, book().Bytes(), pdf.Order{Steps: []pdf.Step{
		{Kind: pdf.Turn, Pages: []int{1, 2}, Turn: 1}, {Kind: pdf.Drop, Pages: []int{3}}, {Kind: pdf.Number, Size: 9},
	}})
	if after.Pages() != 2 {
		t.Errorf("%d pages", after.Pages())
	}
	for n, want := range map[int]int{1: 90, 2: 180} {
		if got := page(t, after, n).Rotation; got != want {
			t.Errorf("page %d is turned by %d, want %d", n, got, want)
		}
	}
	if bytes.Contains(plain(t, after.data), []byte("ActualText")) {
		t.Error("a page that was deleted is still in the file")
	}
	_, _, err := d.Apply(t.Context(), tooltest.File(t, book().Bytes()), &pdf.Order{Steps: []pdf.Step{{Kind: pdf.Drop, Pages: []int{1, 2, 3}}}})
	if !fault.Is(err, fault.FormFillFailed) {
		t.Errorf("all pages deleted: %v", err)
	}
}

func TestUnsoundFiles(t *testing.T) {
	d := newDesk(t)
	locked := book()
	locked.Lock = &pdfgen.Lock{Owner: "owner"}
	for name, data := range map[string][]byte{
		"locked for changes": locked.Bytes(),
		"no table":           bytes.Replace(book().Bytes(), []byte("\nxref\n"), []byte("\n----\n"), 1),
	} {
		after := d.edit(t, data, pdf.Order{Steps: []pdf.Step{{Kind: pdf.Watermark, Text: "DRAFT"}}})
		if got := text(t, after, 1); !strings.Contains(got, "DRAFT") || !strings.Contains(got, "before") {
			t.Errorf("%s: page reads %q", name, got)
		}
		listing, fixed, err := d.Fields(t.Context(), tooltest.File(t, data))
		if err != nil || listing.Pages != 3 || fixed == nil {
			t.Errorf("%s: %v, %v", name, listing, err)
		} else {
			fixed.Close()
		}
	}
	_, _, err := d.Apply(t.Context(), tooltest.File(t, []byte("%PDF-1.7\nnoise")), &pdf.Order{})
	if err == nil {
		t.Error("noise was edited")
	}
}

// Fonts and annotations may stand in the dictionaries of pages themselves.
func TestValuesInPlace(t *testing.T) {
	d := newDesk(t)
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{
		Content: "BT /In 12 Tf 72 700 Td (a secret here) Tj ET", Fonts: "/In<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		Annots: []string{"<</Type/Annot/Subtype/Text/Rect[10 10 20 20]/Contents(a secret too)>>"},
	})
	before := d.open(t, f.Bytes())
	after := d.edit(t, f.Bytes(), pdf.Order{
		Flatten: true, Entries: []pdf.Entry{{Field: -1, Page: 1, Box: box(0), Label: "Name", Kind: "text", Value: said("Ada")}},
		Steps: []pdf.Step{{Kind: pdf.Erase, Places: []pdf.Place{place(t, before, 1, "secret")}, Texts: []string{"secret"}}},
	})
	if got := text(t, after, 1); strings.Contains(got, "secret") || !strings.Contains(got, "here") || !strings.Contains(got, "Ada") {
		t.Errorf("the page reads %q", got)
	}
	if bytes.Contains(plain(t, after.data), []byte("secret")) {
		t.Error("the file still says it")
	}
}

// What is removed is gone from the values of fields and from notes, and from how both look.
func TestEraseInFields(t *testing.T) {
	d := newDesk(t)
	f := &pdfgen.File{}
	looks := func(text string) string {
		return f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 4 0 R>>>>", []byte("/Tx BMC BT /F1 12 Tf 2 5 Td ("+text+") Tj ET EMC"))
	}
	open := f.Add("<</FT/Tx/T(a)/V(my secret name)/Type/Annot/Subtype/Widget/F 4/Rect[50 600 250 620]/AP<</N " + looks("my secret name") + ">>>>")
	closed := f.Add("<</FT/Tx/Ff 1/T(b)/V(secret)/Type/Annot/Subtype/Widget/F 4/Rect[50 500 250 520]/AP<</N " + looks("secret") + ">>>>")
	note := f.Add("<</Type/Annot/Subtype/FreeText/DA(/Helv 10 Tf 0 g)/Contents(a secret note)/Rect[50 400 250 420]/AP<</N " + looks("a secret note") + ">>>>")
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (plain words) Tj ET", Annots: []string{open, closed, note}})
	f.Catalog = "/AcroForm<</DA(/Helv 0 Tf 0 g)/Fields[" + open + " " + closed + "]>>"
	after := d.edit(t, f.Bytes(), pdf.Order{Steps: []pdf.Step{{Kind: pdf.Erase, Texts: []string{"secret"}}}})
	if bytes.Contains(plain(t, after.data), []byte("secret")) {
		t.Error("the file still says it")
	}
	listing, _, err := d.Fields(t.Context(), tooltest.File(t, after.data))
	if err != nil || len(listing.Fields) != 2 || listing.Fields[0].Value == nil || *listing.Fields[0].Value != "my  name" {
		t.Errorf("%+v, %v", listing, err)
	}
}
