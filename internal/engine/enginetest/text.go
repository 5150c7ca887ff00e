package enginetest

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

func testText(t *testing.T, e Engine) {
	p := read(t, onePage(t, e, pdfgen.Page{Content: `
BT /F1 12 Tf 1 0 0 1 72 700 Tm (Hello world) Tj ET
BT /F2 1 Tf 0 0 1 rg 20 0 0 20 72 650 Tm (Big) Tj ET
BT /F3 10 Tf 1 0 0 RG 2 Tr 1 0 0 1 72 600 Tm (Kursiv) Tj ET
BT /F4 9 Tf 0 Tr 0 g 0 1 -1 0 300 300 Tm (Upright) Tj ET
BT /F1 10 Tf 1 0 0.3 1 72 500 Tm (Zlant) Tj ET
BT /F1 10 Tf 1 0 0 1 72 200 Tm (divi-) Tj 1 0 0 1 72 188 Tm (ded) Tj ET`}), 1)

	want(t, "number", p.Number, 1)
	want(t, "text", text(p, func(c engine.Char) bool { return c.Origin.Y < 500 }), "Hello world Big Kursiv Upright Zlant")
	want(t, "divided", text(p, func(c engine.Char) bool { return c.Origin.Y > 500 && c.Font >= 0 }), "divi-ded")
	want(t, "hyphens", text(p, flagged(engine.CharHyphen)), "-")

	h := first(t, p, 'H')
	wantPoint(t, "H", h.Origin, engine.Point{X: 72, Y: 92})
	want(t, "size of H", h.Size, 12)
	want(t, "angle of H", h.Angle, 0)
	want(t, "colour of H", h.Fill, 0x000000FF)
	want(t, "flags of H", h.Flags, 0)
	// Helvetica: H is 722 wide and 718 high.
	wantBox(t, "H", h.Box, engine.Box{X0: 72.9, Y0: 83.4, X1: 79.7, Y1: 92}, 0.6)
	if h.Loose.X1-h.Loose.X0 < 8 || h.Loose.Y0 > h.Box.Y0 || h.Loose.Y1 < h.Box.Y1 {
		t.Errorf("loose box %+v does not hold the tight one %+v", h.Loose, h.Box)
	}
	font := p.Fonts[h.Font]
	want(t, "font of H", font.Name, "Helvetica")
	want(t, "bold", font.Bold, false)
	want(t, "italic", font.Italic, false)
	want(t, "embedded", font.Embedded, false)

	b := first(t, p, 'B')
	wantPoint(t, "B", b.Origin, engine.Point{X: 72, Y: 142})
	if !near(b.Size, 20, 0.01) {
		t.Errorf("size of B: %v; the matrix counts", b.Size)
	}
	want(t, "colour of B", b.Fill, 0x0000FFFF)
	want(t, "bold", p.Fonts[b.Font].Bold, true)

	k := first(t, p, 'K')
	want(t, "mode of K", k.Mode, engine.TextFillStroke)
	want(t, "stroke of K", k.Stroke, 0xFF0000FF)
	want(t, "italic", p.Fonts[k.Font].Italic, true)

	u := first(t, p, 'U')
	want(t, "angle of U", u.Angle, 270) // it runs upwards: three quarters clockwise
	wantPoint(t, "U", u.Origin, engine.Point{X: 300, Y: 492})
	want(t, "fixed", p.Fonts[u.Font].Fixed, true)

	z := first(t, p, 'Z')
	want(t, "flags of Z", z.Flags, engine.CharSlanted)
	if !(h.Object < b.Object && b.Object < k.Object && k.Object < u.Object) {
		t.Errorf("drawing order %d %d %d %d", h.Object, b.Object, k.Object, u.Object)
	}
	for i, c := range p.Chars {
		if generated := c.Flags&engine.CharGenerated != 0; generated != (c.Font < 0) || generated != (c.Object < 0) {
			t.Errorf("char %d: %+v", i, c)
		}
	}
}

// What a font's own table says counts, also beyond 16 bits and for several characters in one glyph.
func testMapped(t *testing.T, e Engine) {
	f := &pdfgen.File{}
	table := f.AddStream("", []byte(`/CIDInit/ProcSet findresource begin 12 dict begin begincmap
/CMapName/T def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange
3 beginbfchar <41> <D83DDE00> <42> <00660069> <43> <4E2D> endbfchar
endcmap end end`))
	font := f.Add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode ", table, ">>")
	f.AddPage(pdfgen.Page{
		Content:   "BT /M 20 Tf 1 0 0 1 72 700 Tm (ABC) Tj ET",
		Resources: "/Font<</M " + font + ">>",
	})
	want(t, "text", text(read(t, opened(t, e, f), 1), every), "\U0001F600fi中")
}

func testVisibility(t *testing.T, e Engine) {
	f := &pdfgen.File{}
	// One code without a Unicode value: a Type 0 font without ToUnicode and with an unknown character collection.
	broken := f.Add(`<</Type/Font/Subtype/Type0/BaseFont/Odd/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2
/BaseFont/Odd/CIDSystemInfo<</Registry(None)/Ordering(Odd)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/Odd
/Flags 4/FontBBox[0 0 500 700]/ItalicAngle 0/Ascent 700/Descent -200/CapHeight 700/StemV 80>>>>]>>`)
	form := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 4 0 R>>>>",
		[]byte("BT /F1 10 Tf 1 0 0 1 0 5 Tm (inside) Tj 1 0 0 1 150 5 Tm (beyond) Tj ET"))
	f.AddPage(pdfgen.Page{
		Resources: "/XObject<</X " + form + ">>/ExtGState<</G<</ca 0>>>>",
		Content: `
BT /F1 10 Tf 1 0 0 1 72 700 Tm (plain) Tj ET
BT /F1 10 Tf 3 Tr 1 0 0 1 72 680 Tm (invisible) Tj ET
BT /F1 10 Tf 0 Tr 1 g 1 0 0 1 72 660 Tm (white) Tj ET
0 g
q 72 630 40 20 re W n BT /F1 10 Tf 1 0 0 1 300 635 Tm (clipped) Tj ET Q
BT /F1 10 Tf 1 0 0 1 700 600 Tm (outside) Tj ET
q 1 0 0 1 72 560 cm /X Do Q
q /G gs BT /F1 10 Tf 1 0 0 1 72 540 Tm (glassy) Tj ET Q`})
	f.AddPage(pdfgen.Page{
		Content:   "BT /Odd 10 Tf 1 0 0 1 72 700 Tm <00410042> Tj ET BT /F1 10 Tf 1 0 0 1 72 600 Tm (fine) Tj ET",
		Resources: "/Font<</Odd " + broken + "/F1 4 0 R>>",
	})
	d := opened(t, e, f)
	p := read(t, d, 1)
	want(t, "clipped", text(p, flagged(engine.CharClipped)), "clippedbeyond")
	want(t, "off page", text(p, flagged(engine.CharOffPage)), "outside")
	want(t, "invisible", text(p, func(c engine.Char) bool { return c.Mode == engine.TextInvisible && c.Font >= 0 }), "invisible")
	want(t, "white", text(p, func(c engine.Char) bool { return c.Fill == 0xFFFFFFFF && c.Font >= 0 }), "white")
	want(t, "glassy", text(p, func(c engine.Char) bool { return c.Fill == 0 && c.Font >= 0 }), "glassy")
	want(t, "unmapped", text(p, flagged(engine.CharUnmapped)), "")

	p = read(t, d, 2)
	unmapped := 0
	for _, c := range p.Chars {
		if c.Flags&engine.CharUnmapped != 0 {
			unmapped++
		}
	}
	want(t, "unmapped characters", unmapped, 2)
}
