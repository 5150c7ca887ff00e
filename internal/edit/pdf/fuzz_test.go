package pdf

import (
	"bytes"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// FuzzCarry does everything that can be done to files of any kind. Whatever comes out can be opened again.
func FuzzCarry(f *testing.F) {
	one := &pdfgen.File{Catalog: "/AcroForm<</Fields[8 0 R]>>"}
	field := one.Add("<</FT/Tx/T(a)/Subtype/Widget/Rect[10 10 90 30]/MK<</R 90/BG[1 0 0]>>/AP<</N 4 0 R>>>>")
	one.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td [(some)-20(text)] TJ (more) ' ET /Fm Do", Annots: []string{field}})
	f.Add(one.Bytes())
	one.Packed = true
	f.Add(one.Bytes())
	for _, data := range pdfgen.Hostile() {
		if len(data) < 1<<15 {
			f.Add(data)
		}
	}
	fonts := typeface.Open(typeface.Fonts)
	value := "Zoë 東"
	whole := doc.Box{Width: 1, Height: 1}
	f.Fuzz(func(t *testing.T, data []byte) {
		u, err := cos.Whole(bytes.NewReader(data), int64(len(data))).Update()
		if err != nil {
			return
		}
		listing, err := list(u)
		if err != nil || listing.Pages > 50 || len(listing.Fields) > 50 {
			return
		}
		o := &Order{Flatten: len(data)%2 == 0, Overflow: true, Steps: []Step{
			{Kind: Erase, Places: []Place{{1, whole}}, Texts: []string{"text"}}, {Kind: Watermark, Text: value}, {Kind: Stamp, Text: value},
			{Kind: Highlight, Places: []Place{{1, whole}}}, {Kind: Turn, Turn: 1}, {Kind: Number, Size: 9}, {Kind: Write, Text: value, Size: 9, Places: []Place{{1, whole}}},
		}}
		for i := range listing.Fields {
			o.Entries = append(o.Entries, Entry{Field: i, Value: &value})
		}
		o.Entries = append(o.Entries, Entry{Field: -1, Page: 1, Box: whole, Label: "new", Value: &value})
		if _, err := carry(u, fonts, o); err != nil {
			return
		}
		var out bytes.Buffer
		if _, err := u.WriteTo(&out); err != nil {
			t.Fatal(err)
		}
		again := cos.Whole(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if _, err := again.Update(); err != nil {
			t.Errorf("a file that was changed cannot be changed again: %v", err)
		}
	})
}
