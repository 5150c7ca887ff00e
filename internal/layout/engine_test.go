//go:build cgo

package layout_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

// pageOf reads the first page of a file with PDFium.
func pageOf(t *testing.T, data []byte) *engine.Page {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	path, err := engines.Dir("../../.cache/engines").Find("libpdfium.so")
	if err != nil {
		t.Fatalf("%v (make setup fetches it)", err)
	}
	lib, err := pdfium.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	d, err := lib.OpenBytes(data, "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := d.Page(1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// spelled is a file that draws glyphs from left to right, 20 points high and half as wide. Each has the text given for
// it; an empty one leaves a gap.
func spelled(glyphs ...string) []byte {
	f := &pdfgen.File{}
	var chars, content strings.Builder
	for i, g := range glyphs {
		if g == "" {
			content.WriteString(">-500<")
			continue
		}
		fmt.Fprintf(&content, "%04x", i+1)
		fmt.Fprintf(&chars, "<%04x> <", i+1)
		for _, u := range utf16.Encode([]rune(g)) {
			fmt.Fprintf(&chars, "%04x", u)
		}
		chars.WriteString(">\n")
	}
	count := strings.Count(chars.String(), "\n")
	unicode := f.AddStream("", fmt.Appendf(nil, "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"+
		"1 begincodespacerange <0000> <ffff> endcodespacerange\n%d beginbfchar\n%sendbfchar\nendcmap end end", count, chars.String()))
	inner := f.Add("<</Type/Font/Subtype/CIDFontType2/BaseFont/Spelled/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
		"/DW 500/FontDescriptor<</Type/FontDescriptor/FontName/Spelled/Flags 4/FontBBox[0 -200 500 800]/Ascent 800/Descent -200/ItalicAngle 0/StemV 80/CapHeight 700>>>>")
	font := f.Add("<</Type/Font/Subtype/Type0/BaseFont/Spelled/Encoding/Identity-H/DescendantFonts[", inner, "]/ToUnicode ", unicode, ">>")
	f.AddPage(pdfgen.Page{Content: "BT /S 20 Tf 100 700 Td [<" + content.String() + ">] TJ ET", Resources: "/XObject<<>>", More: ""})
	return []byte(strings.Replace(string(f.Bytes()), "/F1 ", "/S "+font+"/F1 ", 1))
}

func seen(lines []layout.Line) string {
	var all []string
	for i := range lines {
		all = append(all, lines[i].String())
	}
	return strings.Join(all, "|")
}

func TestSpelled(t *testing.T) {
	for name, tt := range map[string]struct {
		glyphs []string
		want   string
	}{
		"Ligature":       {[]string{"o", "ffi", "c", "e"}, "office"},
		"LigatureGlyph":  {[]string{"ﬁ", "n", "e"}, "fine"},
		"Hebrew":         {[]string{"ם", "ל", "ו", "ע", "", "ם", "ו", "ל", "ש"}, "שלום עולם"},
		"HebrewSpaces":   {[]string{"ם", "ל", "ו", "ע", " ", "ם", "ו", "ל", "ש"}, "שלום עולם"},
		"HebrewNumber":   {[]string{"2", "6", "", "ם", "ו", "ל", "ש"}, "שלום 26"},
		"HebrewStop":     {[]string{".", "ם", "ו", "ל", "ש"}, "שלום."},
		"HebrewBrackets": {[]string{"(", "ם", "ו", "ל", "ש", ")"}, "(שלום)"},
		"ArabicLigature": {[]string{"م", "لا", "س"}, "سلام"},
		"ArabicForms":    {[]string{"ﻡ", "ﻼ", "ﺳ"}, "سلام"},
		"LatinInside":    {[]string{"ם", "ו", "", "a", "b", "", "ל", "ש"}, "של ab ום"},
		"Astral":         {[]string{"𝑥", "𝑦"}, "𝑥𝑦"},
	} {
		t.Run(name, func(t *testing.T) {
			p := pageOf(t, spelled(tt.glyphs...))
			if got := seen(layout.Read(p).Lines); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
				for _, c := range p.Chars {
					t.Logf("%q %04x at %.1f box %.1f loose %.1f flags %b", c.Rune, c.Rune, c.Origin.X, c.Box, c.Loose, c.Flags)
				}
			}
		})
	}
}

// TestAngles reads two lines that are drawn at many angles, with spaces that are drawn and with gaps alone.
func TestAngles(t *testing.T) {
	for degrees := 0; degrees < 360; degrees += 15 {
		f := &pdfgen.File{}
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		f.AddPage(pdfgen.Page{Content: fmt.Sprintf("BT /F1 12 Tf %.5f %.5f %.5f %.5f 300 400 Tm [(fill the)-278(jolly)-278(form)] TJ 0 -15 Td (and more) Tj ET", cos, sin, -sin, cos)})
		p := pageOf(t, f.Bytes())
		text := layout.Read(p)
		if got := seen(text.Lines); got != "fill the jolly form|and more" {
			t.Errorf("%d degrees: %q", degrees, got)
			continue
		}
		if want := float32((360 - degrees) % 360); math.Abs(float64(text.Lines[0].Angle-want)) > 0.1 {
			t.Errorf("%d degrees: angle %g", degrees, text.Lines[0].Angle)
		}
	}
}
